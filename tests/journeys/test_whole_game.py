"""Two people play whole games through Discord."""

from __future__ import annotations

import random
import re

from tests.room import Room, take_turns


async def test_two_people_play_to_121_and_the_leaderboard_shows_it(room: Room) -> None:
    ann, bob = room.people("Ann", "Bob")
    await room.start(ann, bob)
    assert re.search(r"Cut for deal: Ann .*, Bob .* — \*\*(Ann|Bob)\*\* deals first\.", room.public()[0].text)

    await take_turns(room, [ann, bob], random.Random(1))

    end = room.public()[-1].text
    score = re.search(r"### (Ann|Bob) wins 121–(\d+)( — a (double )?skunk!)?\n", end)
    assert score is not None, end
    winner, loser = score[1], "Bob" if score[1] == "Ann" else "Ann"
    assert bool(score[3]) == (int(score[2]) < 91)
    seed = re.search(r"Seed revealed: `([0-9a-f]{64})`", end)
    assert seed is not None

    board = await ann.slash("leaderboard")
    assert re.search(rf"🥇 \*\*{winner}\*\* — 1 win · 0 losses · 100 %", board.text), board.text
    assert re.search(rf"2\\\. \*\*{loser}\*\* — 0 wins · 1 loss · 0 %|🥈 \*\*{loser}\*\*", board.text), (
        board.text
    )

    verdict = await bob.slash("cribbage verify", number=1)
    assert "every card was where it had to be" in verdict.text
    assert seed[1] in verdict.text


async def test_every_deal_leaves_a_record_and_a_show(room: Room) -> None:
    ann, bob = room.people("Ann", "Bob")
    await room.start(ann, bob, variant="short")
    await take_turns(room, [ann, bob], random.Random(2))
    texts = [view.text for view in room.public()]
    deals = [number for text in texts for number in re.findall(r"### Table 1 · deal (\d+)", text)]
    assert deals == [str(number) for number in range(1, len(deals) + 1)]
    for number in range(1, len(deals)):
        assert sum(f"### Show, deal {number} " in text for text in texts) == 1
    # All that can still be pressed is for another game.
    assert [view.labels() for view in room.public() if view.labels()] == [
        ["Rematch", "Replay", "Check the shuffle"]
    ]
