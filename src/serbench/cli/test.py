"""``serbench test``: the linters and the tests of this checkout."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tempfile
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from serbench.locations import CHECKOUT, cache_directory

_LINTED = ("src", "tests", "workloads")
_PYTEST_INTERRUPTED = 2


@dataclass(frozen=True, slots=True)
class Tally:
    """How many checks passed and how many failed."""

    passed: int = 0
    failed: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.passed + other.passed, self.failed + other.failed)


Command = tuple[str, ...]
Start = Callable[[Command], int]


@click.command("test")
@click.option("-k", "expression", metavar="EXPRESSION", help="Only the tests whose name matches.")
@click.option("--fast", is_flag=True, help="Leave out the tests that build or measure for long.")
def command(expression: str | None, fast: bool) -> int:
    """Run the linters and all tests of this checkout.

    The last line counts the tests of pytest and each linter as one.
    """
    tally = Tally()
    for title, commands in linters(CHECKOUT).items():
        tally += run_linter(title, commands, _start)
    tally += _run_pytest(expression, fast)
    click.echo(f"{tally.passed} passed, {tally.failed} failed")
    return 1 if tally.failed else 0


def linters(checkout: Path) -> dict[str, list[Command]]:
    """The linters in their order, each with the commands that together are its one check.

    Their caches lie outside the checkout, which need not be writable. A linter without a file to look at is
    left out.
    """
    python = (sys.executable, "-m")
    cache = cache_directory() / "lint"
    folders = tuple(name for name in _LINTED if any((checkout / name).rglob("*.py")))
    ruff_cache = ("--cache-dir", str(cache / "ruff"))
    mypy = (*python, "mypy", "--cache-dir", str(cache / "mypy"))
    # Each workload has a generate.py, and a module's name must be unique within one call of mypy.
    workloads = sorted({path.parent for path in (checkout / "workloads").glob("*/*.py")})
    sources = sorted(path for suffix in ("hpp", "cpp") for path in (checkout / "cpp").rglob(f"*.{suffix}"))
    clang_format = str(Path(sysconfig.get_path("scripts")) / "clang-format")
    found: dict[str, list[Command]] = {
        "ruff format": [(*python, "ruff", "format", "--check", *ruff_cache, *folders)],
        "ruff check": [(*python, "ruff", "check", *ruff_cache, *folders)],
        "mypy": [mypy, *((*mypy, str(folder.relative_to(checkout))) for folder in workloads)],
    }
    if sources:
        names = (str(path.relative_to(checkout)) for path in sources)
        found["clang-format"] = [(clang_format, "--dry-run", "--Werror", *names)]
    return found


def run_linter(title: str, commands: Sequence[Command], start: Start) -> Tally:
    """Runs all commands of a linter, also after one failed, and counts them as one check."""
    click.echo(f"== {title}")
    statuses = [start(words) for words in commands]
    return Tally(failed=1) if any(statuses) else Tally(passed=1)


def count_tests(report: str) -> Tally:
    """Counts the test cases of a JUnit report. A test with an error, also one in its fixtures, has failed; a
    skipped test and one that failed as expected have neither passed nor failed."""
    # One test can have two cases, when its body and then its tear-down fail.
    outcomes: dict[tuple[str, str], bool] = {}
    for case in ElementTree.fromstring(report).iter("testcase"):
        tags = {child.tag for child in case}
        name = (case.get("classname", ""), case.get("name", ""))
        if tags & {"failure", "error"}:
            outcomes[name] = False
        elif "skipped" not in tags:
            outcomes.setdefault(name, True)
    passed = sum(outcomes.values())
    return Tally(passed, len(outcomes) - passed)


def count_pytest(report: str, status: int) -> Tally:
    """The tests counted in the report (empty where pytest wrote none). An exit status that no test explains,
    as when nothing could be collected, is one more failure."""
    try:
        tally = count_tests(report) if report else Tally()
    except ElementTree.ParseError:
        tally = Tally()
    unexplained = status != 0 and tally.failed == 0
    return tally + Tally(failed=1) if unexplained else tally


def _run_pytest(expression: str | None, fast: bool) -> Tally:
    click.echo("== pytest")
    with tempfile.TemporaryDirectory(prefix="serbench-test-") as folder:
        report = Path(folder) / "report.xml"
        words = [sys.executable, "-m", "pytest", "-q", f"--junitxml={report}"]
        words += ["-o", f"cache_dir={cache_directory() / 'lint' / 'pytest'}"]
        words += ["-k", expression] if expression else []
        words += ["-m", "not slow"] if fast else []
        status = _start((*words, "tests"))
        if status == _PYTEST_INTERRUPTED and not report.is_file():
            raise KeyboardInterrupt
        text = report.read_text(encoding="utf-8") if report.is_file() else ""
        return count_pytest(text, status)


def _start(words: Command) -> int:
    """Runs a command in the checkout with our own output; 127 where there is no such program."""
    sys.stdout.flush()
    storage = cache_directory() / "lint" / "hypothesis"
    environment = {"HYPOTHESIS_STORAGE_DIRECTORY": str(storage), **os.environ}
    try:
        return subprocess.run(words, cwd=CHECKOUT, env=environment, check=False).returncode
    except FileNotFoundError:
        click.echo(f"{words[0]} is not installed.", err=True)
        return 127
