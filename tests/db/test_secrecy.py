import asyncio
import logging
import traceback
from dataclasses import replace
from datetime import datetime

import pytest
from sqlalchemy.exc import StatementError

from db import events, tables
from db.errors import Conflict
from db.rows import EventRow

_BODY = '{"cards": ["JD", "5H", "secret-cards"]}'
_NAIVE = datetime.fromisoformat("2026-01-01")


def _is_hidden(make, text):
    spellings = [
        "secret-cards",
        make.seed.hex()[:16],
        repr(make.seed)[2:-1],
        make.seed.decode("latin-1")[:16],
    ]
    return not any(
        spelling in text or spelling in text.encode().decode("unicode_escape") for spelling in spellings
    )


def _everything_said(error):
    """The traceback, and all errors behind it, also those that a traceback leaves out."""
    said, queue = "".join(traceback.format_exception(error)), [error]
    while queue:
        current = queue.pop()
        said += f"{current}{getattr(current, 'detail', '')}"
        queue += [other for other in (current.__cause__, current.__context__) if other is not None]
    return said


async def test_rows_do_not_show_what_is_hidden(database, make):
    table_id = await make.table(database)
    async with database.read() as connection:
        table = await tables.load(connection, table_id)
    assert table.seed == make.seed
    assert _is_hidden(make, f"{table}{table!r}")
    assert _is_hidden(make, repr(make.event(table_id, 1, _BODY)))
    assert not _is_hidden(make, table.seed.hex())


async def test_logs_do_not_show_what_is_hidden(database, make, caplog):
    caplog.set_level(logging.DEBUG)
    table_id = await make.table(database)
    async with database.write() as connection:
        await events.append(connection, [make.event(table_id, 1, _BODY)])
    async with database.read() as connection:
        await events.of_table(connection, table_id)
        await tables.live(connection)
    assert _is_hidden(make, caplog.text)


async def test_conflicts_do_not_show_what_is_hidden(database, make):
    table_id = await make.table(database)
    for _ in range(2):
        outcome = await asyncio.gather(
            _append(database, make.event(table_id, 1, _BODY)), return_exceptions=True
        )
    assert isinstance(outcome[0], Conflict)
    assert _is_hidden(make, _everything_said(outcome[0]))


async def test_errors_of_events_do_not_show_what_is_hidden(database, make):
    table_id = await make.table(database)
    fine, too = make.event(table_id, 1, _BODY), make.event(table_id, 2, _BODY)
    for wrong in (
        {"seq": 0},
        {"seq": 2**70},
        {"table_id": 404},
        {"kind": None},
        {"at": _NAIVE},
        {"body": "secret-cards\udc80"},
    ):
        for rows in ([replace(fine, **wrong)], [fine, replace(too, **wrong)]):
            [error] = await asyncio.gather(_append(database, *rows), return_exceptions=True)
            assert isinstance(error, Exception)
            assert _is_hidden(make, _everything_said(error)), wrong


async def test_errors_of_tables_do_not_show_what_is_hidden(database, make):
    table_id = await make.table(database)
    for wrong in ({"status": "lost"}, {"host_id": 404}, {"deadline": _NAIVE}):
        with pytest.raises(StatementError) as refused:
            async with database.write() as connection:
                await tables.update(connection, table_id, expected_seq=0, seq=1, **wrong)
        assert _is_hidden(make, _everything_said(refused.value)), wrong


async def _append(database, *rows: EventRow):
    async with database.write() as connection:
        await events.append(connection, rows)
