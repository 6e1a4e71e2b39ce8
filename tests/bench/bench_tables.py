"""What tables cost: a play, ten thousand tables in memory and after a restart, two hundred played at once.

    uv run --group dev python tests/bench/bench_tables.py [play] [live] [busy] [profile] [small]

`play` compares the processor time of a play (validated, committed to a database in memory, answered, table
message refreshed; then the same with the other player's open hand refreshed too) with that of a button that
does nothing, in the same simulated Discord and in turns, in words alone and with the pictures drawn. A part of
that time is the simulation's own, for both. `live` and `busy` need no simulated Discord: what the
bot asks of Discord goes to a stand-in that answers after a while. `small` is a twentieth of all, to see that it runs.
"""

from __future__ import annotations

import asyncio
import cProfile
import gc
import os
import platform
import pstats
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import simcord
import structlog
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.client import CribbageBot
from bot.cribbage.cards import PACK
from bot.cribbage.events import GameStarted
from bot.cribbage.game import decide
from bot.cribbage.shuffle import commitment
from bot.table import lobby, moves
from bot.table.clock import TableClock
from bot.table.events import Event, SeatTaken, TableOpened, encode
from bot.table.moves import chance as drawn
from bot.table.patience import Pace
from bot.table.presses import Presses
from bot.table.privacy.copies import Copies
from bot.table.standing.wardrobe import Wardrobe
from bot.table.store import Store
from bot.table.table import Table, evolve, fold
from bot.table.tables import Opening, Tables
from bot.ui.live.answers.answering import answer, update
from bot.ui.live.answers.open_hands import OpenHands
from bot.ui.live.answers.private_hands import PrivateHands
from bot.ui.live.channels.publisher import Publisher
from bot.ui.live.sending.delivery import Delivery
from bot.ui.live.sending.rendering import Renderer
from bot.ui.panels.layout import Button, Panel, Row, Text
from bot.ui.panels.table.hand import hand_panel
from bot.ui.panels.table.playing import table_panel
from bot.ui.pictures.draw import draw_afresh
from bot.ui.pictures.models import BoardPicture, HandPicture, Laid, Place, TablePicture, Track
from bot.ui.presses.clicks import Clicks
from bot.ui.presses.door import Door
from bot.ui.presses.verbs import handlers
from db import events as event_rows
from db import guilds, players, seats
from db import tables as tables_rows
from db.engine import Database
from db.rows import EventRow
from tests.games import at_random
from tests.room import Person, Room, Shown, open_room

ROUNDS = 15
PLAYS = 12
LIVE = 10_000
BUSY = 200


def now() -> datetime:
    return datetime.now(UTC)


# --- a play against a button that does nothing


async def bench_play(profile: bool, *, pictures: bool) -> None:
    # How often the simulation looks whether all is done: the journeys' quick pace would count as work.
    simcord.Env._settle_internal.__kwdefaults__["idle"] = 0.05
    async with open_room("sqlite://", settle_timeout=30) as room:
        ann, bob = room.people("Ann", "Bob")
        if pictures:
            draw_every_card()
        else:
            render = room.bot.renderer.render
            room.bot.renderer.render = lambda panel, **how: render(panel.without_pictures(), **how)
        await room.start(ann, bob)
        view = await idle_buttons(room, ann, bob)
        rng = random.Random(1)
        await plays(room, [ann, bob], rng, PLAYS)  # warm up
        await presses(ann, view, "Nothing")
        await presses(ann, view, "Messages")
        rounds: list[tuple[float, float, float, float]] = []
        ends: list[float] = []
        profiler = cProfile.Profile()
        for _ in range(ROUNDS):
            idle = await presses(ann, view, "Nothing")
            messages = await presses(ann, view, "Messages")
            if profile:
                profiler.enable()
            both, ending = await plays(room, [ann, bob], rng, PLAYS)
            profiler.disable()
            one, _ = await plays(room, [ann, bob], rng, PLAYS, others_open=False)
            rounds.append((idle, messages, one, both))
            ends += ending
        idle, messages, *_ = (statistics.median(column) for column in zip(*rounds, strict=True))
        print(f"{'with pictures' if pictures else 'in words'}, medians of {ROUNDS} rounds of {PLAYS}:")
        print(f"  a button that does nothing {idle * 1e3:6.2f} ms")
        print(f"  one that sends a play's three messages, always the same {messages * 1e3:6.2f} ms")
        for column, what in ((2, "a play"), (3, "a play while the other's hand is open")):
            play = statistics.median(measured[column] for measured in rounds)
            ratios = [measured[column] / measured[0] for measured in rounds]
            print(
                f"  {what} {play * 1e3:6.2f} ms: {statistics.median(ratios):.1f} times as much as nothing "
                f"({min(ratios):.1f} to {max(ratios):.1f})"
            )
        print(f"  a play that ends a deal {statistics.median(ends) * 1e3:6.2f} ms ({len(ends)} of them)")
        if profile:
            pstats.Stats(profiler).sort_stats("cumulative").print_stats(70)


def draw_every_card() -> None:
    """Draw what is drawn once in a process: each card in each of its sizes."""
    tracks = BoardPicture((Track("Ann", 0, -1, "red"), Track("Bob", 0, -1, "blue")))
    places = (Place("Ann", 0, 4, dealer=True), Place("Bob", 1, 4))
    for card in PACK:
        one, laid = frozenset({card}), (Laid(card, 0),)
        draw_afresh(HandPicture((card,), marked=one))
        draw_afresh(HandPicture((card,), starter=card, count=0))
        draw_afresh(HandPicture((card,), dimmed=one, starter=card, count=31))
        draw_afresh(TablePicture(tracks, places, starter=card, series=laid, earlier=(laid,)))


async def idle_buttons(room: Room, ann: Person, bob: Person) -> Shown:
    """A private message of the size of a hand, with a button that is answered with that same message.

    Another button also edits a message in the channel and Bob's hand, to what they showed before.
    """
    for person in (ann, bob):
        await person.open_hand()
    table = (await room.bot.tables.get(1)).table
    hand = hand_panel(table, 0)
    buttons = (Button("Nothing", "crib:1:0:0:keep"), Button("Messages", "crib:1:0:0:rules"))
    # Not to be taken for the hand itself.
    blocks = [Text("-" * len(block.markdown)) if isinstance(block, Text) else block for block in hand.blocks]
    panel, public = Panel((*blocks, Row(buttons))), table_panel(table)
    hands = room.bot.hands._open._open
    other = await send(room, public)

    async def nothing(interaction: discord.Interaction, _button: object) -> None:
        await update(interaction, panel)

    async def messages(interaction: discord.Interaction, _button: object) -> None:
        await update(interaction, panel)
        ready = await room.bot.renderer.render(public)
        await other.edit(view=ready.view, attachments=ready.files, allowed_mentions=ready.mentions)
        ready = await room.bot.renderer.render(hand)
        await hands_of_bob.edit_original_response(view=ready.view, attachments=ready.files)

    async def show(interaction: discord.Interaction, _button: object) -> None:
        await answer(interaction, panel)

    hands_of_bob = hands[1, bob.id].interaction
    room.bot.clicks.handlers["rules"] = show
    await ann.press(room.table, "Rules")
    room.bot.clicks.handlers.update(keep=nothing, rules=messages)
    return ann.answer


async def send(room: Room, panel: Panel) -> discord.PartialMessage:
    """A message in the channel that nobody will press."""
    channel = room.bot.get_partial_messageable(room.channel.id, guild_id=room.guild.id)
    with room.env._bot_scope():
        ready = await room.bot.renderer.render(replace(panel, blocks=panel.blocks[:-1]))
        message = await channel.send(view=ready.view, files=ready.files)
    await room.env.settle()
    return channel.get_partial_message(message.id)


async def presses(ann: Person, view: Shown, label: str) -> float:
    """Processor time of a press, on the average."""
    custom_id = view.custom_id(label)
    return await processor_time(lambda: ann.actor.click(view.message, custom_id=custom_id), PLAYS)


async def processor_time(work: Callable[[], Awaitable[object]], times: int) -> float:
    begun = time.process_time()
    for _ in range(times):
        await work()
    return (time.process_time() - begun) / times


async def plays(
    room: Room, people: list[Person], rng: random.Random, times: int, *, others_open: bool = True
) -> tuple[float, list[float]]:
    """Mean processor time of so many plays, without what happens between them (discards, opening a hand).

    Plays that end a deal are given one by one: then hands are counted, cards dealt anew, and two messages posted.
    """
    by_id = {person.id: person for person in people}
    within: list[float] = []
    ending: list[float] = []
    while len(within) < times:
        if not (numbers := await room.bot.tables.store.live_at(room.guild.id)):
            await room.start(*people)
            continue
        record = await room.bot.tables.get(numbers[0])
        game = record.table.game
        assert game is not None
        mover = by_id[record.table.seats[game.awaited()[0]].person.user]
        if game.phase == "discard":
            async with room.backstage() as tables:
                owed = game.owes_discard(game.awaited()[0])
                cards = tuple(rng.sample(game.hands[game.awaited()[0]], owed))
                await tables.act(record.table.id, mover.id, moves.discard, record.table.turn_seq, cards)
            continue
        if not mover.can_move:
            await mover.open_hand()
        card = rng.choice(mover.hand.labels())
        message, custom_id = mover.hand.message, mover.hand.custom_id(card)
        last = sum(map(len, game.hands)) == 1
        for person in people:
            if person is not mover and not others_open:
                room.bot.hands.forget(person.id)
        begun = time.process_time()
        await mover.actor.click(message, custom_id=custom_id)
        (ending if last else within).append(time.process_time() - begun)
    return statistics.mean(within), ending


# --- ten thousand tables


async def bench_live() -> None:
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'live.sqlite3'}"
        database = await Database.open(url)
        rng = random.Random(2)
        for first in range(0, LIVE, 500):
            async with database.write() as connection:
                for number in range(first, first + 500):
                    await stored_at_play(connection, number, rng)
        await database.close()
        await restart(url)


async def stored_at_play(
    connection: AsyncConnection, number: int, rng: random.Random, turn_seconds: int = 180
) -> None:
    """A table of two in the middle of the play of its first deal, put into the database directly."""
    seed = rng.randbytes(32)
    opening = TableOpened(
        1 + number % 50, 1000 + number, 10 + 2 * number, 2, "standard", commitment(seed), turn_seconds
    )
    names = (f"Ann {number}", f"Bob {number}")
    users = (10 + 2 * number, 11 + 2 * number)
    log: list[Event] = [opening, SeatTaken(0, users[0], names[0]), SeatTaken(1, users[1], names[1], 99)]
    log.append(GameStarted(2))
    table = fold(0, log)
    policy = at_random(rng)
    for turn in range(7):
        assert table.game is not None
        events = list(decide(table.game, policy(table.game))) if turn else []
        for event in events:
            table = evolve(table, event)
        chance = drawn(table, seed)
        for event in chance:
            table = evolve(table, event)
        log += [*events, *chance]
    if number < 50:
        await guilds.upsert(connection, opening.guild, "The card room", now())
    for user, name in zip(users, names, strict=True):
        await players.upsert(connection, user, name, now())
    table_id = await tables_rows.insert(
        connection,
        guild_id=opening.guild,
        channel_id=opening.channel,
        host_id=users[0],
        size=2,
        variant="standard",
        seed=seed,
        commitment=opening.commitment,
        now=now(),
    )
    rows = [EventRow(table_id, seq, event.kind, encode(event), now()) for seq, event in enumerate(log, 1)]
    await event_rows.append(connection, rows)
    await tables_rows.update(
        connection,
        table_id,
        expected_seq=0,
        seq=len(log),
        status="playing",
        started_at=now(),
        deadline=now(),
        patience=turn_seconds / 2,
    )
    messages = '{"lobby":1300000000000000001,"lobby_done":true,"deal":1,"message":1300000000000000002}'
    await tables_rows.set_messages(connection, table_id, messages, len(log))
    for seat, user in enumerate(users):
        await seats.take(connection, table_id, seat, user)


async def at_play(tables: Tables, number: int, rng: random.Random, made: int = 6) -> Table:
    """A table of two in the middle of the play of its first deal."""
    ann, bob = 10 + 2 * number, 11 + 2 * number
    opening = Opening(
        guild=1 + number % 50,
        guild_name="The card room",
        channel=1000 + number,
        host=ann,
        host_name=f"Ann {number}",
    )
    table = await tables.open(opening)
    table = (await tables.act(table.id, bob, lobby.join, f"Bob {number}", 99)).after
    for _ in range(made):
        table = await move(tables, table, rng)
    messages = '{"lobby":1300000000000000001,"lobby_done":true,"deal":1,"message":1300000000000000002}'
    await tables.published(table.id, messages, table.seq)
    return table


async def move(tables: Tables, table: Table, rng: random.Random) -> Table:
    game = table.game
    assert game is not None
    seat = game.awaited()[0]
    person = table.seats[seat].person
    assert person is not None
    if owed := game.owes_discard(seat):
        cards = tuple(rng.sample(game.hands[seat], owed))
        return (await tables.act(table.id, person.user, moves.discard, table.turn_seq, cards)).after
    card = rng.choice(game.playable(seat))
    return (await tables.act(table.id, person.user, moves.play, table.turn_seq, card)).after


async def restart(url: str) -> None:
    database = await Database.open(url)
    tables = Tables(Store(database, now, Pace()))
    clock = TableClock(tables, now)
    tables.listeners.append(clock.changed)
    begun = time.perf_counter()
    await clock.start()
    unpublished = await tables.store.unpublished()
    ready = time.perf_counter() - begun
    begun = time.perf_counter()
    record = await tables.get(LIVE // 2)
    await move(tables, record.table, random.Random(3))
    first = time.perf_counter() - begun
    print(
        f"after a restart {LIVE} tables have their clocks in {ready:.2f} s ({len(unpublished)} to publish); "
        f"the first press on one of them takes {first * 1e3:.1f} ms"
    )
    gc.collect()
    before, begun = resident(), time.perf_counter()
    for number in range(1, LIVE + 1):
        await tables.get(number)
    took = time.perf_counter() - begun
    gc.collect()
    print(
        f"  all of them loaded, one after the other: {took:.1f} s; "
        f"{(resident() - before) / LIVE / 1024:.1f} KiB of the process's memory for each"
    )
    clock.stop()
    await database.close()


def resident() -> int:
    """Bytes of memory that this process uses (Linux)."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


# --- two hundred tables at once


class SlowDiscord:
    """Stands in for Discord: every call takes a while, at one table a very long one."""

    def __init__(self, delay: float, slow_channel: int) -> None:
        self.renderer = Renderer()
        self.delivery = Delivery(self.renderer, now)
        self.delay = delay
        self.slow_channel = slow_channel
        self.calls = 0
        self._message = 1_300_000_000_000_000_000

    def get_guild(self, _guild: int) -> None:
        """What it knows of servers: nothing."""

    def get_partial_messageable(self, channel: int, **_: object) -> Any:
        async def call(*_: object, **__: object) -> Any:
            self.calls += 1
            self._message += 1
            await asyncio.sleep(5.0 if channel == self.slow_channel else self.delay)
            return SimpleNamespace(id=self._message)

        message = SimpleNamespace(edit=call, delete=call, create_thread=call)
        return SimpleNamespace(id=channel, send=call, get_partial_message=lambda _id: message)


class Press:
    """A press as the door sees it; `answered` is how long its answer took to be sent."""

    def __init__(self, client: SlowDiscord, user: int, name: str, custom_id: str) -> None:
        self.client = client
        self.type = discord.InteractionType.component
        self.data = {"custom_id": custom_id, "component_type": discord.ComponentType.button.value}
        self.user = SimpleNamespace(id=user, display_name=name)
        self.command = None
        self.id = 99
        self.channel_id = 1000
        self.message = SimpleNamespace(id=1, flags=SimpleNamespace(ephemeral=True))
        self.followup = SimpleNamespace(send=self._answer)
        self.begun = time.perf_counter()
        self.answered = 0.0
        self.response = SimpleNamespace(
            is_done=lambda: self.answered > 0,
            edit_message=self._answer,
            send_message=self._answer,
            defer=self._answer,
        )

    async def _answer(self, *_: object, **__: object) -> Any:
        self.answered = self.answered or time.perf_counter() - self.begun
        return SimpleNamespace(message_id=1)

    async def edit_original_response(self, **_: object) -> None:
        await asyncio.sleep(0.05)


class Host:
    """The parts of the bot that answer presses and show tables, put together as `bot.client` does."""

    def __init__(self, client: Any, tables: Tables) -> None:
        self.tables = tables
        self.presses = Presses()
        self.in_vain = 0
        wardrobe = Wardrobe(tables.store.database)
        self.publisher = Publisher(client, tables, wardrobe, now)
        self.clock = TableClock(tables, now, presses=self.presses, redraw=self.publisher.request)
        open_hands = OpenHands(now, wardrobe)
        tables.listeners += [self.publisher.changed, open_hands.changed, self.clock.changed]
        tables.shown.append(self.clock.shown)
        hands = PrivateHands(open_hands, wardrobe)
        copies = Copies(tables.store.database, self.presses, now)
        verbs = handlers(tables, hands, self.publisher, wardrobe, copies)
        self.clicks = Clicks(tables, hands, Door(), verbs)


async def bench_busy(most: int) -> None:
    few = min(20, most)
    for pictures, tables_at_once in ((False, 1), (False, most), (True, 1), (True, few), (True, most)):
        latencies, seconds, calls = await busy(tables_at_once, pictures=pictures)
        latencies.sort()
        print(
            f"{tables_at_once:>4} tables at once {'with pictures' if pictures else 'in words'}, "
            "a press at each every four seconds: "
            f"answered in {statistics.median(latencies) * 1e3:.1f} ms (median), "
            f"{latencies[int(len(latencies) * 0.99)] * 1e3:.1f} ms (99 %), {latencies[-1] * 1e3:.1f} ms (worst) "
            f"of {len(latencies)} presses in {seconds:.1f} s; {calls} calls to Discord"
        )


async def busy(number: int, *, pictures: bool) -> tuple[list[float], float, int]:
    with tempfile.TemporaryDirectory() as folder:
        database = await Database.open(f"sqlite:///{Path(folder) / 'busy.sqlite3'}")
        tables = Tables(Store(database, now, Pace(house=0.3)))
        client: Any = SlowDiscord(0.15, slow_channel=1000)
        if pictures:
            draw_every_card()
        else:
            render = client.renderer.render
            client.renderer.render = lambda panel, **how: render(panel.without_pictures(), **how)
        host = Host(client, tables)
        clock = host.clock
        await clock.start()
        rng = random.Random(4)
        opened = [await at_play(tables, at, rng, made=2) for at in range(number)]
        # And as many sharp house players that think all the time.
        for at in range(number):
            opening = Opening(1, "The card room", 900_000 + at, 900_000 + at, "Solo")
            solo = await tables.open(opening)
            await tables.act(solo.id, 900_000 + at, lobby.seat_house, "sharp", 1)
        latencies: list[float] = []
        begun = time.perf_counter()
        await asyncio.gather(
            *(play_on(client, host, table, latencies, at) for at, table in enumerate(opened))
        )
        seconds = time.perf_counter() - begun
        await clock.finish()
        await host.publisher.finish(10)
        await database.close()
        if host.in_vain:
            print(f"  {host.in_vain} presses changed nothing")
        return latencies, seconds, client.calls


async def play_on(
    client: SlowDiscord,
    host: Host,
    table: Table,
    latencies: list[float],
    number: int,
    presses: int = 6,
    until: float = float("inf"),
) -> None:
    """Press cards through the door, with the pauses that people make."""
    rng = random.Random(number)
    done = 0
    while done < presses and time.perf_counter() < until:
        table = (await host.tables.get(table.id)).table
        game = table.game
        if table.status != "playing" or game is None:
            return
        seat = game.awaited()[0]
        person = table.seats[seat].person
        assert person is not None
        await asyncio.sleep(rng.uniform(2.0, 6.0))
        if owed := game.owes_discard(seat):
            arg, verb = "".join(map(str, rng.sample(game.hands[seat], owed))), "give"
        else:
            arg, verb = str(rng.choice(game.playable(seat))), "play"
        press: Any = Press(
            client, person.user, person.name, f"crib:1:{table.id}:{table.turn_seq}:{verb}:{arg}"
        )
        with host.presses.one():
            # Whoever takes too long is stopped by the door, which then answers.
            await asyncio.wait([asyncio.create_task(host.clicks.pressed(press))])
        while not press.answered:  # noqa: ASYNC110 - it is a moment
            await asyncio.sleep(0.01)
        latencies.append(press.answered)
        if (await host.tables.get(table.id)).table.seq == table.seq:
            host.in_vain += 1
        done += 1


def main() -> None:
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(40))
    global ROUNDS, LIVE
    busy_at_once, wanted = BUSY, set(sys.argv[1:])
    if "small" in wanted:
        ROUNDS, LIVE, busy_at_once = 1, LIVE // 20, BUSY // 20
    wanted = wanted - {"small"} or {"play", "live", "busy"}
    print(f"Python {platform.python_version()}, discord.py {discord.__version__}, {CribbageBot.__name__}")
    if "play" in wanted or "profile" in wanted:
        for pictures in (False, True):
            asyncio.run(bench_play("profile" in wanted, pictures=pictures))
    if "live" in wanted:
        asyncio.run(bench_live())
    if "busy" in wanted:
        asyncio.run(bench_busy(busy_at_once))


if __name__ == "__main__":
    main()
