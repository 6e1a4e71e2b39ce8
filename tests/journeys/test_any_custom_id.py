"""Whatever custom id a press brings: it is answered, in private, without harm."""

from __future__ import annotations

import asyncio
import tempfile

import structlog
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from bot.ui.panels.ids import ButtonId, Verb, parse
from tests.room import Person, Room, Shown, open_room

VERBS = sorted(set(Verb.__args__))
MOVES = ("yield", "give")

_numbers = st.one_of(st.integers(0, 40), st.sampled_from([2**31, 2**63 - 1, 2**63, 10**19 - 1]))
_cards = st.lists(st.sampled_from(["5H", "TC", "AS", "2D", "ZZ", "5h", "10H", "x", "-", "+"]), max_size=5)
_args = st.one_of(_cards.map("".join), st.text(max_size=12))
_shaped = st.builds(
    "crib:{}:{}:{}:{}:{}".format,
    st.sampled_from(["1", "1", "1", "1", "0", "2", "١"]),
    _numbers,
    _numbers,
    st.sampled_from([*VERBS, "shuffle", ""]),
    _args,
)
custom_ids = st.one_of(_shaped, st.text(max_size=80).map("crib:".__add__)).map(lambda text: text[:100])


@given(custom_ids)
def test_what_is_read_says_what_was_written(custom_id: str) -> None:
    button = parse(custom_id)
    if button is not None:
        assert parse(str(button)) == button
        assert button.table < 2**63


@given(
    st.builds(
        ButtonId,
        st.integers(1, 2**63 - 1),
        st.integers(0, 10**10 - 1),
        st.sampled_from(VERBS),
        st.from_regex(r"[A-Za-z0-9+-]{0,40}", fullmatch=True),
    )
)
def test_every_id_comes_back_as_it_went(button: ButtonId) -> None:
    assert parse(str(button)) == button
    assert 1 <= len(str(button)) <= 100


def test_presses_with_any_custom_id() -> None:
    """At a table in play, by a player and by an outsider, on a public and on a private message.

    Ids with which a player might really move are left out.
    """
    with asyncio.Runner() as runner, tempfile.TemporaryDirectory() as folder:
        context = open_room(f"sqlite:///{folder}/room.sqlite3")
        room = runner.run(context.__aenter__())
        ann, bob, cy = room.people("Ann", "Bob", "Cy")
        with room.env.time_context():
            views = runner.run(_seat(room, ann, bob))
        before = runner.run(_state(room))

        @settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
        @given(custom_ids, st.booleans(), st.booleans())
        def press(custom_id: str, insider: bool, public: bool) -> None:
            button = parse(custom_id)
            insider = insider and (button is None or button.table != 1 or button.verb not in MOVES)
            view, person = views[public], ann if insider else cy
            assume(button is None or button.verb != "top")  # changes the message that it is on
            with room.env.time_context():
                runner.run(_press(person, view, custom_id))
                assert runner.run(_state(room)) == before

        try:
            press()
        finally:
            runner.run(context.__aexit__(None, None, None))


async def _seat(room: Room, ann: Person, bob: Person) -> tuple[Shown, Shown]:
    """A private and a public message of a game."""
    await room.start(ann, bob)
    return await ann.open_hand(), room.table


async def _state(room: Room) -> object:
    return await room.bot.tables.store.log(1), await room.logs(), room.texts()


async def _press(person: Person, view: Shown, custom_id: str) -> None:
    with structlog.testing.capture_logs() as log:
        answered = await person.press_id(view, custom_id)
    assert answered.ephemeral
    assert answered.text
    assert not [entry for entry in log if entry["log_level"] in ("error", "critical")], log
