"""What can go wrong, in words for those who can do something about it."""

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

from sqlalchemy.exc import DBAPIError, IntegrityError, PendingRollbackError, ResourceClosedError


class DatabaseUnavailable(Exception):
    """The database can't be used; the message is one sentence for an operator and holds no password.

    ``passing`` tells whether it may well pass by itself (busy, out of reach, starting), rather than last
    until an operator does something (damaged, gone, full, read-only, refused). Nothing was stored, except
    that with ``in_doubt`` nobody knows: the database went away while it was storing, and stayed away.
    """

    def __init__(self, sentence: str, *, passing: bool = True, in_doubt: bool = False) -> None:
        super().__init__(sentence)
        self.passing = passing
        self.in_doubt = in_doubt


class Conflict(Exception):
    """Somebody else wrote this first. The transaction is lost: let the error leave its block, then reload."""


class SeatOccupied(Exception):
    """Another person sits there already."""

    def __init__(self, table_id: int, seat: int) -> None:
        super().__init__(f"Seat {seat} of table {table_id} is taken.")
        self.table_id = table_id
        self.seat = seat


class AlreadySeated(Exception):
    """This person already has a seat in the channel, at ``table_id`` (which may be the very table)."""

    def __init__(self, table_id: int) -> None:
        super().__init__(f"Already seated at table {table_id}.")
        self.table_id = table_id


_DAMAGED = "is damaged: restore it from a backup"
_DISK = "can't be read or written: the disk reports an error"
_AWAY = "broke off the connection"
_STANDBY = "is read-only: the bot needs the server that may be written to"
_LOCKED = "is locked by another process: stop that process, or wait for it"

# By the second word of SQLite's error names: SQLITE_BUSY, SQLITE_BUSY_SNAPSHOT, ...
_SQLITE_PASSING = {
    "BUSY": _LOCKED,
    "LOCKED": _LOCKED,
    "PROTOCOL": _LOCKED,
    "NOMEM": "can't be used just now: there is no memory left",
    "CLOSED": "has lost its connection",
}
_SQLITE_LASTING = {
    "CANTOPEN": "can't be opened: it must be a file, in a folder that this user may write to",
    "READONLY": "is read-only: this user must be able to write to the file and to its folder",
    "PERM": "may not be used: this user must be able to write to the file and to its folder",
    "NOTADB": "is not a SQLite database: another file is in its place",
    "CORRUPT": _DAMAGED,
    "FORMAT": _DAMAGED,
    "FULL": "can't grow: the disk is full",
    "IOERR": _DISK,
}

# By PostgreSQL's SQLSTATE, or the class of it (its first two characters).
_POSTGRESQL_PASSING = {
    "08": _AWAY,
    "53": "is out of memory or connections",
    "55P03": "is locked by another transaction: end that one, or wait for it",
    "57": "is starting or shutting down",
    "57014": "took too long to answer",
}
_POSTGRESQL_LASTING = {
    "3D000": "doesn't exist: create the database first",
    "57P04": "doesn't exist any more: somebody has dropped it",
    "42501": "doesn't allow this: the user needs the right to create and change tables",
    "25006": _STANDBY,
    "55000": _STANDBY,  # also where none may have a number
    "28": "refuses this user or password",
    "53100": "can't grow: the disk is full",
    "58": _DISK,
    "XX001": _DAMAGED,
    "XX002": _DAMAGED,
}
_DEADLOCKS = {"40001", "40P01"}
_UNIQUE_VIOLATION = "23505"

UNREACHED: Final = (OSError, EOFError)
"""What drivers raise as it is when a server can't be reached or doesn't answer in time."""


@contextmanager
def translated(place: str) -> Generator[None]:
    """Raise what makes a database useless as `DatabaseUnavailable`, and a lost race for locks as `Conflict`.

    Only errors of the database layer are translated. What a driver raises under no name of its own
    (`UNREACHED`) is translated where it arises (`unreached`), because the caller's block may raise it too.
    """
    try:
        yield
    except DBAPIError as error:
        if _sqlstate(error) in _DEADLOCKS:
            raise Conflict("Two transactions were in each other's way.") from error
        if told := _unavailable(place, error):
            raise told from error
        raise
    except (PendingRollbackError, ResourceClosedError) as error:  # the block went on after a lost connection
        raise DatabaseUnavailable(f"{place} {_AWAY}.") from error


@contextmanager
def connecting(place: str, *, opening: bool = False) -> Generator[None]:
    """As `translated`, for the moment of connecting, when all that a driver raises means that it can't be used.

    With ``opening`` it is the very first time: what isn't understood is then a wrong setting.
    """
    try:
        with translated(place):
            yield
    except DBAPIError as error:
        raise DatabaseUnavailable(f"{place} can't be used: {error.orig}.", passing=not opening) from error
    except UNREACHED as error:
        raise unreached(place, error) from error
    except TypeError as error:  # the driver takes the URL's options as keyword arguments
        raise DatabaseUnavailable(
            f"{place} can't be used with these options in the URL: {error}.", passing=False
        ) from error


def unreached(place: str, error: BaseException) -> DatabaseUnavailable:
    """Return what one of `UNREACHED` means."""
    reason = getattr(error, "strerror", None) or (
        "time is up" if isinstance(error, TimeoutError) else str(error) or "the connection broke off"
    )
    return DatabaseUnavailable(f"{place} doesn't answer: {reason}.")


def is_locked(error: DBAPIError) -> bool:
    """Whether SQLite may succeed at the same in a moment, because another process has a lock now."""
    return _sqlite_word(error.orig) in ("BUSY", "LOCKED", "PROTOCOL")


def is_decided(error: BaseException) -> bool:
    """Whether a failed COMMIT is known to have stored nothing: the database itself has said no."""
    if not isinstance(error, DBAPIError):
        return False
    sqlstate = _sqlstate(error)
    return isinstance(error.orig, sqlite3.Error) or (
        sqlstate is not None and sqlstate[:2] not in ("08", "57") and not error.connection_invalidated
    )


@contextmanager
def legible(what: str) -> Generator[None]:
    """Raise `DatabaseUnavailable` where something stored isn't what was written, saying nothing of what it is."""
    try:
        yield
    except ValueError:
        raise DatabaseUnavailable(
            f"{what} can't be read: the database is damaged. Restore it from a backup.", passing=False
        ) from None


@contextmanager
def unique(sentence: str) -> Generator[None]:
    """Raise `Conflict` with this sentence if a unique rule is broken; other broken rules are bugs."""
    try:
        yield
    except IntegrityError as error:
        if _is_duplicate(error):
            raise Conflict(sentence) from error
        raise


def _unavailable(place: str, error: DBAPIError) -> DatabaseUnavailable | None:
    if isinstance(error.orig, sqlite3.Error):
        keys = [_sqlite_word(error.orig)]
        passing, lasting = _SQLITE_PASSING, _SQLITE_LASTING
    else:
        sqlstate = _sqlstate(error) or ("08" if error.connection_invalidated else "")
        keys = [sqlstate, sqlstate[:2]]
        passing, lasting = _POSTGRESQL_PASSING, _POSTGRESQL_LASTING
    for key in keys:
        for reasons in (lasting, passing):
            if reason := reasons.get(key):
                return DatabaseUnavailable(f"{place} {reason}.", passing=reasons is passing)
    return None


def _sqlite_word(error: BaseException | None) -> str:
    """What SQLite calls an error. Python's module raises some of its own, for text that can't be text."""
    name: str | None = getattr(error, "sqlite_errorname", None)
    if name is not None:
        return name.split("_")[1]
    text = str(error).lower()
    if "decode to utf-8" in text:
        return "CORRUPT"
    return "CLOSED" if "connection closed" in text or "no active connection" in text else ""


def _is_duplicate(error: IntegrityError) -> bool:
    if isinstance(error.orig, sqlite3.Error):
        return error.orig.sqlite_errorname in ("SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_UNIQUE")
    return _sqlstate(error) == _UNIQUE_VIOLATION


def _sqlstate(error: DBAPIError) -> str | None:
    return getattr(error.orig, "sqlstate", None)
