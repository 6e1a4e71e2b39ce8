"""The import contracts in pyproject.toml: each is kept, and breaking it is noticed."""

from __future__ import annotations

import shutil
import subprocess
import sys
from copy import deepcopy
from pathlib import Path

import pytest
from grimp import ImportGraph
from importlinter import configuration
from importlinter.application import use_cases
from importlinter.application.user_options import UserOptions
from importlinter.domain.contract import registry

ROOT = Path(__file__).parent.parent

ONE_WAY = "Imports run one way: rules, house players, tables, the rooms of the ui, cogs, client"
RULES = "The rules know nothing but rules"
HOUSE = "House players know the rules and chance alone"
TABLES = "Tables know no Discord and no pictures"
PICTURES = "Pictures know no Discord, no tables and no database"
DATABASE = "The database knows neither bot nor Discord"
HEALTH = "A look at the bot's health loads little"
DISCORD = "Discord is spoken live and by presses, and panels are plain data"
ROOMS = "The ui has four rooms: pictures, panels, live, presses"
ASKED = "The database is asked by tables, and opened by the bot"
SQL = "SQL is spoken by the database alone"
DRAWN = "Pictures alone are drawn"
SIMULATED = "The simulated Discord is for the local page alone"

# An import that is forbidden, and the contracts that have to notice; others may see it from afar.
BROKEN = [
    # Upwards, between every two neighbours, and over the heads of some.
    ("bot.preview", "bot.__main__", {ONE_WAY}),
    ("bot.app", "bot.preview", {ONE_WAY}),
    ("bot.client", "bot.app", {ONE_WAY}),
    ("cogs.cards", "bot.client", {ONE_WAY}),
    ("bot.ui.panels.table.hand", "cogs.cards", {ONE_WAY}),
    ("bot.table.moves", "bot.ui.panels.words", {ONE_WAY}),
    ("bot.house.player", "bot.table.events", {ONE_WAY}),
    ("bot.cribbage.cards", "bot.house.ranks", {ONE_WAY}),
    ("bot.cribbage.game", "bot.ui.panels.names", {ONE_WAY}),
    ("bot.ui.pictures.table", "bot.client", {ONE_WAY, PICTURES}),
    # What a folder may not know.
    ("bot.cribbage.game", "random", {RULES}),
    ("bot.cribbage.shuffle", "secrets", {RULES}),
    ("bot.cribbage.counting", "asyncio", {RULES}),
    ("bot.cribbage.game", "discord", {RULES, DISCORD}),
    ("bot.cribbage.cards", "db.rows", {RULES, ASKED}),
    ("bot.cribbage.events", "sqlalchemy", {RULES, SQL}),
    ("bot.cribbage.cards", "PIL", {RULES, DRAWN}),
    ("bot.house.player", "discord", {HOUSE, DISCORD}),
    ("bot.house.shipped", "sqlalchemy", {HOUSE, SQL}),
    ("bot.house.player", "db.results", {HOUSE, ASKED}),
    ("bot.house.arena", "asyncio", {HOUSE}),
    ("bot.house.trials", "structlog", {HOUSE}),
    ("bot.table.clock", "discord", {TABLES, DISCORD}),
    ("bot.table.standing.board", "discord", {TABLES, DISCORD}),
    ("bot.table.history", "PIL", {TABLES, DRAWN}),
    ("bot.table.store", "aiosqlite", {TABLES}),
    ("bot.ui.pictures.models", "discord", {PICTURES, DISCORD}),
    ("bot.ui.pictures.observed", "bot.table.table", {PICTURES}),
    ("bot.ui.pictures.alt", "db.rows", {PICTURES, ASKED}),
    ("bot.ui.pictures.draw", "asyncio", {PICTURES}),
    ("db.engine", "bot.logs", {DATABASE}),
    ("db.results", "bot.table.events", {DATABASE}),
    ("db.events", "discord", {DATABASE, DISCORD}),
    ("db.rows", "cogs.cards", {DATABASE}),
    ("bot.health", "bot.client", {HEALTH}),
    ("bot.health", "discord", {HEALTH, DISCORD}),
    ("bot.settings", "bot.table.settings", {HEALTH}),
    # Where something is spoken.
    ("bot.ui.panels.table.hand", "discord", {DISCORD}),
    ("bot.ui.panels.layout", "discord", {DISCORD}),
    ("bot.ui.panels.table.story", "aiohttp", {DISCORD}),
    ("bot.ui.panels.table.hand", "bot.ui.live.sending.components", {ROOMS, ONE_WAY}),
    ("bot.ui.panels.records.verdict", "bot.ui.presses.door", {ROOMS}),
    ("bot.ui.pictures.table", "bot.ui.panels.layout", {ROOMS}),
    ("bot.ui.live.answers.answering", "bot.ui.presses.door", {ROOMS}),
    ("bot.ui.panels.records.leaderboard", "db.standings", {ASKED}),
    ("bot.ui.panels.records.profile", "db.engine", {ASKED}),
    ("cogs.profile", "db.feats", {ASKED}),
    ("cogs.leaderboard", "sqlalchemy", {SQL}),
    ("bot.client", "sqlalchemy", {SQL}),
    ("bot.ui.panels.records.replay", "sqlalchemy", {SQL}),
    ("bot.table.tables", "sqlalchemy", {SQL}),
    ("bot.app", "alembic", {SQL}),
    ("cogs.cards", "PIL", {DRAWN}),
    ("bot.ui.live.sending.rendering", "PIL", {DRAWN}),
    ("bot.client", "simcord", {SIMULATED}),
    ("cogs.cribbage", "simcord", {SIMULATED}),
]


@pytest.fixture(scope="module")
def options() -> UserOptions:
    """The section of pyproject.toml."""
    configuration.configure()
    use_cases._register_built_in_contract_types()
    return use_cases.read_user_options(str(ROOT / "pyproject.toml"))


@pytest.fixture(scope="module")
def graph(options: UserOptions) -> ImportGraph:
    """All imports, as `lint-imports` sees them."""
    return use_cases._build_graph(
        root_package_names=options.session_options["root_packages"],
        cache_dir=None,
        include_external_packages=use_cases._get_include_external_packages(options),
        exclude_type_checking_imports=use_cases._get_exclude_type_checking_imports(options),
        verbose=False,
    )


def broken(options: UserOptions, graph: ImportGraph) -> set[str]:
    """The names of the contracts that are not kept."""
    found: set[str] = set()
    for contract in options.contracts_options:
        made = registry.get_contract_class(contract["type"])(
            contract["name"], options.session_options, contract
        )
        if not made.check(graph=deepcopy(graph), verbose=False).kept:
            found.add(contract["name"])
    return found


def test_every_contract_is_kept_and_tried(options: UserOptions, graph: ImportGraph) -> None:
    assert broken(options, graph) == set()
    assert set.union(*(names for *_, names in BROKEN)) == {
        contract["name"] for contract in options.contracts_options
    }


@pytest.mark.parametrize(("importer", "imported", "noticed"), BROKEN)
def test_breaking_it_is_noticed(
    options: UserOptions, graph: ImportGraph, importer: str, imported: str, noticed: set[str]
) -> None:
    changed = deepcopy(graph)
    assert importer in changed.modules
    if imported not in changed.modules:
        changed.add_module(imported, is_squashed=True)
    changed.add_import(
        importer=importer, imported=imported, line_number=1, line_contents=f"import {imported}"
    )
    assert noticed <= broken(options, changed)


def test_what_is_new_in_the_ui_goes_into_a_room(options: UserOptions, graph: ImportGraph) -> None:
    changed = deepcopy(graph)
    changed.add_module("bot.ui.new")
    for imported in ("discord", "db.results", "sqlalchemy"):
        changed.add_import(importer="bot.ui.new", imported=imported)
    assert broken(options, changed) == {ROOMS, DISCORD, ASKED, SQL}


def test_the_command_fails_by_the_contract_s_name(tmp_path: Path) -> None:
    """A whole run, on a copy in which a panel imports Discord."""
    for folder in ("bot", "cogs", "db"):
        shutil.copytree(
            ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("*.ttf", "figures", "__pycache__")
        )
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    panel = tmp_path / "bot" / "ui" / "panels" / "words.py"
    panel.write_text(panel.read_text().replace("\nfrom typing", "\nimport discord\nfrom typing", 1))
    done = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-logo", "--no-cache"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert f"{DISCORD} BROKEN" in done.stdout.replace("\n", " ")
    assert "1 broken" in done.stdout
