from __future__ import annotations

import pkgutil
import subprocess
import sys

import bot.cribbage

FORBIDDEN = {
    "aiosqlite",
    "alembic",
    "asyncio",
    "asyncpg",
    "discord",
    "logging.handlers",
    "numpy",
    "PIL",
    "pydantic_settings",
    "random",
    "secrets",
    "socket",
    "sqlalchemy",
    "sqlite3",
    "structlog",
}


def test_the_rules_load_nothing_that_could_do_more_than_rules():
    """In a fresh process: no Discord, no database, no pictures, no event loop, no randomness."""
    names = [module.name for module in pkgutil.iter_modules(bot.cribbage.__path__, "bot.cribbage.")]
    assert len(names) > 8
    script = f"import sys, {', '.join(names)}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert set(names) <= loaded
    assert not loaded & FORBIDDEN
    others = {
        name for name in loaded if name.startswith(("bot.", "cogs", "db", "tests")) and name not in names
    }
    assert others == {"bot.cribbage"}
