"""When it is too late to stop: whoever may have to break off some work can watch what is stored in it."""

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol


class Watcher(Protocol):
    """Is told of every commit in the work that it watches, and in whatever that work begins."""

    def commit_begins(self) -> None:
        """From here on, breaking off would leave it open whether this is stored."""
        ...

    def commit_ends(self, *, stored: bool) -> None:
        """Now it is known."""
        ...


_watcher: ContextVar[Watcher | None] = ContextVar("watcher", default=None)


def watch(watcher: Watcher) -> None:
    """Watch what is stored in the running task from now on."""
    _watcher.set(watcher)


@contextmanager
def committing() -> Generator[None]:
    """Stands around a commit, which is done when the block ends, also when that is cancelled."""
    watcher = _watcher.get()
    if watcher is None:
        yield
        return
    stored = True
    watcher.commit_begins()
    try:
        yield
    except Exception:  # a cancellation is none: what was being stored by then is stored
        stored = False
        raise
    finally:
        watcher.commit_ends(stored=stored)
