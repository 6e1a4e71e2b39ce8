"""Settings come from the environment or a file, and what can't be right is said in a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot import settings
from bot.settings import UnusableSettings


def test_nothing_has_to_be_set() -> None:
    chosen = settings.load()
    assert chosen.discord_token is None
    assert chosen.database_url.get_secret_value() == "sqlite:///data/cribbage.sqlite3"


def test_the_environment_goes_before_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    Path(".env").write_text("DISCORD_TOKEN=from-the-file\nCRIBBAGE_LOG_FORMAT=json\nCRIBBAGE_PAGE_PORT=1\n")
    monkeypatch.setenv("CRIBBAGE_PAGE_PORT", "2")
    chosen = settings.load()
    assert chosen.discord_token is not None
    assert chosen.discord_token.get_secret_value() == "from-the-file"
    assert (chosen.log_format, chosen.page_port) == ("json", 2)


def test_an_empty_value_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "")
    assert settings.load().discord_token is None


def test_secrets_are_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "abracadabra")
    monkeypatch.setenv("DATABASE_URL", "postgresql://bot:abracadabra@db/cribbage")
    assert "abracadabra" not in repr(settings.load())


@pytest.mark.parametrize("name", ["CRIBBAGE_LOGLEVEL", "cribbage_prot", "CRIBBAGE_DISCORD_TOKEN"])
def test_an_unknown_setting_in_the_environment(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, "x")
    with pytest.raises(
        UnusableSettings, match=f"^There is no setting {name}; .github/OPERATING.md lists them all.$"
    ):
        settings.load()


@pytest.mark.parametrize("name", ["CRIBBAGE_LOGLEVEL", "DISCORD_TOKN"])
def test_an_unknown_setting_in_the_file(name: str) -> None:
    Path(".env").write_text(f"{name}=x\n")
    with pytest.raises(
        UnusableSettings, match=f"^There is no setting {name}; .github/OPERATING.md lists them all.$"
    ):
        settings.load()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("CRIBBAGE_PAGE_PORT", "70000"),
        ("CRIBBAGE_PAGE_PORT", "eighty"),
        ("CRIBBAGE_LOG_LEVEL", "loud"),
        ("CRIBBAGE_LOG_FORMAT", "xml"),
    ],
)
def test_a_wrong_value(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(UnusableSettings, match=f"^The setting {name} is wrong: .*[^.]\\.$"):
        settings.load()
