"""How long pictures take, and how large their files are.

    uv run --group dev python tests/bench/bench_pictures.py

Each picture is drawn afresh `ROUNDS` times, without the caches of finished pictures and of boards, after one
drawing that makes the static layers. Tables are also drawn with the board kept, as after a play that scores
nothing. Wall-clock time and this process's CPU time are both given, since the two differ on a
busy machine. The target is at most 6 ms and 40 KB (of 1024 bytes) for a table, a hand and a page of a show.
"""

from __future__ import annotations

import platform
import statistics
import time
from collections.abc import Callable
from typing import TypeVar

import PIL

from bot.ui.pictures.draw import draw_afresh
from bot.ui.pictures.gallery import scenes
from bot.ui.pictures.models import Picture, ShowPicture, TablePicture
from bot.ui.pictures.show import pages
from bot.ui.pictures.table import draw_table

P = TypeVar("P", bound=Picture)

ROUNDS = 60
MEASURED = (
    "table-discard",
    "table-two",
    "table-three",
    "table-four",
    "table-six",
    "hand-choosing",
    "hand-dimmed",
    "hand-large-print",
    "show-two",
    "show-29",
    "show-ended-early",
    "board-two",
    "board-three",
    "profile",
)


def main() -> None:
    models = scenes()
    measured = {name: models[name] for name in MEASURED}
    show = models["show-six"]
    assert isinstance(show, ShowPicture)
    measured |= {f"show-six, page {number}": page for number, page in enumerate(pages(show), start=1)}
    print(f"Python {platform.python_version()}, Pillow {PIL.__version__}, {platform.machine()}")
    print(
        f"{'picture':18} {'KB':>6} {'first ms':>9} {'median ms':>10} {'p95 ms':>7} {'CPU median':>11} {'CPU p95':>8}"
    )
    for name, model in measured.items():
        _measure(name, model, draw_afresh)
        if isinstance(model, TablePicture):
            _measure("  board kept", model, draw_table)


def _measure(name: str, model: P, drawn: Callable[[P], bytes]) -> None:
    started = time.perf_counter()
    size = len(drawn(model)) / 1024
    first = (time.perf_counter() - started) * 1000
    wall: list[float] = []
    cpu: list[float] = []
    for _ in range(ROUNDS):
        began, began_cpu = time.perf_counter(), time.process_time()
        drawn(model)
        cpu.append((time.process_time() - began_cpu) * 1000)
        wall.append((time.perf_counter() - began) * 1000)
    print(
        f"{name:18} {size:6.1f} {first:9.0f} {statistics.median(wall):10.2f} {_p95(wall):7.2f}"
        f" {statistics.median(cpu):11.2f} {_p95(cpu):8.2f}"
    )


def _p95(times: list[float]) -> float:
    return sorted(times)[int(len(times) * 0.95)]


if __name__ == "__main__":
    main()
