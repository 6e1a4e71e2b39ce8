"""Looks for guards that nobody tests: makes the code wrong in one place at a time, and sees whether a test notices.

    python -m tests.campaigns.mutants --seed 1 --size 40 bot/table db
    python -m tests.campaigns.mutants --only db/feats.py:18 db --tests tests/db

What can be made wrong: conditions (negated), `not` (dropped), comparisons and their boundaries, `and` and `or`,
numbers and truth values, `+` and `-` and their like, `min` and `max`, two arguments (swapped), statements that do
something (dropped: calls, awaits, assignments, a guard's `return` or `raise`), locks (not taken), caught errors (raised
on), and in SQL a `WHERE` or a part of it, an order, a limit, a column that is set. Left alone is what no test should
care about: what is logged, annotations, assertions, the wording of errors, declarations for type checkers.

Of all that, seed and size choose a sample, the same ones as long as these places look the same; `--skip` goes on where
an earlier run ended. Everything happens in a copy of the tree. The tests run once to learn which of them reach which
line (`--map` keeps that for the next run on the same tree); a mutant is then shown to those alone that reach it,
quick ones first, up to `--budget` seconds of them. One that takes far longer than they should hangs, which is noticed
too. Printed are the fate of each mutant, the change that every survivor consists of, and the share that was noticed.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import difflib
import hashlib
import importlib.util
import json
import multiprocessing
import os
import re
import resource
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from pathlib import Path
from typing import NamedTuple

import coverage
import pytest

ROOT = Path(__file__).parents[2]
QUICK = "not slow and not browser"

COMPARED = {
    ast.Lt: ("<", ("<=", ">=")), ast.LtE: ("<=", ("<", ">")), ast.Gt: (">", (">=", "<=")),
    ast.GtE: (">=", (">", "<")), ast.Eq: ("==", ("!=",)), ast.NotEq: ("!=", ("==",)),
    ast.Is: ("is", ("is not",)), ast.IsNot: (r"is\s+not", ("is",)),
    ast.In: ("in", ("not in",)), ast.NotIn: (r"not\s+in", ("in",)),
}  # fmt: skip
ORDERING = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
COMPUTED = {
    ast.Add: (r"\+", "-"), ast.Sub: ("-", "+"), ast.Mult: (r"\*", "+"), ast.Div: ("/", "*"),
    ast.FloorDiv: ("//", "*"), ast.Mod: ("%", "*"), ast.BitOr: (r"\|", "&"), ast.BitAnd: ("&", "|"),
}  # fmt: skip
OPPOSITES = {
    one: other
    for pair in (("min", "max"), ("any", "all"), ("asc", "desc"), ("and_", "or_"), ("least", "greatest"))
    for one, other in (pair, pair[::-1])
}
LOGS = {"log", "_log", "logger", "_logger", "logging", "structlog"}
DECLARING = {"cast", "TypeVar", "NewType", "isinstance", "issubclass", "getattr", "hasattr", "setattr"}
CHAINED = {"where", "having", "order_by", "limit", "distinct", "with_for_update", "group_by"}
SETTING = {"values", "replace", "dict", "model_copy", "on_conflict_do_update"}
CONDITIONS = {"where", "having", "and_", "or_"}


class Span(NamedTuple):
    """Lines, both included."""

    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: the bytes from `start` to `end` of a file are replaced by `text`.

    `reach` are the lines of which one runs if the change can make a difference, None when that happens at import.
    """

    path: str
    line: int
    what: str
    start: int
    end: int
    text: bytes
    reach: Span | None

    def applied(self, source: bytes) -> bytes:
        return source[: self.start] + self.text + source[self.end :]

    def __str__(self) -> str:
        return f"{self.path}:{self.line} {self.what}"


class Finder(ast.NodeVisitor):
    """Finds what can be made wrong in one file."""

    def __init__(self, path: str, source: bytes) -> None:
        self.found: list[Mutant] = []
        self._path = path
        self._source = source
        self._line_starts = [0]
        for line in source.splitlines(keepends=True):
            self._line_starts.append(self._line_starts[-1] + len(line))
        self._reach: Span | None = None
        self._functions: list[ast.FunctionDef | ast.AsyncFunctionDef] = []
        self._last: set[ast.stmt] = set()
        """Statements after which a function ends anyway."""

    def _start(self, node: ast.AST) -> int:
        return self._line_starts[node.lineno - 1] + node.col_offset

    def _end(self, node: ast.AST) -> int:
        return self._line_starts[node.end_lineno - 1] + node.end_col_offset

    def _text(self, node: ast.AST) -> bytes:
        return self._source[self._start(node) : self._end(node)]

    def _add(
        self, node: ast.AST, what: str, text: bytes, start: int | None = None, end: int | None = None
    ) -> None:
        start = self._start(node) if start is None else start
        end = self._end(node) if end is None else end
        line = self._source.count(b"\n", 0, start) + 1
        self.found.append(Mutant(self._path, line, what, start, end, text, self._reach))

    def _between(self, before: ast.AST, after: ast.AST, old: str, new: str) -> None:
        """Replace the operator between two operands, and leave brackets and comments there as they are."""
        start, end = self._end(before), self._start(after)
        gap = self._source[start:end].decode()
        word = rf"\b{old}\b" if old[0].isalpha() else old
        shown = re.sub(r"\\s\+", " ", old).replace("\\", "")
        self._add(before, f"{shown} becomes {new}", re.sub(word, new, gap, count=1).encode(), start, end)

    # What is left alone.

    def visit(self, node: ast.AST) -> None:
        if isinstance(node, (ast.Import, ast.ImportFrom, ast.Assert, ast.pattern, ast.expr_context)):
            return
        if isinstance(node, ast.JoinedStr) and sys.version_info < (3, 12):
            return  # positions are wrong in there
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            return
        if isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = {target.id for target in targets if isinstance(target, ast.Name)}
            if names & {"__slots__", "__all__"}:
                return
        if isinstance(node, ast.Call):
            root: ast.AST = node.func
            while isinstance(root, (ast.Attribute, ast.Call)):
                root = root.value if isinstance(root, ast.Attribute) else root.func
            if isinstance(root, ast.Name) and (root.id in LOGS or root.id in DECLARING):
                return
        if isinstance(node, ast.stmt):
            self._statement(node)
        else:
            super().visit(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        if not any("Protocol" in ast.unparse(base) for base in node.bases):
            self._all(node.body)

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        decorators = {ast.unparse(decorator).rpartition(".")[2] for decorator in node.decorator_list}
        if node.name == "__repr__" or decorators & {"overload", "abstractmethod"}:
            return
        self._functions.append(node)
        self._last.update(_ends(node.body))
        self._reach = Span(node.body[0].lineno, node.body[-1].end_lineno or 0)
        self._all(default for default in (*node.args.defaults, *node.args.kw_defaults) if default)
        self._all(node.body)
        self._functions.pop()
        self._reach = None

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self._function(node)

    def _all(self, nodes: Iterable[ast.AST]) -> None:
        for node in nodes:
            self.visit(node)

    # Statements.

    def _statement(self, node: ast.stmt) -> None:
        before = self._reach
        if self._functions and not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            bodies = [getattr(node, "body", None), getattr(node, "cases", None)]
            inner = next((body[0] for body in bodies if body), None)
            inner = inner.pattern if isinstance(inner, ast.match_case) else inner
            last = node.end_lineno or 0 if inner is None else max(node.lineno, inner.lineno - 1)
            self._reach = Span(node.lineno, last)
            self._drop(node)
        if isinstance(node, ast.AnnAssign):
            self._all([node.value] if node.value else [])
        elif isinstance(node, ast.Raise):
            pass  # how it is worded
        elif not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            super().visit(node)
        self._reach = before

    def _drop(self, node: ast.stmt) -> None:
        """Do without a statement that does something; and take no lock, catch no error."""
        if isinstance(node, ast.Expr):
            called = node.value.value if isinstance(node.value, ast.Await) else node.value
            if isinstance(called, ast.Call) and not any(
                f"{name}." in ast.unparse(called.func) for name in LOGS
            ):
                self._add(node, "a call dropped", b"pass")
        elif isinstance(node, (ast.AugAssign, ast.Delete)) or (
            isinstance(node, ast.Assign) and self._again(node)
        ):
            self._add(node, "an assignment dropped", b"pass")
        elif isinstance(node, (ast.Return, ast.Raise, ast.Continue, ast.Break)):
            if node not in self._last:
                self._add(node, f"a {type(node).__name__.lower()} dropped", b"pass")
        elif isinstance(node, (ast.With, ast.AsyncWith)) and not any(
            item.optional_vars for item in node.items
        ):
            self._add(node, "a context dropped", b"if True", end=self._end(node.items[-1].context_expr))
        elif isinstance(node, ast.Try):
            for handler in node.handlers:
                if not isinstance(handler.body[0], ast.Raise):
                    self._reach = Span(handler.lineno, handler.end_lineno or 0)
                    self._add(
                        handler.body[0], "an error raised on", b"raise", end=self._end(handler.body[-1])
                    )

    def _again(self, node: ast.Assign) -> bool:
        """Whether the program goes on without this assignment, with another value."""
        function = self._functions[-1]
        known = {arg.arg for arg in (*function.args.args, *function.args.kwonlyargs)}
        known |= {
            name.id
            for name in ast.walk(function)
            if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store) and name.lineno < node.lineno
        }
        names = [name for target in node.targets for name in ast.walk(target) if isinstance(name, ast.Name)]
        return all(not isinstance(name.ctx, ast.Store) or name.id in known for name in names)

    def visit_Try(self, node: ast.Try) -> None:
        self._all(node.body)
        for handler in node.handlers:
            self._all(handler.body)
        self._all([*node.orelse, *node.finalbody])

    # Expressions.

    def _condition(self, test: ast.expr) -> None:
        turned = isinstance(test, ast.Compare) and not isinstance(test.ops[0], ORDERING)
        if not turned and not isinstance(test, ast.UnaryOp):  # those are turned round by themselves
            self._add(test, "a condition negated", b"(not (" + self._text(test) + b"))")

    def visit_If(self, node: ast.If) -> None:
        self._condition(node.test)
        self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        self._condition(node.test)
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self._condition(node.test)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for test in node.ifs:
            self._add(test, "a filter dropped", b"True")
        self.generic_visit(node)

    def visit_match_case(self, node: ast.match_case) -> None:
        if node.guard is not None:
            self._condition(node.guard)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self._add(node, "not dropped", b"(" + self._text(node.operand) + b")")
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        for operator, (left, right) in zip(node.ops, pairwise([node.left, *node.comparators]), strict=True):
            old, others = COMPARED[type(operator)]
            for new in others:
                self._between(left, right, old, new)
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        old, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        for left, right in pairwise(node.values):
            self._between(left, right, old, new)
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        sides = [node.left, node.right]
        texts = any(
            isinstance(side, (ast.JoinedStr, ast.Constant)) and not _is_number(side) for side in sides
        )
        types = isinstance(node.op, ast.BitOr) and not self._functions
        if type(node.op) in COMPUTED and not texts and not types:
            self._between(node.left, node.right, *COMPUTED[type(node.op)])
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        if type(node.op) in COMPUTED:
            self._between(node.target, node.value, *COMPUTED[type(node.op)])
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self._add(node, f"{not node.value} in place of {node.value}", str(not node.value).encode())
        elif _is_number(node):
            other = node.value + 1 if isinstance(node.value, int) else node.value * 2 + 1
            self._add(node, f"{other} in place of {node.value}", str(other).encode())

    def visit_Dict(self, node: ast.Dict) -> None:
        if self._functions and len(node.values) > 1 and all(node.keys):
            self._without([key for key in node.keys if key], "an entry dropped", self._end(node.values[-1]))
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        func, args = node.func, node.args
        name = func.attr if isinstance(func, ast.Attribute) else func.id if isinstance(func, ast.Name) else ""
        if name in OPPOSITES:
            other = OPPOSITES[name]
            self._add(func, f"{other} in place of {name}", other.encode(), self._end(func) - len(name))
        elif len(args) > 1 and name not in CONDITIONS and _alike(args[0], args[1]):
            between = self._source[self._end(args[0]) : self._start(args[1])]
            swapped = self._text(args[1]) + between + self._text(args[0])
            self._add(node, "two arguments swapped", swapped, self._start(args[0]), self._end(args[1]))
        if isinstance(func, ast.Attribute) and name in CHAINED:
            self._add(node, f".{name} dropped", b"", self._end(func.value), self._end(node))
        if name in CONDITIONS and len(args) > 1:
            self._without(args, "a part of a condition dropped", self._end(args[-1]))
        if name in SETTING and len(node.keywords) > 1 and not args[1:]:
            self._without(node.keywords, "a value dropped", self._end(node.keywords[-1]))
        self.generic_visit(node)

    def _without(self, parts: Sequence[ast.AST], what: str, end: int) -> None:
        for part, following in pairwise(parts):
            self._add(part, what, b"", self._start(part), self._start(following))
        self._add(parts[-1], what, b"", self._start(parts[-1]), end)


def _ends(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    last = body[-1]
    yield last
    if isinstance(last, (ast.If, ast.With, ast.AsyncWith, ast.Try)):
        yield from _ends(last.body)
    if isinstance(last, (ast.If, ast.Try)) and last.orelse:
        yield from _ends(last.orelse)
    if isinstance(last, ast.Match):
        for case in last.cases:
            yield from _ends(case.body)


def _alike(one: ast.expr, other: ast.expr) -> bool:
    """Whether two arguments are of one form, other than two names: what is of another type a type checker notices."""
    forms = [[type(node) for node in ast.walk(side)] for side in (one, other)]
    return forms[0] == forms[1] and len(forms[0]) > 2 and ast.dump(one) != ast.dump(other)


def _is_number(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Constant)
        and isinstance(node.value, (int, float))
        and not isinstance(node.value, bool)
    )


def find(path: str, source: bytes) -> list[Mutant]:
    """Find all that can be made wrong in a file, in the order of the text."""
    finder = Finder(path, source)
    finder.visit(ast.parse(source))
    return sorted(dict.fromkeys(finder.found), key=lambda mutant: (mutant.start, mutant.end))


def is_other_code(mutant: Mutant, source: bytes) -> bool:
    """Whether a mutant is a program, and another one than the right one."""
    try:
        return ast.dump(ast.parse(mutant.applied(source))) != ast.dump(ast.parse(source))
    except SyntaxError:
        return False


def sample(root: Path, paths: Iterable[str], seed: int) -> Iterator[Mutant]:
    """All mutants of some files and folders, in an order that hardly changes when the code elsewhere does."""
    keyed: list[tuple[str, Mutant]] = []
    sources: dict[str, bytes] = {}
    for path in paths:
        place = root / path
        for file in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
            name, source, seen = file.relative_to(root).as_posix(), file.read_bytes(), dict[str, int]()
            sources[name] = source
            lines = source.splitlines()
            for mutant in find(name, source):
                key = f"{name}:{mutant.what}:{lines[mutant.line - 1]!r}"
                seen[key] = seen.get(key, 0) + 1
                keyed.append((hashlib.sha256(f"{seed}:{key}:{seen[key]}".encode()).hexdigest(), mutant))
    for _, mutant in sorted(keyed, key=lambda entry: entry[0]):
        if is_other_code(mutant, sources[mutant.path]):
            yield mutant


@dataclass(frozen=True, slots=True)
class Map:
    """Which tests reach which lines, and how many seconds each test takes."""

    seconds: dict[str, float]
    reached: dict[str, dict[int, list[str]]]

    def chosen(self, mutant: Mutant, budget: float) -> list[str]:
        """The tests that may notice a mutant, as many as last `budget` seconds.

        First come those of the file's own, and quick ones before slow ones. What happens at import may matter to
        tests that run no line of the file.
        """
        lines = self.reached.get(mutant.path, {})
        reaching = {
            test
            for line, tests in lines.items()
            if mutant.reach is None or mutant.reach.first <= line <= mutant.reach.last
            for test in tests
        }
        tests = set(self.seconds) if mutant.reach is None else reaching & set(self.seconds)
        own = f"test_{Path(mutant.path).stem}.py"
        chosen: list[str] = []
        for test in sorted(
            tests, key=lambda test: (own not in test, test not in reaching, self.seconds[test], test)
        ):
            budget -= self.seconds[test]
            if budget < 0 and chosen:
                break
            chosen.append(test)
        return chosen


PROCESSES = multiprocessing.get_context("forkserver")
LIBRARIES = (
    *("aiosqlite", "alembic.autogenerate", "alembic.command", "asyncpg", "coverage", "discord", "hypothesis"),
    *("openskill.models", "PIL.Image", "pydantic_settings", "simcord", "sqlalchemy.ext.asyncio", "structlog"),
)
PROCESSES.set_forkserver_preload(list(LIBRARIES))
"""What takes long to import and is never wrong."""


def _pytest(root: Path, output: Path, arguments: list[str], seconds: float | None) -> None:
    """Run pytest in a process of its own, in a tree of its own, and end with its code."""
    os.setsid()
    if seconds is not None:
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds) + 5))
    with output.open("wb") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
    os.chdir(root)
    for name in [name for name in sys.modules if name.partition(".")[0] in ("bot", "cogs", "db", "tests")]:
        del sys.modules[name]
    sys.path[:] = [str(root), *(path for path in sys.path if path not in ("", str(ROOT)))]
    sys.dont_write_bytecode = False
    os.environ.update(PYTHONPATH=str(root), PYTEST_ADDOPTS="", COLUMNS="200")
    code = pytest.main(arguments)
    sys.stdout.flush()
    os._exit(code)


class Copy:
    """A copy of the tree in which code may be wrong."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.root = folder / "tree"
        self._folder = folder
        ignored = shutil.ignore_patterns(".git", ".venv", ".*_cache", "__pycache__", "node_modules")
        shutil.copytree(root, self.root, ignore=ignored)

    def run(
        self, *arguments: str, tests: Sequence[str], seconds: float | None = None
    ) -> tuple[int | None, str]:
        """Run pytest here; return its exit code, None when it hangs, and what it printed.

        It hangs when it takes more than so many seconds of the processor's time, or much longer without it: a busy
        machine is not taken for a hanging program.
        """
        named, output = self._folder / "tests.txt", self._folder / "output.txt"
        named.write_text("\n".join(tests))
        # That libraries were imported early matters to nobody.
        early = ["-W", "ignore::pytest.PytestAssertRewriteWarning"]
        command = ["-q", "-p", "no:cacheprovider", *early, *arguments, f"@{named}"]
        process = PROCESSES.Process(target=_pytest, args=(self.root, output, command, seconds))
        process.start()
        assert process.pid is not None
        process.join(None if seconds is None else 10 * seconds)
        hangs = process.is_alive()
        if hangs:
            os.kill(process.pid, signal.SIGINT)  # it puts away what it has started
            process.join(15)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.join()
        hangs |= process.exitcode == -signal.SIGXCPU
        return None if hangs else process.exitcode, output.read_text() if output.exists() else ""

    def map(self, paths: Iterable[str], tests: Sequence[str]) -> Map:
        """Run all tests once, and see how long they take and where they come."""
        settings, data = self._folder / "coverage.ini", self._folder / "coverage.data"
        include = ",".join(f"{path}/*" if (self.root / path).is_dir() else path for path in paths)
        settings.write_text(
            f"[run]\nconcurrency = thread,greenlet\ninclude = {include}\ndata_file = {data}\n"
        )
        traced = [
            f"--cov-config={settings}",
            "--cov",
            "--cov-context=test",
            "--cov-report=",
            "--cov-fail-under=0",
        ]
        timed = ["-vv", "--durations=0", "--durations-min=0"]
        code, output = self.run(*traced, *timed, "-m", QUICK, "-rfE", tests=tests)
        if code not in (0, 1):
            raise SystemExit(f"The tests don't run:\n{output[-3000:]}")
        failed = set(re.findall(r"^(?:FAILED|ERROR) (\S+::.+?)(?: - |$)", output, re.MULTILINE))
        for test in sorted(failed):
            print(f"left out, it fails without any mutant: {test}", flush=True)
        seconds: dict[str, float] = {}
        for taken, test in re.findall(
            r"^ *([\d.]+)s (?:call|setup|teardown) +(\S+::.+)$", output, re.MULTILINE
        ):
            if test not in failed:
                seconds[test] = seconds.get(test, 0.0) + float(taken)
        known = coverage.CoverageData(str(data))
        known.read()
        reached = {
            Path(file).relative_to(self.root).as_posix(): {
                line: sorted({context.rpartition("|")[0] for context in contexts if context})
                for line, contexts in known.contexts_by_lineno(file).items()
            }
            for file in known.measured_files()
        }
        code, output = self.run("--collect-only", tests=list(seconds))
        if code != 0:
            raise SystemExit(f"These tests can't be run by name:\n{output[-3000:]}")
        return Map(seconds, reached)

    def fate(self, mutant: Mutant, tests: Sequence[str], seconds: float) -> str | None:
        """How a mutant was noticed, None when it wasn't."""
        if not tests:
            return None
        file = self.root / mutant.path
        right = file.read_bytes()
        cached = Path(importlib.util.cache_from_source(str(file)))
        try:
            file.write_bytes(mutant.applied(right))
            cached.unlink(missing_ok=True)
            code, output = self.run("-x", "--tb=no", "-rfE", tests=tests, seconds=20 + 2 * seconds)
        finally:
            file.write_bytes(right)
            cached.unlink(missing_ok=True)
        if code in (0, 5):
            return None
        told = re.search(r"^(?:FAILED|ERROR) (\S+)", output, re.MULTILINE)
        return "it hangs" if code is None else told[1] if told else f"pytest ends with {code}"


def _digest(root: Path, tests: Sequence[str]) -> str:
    digest = hashlib.sha256(json.dumps([str(root), *tests]).encode())
    for folder in ("bot", "cogs", "db"):
        for file in sorted((root / folder).rglob("*.py")):
            digest.update(file.read_bytes())
    return digest.hexdigest()


def _known(path: Path | None, digest: str) -> Map | None:
    if path is None or not path.exists():
        return None
    kept = json.loads(path.read_text())
    if kept["digest"] != digest:
        return None
    reached = {
        file: {int(line): tests for line, tests in lines.items()} for file, lines in kept["reached"].items()
    }
    return Map(kept["seconds"], reached)


def difference(mutant: Mutant, source: bytes) -> str:
    """What a mutant changes, as a diff."""
    one, other = (text.decode().splitlines(keepends=True) for text in (source, mutant.applied(source)))
    return "".join(difflib.unified_diff(one, other, mutant.path, mutant.what, n=2))


def campaign(
    root: Path,
    paths: Sequence[str],
    tests: Sequence[str],
    mutants: Sequence[Mutant],
    *,
    budget: float,
    kept: Path | None = None,
) -> Iterator[tuple[Mutant, str | None]]:
    """Try mutants one after the other; yields each with how it was noticed, None when it wasn't."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        copy = Copy(root, Path(folder))
        digest = _digest(root, [*paths, *tests])
        known = _known(kept, digest)
        if known is None:
            known = copy.map(paths, tests)
            if kept is not None:
                kept.write_text(
                    json.dumps({"digest": digest, "seconds": known.seconds, "reached": known.reached})
                )
        for mutant in mutants:
            chosen = known.chosen(mutant, budget)
            yield mutant, copy.fate(mutant, chosen, sum(known.seconds[test] for test in chosen))


def _tests_of(path: str) -> str:
    """The folder of the tests for a folder, or for the one that a file is in."""
    folder = path.rpartition("/")[0] if path.endswith(".py") else path
    return f"tests/{folder.removeprefix('bot/')}"


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.campaigns.mutants", description=__doc__)
    parser.add_argument("paths", nargs="+", help="files and folders whose code is made wrong")
    parser.add_argument(
        "--tests", nargs="+", help="what may notice it (the folders of the same names, if left out)"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", type=int, default=40, help="how many mutants to try")
    parser.add_argument("--skip", type=int, default=0, help="how many of the sample to leave out first")
    parser.add_argument(
        "--only", nargs="+", metavar="FILE:LINE", help="try all mutants of these lines instead"
    )
    parser.add_argument("--budget", type=float, default=60, help="seconds of tests for one mutant")
    parser.add_argument("--map", type=Path, help="keep here which tests reach what, for the next run")
    options = parser.parse_args(arguments)
    paths = [path.rstrip("/") for path in options.paths]
    tests = options.tests or sorted({_tests_of(path) for path in paths})
    wanted = sample(ROOT, paths, options.seed)
    if options.only:
        mutants = [mutant for mutant in wanted if f"{mutant.path}:{mutant.line}" in options.only]
    else:
        mutants = list(islice(wanted, options.skip, options.skip + options.size))
    survived: list[Mutant] = []
    for mutant, noticed in campaign(ROOT, paths, tests, mutants, budget=options.budget, kept=options.map):
        print(f"survived  {mutant}" if noticed is None else f"killed    {mutant} (by {noticed})", flush=True)
        if noticed is None:
            survived.append(mutant)
            print(difference(mutant, (ROOT / mutant.path).read_bytes()), flush=True)
    for path in paths:
        tried = [mutant for mutant in mutants if f"{mutant.path}/".startswith(f"{path}/")]
        killed = len(tried) - sum(mutant in survived for mutant in tried)
        print(
            f"{path}: {killed} of {len(tried)} killed ({killed / max(1, len(tried)):.0%}), seed {options.seed}"
        )


if __name__ == "__main__":
    main()
