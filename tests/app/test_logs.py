"""The log: a line an entry, for people or for machines, without payloads or statements."""

from __future__ import annotations

import json
import logging

import pytest
import structlog

from bot import logs
from bot.cribbage.cards import parse_card


def test_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("info", "text")
    structlog.get_logger("bot.client").info("ready", guilds=3)
    logging.getLogger("discord.gateway").info("Shard ID %s has connected", 0)
    structlog.get_logger("bot.client").debug("not told")
    first, second = capsys.readouterr().err.splitlines()
    assert "[info" in first
    assert "guilds=3" in first
    assert "Shard ID 0 has connected" in second


def test_for_machines(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("warning", "json")
    try:
        parse_card("1H")
    except ValueError:
        logging.getLogger("bot.table").exception("a fault, reference %s", "ab12")
    structlog.get_logger("bot.client").info("not told")
    (line,) = capsys.readouterr().err.splitlines()
    entry = json.loads(line)
    assert (entry["level"], entry["logger"]) == ("error", "bot.table")
    assert entry["event"] == "a fault, reference ab12"
    assert "ValueError: " in entry["exception"]


@pytest.mark.parametrize("form", ["text", "json"])
def test_tracebacks_show_no_variables(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("info", form)
    hand = "5H" + "5S5CJD"
    try:
        parse_card(hand[:1])
    except ValueError:
        structlog.get_logger("bot.ui").exception("a fault")
    said = capsys.readouterr().err
    assert "ValueError" in said
    assert hand not in said


def test_others_never_log_payloads_or_statements() -> None:
    logs.configure("debug", "text")
    assert not logging.getLogger("discord.gateway").isEnabledFor(logging.DEBUG)
    assert not logging.getLogger("sqlalchemy.engine").isEnabledFor(logging.INFO)
    assert not logging.getLogger("alembic.runtime").isEnabledFor(logging.INFO)
    assert logging.getLogger("bot.table").isEnabledFor(logging.DEBUG)
