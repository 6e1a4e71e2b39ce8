"""A Discord that refuses some of what it is sent, for as long as a test wants it to."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any

from simcord.backend.errors import BackendError
from simcord.http import client, router

from tests.room import Room

Sent = tuple[str, str, int]
"""A request: its method, its path, and how many files came with it."""


@contextmanager
def refusing(room: Room, wanted: Callable[[Sent], bool], status: int, code: int = 0) -> Generator[list[Sent]]:
    """Refuse the requests that are `wanted`. Yields all that are made meanwhile."""
    made: list[Sent] = []
    dispatch = router.dispatch

    def refuse(backend: Any, method: str, path: str, *, files: Any = None, **options: Any) -> Any:
        sent = (method, path, len(files or []))
        made.append(sent)
        if wanted(sent):
            raise BackendError(status, code, "refused by a test")
        return dispatch(backend, method, path, files=files, **options)

    assert client.router is router
    router.dispatch = refuse
    try:
        yield made
    finally:
        router.dispatch = dispatch


def with_pictures(sent: Sent) -> bool:
    """Whether a request carries files."""
    return sent[2] > 0


def is_public(sent: Sent) -> bool:
    """Whether a request is about a channel or a message in it, not an answer to somebody."""
    return sent[1].startswith("/channels/")
