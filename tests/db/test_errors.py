"""What an error of a database means, whichever database it comes from."""

import sqlite3

import pytest
from sqlalchemy.exc import DBAPIError, PendingRollbackError

from db.errors import (
    Conflict,
    DatabaseUnavailable,
    connecting,
    is_decided,
    is_locked,
    legible,
    translated,
    unreached,
)


class FromServer(Exception):
    """As asyncpg raises it: with PostgreSQL's code, or without one where the connection broke off."""

    def __init__(self, sqlstate: str | None) -> None:
        super().__init__("as the server words it")
        self.sqlstate = sqlstate


def from_sqlite(name: str | None, text: str = "as SQLite words it") -> sqlite3.Error:
    error = sqlite3.OperationalError(text)
    if name is not None:
        error.sqlite_errorname = name
    return error


def wrapped(error: Exception, *, broken_off: bool = False) -> DBAPIError:
    return DBAPIError("SELECT 1", None, error, connection_invalidated=broken_off)


def told(error: Exception) -> DatabaseUnavailable:
    with pytest.raises(DatabaseUnavailable) as caught, translated("The database"):
        raise error
    assert not caught.value.in_doubt
    return caught.value


@pytest.mark.parametrize(
    ("error", "passing", "words"),
    [
        (from_sqlite("SQLITE_BUSY"), True, "is locked"),
        (from_sqlite("SQLITE_BUSY_SNAPSHOT"), True, "is locked"),
        (from_sqlite("SQLITE_NOMEM"), True, "no memory"),
        (from_sqlite(None, "Connection closed"), True, "has lost its connection"),
        (from_sqlite(None, "no active connection"), True, "has lost its connection"),
        (from_sqlite(None, "Could not decode to UTF-8 column 'body'"), False, "is damaged"),
        (from_sqlite("SQLITE_CORRUPT_INDEX"), False, "is damaged"),
        (from_sqlite("SQLITE_FULL"), False, "the disk is full"),
        (from_sqlite("SQLITE_READONLY"), False, "is read-only"),
        (FromServer("08006"), True, "broke off the connection"),
        (FromServer("57P01"), True, "is starting or shutting down"),
        (FromServer("57014"), True, "took too long"),
        (FromServer("57P04"), False, "has dropped it"),
        (FromServer("53300"), True, "out of memory or connections"),
        (FromServer("53100"), False, "the disk is full"),
        (FromServer("25006"), False, "is read-only"),
        (FromServer("28P01"), False, "refuses this user or password"),
        (FromServer("XX001"), False, "is damaged"),
    ],
    ids=lambda value: getattr(value, "sqlstate", None) or getattr(value, "sqlite_errorname", None),
)
def test_whether_it_may_pass_and_what_can_be_done(error, passing, words):
    unavailable = told(wrapped(error))
    assert unavailable.passing is passing
    assert str(unavailable).startswith("The database ")
    assert words in str(unavailable)


def test_a_broken_connection_without_a_code():
    assert "broke off" in str(told(wrapped(FromServer(None), broken_off=True)))
    assert "broke off" in str(told(PendingRollbackError("the block went on")))


@pytest.mark.parametrize("error", [from_sqlite("SQLITE_MISMATCH"), FromServer("42P01"), FromServer(None)])
def test_what_is_a_bug_stays_one(error):
    with pytest.raises(DBAPIError), translated("The database"):
        raise wrapped(error)


@pytest.mark.parametrize("opening", [False, True])
def test_while_connecting_whatever_is_raised_means_that_it_can_not_be_used(opening):
    told_so = pytest.raises(DatabaseUnavailable, match="can't be used")
    with told_so as caught, connecting("The database", opening=opening):
        raise wrapped(FromServer("42P01"))
    assert caught.value.passing is not opening
    with pytest.raises(DatabaseUnavailable, match="doesn't answer") as caught, connecting("The database"):
        raise ConnectionRefusedError(111, "Connection refused")
    assert caught.value.passing
    with pytest.raises(DatabaseUnavailable, match="options in the URL") as caught, connecting("The database"):
        raise TypeError("unexpected keyword argument")
    assert not caught.value.passing


@pytest.mark.parametrize("sqlstate", ["40001", "40P01"])
def test_transactions_in_each_others_way(sqlstate):
    with pytest.raises(Conflict), translated("The database"):
        raise wrapped(FromServer(sqlstate))


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (ConnectionRefusedError(111, "Connection refused"), "Connection refused"),
        (TimeoutError(), "time is up"),
        (EOFError("cut"), "cut"),
        (EOFError(), "the connection broke off"),
    ],
)
def test_why_a_server_does_not_answer(error, words):
    assert str(unreached("The server", error)) == f"The server doesn't answer: {words}."


@pytest.mark.parametrize(
    ("error", "decided"),
    [
        (wrapped(from_sqlite("SQLITE_FULL")), True),
        (wrapped(FromServer("23505")), True),
        (wrapped(FromServer("40001")), True),
        (wrapped(FromServer("23505"), broken_off=True), False),
        (wrapped(FromServer("08006")), False),
        (wrapped(FromServer("57P01")), False),
        (wrapped(FromServer(None)), False),
        (OSError("cut"), False),
    ],
)
def test_whether_a_failed_commit_is_known_to_have_stored_nothing(error, decided):
    assert is_decided(error) is decided


@pytest.mark.parametrize(
    ("name", "locked"),
    [("SQLITE_BUSY", True), ("SQLITE_LOCKED_SHAREDCACHE", True), ("SQLITE_FULL", False), (None, False)],
)
def test_whether_another_try_may_help(name, locked):
    assert is_locked(wrapped(from_sqlite(name))) is locked


def test_what_is_damaged_is_not_quoted():
    with pytest.raises(DatabaseUnavailable, match="The log can't be read") as caught, legible("The log"):
        raise ValueError("5H")
    assert not caught.value.passing
    assert "5H" not in str(caught.value)
    assert caught.value.__cause__ is None
