"""House players in three strengths, and what discards are worth: pure, above the rules."""

from bot.house.player import STRENGTHS, Strength, choose

__all__ = ["STRENGTHS", "Strength", "choose"]
