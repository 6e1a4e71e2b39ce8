"""A person's profile, and the record of two people against each other."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from bot.table.standing.feats import BY_KEY, FEATS
from bot.table.standing.people import Encounter, Profile, Sums
from bot.table.standing.unlocks import BACKS, FACES
from bot.ui.panels.colours import FELT
from bot.ui.panels.ids import ButtonId
from bot.ui.panels.layout import Block, Button, Divider, Image, Panel, Row, Text
from bot.ui.panels.names import listed, plain, possessive, safe
from bot.ui.panels.records.games import game_line
from bot.ui.panels.words import number
from bot.ui.pictures.models import ProfilePicture

_BAR: Final = 12
_NEWEST: Final = 3
"""Feats that are named."""
_MOST: Final = 29
"""Points of the best hand there is."""

# fmt: off
HANDS_WORTH: Final = (
    1_009_008, 99_792, 2_813_796, 505_008, 2_855_676, 697_508, 1_800_268, 751_324, 1_137_236, 361_224,
    388_740, 51_680, 317_340, 19_656, 90_100, 9_168, 58_248, 11_196, 2_708, 0,
    8_068, 2_496, 444, 356, 3_680, 0, 0, 0, 76, 4,
)
# fmt: on
"""How many of all 12,994,800 hands with a starter are worth 0 to 29 points."""


def profile_panel(user: int, name: str, profile: Profile | None) -> Panel:
    """A person's profile. `profile` is None when the bot has never met them."""
    title = f"### {safe(name)}"
    if profile is None or not (profile.career.xp or profile.recent or profile.feats):
        told = (
            f"No game finished yet. `/cribbage start` opens a table, and {safe(name)} can be invited to it."
        )
        return Panel((Text(title), Text(told)), accent=FELT)
    blocks: list[Block] = [
        Text(f"{title}\n{_level(profile)}"),
        Image(_picture(name, profile), f"profile-{user}.png"),
        Text(_here(profile)),
        Text(_everywhere(profile)),
        Text(_feats(profile)),
        Row((Button("All feats", str(ButtonId(0, 0, "feats", str(user)))),)),
    ]
    if profile.recent:
        lines = [game_line(game) for game in profile.recent]
        blocks += [Divider(), Text("\n".join(["**Recent games here**", *lines]))]
    return Panel(tuple(blocks), accent=FELT)


def feats_panel(name: str, achieved: Mapping[str, datetime]) -> Panel:
    """All feats, and when somebody achieved which of them; `achieved` is by key."""
    known = [feat for feat in FEATS if feat.key in achieved]
    blocks: list[Block] = [Text(f"### {possessive(safe(name))} feats · {len(known)} of {len(FEATS)}")]
    lines = [
        f"**{feat.name}** — {feat.condition} · <t:{int(achieved[feat.key].timestamp())}:d>" for feat in known
    ]
    if lines:
        blocks.append(Text("\n".join(lines)))
    if missing := [f"-# {feat.name} — {feat.condition}" for feat in FEATS if feat.key not in achieved]:
        blocks.append(Text("\n".join(["**Still to come**", *missing])))
    return Panel(tuple(blocks), accent=FELT)


def encounter_panel(one: str, other: str, met: Encounter) -> Panel:
    """The record of two people against each other."""
    first, second = safe(one), safe(other)
    title = Text(f"### {first} and {second}\n-# standard games on this server")
    if not met.recent:
        told = f"They haven't played each other here yet. `/cribbage start` invites {second} to a table."
        return Panel((title, Text(told)), accent=FELT)
    blocks: list[Block] = [title]
    if met.games:
        blocks.append(Text("\n".join(_against(first, second, met))))
    if met.together:
        blocks.append(Text(f"As partners they won {met.won_together} of {met.together}."))
    lines = [game_line(game) for game in met.recent]
    blocks += [Divider(), Text("\n".join([f"**Recent games**, as {first} saw them", *lines]))]
    return Panel(tuple(blocks), accent=FELT)


def bar(share: float) -> str:
    """A bar of text, `share` of it full: full only when all of it is."""
    full = int(share * _BAR)
    return "▰" * full + "▱" * (_BAR - full)


def _level(profile: Profile) -> str:
    done, whole = profile.into_level
    return (
        f"Level **{profile.level}** {bar(done / whole)} {done} of {whole} XP\n"
        f"-# {profile.career.xp} XP in all · prestige {profile.career.prestige}"
    )


def _here(profile: Profile) -> str:
    lines = ["**On this server**"]
    if profile.rating is not None:
        sure = ", provisional" if profile.rating.provisional else ""
        lines.append(f"Rating **{profile.rating.shown}** ± {profile.rating.give}{sure}")
    if not profile.sums:
        return "\n".join([*lines, "No standard game against people finished yet"])
    total, *sizes = profile.sums
    lines.append(f"Won **{total.wins}**, lost **{total.losses}** ({_percent(total.wins, total.losses)})")
    if len(sizes) > 1:
        told = [f"{number(sums.players)} players {sums.wins}–{sums.losses}" for sums in sizes]
        lines.append(f"-# {' · '.join(told)}")
    elif sizes:
        lines.append(f"-# all with {number(sizes[0].players)} players")
    lines.append(_skunks(total))
    return "\n".join(lines)


def _skunks(total: Sums) -> str:
    given = _skunks_of(total.skunks, total.double_skunks)
    taken = _skunks_of(total.skunks_taken, total.double_skunks_taken)
    return f"Skunks given {given}, taken {taken}"


def _skunks_of(single: int, double: int) -> str:
    return f"{single + double} ({double} double)" if double else str(single)


def _everywhere(profile: Profile) -> str:
    career = profile.career
    hands = sum(career.hand_counts.values())
    lines = ["**On all servers**"]
    if hands:
        crib = f" · crib {career.crib_points / career.cribs:.1f}" if career.cribs else ""
        lines.append(
            f"Average hand {career.hand_points / hands:.1f}{crib} · pegged {career.pegged / career.deals:.1f}"
        )
        lines.append(f"Highest hand {career.best_hand}")
    lines.append(f"Winning streak {career.streak}, best {career.best_streak}")
    left = [f"abandoned {career.abandoned}"]
    if career.surrendered:
        left.append(f"surrendered {career.surrendered}")
    if career.practice:
        left.append(f"practice games {career.practice}")
    lines.append(" · ".join(left).capitalize())
    return "\n".join(lines)


def _feats(profile: Profile) -> str:
    known = [BY_KEY[key] for key, _ in profile.feats if key in BY_KEY]
    newest = f", newest: {listed([f'*{feat.name}*' for feat in known[:_NEWEST]])}" if known else ""
    return (
        f"Feats **{len(known)}** of {len(FEATS)}{newest}\n"
        f"Cards unlocked: {profile.faces} of {len(FACES)} faces, {profile.backs} of {len(BACKS)} backs"
    )


def _picture(name: str, profile: Profile) -> ProfilePicture:
    done, whole = profile.into_level
    counts = profile.career.hand_counts
    facts = [("prestige", str(profile.career.prestige)), ("best streak", str(profile.career.best_streak))]
    if profile.sums:
        facts.insert(0, ("won here", f"{profile.sums[0].wins}–{profile.sums[0].losses}"))
    return ProfilePicture(
        name=plain(name),
        level=profile.level,
        progress=done / whole,
        progress_text=f"{done} of {whole} XP",
        ratings=tuple(map(float, profile.curve)),
        provisional=profile.rating is not None and profile.rating.provisional,
        hands=tuple(counts.get(points, 0) for points in range(_MOST + 1)) if counts else (),
        expected=tuple(number / sum(HANDS_WORTH) for number in HANDS_WORTH),
        facts=tuple(facts),
    )


def _against(first: str, second: str, met: Encounter) -> list[str]:
    lines = [f"**{first} {met.wins[0]} – {met.wins[1]} {second}**"]
    neither = met.games - sum(met.wins)
    if neither:
        lines.append(f"-# and {neither} that neither of them won")
    skunks = [
        f"{name} {_skunks_of(met.skunks[at], met.double_skunks[at])}"
        for at, name in enumerate((first, second))
    ]
    if any((*met.skunks, *met.double_skunks)):
        lines.append(f"Skunks given: {' · '.join(skunks)}")
    gave_up = [
        f"{name} {met.surrenders[at]}" for at, name in enumerate((first, second)) if met.surrenders[at]
    ]
    if gave_up:
        lines.append(f"Surrendered: {' · '.join(gave_up)}")
    mean = [round(points / met.games) for points in met.points]
    lines.append(f"Average score {mean[0]}–{mean[1]}")
    return lines


def _percent(wins: int, losses: int) -> str:
    return f"{round(100 * wins / (wins + losses))} %"
