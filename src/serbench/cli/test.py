"""``serbench test``: the linters and the tests of this checkout."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import sysconfig
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import click

from serbench.codecs.manifest import CodecManifest
from serbench.errors import BadInput, SerbenchError
from serbench.languages import languages
from serbench.languages.builder import Command
from serbench.locations import CHECKOUT, IS_INSTALLED, cache_directory
from serbench.parallel import usable_cores
from serbench.scratch import scratch_folder
from serbench.selection.discovery import find_codecs
from serbench.setup.browser import lacks_browser
from serbench.terminal.console import echo
from serbench.terminal.options import no_install_flag

_PYTHON_FOLDERS = ("src", "tests", "workloads", "benchmarks")
_PYTEST_INTERRUPTED = 2
_PYTEST_NOTHING_LEFT = 5
_BROWSER_TESTS = "tests/browser"
_LEFT_OUT = (
    "the other codecs and workloads, stores, the browser and slow tests; ./serbench test --all runs them too."
)


@dataclass(frozen=True, slots=True)
class Tally:
    """How many checks passed and how many failed."""

    passed: int = 0
    failed: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.passed + other.passed, self.failed + other.failed)


@dataclass(frozen=True, slots=True)
class Ended:
    """The exit status of a command, and what it printed."""

    status: int
    output: str


Start = Callable[[Command], Ended]


@click.command("test")
@click.option("-k", "expression", metavar="EXPRESSION", help="Only the tests whose name matches.")
@click.option("--all", "whole", is_flag=True, help="Also run the long tests; the last lines name them.")
@no_install_flag
def command(expression: str | None, whole: bool) -> int:
    """Run the linters and the tests of this checkout.

    Real runners are tested of representative codecs, one of each family in each language; with --all of every
    codec. The last line counts the tests of pytest and each linter as one.
    """
    if IS_INSTALLED:
        raise BadInput("The tests are not installed: a checkout of the repository has them and runs them.")
    left_out = [] if whole else [_LEFT_OUT]
    cache = cache_directory() / "lint"
    linters = python_linters(CHECKOUT, cache)
    codecs = [codec for codec in find_codecs() if whole or codec.representative]
    for title, found in language_linters(CHECKOUT, cache, codecs):
        if isinstance(found, str):
            left_out.append(f"the linters of {title}: {found}")
        else:
            linters[title] = found
    tally = run_linters(linters, _captured)
    lacking = lacks_browser(echo) if whole else ""
    if lacking:
        left_out.append(f"the report in a browser: {lacking}")
    tally += _run_pytest(pytest_arguments(expression, whole=whole, browser=whole and not lacking))
    echo(ending(tally, left_out))
    return 1 if tally.failed else 0


def ending(tally: Tally, left_out: Sequence[str]) -> str:
    """The last lines: what was left out, and the count."""
    lines = [f"Left out: {what}" for what in left_out]
    return "\n".join([*lines, f"{tally.passed} passed, {tally.failed} failed"])


def python_linters(checkout: Path, cache: Path) -> dict[str, list[Command]]:
    """ruff, mypy and the layers of packages, each as the commands that together are one check.

    Their caches are outside the checkout, which need not be writable.
    """
    python = (sys.executable, "-m")
    folders = tuple(name for name in _PYTHON_FOLDERS if any((checkout / name).rglob("*.py")))
    ruff_cache = ("--cache-dir", str(cache / "ruff"))
    layers = (
        str(Path(sysconfig.get_path("scripts")) / "lint-imports"),
        "--cache-dir",
        str(cache / "imports"),
    )
    mypy = (*python, "mypy", "--cache-dir", str(cache / "mypy"))
    # Each workload has a generate.py, and a module's name must be unique within one call of mypy.
    apart = sorted({path.parent for path in (checkout / "workloads").glob("*/*.py")})
    apart += [checkout / "benchmarks"] if (checkout / "benchmarks").exists() else []
    return {
        "ruff format": [(*python, "ruff", "format", "--check", *ruff_cache, *folders)],
        "ruff check": [(*python, "ruff", "check", *ruff_cache, *folders)],
        "import-linter": [("env", f"PYTHONPATH={checkout / 'src'}", *layers, "--no-logo")],
        "mypy": [mypy, *((*mypy, str(folder.relative_to(checkout))) for folder in apart)],
    }


def language_linters(
    checkout: Path, cache: Path, codecs: Sequence[CodecManifest]
) -> Iterator[tuple[str, list[Command] | str]]:
    """The linters of the languages over these codecs; in place of those whose toolchain is missing the
    reason."""
    for language in languages():
        if language.builder.linters is not None:
            own = [codec for codec in codecs if codec.language == language.name]
            try:
                yield from language.builder.linters(checkout, cache, own).items()
            except SerbenchError as error:
                yield language.name, str(error)


def run_linters(linters: Mapping[str, Sequence[Command]], start: Start) -> Tally:
    """Runs linters, one for each processor at once, and prints what each said. All commands of a linter run,
    also after one failed, and are counted as one check."""

    def run(commands: Sequence[Command]) -> list[Ended]:
        return [start(words) for words in commands]

    tally = Tally()
    with ThreadPoolExecutor(_processors()) as pool:
        for title, ended in zip(linters, pool.map(run, linters.values()), strict=True):
            echo(f"== {title}")
            echo("".join(one.output for one in ended), nl=False)
            tally += Tally(failed=1) if any(one.status for one in ended) else Tally(passed=1)
    return tally


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


def count_pytest(report: str, status: int, selected: bool = False) -> Tally:
    """The tests counted in the report (empty if pytest wrote none). An exit status that no test explains,
    as when nothing could be collected, is one more failure; an empty selection is not."""
    if selected and status == _PYTEST_NOTHING_LEFT:
        return Tally()
    try:
        tally = count_tests(report) if report else Tally()
    except ElementTree.ParseError:
        tally = Tally()
    unexplained = status != 0 and tally.failed == 0
    return tally + Tally(failed=1) if unexplained else tally


def pytest_arguments(expression: str | None, *, whole: bool, browser: bool) -> list[str]:
    """The arguments of pytest.
    ``whole`` includes the slow tests, and ``browser`` those of the report in a browser."""
    # Tests often wait for small processes, which leaves room for one more of them.
    workers = _processors() + 1
    # A file's tests stay in one process, which makes what they share once; tests/conftest.py orders files.
    words = ["tests", "-n", str(workers), "--dist", "loadfile", "--no-loadscope-reorder"]
    words += [] if browser else [f"--ignore={_BROWSER_TESTS}"]
    words += [] if whole else ["-m", "not slow"]
    return [*words, "-k", expression] if expression else words


def _run_pytest(arguments: Sequence[str]) -> Tally:
    echo("== pytest")
    # Tests interrupt what they start; a shell has its jobs in the background ignore that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with scratch_folder("test") as folder:
        report = folder / "report.xml"
        words = [sys.executable, "-m", "pytest", "-q", f"--junitxml={report}"]
        words += ["-o", f"cache_dir={cache_directory() / 'lint' / 'pytest'}"]
        sys.stdout.flush()
        storage = cache_directory() / "lint" / "hypothesis"
        environment = {"HYPOTHESIS_STORAGE_DIRECTORY": str(storage), **os.environ}
        words += arguments
        status = subprocess.run(words, cwd=CHECKOUT, env=environment, check=False).returncode
        if status == _PYTEST_INTERRUPTED and not report.is_file():
            raise KeyboardInterrupt
        text = report.read_text(encoding="utf-8") if report.is_file() else ""
        return count_pytest(text, status, selected="-k" in arguments)


def _processors() -> int:
    return len(usable_cores())


def _captured(words: Command) -> Ended:
    """Runs a command in the checkout; 127 if there is no such program."""
    try:
        done = subprocess.run(
            words, cwd=CHECKOUT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
        )
    except FileNotFoundError:
        return Ended(127, f"{words[0]} is not installed.\n")
    return Ended(done.returncode, done.stdout)
