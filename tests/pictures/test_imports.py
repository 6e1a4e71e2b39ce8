"""Pictures know no Discord, no tables and no database."""

from __future__ import annotations

import subprocess
import sys


def test_drawing_loads_no_discord_and_no_table() -> None:
    code = (
        "import sys; import bot.ui.pictures.gallery, bot.ui.pictures.observed, bot.ui.pictures.alt; "
        "print([name for name in sys.modules if name.split('.')[0] in ('discord', 'sqlalchemy', 'asyncio', 'db')"
        " or name.startswith('bot.table')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
