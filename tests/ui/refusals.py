"""What Discord answers when it doesn't take something."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord


def refusal(status: int, code: int = 0) -> discord.HTTPException:
    """An answer as discord.py raises it."""
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    kind = discord.DiscordServerError if status >= 500 else kinds.get(status, discord.HTTPException)
    response: Any = SimpleNamespace(status=status, reason="")
    return kind(response, {"code": code, "message": ""})
