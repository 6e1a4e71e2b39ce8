"""How presses are answered, also when somebody else has answered in the very moment."""

from __future__ import annotations

from typing import Any

import aiohttp
import pytest
import structlog

from bot.ui.live.answers.answering import acknowledge, answer, defer, place_of, update
from bot.ui.live.answers.failures import ALREADY_ANSWERED
from bot.ui.panels.layout import notice
from tests.ui.presses import Press
from tests.ui.refusals import refusal

SAID = notice("Your move.")


def crossing(press: Press) -> None:
    """What the door says has gone out before the answer has, and the library has yet to learn of it."""
    respond = press.response._respond

    def late(call: str, view: Any = None) -> None:
        press.response._done = True
        respond(call, view)

    press.response._respond = late


@pytest.mark.parametrize("private", [True, False])
async def test_a_message_of_its_own(private: bool) -> None:
    press: Any = Press()
    assert await answer(press, SAID, private=private) is not None
    assert press.answers == [("send_message", "Your move.")]
    assert press.private == [private]


def acknowledged(how: str, answered_by: str) -> Any:
    """A press that has been acknowledged: before it is answered, in that moment, or by somebody else."""
    press: Any = Press()
    if how == "before":
        press.response._done = True
    elif how == "crossing":
        crossing(press)
    else:
        press.fails[answered_by] = refusal(400, ALREADY_ANSWERED)
    return press


@pytest.mark.parametrize("how", ["before", "crossing", "elsewhere"])
async def test_after_an_acknowledgement_the_answer_follows(how: str) -> None:
    press = acknowledged(how, "send_message")
    assert await answer(press, SAID) is not None
    assert press.answers == [("followup", "Your move.")]
    assert press.private == [True]


@pytest.mark.parametrize("how", ["before", "crossing", "elsewhere"])
async def test_after_an_acknowledgement_the_message_is_changed(how: str) -> None:
    press = acknowledged(how, "edit_message")
    assert await update(press, SAID) == press.message.id
    assert press.answers == [("edit_original_response", "Your move.")]


@pytest.mark.parametrize(
    ("meant_for_all", "became_private", "known"),
    [(False, True, True), (True, False, True), (True, True, False)],
)
async def test_what_was_acknowledged_in_private_is_no_message_for_everybody(
    meant_for_all: bool, became_private: bool, known: bool
) -> None:
    press: Any = Press()
    press.response._done = True
    press.answered_in_private = became_private
    assert (await answer(press, SAID, private=not meant_for_all) is not None) is known


@pytest.mark.parametrize("ephemeral", [True, False, None])
@pytest.mark.parametrize("public", [True, False])
@pytest.mark.parametrize("its_own", [True, False])
async def test_a_message_that_everybody_sees_is_changed_only_when_that_is_meant(
    ephemeral: bool | None, public: bool, its_own: bool
) -> None:
    press: Any = Press(ephemeral=ephemeral)
    if not its_own:
        press.data = {"custom_id": "a button of another message"}
    message = await update(press, SAID, public=public)
    changed = ephemeral is not None and (ephemeral or (public and its_own))
    assert press.calls == (["edit_message"] if changed else ["send_message"])
    assert (press.message is not None and message == press.message.id) is changed
    if not changed:
        assert press.private == [True]


GONE = [refusal(404, 10062), refusal(404, 10015), refusal(401, 50027), refusal(404, 10008)]
TROUBLE = [refusal(500), refusal(403, 50001), aiohttp.ClientOSError(), OSError(), TimeoutError()]


@pytest.mark.parametrize("error", GONE + TROUBLE, ids=repr)
@pytest.mark.parametrize(
    ("say", "call"),
    [
        (lambda press: answer(press, SAID), "send_message"),
        (lambda press: update(press, SAID), "edit_message"),
        (acknowledge, "defer"),
        (defer, "think"),
    ],
)
async def test_an_answer_that_can_not_be_given_is_logged_and_nothing_else(
    say: Any, call: str, error: Exception
) -> None:
    press: Any = Press(user=7)
    press.fails[call] = error
    with structlog.testing.capture_logs() as log:
        assert await say(press) is None
    assert press.answers == []
    (entry,) = log
    assert (entry["event"], entry["user"]) == ("press not answered", 7)
    assert entry["log_level"] == ("info" if error in GONE else "warning")


@pytest.mark.parametrize("status", [400, 500])
async def test_another_refusal_is_not_followed_up(status: int) -> None:
    press: Any = Press()
    press.fails["send_message"] = refusal(status)
    assert await answer(press, SAID) is None
    assert press.answers == []


async def test_acknowledging_shows_nothing_and_deferring_is_private() -> None:
    press: Any = Press()
    await acknowledge(press)
    later: Any = Press()
    await defer(later)
    assert (press.calls, later.calls) == (["defer"], ["think"])
    assert later.private == [True]


def test_where_it_is_answered() -> None:
    press: Any = Press(user=7)
    assert place_of(press) == 70
    press.channel_id = None
    assert place_of(press) == 7
