"""Fixtures for tests that need the whole bot."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Generator, Iterator
from pathlib import Path
from typing import Any

import coverage
import pytest
import simcord
from hypothesis import HealthCheck, settings

from db import migrate
from tests import migrated, wire
from tests.room import Room, open_room

# How long an example takes says how busy the machine is.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")


JOURNEYS = ("app", "browser", "campaigns", "journeys", "loopback")
"""Folders of whole games and whole processes."""


ENGINES = ("file", "postgresql")
"""Databases on which everything is tried that has been tried in memory."""


def _is_journey(item: pytest.Item) -> bool:
    told = any(item.get_closest_marker(name) for name in ("journey", "slow"))
    if told or item.path.relative_to(Path(__file__).parent).parts[0] in JOURNEYS:
        return True
    given = item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
    fixtures = getattr(item, "fixturenames", ())
    return (
        "room" in fixtures
        or "postgresql" in fixtures
        or not set(ENGINES).isdisjoint(map(str, given.values()))
    )


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Unit tests don't wait until journeys are imported."""
    unit = config.option.markexpr == "unit"
    return True if unit and collection_path.name in JOURNEYS and collection_path.is_dir() else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tell units from journeys. No test may depend on how fast the machine is, not even by settings of its own."""
    for item in items:
        item.add_marker("journey" if _is_journey(item) else "unit")
        own: settings | None = getattr(getattr(item, "obj", None), "_hypothesis_internal_use_settings", None)
        if own and (own.deadline or HealthCheck.too_slow not in own.suppress_health_check):
            raise pytest.UsageError(f"{item.nodeid} gives its examples so much time and no more")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Slow tests count by the million, or work in other processes: their coverage isn't traced.

    pytest-cov has a marker for that, which does nothing in the workers of pytest-xdist: there it stops one of
    two tracers.
    """
    stopped: list[coverage.Coverage] = []
    if item.get_closest_marker("slow") or item.get_closest_marker("browser"):
        while tracer := coverage.Coverage.current():
            tracer.stop()
            stopped.append(tracer)
    try:
        return (yield)
    finally:
        for tracer in reversed(stopped):
            tracer.start()


@pytest.fixture(autouse=True)
def _tables_in_one_go(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    about_migrations = request.path.name == "test_migrations.py" or "empty_url" in request.fixturenames
    if not about_migrations:
        monkeypatch.setattr(migrate, "upgrade", migrated.upgrade)


@pytest.fixture
async def room(tmp_path: Path) -> AsyncGenerator[Room]:
    """A card room with the bot on a database file of its own, which may be restarted."""
    async with open_room(f"sqlite:///{tmp_path / 'room.sqlite3'}") as room:
        yield room


@pytest.fixture(autouse=True)
def accepted(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """At the end of every test, whatever a bot sent to a simulated Discord must be what Discord accepts."""
    environments: list[simcord.Env] = []
    prepare = simcord.Env.__init__

    def remember(env: simcord.Env, *args: Any, **options: Any) -> None:
        prepare(env, *args, **options)
        environments.append(env)

    monkeypatch.setattr(simcord.Env, "__init__", remember)
    yield
    problems = {problem for env in environments for problem in wire.problems(env.http_requests)}
    assert not problems, "Discord would refuse this:\n" + "\n".join(sorted(problems))
