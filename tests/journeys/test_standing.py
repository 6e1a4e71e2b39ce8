"""What a finished game leaves behind, as people see it: gains, leaderboards, profiles, games to replay."""

from __future__ import annotations

import random
import re

import pytest

from bot.table.standing.career import Career
from bot.ui.panels.records.leaderboard import BY
from db import guilds, players, standings
from db.rows import StandingRow
from tests.room import Person, Room, Shown, take_turns

RNG = 5


async def finished(room: Room, *people: Person, number: int = 1, **options: object) -> None:
    """A game played to its end: the last deal through buttons, all before it unseen."""
    await room.start(*people, **options)
    target = 61 if options.get("variant") == "short" else 121
    await room.skip(lambda game: max(game.scores) >= target - 12, number=number)
    await take_turns(room, list(people), random.Random(RNG))


async def set_career(room: Room, person: Person, name: str, **sums: int) -> None:
    """Give somebody a past."""
    async with room.bot.database.write() as connection:
        await players.upsert(connection, person.id, name, room.env.now())
        await players.set_careers(connection, {person.id: Career(**sums).model_dump_json()})


def end(room: Room) -> Shown:
    """The newest end message."""
    return next(view for view in room.newest_first() if "Replay" in view.labels())


async def test_the_end_tells_what_each_gained(room: Room) -> None:
    ann, bob = room.people("Ann", "Bob")
    await set_career(room, ann, "Ann", xp=260)  # level 2; a win or a loss leads to level 3 and its face
    await finished(room, ann, bob)
    text = end(room).text
    assert re.search(r"\*\*Ann\*\* \+(40|100) XP \(level 2 → 3\)", text), text
    assert "unlocks the *Ink* face" in text
    assert re.search(r"\*\*Bob\*\* \+(40|100) XP", text), text
    assert end(room).labels() == ["Rematch", "Replay", "Check the shuffle"]
    won = "Ann" if "### Ann wins" in text else "Bob"
    assert re.search(rf"\*\*{won}\*\* \+100 XP.*feats: .*\*First blood\*", text), text
    checked = await bob.press(end(room), "Check the shuffle")
    assert checked is not None
    assert checked.ephemeral
    assert "every card was where it had to be" in checked.text


async def test_an_empty_leaderboard_says_how_to_get_on_it(room: Room) -> None:
    (ann,) = room.people("Ann")
    for by, name in BY.items():
        board = await ann.slash("leaderboard", by=by)
        assert f"Leaderboard · {name}" in board.text
        assert "Nobody is on it yet" in board.text, by
        assert not board.buttons
        assert not board.ephemeral
    assert "ten" in board.text or "to 121" in board.text


async def test_every_leaderboard_after_a_game(room: Room) -> None:
    ann, bob = room.people("Ann", "Bob")
    await finished(room, ann, bob)
    winner, loser = ("Ann", "Bob") if "### Ann wins" in end(room).text else ("Bob", "Ann")
    assert f"🥇 **{winner}** — 1 win · 0 losses · 100 %" in (await ann.slash("leaderboard")).text
    rating = (await ann.slash("leaderboard", by="rating")).text
    assert re.search(rf"🥇 \*\*{winner}\*\* — 1\d\d\d ± \d+ provisional · 1–0\n", rating), rating
    xp = (await ann.slash("leaderboard", by="xp", scope="everywhere", period="week", players=2)).text
    assert f"🥇 **{winner}** — 100 XP · level 2\n🥈 **{loser}** — 40 XP · level 1" in xp
    assert "all servers · this week · two players" in xp
    hands = (await bob.slash("leaderboard", by="best_hand", period="month")).text
    assert re.search(r"🥇 \*\*(Ann|Bob)\*\* — \d+ · [01]–[01]", hands), hands
    assert "Nobody is on it yet" in (await bob.slash("leaderboard", players=3)).text
    assert "Nobody is on it yet" in (await bob.slash("leaderboard", by="rate")).text


async def many_players(room: Room, number: int) -> None:
    """A leaderboard by wins: `number` people, the first with the most wins."""
    async with room.bot.database.write() as connection:
        await guilds.upsert(connection, room.guild.id, "The card room", room.env.now())
        for at in range(number):
            await players.upsert(connection, 1000 + at, f"Player {at}", room.env.now())
        await standings.add(
            connection,
            [
                StandingRow(room.guild.id, 0, "all", 1000 + at, number - at, 0, 0, 0, 0, 10, 0, 4)
                for at in range(number)
            ],
        )


async def test_pages_turn_after_a_restart_and_one_finds_oneself(room: Room) -> None:
    ann, bob = room.people("Ann", "Bob")
    await many_players(room, 23)
    async with room.bot.database.write() as connection:
        await players.upsert(connection, ann.id, "Ann", room.env.now())
        await standings.add(
            connection, [StandingRow(room.guild.id, 0, "all", ann.id, 3, 1, 0, 0, 0, 0, 0, 0)]
        )
    board = await ann.slash("leaderboard")
    assert board.text.count("**Player") == 10
    assert "Page 1 of 3" in board.text
    assert board.labels() == ["Next", "Where am I"]
    await room.restart()
    await bob.press(board, "Next")
    board = room.public()[-1]
    assert r"11\. **Player 10**" in board.text
    assert board.labels() == ["Previous", "Next", "Where am I"]
    await ann.press(board, "Next")
    board = room.public()[-1]
    assert "Page 3 of 3" in board.text
    assert board.labels() == ["Previous", "Where am I"]
    await ann.press(board, "Previous")
    found = await ann.press(room.public()[-1], "Where am I")
    assert found is not None
    assert found.ephemeral
    assert re.search(r"21\\\. \*\*(Ann|Player 20)\*\*", found.text), found.text
    lost = await bob.press(room.public()[-1], "Where am I")
    assert lost is not None
    assert "You aren't on this leaderboard yet" in lost.text
    assert "Page 2 of 3" in room.public()[-1].text, "the public message stays where it was"


async def test_names_stay_when_people_leave(room: Room) -> None:
    ann, bob = room.people("Ann", "Bob")
    await finished(room, ann, bob)
    before = (await ann.slash("leaderboard")).text
    room.guild.remove_member(bob.actor)
    assert (await ann.slash("leaderboard")).text == before
    assert "against Bob" in (await ann.slash("history")).text


async def test_a_profile(room: Room) -> None:
    ann, bob, cy = room.people("Ann", "Bob", "Cy")
    assert "No game finished yet" in (await ann.slash("profile")).text
    await finished(room, ann, bob)
    profile = await cy.slash("profile", user=ann.actor)
    assert not profile.ephemeral
    text = profile.text
    assert re.search(r"### Ann\nLevel \*\*[12]\*\* ▰*▱+ \d+ of [12]00 XP\n", text), text
    assert re.search(r"Rating \*\*\d+\*\* ± \d+, provisional", text), text
    assert re.search(r"Won \*\*[01]\*\*, lost \*\*[01]\*\*", text), text
    assert "all with two players" in text
    assert re.search(r"Average hand \d+\.\d( · crib \d+\.\d)? · pegged \d+\.\d\nHighest hand \d+", text)
    assert re.search(r"Winning streak [01], best [01]\nAbandoned 0", text), text
    assert re.search(r"Feats \*\*\d+\*\* of \d+", text), text
    assert "3 of 7 faces, 2 of 10 backs" in text or "3 of 7 faces, 3 of 10 backs" in text, text
    assert re.search(r"\*\*1\*\* (won|lost) \d+–\d+ against Bob.* · <t:\d+:d>", text), text
    assert "No game finished yet" in (await ann.slash("profile", user=cy.actor)).text


async def test_head_to_head(room: Room) -> None:
    ann, bob, cy = room.people("Ann", "Bob", "Cy")
    assert "haven't played each other here" in (await ann.slash("head-to-head", user=bob.actor)).text
    await finished(room, ann, bob)
    ann_won = "### Ann wins" in end(room).text
    mine = (await ann.slash("head-to-head", user=bob.actor)).text
    assert f"**Ann {int(ann_won)} – {int(not ann_won)} Bob**" in mine
    assert re.search(r"Average score \d+–\d+", mine)
    theirs = (await cy.slash("head-to-head", user=bob.actor, other=ann.actor)).text
    assert f"**Bob {int(not ann_won)} – {int(ann_won)} Ann**" in theirs
    assert "**Recent games**, as Bob saw them" in theirs
    assert "It takes two" in (await ann.slash("head-to-head", user=ann.actor)).text


async def test_a_game_is_replayed_from_the_history(room: Room) -> None:
    ann, bob = room.people("Ann", "Bob")
    assert "None yet" in (await ann.slash("history")).text
    await finished(room, ann, bob, variant="short")
    await finished(room, bob, ann, number=2, variant="short")
    history = await ann.slash("history")
    assert history.ephemeral
    lines = [line for line in history.text.split("\n") if line.startswith("**")]
    assert [line.split("**")[1] for line in lines] == ["2", "1"]
    assert all("against Bob" in line and "· short" in line for line in lines)
    assert history.labels() == ["2", "1"]

    deals = max(int(n) for text in room.texts() for n in re.findall(r"### Table 1 · deal (\d+)", text))
    await room.restart()
    shown = await ann.press_late(history, "1")
    seen = [shown.text]
    for number in range(1, deals):
        assert f"### Table 1 · deal {number} of {deals}" in shown.text
        shown = await ann.press_late(shown, "Next deal")
        seen.append(shown.text)
    assert shown.labels() == ["Previous deal", "Check the shuffle", "Your games"]
    record = await room.record(1)
    assert record.game is not None
    scores = [min(score, 61) for score in record.game.scores]
    assert all(f"→ **{score}**" in seen[-1] for score in scores), seen[-1]
    assert re.search(r"\*\*(Ann|Bob) wins 61–\d+", seen[-1])
    for text in seen[:-1]:
        assert len(re.findall(r"^(?:Ann|Bob) (?:\S+ ){6}· gives (?:\S+ ?){2}$", text, re.MULTILINE)) == 2, (
            text
        )
        assert "Starter **" in text
        assert " leads " in text
        assert "Show, deal" in text
    back = await ann.press_late(shown, "Previous deal")
    assert back.text == seen[-2]
    back = await ann.press_late(back, "Your games")
    assert back.text == history.text


async def test_the_replay_button_of_the_end_message(room: Room) -> None:
    ann, bob, cy = room.people("Ann", "Bob", "Cy")
    await finished(room, ann, bob, variant="short")
    shown = await cy.press(end(room), "Replay")
    assert shown is not None
    assert shown.ephemeral
    assert "### Table 1 · deal 1 of" in shown.text
    assert "Your games" not in shown.labels()
    assert end(room).labels() == ["Rematch", "Replay", "Check the shuffle"]


async def test_no_replay_of_a_game_that_goes_on(room: Room) -> None:
    ann, bob = room.people("Ann", "Bob")
    await room.start(ann, bob)
    for verb in ("replay", "replay:2", "replay:0-7", "check"):
        for person in (ann, bob):
            answered = await person.press_id(room.table, f"crib:1:1:0:{verb}")
            assert answered.ephemeral
            assert (
                "when its game is over" in answered.text or "until then its cards are secret" in answered.text
            )
    for verb in ("replay:x", "replay:99999", "games:x", "games:-1"):
        assert "another version" in (await ann.press_id(room.table, f"crib:1:1:0:{verb}")).text


async def test_a_replay_is_for_the_server_and_those_who_see_the_channel(room: Room) -> None:
    ann, bob = room.people("Ann", "Bob")
    await finished(room, ann, bob, variant="short")
    other = room.env.create_guild("Elsewhere")
    channel = other.create_text_channel("general")
    stranger = other.add_member(room.env.create_user("stranger"))
    result = await stranger.slash(channel, "history")
    assert result.response is not None
    pressed = Person(room, stranger)
    view = Shown("", (), result.response)
    for verb in ("replay", "check"):
        answered = await pressed.press_id(view, f"crib:1:1:0:{verb}")
        assert "There is no table 1 on this server" in answered.text


async def test_a_page_of_the_leaderboard_replaces_no_other_message(room: Room) -> None:
    """Whoever sends the id of a leaderboard's button with another message reads the answer alone."""
    ann, bob, cy = room.people("Ann", "Bob", "Cy")
    await room.start(ann, bob)
    board = await ann.slash("leaderboard")
    for message in (room.table, board):
        before = message.text
        told = await cy.press_id(message, "crib:1:0:0:top:server-wins-all-0-0-page")
        assert told.ephemeral
        assert told.text.startswith("### Leaderboard · wins")
        assert [seen.text for seen in room.public() if seen.message.id == message.message.id] == [before]


async def test_many_games_come_in_pages(room: Room) -> None:
    ann, bob = room.people("Ann", "Bob")
    await room.start(ann, bob, variant="short")
    for number in range(1, 13):
        await room.skip(lambda _: False, number=number, rng=random.Random(number))
        if number < 12:
            await ann.press(end(room), "Rematch")
            await bob.press(room.lobby, "Join")
    history = await ann.slash("history")
    assert history.labels() == [*map(str, range(12, 2, -1)), "Older"]
    assert "Page 1 of 2" in history.text
    older = await ann.press_late(history, "Older")
    assert older.labels() == ["2", "1", "Newer"]
    replay = await ann.press_late(older, "2")
    assert (await ann.press_late(replay, "Your games")).text == older.text


@pytest.mark.parametrize("command", ["profile", "history", "leaderboard"])
async def test_commands_are_for_servers(room: Room, command: str) -> None:
    (found,) = [entry for entry in room.bot.tree.get_commands() if entry.name == command]
    assert found.guild_only


async def test_all_feats_open_from_a_profile_for_whoever_presses(room: Room) -> None:
    ann, bob = room.people("Ann", "Bob")
    await set_career(room, ann, "Ann", xp=100)
    profile = await ann.slash("profile")
    feats = await bob.press(profile, "All feats")
    assert feats is not None
    assert feats.ephemeral
    assert "Ann's feats · 0 of" in feats.text
    await room.bot.tables.forget(ann.id)
    gone = await bob.press(profile, "All feats")
    assert gone is not None
    assert "Nothing is known of this person any more." in gone.text
