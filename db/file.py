"""The SQLite file that was opened, and whether it is still the one at its path.

A file that is deleted, moved or replaced lives on for those who have it open: everything could be written and
read back, and would be gone at the next start.
"""

from pathlib import Path
from typing import Final

from db.errors import DatabaseUnavailable

_BESIDE: Final = ("-wal", "-shm")
"""What SQLite keeps beside the file as long as somebody has it open. What was stored last is only in there."""

_Identity = tuple[int, int]


class File:
    """A file by its device and inode. It is made if there is none; `DatabaseUnavailable` if that can't be."""

    def __init__(self, place: str, path: Path) -> None:
        self._place = place
        self._path = path
        self._own = self._make()
        self._beside: dict[str, _Identity] = {}
        self._connections = 0

    def _make(self) -> _Identity | None:
        # Also checks that it can be opened: if that failed later, aiosqlite would leave a thread behind.
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._path.open("ab").close()
        except OSError as error:
            reason = f"{error.strerror} ({error.filename})"
            raise DatabaseUnavailable(f"{self._place} can't be opened: {reason}.", passing=False) from error
        return _identity(self._path)

    def connected(self) -> None:
        """Note that there is one more connection."""
        self._connections += 1

    def disconnected(self) -> None:
        """Note that there is one less: with the last one SQLite removes what it keeps beside the file."""
        self._connections -= 1
        if not self._connections:
            self._beside.clear()

    def check(self, *, connected: bool = False) -> None:
        """Raise `DatabaseUnavailable` if anything was put away or replaced since it was opened.

        It costs three looks at the file system, some millionths of a second. A file that is moved back is
        the same as before. Only what a connection holds open (``connected``) may be taken for SQLite's own.
        """
        if _identity(self._path) != self._own:
            raise DatabaseUnavailable(
                f"{self._place} was deleted, moved or replaced while it was open: move that very file back, or "
                "stop the bot, restore a backup and start it again.",
                passing=False,
            )
        for ending in _BESIDE:
            now, known = _identity(f"{self._path}{ending}"), self._beside.get(ending)
            if known is not None and now != known:
                raise DatabaseUnavailable(
                    f"{self._place} has lost the file {self._path.name}{ending}, in which what was stored last "
                    "is kept: move that very file back, or stop the bot, restore a backup and start it again.",
                    passing=False,
                )
            if known is None and now is not None and connected:
                self._beside[ending] = now


def _identity(path: Path | str) -> _Identity | None:
    try:
        found = Path(path).stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
