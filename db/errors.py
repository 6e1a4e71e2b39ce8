"""What can go wrong, in words for those who can do something about it."""

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, IntegrityError


class DatabaseUnavailable(Exception):
    """The database can't be used; the message is one sentence for an operator and holds no password."""


class Conflict(Exception):
    """Somebody else wrote this first. The transaction is lost: let the error leave its block, then reload."""


class SeatTaken(Exception):
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


# By the second word of SQLite's error names: SQLITE_BUSY, SQLITE_BUSY_SNAPSHOT, ...
_SQLITE_REASONS = {
    "BUSY": "is locked by another process: stop that process, or wait for it",
    "LOCKED": "is locked by another process: stop that process, or wait for it",
    "CANTOPEN": "can't be opened: it must be a file, in a folder that this user may write to",
    "READONLY": "is read-only: this user must be able to write to the file and to its folder",
    "PERM": "may not be used: this user must be able to write to the file and to its folder",
    "NOTADB": "is not a SQLite database: another file is in its place",
    "CORRUPT": "is damaged: restore it from a backup",
    "FULL": "can't grow: the disk is full",
    "IOERR": "can't be read or written: the disk reports an error",
}

# By PostgreSQL's SQLSTATE, or the class of it (its first two characters).
_POSTGRESQL_REASONS = {
    "3D000": "doesn't exist: create the database first",
    "42501": "doesn't allow this: the user needs the right to create and change tables",
    "08": "broke off the connection",
    "28": "refuses this user or password",
    "53": "is out of memory, disk space or connections",
    "57": "is starting or shutting down",
}
_DEADLOCKS = {"40001", "40P01"}
_UNIQUE_VIOLATION = "23505"


@contextmanager
def translated(place: str) -> Generator[None]:
    """Raise what an operator can mend as `DatabaseUnavailable`, and a lost race for locks as `Conflict`."""
    try:
        yield
    except DBAPIError as error:
        if _sqlstate(error) in _DEADLOCKS:
            raise Conflict("Two transactions were in each other's way.") from error
        if reason := _reason(error):
            raise DatabaseUnavailable(f"{place} {reason}.") from error
        raise


@contextmanager
def connecting(place: str) -> Generator[None]:
    """As `translated`, for the moment of connecting, when whatever fails makes the database unavailable."""
    try:
        with translated(place):
            yield
    except DBAPIError as error:
        raise DatabaseUnavailable(f"{place} can't be used: {error.orig}.") from error
    except OSError as error:
        raise DatabaseUnavailable(f"{place} doesn't answer: {error.strerror or 'time is up'}.") from error
    except TypeError as error:  # the driver takes the URL's options as keyword arguments
        raise DatabaseUnavailable(f"{place} can't be used with these options in the URL: {error}.") from error


@contextmanager
def unique(sentence: str) -> Generator[None]:
    """Raise `Conflict` with this sentence if a unique rule is broken; other broken rules are bugs."""
    try:
        yield
    except IntegrityError as error:
        if _is_duplicate(error):
            raise Conflict(sentence) from error
        raise


def _reason(error: DBAPIError) -> str | None:
    if isinstance(error.orig, sqlite3.Error):
        return _SQLITE_REASONS.get(error.orig.sqlite_errorname.split("_")[1])
    sqlstate = _sqlstate(error) or ""
    if error.connection_invalidated:
        sqlstate = sqlstate or "08"
    return _POSTGRESQL_REASONS.get(sqlstate) or _POSTGRESQL_REASONS.get(sqlstate[:2])


def _is_duplicate(error: IntegrityError) -> bool:
    if isinstance(error.orig, sqlite3.Error):
        return error.orig.sqlite_errorname in ("SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_UNIQUE")
    return _sqlstate(error) == _UNIQUE_VIOLATION


def _sqlstate(error: DBAPIError) -> str | None:
    return getattr(error.orig, "sqlstate", None)
