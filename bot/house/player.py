"""House players: what to do, given what a seat may know."""

from __future__ import annotations

import random
from typing import Final, Literal

from bot.cribbage.commands import Discard, Play
from bot.cribbage.observe import Observation
from bot.house import gentle, sharp, steady

Strength = Literal["gentle", "steady", "sharp"]

STRENGTHS: Final[tuple[Strength, ...]] = ("gentle", "steady", "sharp")
"""How well a house player can play, the weakest first."""


def choose(observation: Observation, strength: Strength, rng: random.Random) -> Discard | Play:
    """The move of the observation's seat, at this strength.

    The same observation, strength and state of `rng` give the same move. It takes milliseconds of
    computing and keeps nothing that threads could not share. Raises `ValueError` when the game doesn't
    wait for this seat, or the observation is the public's.
    """
    seat = observation.seat
    if seat is None or seat not in observation.awaited:
        raise ValueError("the game doesn't wait for this seat")
    if strength not in STRENGTHS:
        raise ValueError(f"there is no strength {strength!r}")
    if observation.owes:
        match strength:
            case "gentle":
                given = gentle.discard(observation, rng)
            case "steady":
                given = steady.discard(observation)
            case "sharp":
                given = sharp.discard(observation)
        return Discard(seat, given)
    match strength:
        case "gentle":
            card = gentle.play(observation, rng)
        case "steady":
            card = steady.play(observation)
        case "sharp":
            card = sharp.play(observation, rng)
    return Play(seat, card)
