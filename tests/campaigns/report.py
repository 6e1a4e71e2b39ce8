"""What the campaigns have in common as commands: their arguments, their figures, and how they end."""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

Campaign = Callable[[argparse.Namespace, "Report"], Awaitable[None]]


class Broken(Exception):
    """Something that must hold didn't. The text says what, and at which step."""


class Report:
    """What a campaign has done, and what didn't hold."""

    def __init__(self) -> None:
        self.figures: Counter[str] = Counter()
        self.broken: list[str] = []

    def told(self, more: Mapping[str, object]) -> str:
        """The figures, a line each."""
        lines = {**self.figures, **more}
        width = max(map(len, lines), default=0)
        return "\n".join(f"{name:<{width}}  {value:>10}" for name, value in lines.items())


def command(
    campaign: Campaign,
    name: str,
    about: str,
    *,
    size: int,
    more: Callable[[argparse.ArgumentParser], None] = lambda _: None,
) -> None:
    """Run a campaign as a command: prints its figures, and exits with 1 when something didn't hold.

    It may be stopped at any moment, and then says how far it has come.
    """
    parser = argparse.ArgumentParser(prog=f"python -m tests.campaigns.{name}", description=about)
    parser.add_argument("--seed", type=int, default=1, help="what the campaign does follows from it")
    parser.add_argument("--size", type=int, default=size, help=f"how much is done ({size})")
    more(parser)
    wanted = parser.parse_args()
    report, began = Report(), time.monotonic()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        asyncio.run(_run(campaign, wanted, report))
    except Broken as broken:
        report.broken.append(str(broken))
    except KeyboardInterrupt:
        print("Stopped before the end; so far:")
    seconds = time.monotonic() - began
    print(report.told({"seconds": round(seconds), "did not hold": len(report.broken)}))
    again = " ".join(f"--{key} {value}" for key, value in vars(wanted).items())
    for what in report.broken:
        print(f"DID NOT HOLD: {parser.prog} {again}: {what}")
    sys.exit(1 if report.broken else 0)


async def _run(campaign: Campaign, wanted: argparse.Namespace, report: Report) -> Any:
    await campaign(wanted, report)
