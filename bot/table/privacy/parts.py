"""Files in which somebody is handed a copy of their data: plain while they are small, and packed from there on."""

from __future__ import annotations

import io
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import PurePath
from typing import IO, Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

PLAIN: Final = 1_000_000
"""Bytes up to which a file is left as it is, for every program to open. A game takes some 50,000."""


@dataclass(frozen=True, slots=True)
class Part:
    """A finished file."""

    name: str
    content: bytes = field(repr=False)


class Writer:
    """Writes a file piece by piece. Once it is large it becomes a ZIP archive, so that memory holds little of it.

    Packing takes processor time: to be used off the event loop.
    """

    def __init__(self, name: str, now: datetime) -> None:
        self._name = name
        self._now = now
        self._file = io.BytesIO()
        self._archive: ZipFile | None = None
        self._entry: IO[bytes] | None = None

    @property
    def size(self) -> int:
        """Bytes that the file has by now, but for a few that are still being packed."""
        return self._file.tell()

    def write(self, text: str) -> None:
        """Add text at the end."""
        piece = text.encode()
        if self._entry is not None:
            self._entry.write(piece)
            return
        self._file.write(piece)
        if self.size > PLAIN:
            self._pack()

    def finish(self) -> Part:
        """The file. It can't be written to any more."""
        if self._archive is None or self._entry is None:
            return Part(self._name, self._file.getvalue())
        self._entry.close()
        self._archive.close()
        return Part(str(PurePath(self._name).with_suffix(".zip")), self._file.getvalue())

    def _pack(self) -> None:
        begun = self._file.getvalue()
        self._file = io.BytesIO()
        self._archive = ZipFile(self._file, "w")
        packed = ZipInfo(self._name, self._now.timetuple()[:6])
        packed.compress_type = ZIP_DEFLATED
        self._entry = self._archive.open(packed, "w")
        self._entry.write(begun)
