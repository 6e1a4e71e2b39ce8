"""The campaign of mutants makes the code wrong as it says, and tells apart what is noticed and what isn't."""

from __future__ import annotations

from pathlib import Path

from tests.campaigns.mutants import campaign, find, is_other_code, sample

TOY = '''"""A toy."""
import logging
from typing import Final

log = logging.getLogger(__name__)
SEATS: Final = 2
"""How many there are."""


def may_sit(age: int, taken: int, *, host: bool = False) -> bool:
    """Whether somebody may sit down."""
    assert age >= 0
    if age < 18 and not host:
        log.info("too young", extra={"age": age + 1})
        return False
    return taken < SEATS
'''
TESTS = """from toy.rules import may_sit


def test_who_may_sit():
    assert may_sit(30, 0)
    assert not may_sit(17, 0)
    assert not may_sit(30, 2)
"""


def changes(code: str) -> set[str]:
    """The lines that a mutant of this code may have in place of others."""
    lines = code.splitlines()
    return {
        line.strip()
        for mutant in find("toy.py", code.encode())
        if is_other_code(mutant, code.encode())
        for line in mutant.applied(code.encode()).decode().splitlines()
        if line not in lines
    }


def test_what_is_made_wrong_and_what_is_left_alone() -> None:
    assert changes(TOY) == {
        "SEATS: Final = 3",
        "def may_sit(age: int, taken: int, *, host: bool = True) -> bool:",
        "if (not (age < 18 and not host)):",
        "if age < 18 or not host:",
        "if age <= 18 and not host:",
        "if age >= 18 and not host:",
        "if age < 19 and not host:",
        "if age < 18 and (host):",
        "pass",
        "return True",
        "return taken <= SEATS",
        "return taken >= SEATS",
    }


def test_statements_errors_and_locks() -> None:
    code = """async def f(self, lock, x):
    async with lock:
        await self.store(x, deep=False)
        self.count += 1
    try:
        x = min(x, 5)
    except ValueError:
        x = 0
"""
    assert changes(code) == {
        "if True:", "pass", "await self.store(x, deep=True)", "self.count -= 1", "self.count += 2",
        "x = max(x, 5)", "x = min(x, 6)", "x = 1", "raise",
    }  # fmt: skip


def test_queries() -> None:
    code = "def f():\n    return sa.update(t).where(t.a == 1, t.b.is_(None)).values(c=2, d=x).limit(n)\n"
    assert changes(code) == {
        f"return sa.update(t){where}{values}{limit}"
        for where, values, limit in [
            (where, ".values(c=2, d=x)", ".limit(n)")
            for where in (
                "", ".where(t.b.is_(None))", ".where(t.a == 1, )", ".where(t.a != 1, t.b.is_(None))",
                ".where(t.a == 2, t.b.is_(None))",
            )
        ] + [
            (".where(t.a == 1, t.b.is_(None))", values, ".limit(n)")
            for values in (".values(d=x)", ".values(c=2, )", ".values(c=3, d=x)")
        ] + [(".where(t.a == 1, t.b.is_(None))", ".values(c=2, d=x)", "")]
    }  # fmt: skip


def test_killed_and_survived(tmp_path: Path) -> None:
    (tmp_path / "toy").mkdir()
    (tmp_path / "toy" / "rules.py").write_text(TOY)
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_rules.py").write_text(TESTS)
    mutants = list(sample(tmp_path, ["toy"], seed=1))
    assert mutants == list(sample(tmp_path, ["toy"], seed=1))
    assert mutants != list(sample(tmp_path, ["toy"], seed=2))
    chosen = [mutant for mutant in mutants if mutant.what in ("< becomes <=", "19 in place of 18")]
    fates = dict(campaign(tmp_path, ["toy"], ["tests"], chosen, budget=60))
    test = "tests/test_rules.py::test_who_may_sit"
    assert {(mutant.line, mutant.what): fate for mutant, fate in fates.items()} == {
        (13, "< becomes <="): None,
        (13, "19 in place of 18"): None,
        (16, "< becomes <="): test,
    }
    assert (tmp_path / "toy" / "rules.py").read_text() == TOY, "the tree itself stays as it is"
