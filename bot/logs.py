"""Where the log goes, and in which form. Hidden cards, seeds and tokens never go into it."""

from __future__ import annotations

import logging
import sys
import traceback
from pathlib import Path
from typing import Literal

import structlog


def configure(level: Literal["debug", "info", "warning", "error"], form: Literal["text", "json"]) -> None:
    """Log to standard error, a line an entry: as text for people or as JSON for machines."""
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    if form == "json":
        last: list[structlog.typing.Processor] = [
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ]
    else:
        # Plain tracebacks: prettier ones print local variables, and those hold people's cards.
        plain = structlog.dev.plain_traceback
        last = [structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=plain)]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    # At lower levels these log whole payloads, hands included, or every statement.
    for name, lowest in (
        ("discord", logging.INFO),
        ("sqlalchemy", logging.WARNING),
        ("alembic", logging.WARNING),
    ):
        logging.getLogger(name).setLevel(max(lowest, root.level))


def place(error: BaseException) -> str:
    """Where an exception was raised, as `file.py:12`. Its text may name cards, so it isn't for the log."""
    frames = traceback.extract_tb(error.__traceback__)
    return f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "unknown"
