"""The bot's settings, from the environment or a file named `.env`."""

from __future__ import annotations

import os
from typing import Final, Literal

from pydantic import AliasChoices, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

_PREFIX: Final = "CRIBBAGE_"


class UnusableSettings(Exception):
    """Settings that can't be used; the text is one sentence for the operator."""


class Settings(BaseSettings):
    """What an operator can set.

    `discord_token` and `database_url` go by these names; everything else is called CRIBBAGE_….
    """

    model_config = SettingsConfigDict(
        env_prefix=_PREFIX, env_file=".env", extra="forbid", frozen=True, env_ignore_empty=True
    )

    discord_token: SecretStr | None = Field(
        None, validation_alias=AliasChoices("DISCORD_TOKEN", "discord_token")
    )
    database_url: SecretStr = Field(
        SecretStr("sqlite:///data/cribbage.sqlite3"),
        validation_alias=AliasChoices("DATABASE_URL", "database_url"),
    )
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["text", "json"] = "text"
    page_port: int = Field(8137, ge=0, le=65535)
    """The port of the local Discord page; 0 takes any that is free."""
    health_file: str = "data/health"
    """The file that the running bot touches while all is well."""


def names() -> list[str]:
    """What the settings are called in the environment."""
    return [_shown(name) for name in Settings.model_fields]


def load() -> Settings:
    """Read the settings. Raises `UnusableSettings` on a value or a name that can't be right."""
    known = names()
    unknown = sorted(
        name for name in os.environ if name.upper().startswith(_PREFIX) and name.upper() not in known
    )
    if unknown:
        raise UnusableSettings(f"There is no setting {unknown[0]}; .github/OPERATING.md lists them all.")
    try:
        return Settings()  # pyright: ignore[reportCallIssue] - the values come from the environment
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        name = str(first["loc"][0]) if first["loc"] else "the environment"
        if first["type"] == "extra_forbidden":
            raise UnusableSettings(
                f"There is no setting {name.upper()}; .github/OPERATING.md lists them all."
            ) from None
        raise UnusableSettings(f"The setting {_shown(name)} is wrong: {first['msg']}.") from None


def _shown(name: str) -> str:
    return name.upper() if name.upper() in ("DISCORD_TOKEN", "DATABASE_URL") else f"{_PREFIX}{name.upper()}"
