"""The image: its packages fit the project's bounds, and its Dockerfile does what it should."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
PINNED = (ROOT / "requirements.txt").read_text()


class Instruction(NamedTuple):
    """An instruction of the Dockerfile, and the number of its stage."""

    stage: int
    name: str
    rest: str


def instructions() -> list[Instruction]:
    """The Dockerfile's instructions, each in one line."""
    text = re.sub(r"^#.*\n", "", (ROOT / "Dockerfile").read_text(), flags=re.MULTILINE)
    found: list[Instruction] = []
    for line in re.sub(r"\\\n\s*", "", text).splitlines():
        if line.strip():
            name, _, rest = line.partition(" ")
            stage = (found[-1].stage if found else -1) + (name == "FROM")
            found.append(Instruction(stage, name, rest))
    return found


def all_of(name: str, stage: int | None = None) -> list[str]:
    return [item.rest for item in instructions() if item.name == name and stage in (None, item.stage)]


# Packages


def pins() -> dict[str, Requirement]:
    """What requirements.txt installs, by name."""
    lines = re.sub(r"\s*\\\n\s*--hash=sha256:[0-9a-f]{64}", "", PINNED).splitlines()
    found = [Requirement(line) for line in lines if line and not line.startswith("#")]
    return {canonicalize_name(requirement.name): requirement for requirement in found}


def needed(requirement: Requirement) -> Iterator[str]:
    """The packages that a requirement brings along on this Python, itself included."""
    name = canonicalize_name(requirement.name)
    yield name
    for text in metadata.requires(name) or []:
        inner = Requirement(text)
        extras = requirement.extras or {""}
        if inner.marker is None or any(inner.marker.evaluate({"extra": extra}) for extra in extras):
            yield from needed(inner)


def test_every_package_of_the_image_is_pinned_with_hashes() -> None:
    for name, requirement in pins().items():
        (specifier,) = requirement.specifier
        assert specifier.operator == "==", name
        assert re.search(
            rf"^{re.escape(requirement.name)}==\S+.*\\\n    --hash=", PINNED, flags=re.MULTILINE
        ), name


def test_the_image_s_packages_are_what_the_project_asks_for() -> None:
    pinned = pins()
    wanted = [Requirement(text) for text in PROJECT["project"]["dependencies"]]
    for requirement in wanted:
        (specifier,) = pinned[canonicalize_name(requirement.name)].specifier
        assert requirement.specifier.contains(specifier.version), (
            f"compile requirements.txt anew: {requirement}"
        )
    assert {name for requirement in wanted for name in needed(requirement)} <= set(pinned)


def test_the_image_has_neither_test_tools_nor_the_local_page() -> None:
    groups = PROJECT["dependency-groups"]
    tools = [Requirement(text) for group in groups.values() for text in group if isinstance(text, str)]
    assert not {canonicalize_name(tool.name) for tool in tools} & set(pins())


def test_packages_come_from_wherever_the_installer_looks() -> None:
    options = [line for line in PINNED.splitlines() if line.startswith("-")]
    assert options == []
    assert "://" not in PINNED


def test_the_run_command_installs_no_test_tools() -> None:
    assert PROJECT["tool"]["uv"]["default-groups"] == ["preview"]
    names = [Requirement(text).name for text in PROJECT["dependency-groups"]["preview"]]
    assert names == ["simcord"]


# Dockerfile


def test_the_dockerfile_passes_its_linter() -> None:
    linter = shutil.which("hadolint", path=str(Path(sys.executable).parent))
    assert linter is not None
    subprocess.run([linter, str(ROOT / "Dockerfile")], check=True)


def test_both_stages_start_from_the_same_slim_python() -> None:
    first, second = all_of("FROM")
    base = first.partition(" ")[0]
    assert second == base
    version = re.fullmatch(r"python:(3\.\d+)-slim-[a-z]+", base)
    assert version is not None
    assert version[1] in ("3.11", "3.12", "3.13", "3.14")


def test_the_image_runs_without_root_and_tells_its_health() -> None:
    names = [item.name for item in instructions() if item.stage == 1]
    (user,) = all_of("USER")
    assert user.isdecimal()
    assert int(user) > 0
    assert f"--uid {user}" in " ".join(all_of("RUN", stage=1))
    # Nothing is made by another user after this.
    assert not {"RUN", "COPY", "ADD"} & set(names[names.index("USER") :])
    (health,) = all_of("HEALTHCHECK")
    assert json.loads(health.partition("CMD ")[2]) == ["python", "-m", "bot", "health"]
    (entry,) = all_of("ENTRYPOINT")
    assert json.loads(entry) == ["python", "-m", "bot"]
    assert all_of("VOLUME") == ["/data"]


def test_what_is_copied_exists_and_is_let_through() -> None:
    allowed = (ROOT / ".dockerignore").read_text().splitlines()
    copied = [rest.split() for rest in all_of("COPY") if not rest.startswith("--from")]
    assert copied
    for *sources, _ in copied:
        for source in sources:
            assert (ROOT / source).exists()
            assert f"!{source}" in allowed
    assert allowed.index("*") < min(
        allowed.index(f"!{source}") for *sources, _ in copied for source in sources
    )


def test_the_image_holds_no_secrets() -> None:
    text = " ".join(item.rest for item in instructions())
    assert "TOKEN" not in text
    assert "PASSWORD" not in text.upper()
    assert not all_of("ARG")


@pytest.mark.slow
def test_the_steps_of_the_dockerfile_work(unprivileged: Unprivileged) -> None:
    """There is no Docker here: its steps are done in a folder instead, and run as nobody in particular."""
    run = unprivileged
    run.install()
    for *sources, target in (
        rest.split() for rest in all_of("COPY", stage=1) if not rest.startswith("--from")
    ):
        for source in sources:
            if (ROOT / source).is_dir():
                shutil.copytree(
                    ROOT / source,
                    run.app / target,
                    ignore=shutil.ignore_patterns("__pycache__"),
                )
            else:
                shutil.copy(ROOT / source, run.app / target)

    installed = run.python(
        "-c", "from importlib import metadata; print(*(d.name for d in metadata.distributions()))"
    )
    # Before 3.12 a new environment has setuptools by itself; the image's Python is newer.
    names = {canonicalize_name(name) for name in installed.stdout.split()} - {"setuptools"}
    assert names <= set(pins())

    health = json.loads(all_of("HEALTHCHECK")[0].partition("CMD ")[2])[1:]
    assert run.python(*health).returncode == 1
    checked = run.python("-m", "bot", "check")
    assert checked.returncode == 0, checked
    assert "database: reachable" in checked.stdout
    assert (run.data / "cribbage.sqlite3").stat().st_uid == run.user
    (run.data / "health").touch()
    assert run.python(*health).returncode == 0

    refused = run.python("-m", "bot")
    assert refused.returncode == 2
    assert refused.stderr.startswith("DISCORD_TOKEN isn't set, and the local page isn't installed")
    assert refused.stderr.count("\n") == 1


class Unprivileged:
    """An image's folders, and a user who may write to its data alone."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.app, self.data, self.venv = folder / "app", folder / "data", folder / "venv"
        self.user = 65534 if os.geteuid() == 0 else os.geteuid()
        folder.chmod(0o755)
        self.app.mkdir()
        self.data.mkdir(mode=0o700)
        if os.geteuid() == 0:
            os.chown(self.data, self.user, self.user)

    def install(self) -> None:
        """What the first stage does, with its paths replaced by this folder's."""
        shutil.copy(ROOT / "requirements.txt", self.folder)
        (step,) = all_of("RUN", stage=0)
        step = step.replace("python -m venv", f"{_base_python()} -m venv").replace(
            "/opt/cribbage", str(self.venv)
        )
        subprocess.run(["bash", "-euc", step], check=True, cwd=self.folder, capture_output=True)

    def python(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run the image's Python as the image's user, with the settings of the image."""
        (variables,) = all_of("ENV")
        settings = dict(pair.split("=", 1) for pair in variables.split())
        settings = {name: value.replace("/data/", f"{self.data}/") for name, value in settings.items()}
        return subprocess.run(
            [self.venv / "bin" / "python", *arguments],
            cwd=self.app,
            env={**settings, "PATH": "/usr/bin:/bin"},
            capture_output=True,
            text=True,
            user=self.user if os.geteuid() == 0 else None,
            group=self.user if os.geteuid() == 0 else None,
            extra_groups=[] if os.geteuid() == 0 else None,
            check=False,
        )


@pytest.fixture
def unprivileged() -> Iterator[Unprivileged]:
    """Not under tmp_path, which is root's alone."""
    with tempfile.TemporaryDirectory(prefix="cribbage-image-") as folder:
        yield Unprivileged(Path(folder))


def _base_python() -> str:
    """A Python with venv and pip that any user may run; root's own may lie in root's home."""
    for candidate in (
        getattr(sys, "_base_executable", sys.executable),
        "/usr/bin/python3",
        "/usr/local/bin/python3",
    ):
        if not Path(candidate).exists() or any(
            not folder.stat().st_mode & 0o005 for folder in Path(candidate).resolve().parents
        ):
            continue
        asked = "import sys, ensurepip; sys.exit(sys.version_info < (3, 11))"
        if subprocess.run([candidate, "-c", asked], check=False, capture_output=True).returncode == 0:
            return candidate
    pytest.skip("no Python with pip that other users may run")
