"""How ``serbench test`` counts."""

from pathlib import Path

import pytest

from serbench.cli.test import (
    Ended,
    Tally,
    count_pytest,
    count_tests,
    ending,
    pytest_arguments,
    python_linters,
    run_linters,
)
from serbench.languages.builder import Command
from serbench.languages.cpp import builder as cpp
from serbench.languages.java import builder as java

REPORT = """<?xml version="1.0" encoding="utf-8"?>
<testsuites name="pytest tests"><testsuite name="pytest" errors="2" failures="2" skipped="2" tests="7">
<testcase classname="tests.test_a" name="test_passes" time="0.0" />
<testcase classname="tests.test_a" name="test_fails"><failure message="assert 1 == 2">x</failure></testcase>
<testcase classname="tests.test_a" name="test_skipped"><skipped type="pytest.skip" message="no" /></testcase>
<testcase classname="tests.test_a" name="test_expected"><skipped type="pytest.xfail" message="" /></testcase>
<testcase classname="tests.test_a" name="test_both"><failure message="body">x</failure></testcase>
<testcase classname="tests.test_a" name="test_both"><error message="failed on teardown">x</error></testcase>
<testcase classname="" name="tests.test_b"><error message="collection failure">x</error></testcase>
</testsuite></testsuites>
"""


def test_errors_are_failures_and_expected_failures_are_neither() -> None:
    assert count_tests(REPORT) == Tally(passed=1, failed=3)


def test_an_exit_status_no_test_explains_is_a_failure() -> None:
    assert count_pytest("", 5) == Tally(failed=1)
    assert count_pytest("<testsuites", 3) == Tally(failed=1)
    assert count_pytest(REPORT, 1) == Tally(passed=1, failed=3)
    passed = '<testsuites><testsuite><testcase classname="a" name="b" /></testsuite></testsuites>'
    assert count_pytest(passed, 0) == Tally(passed=1)
    assert count_pytest(passed, 3) == Tally(passed=1, failed=1)
    assert count_pytest("", 5, selected=True) == Tally()


def test_a_linter_is_one_check_and_all_its_commands_run(capsys: pytest.CaptureFixture[str]) -> None:
    started: list[Command] = []

    def start(command: Command) -> Ended:
        started.append(command)
        return Ended(int(command == ("bad",)), f"{command[0]} ran\n")

    linters: dict[str, list[Command]] = {"one": [("bad",), ("good",)], "other": [("fine",)]}
    assert run_linters(linters, start) == Tally(passed=1, failed=1)
    assert sorted(started) == [("bad",), ("fine",), ("good",)]
    assert capsys.readouterr().out == "== one\nbad ran\ngood ran\n== other\nfine ran\n"


def test_the_last_lines_say_what_is_left_out_and_then_the_count() -> None:
    assert ending(Tally(3, 1), []) == "3 passed, 1 failed"
    assert ending(Tally(3), ["stores.", "a browser."]).splitlines() == [
        "Left out: stores.",
        "Left out: a browser.",
        "3 passed, 0 failed",
    ]


def test_only_all_runs_the_slow_tests_and_the_browser_where_there_is_one() -> None:
    slow, browser = ["-m", "not slow"], ["--ignore=tests/browser"]
    assert pytest_arguments("words", whole=False, browser=False)[6:] == [*browser, *slow, "-k", "words"]
    assert pytest_arguments(None, whole=True, browser=True)[6:] == []
    assert pytest_arguments(None, whole=True, browser=False)[6:] == browser


def test_linters_look_at_the_files_that_are_there(tmp_path: Path) -> None:
    for name in ("src/a.py", "workloads/one/generate.py", "workloads/two/generate.py"):
        path = tmp_path / name
        path.parent.mkdir(parents=True)
        path.touch()
    found = python_linters(tmp_path, tmp_path / "cache")
    assert list(found) == ["ruff format", "ruff check", "import-linter", "mypy"]
    assert found["ruff check"][0][-2:] == ("src", "workloads")
    assert [command[-1] for command in found["mypy"][1:]] == ["workloads/one", "workloads/two"]
    (tmp_path / "cpp").mkdir()
    assert cpp.linters(tmp_path, tmp_path, ()) == {}
    (tmp_path / "cpp" / "a.hpp").touch()
    assert cpp.linters(tmp_path, tmp_path, ())["clang-format"][0][1:] == (
        "--dry-run",
        "--Werror",
        "cpp/a.hpp",
    )


def test_the_java_formatter_checks_every_source(tmp_path: Path) -> None:
    (tmp_path / "java" / "a").mkdir(parents=True)
    (tmp_path / "java" / "a" / "A.java").touch()
    check = java.format_command(tmp_path, tmp_path / "format.jar")
    assert check[0] == "java" and check[check.index("-jar") + 1] == str(tmp_path / "format.jar")
    assert check[-2:] == ("--set-exit-if-changed", "java/a/A.java")
