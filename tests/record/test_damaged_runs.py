"""Damaged run folders: each command that reads one works or ends with one sentence."""

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from record.damage import EXPERIMENTS, bounded, damages, good_run, said, written

from serbench.experiments import experiments

Damaged = tuple[str, dict[str, bytes]]
QUESTION = "SELECT count(*), sum(len(n)), max(touch), max(figures) FROM measurements"
REPORTS: dict[str, tuple[str, ...]] = {
    "terminal": (),
    "json": ("--json",),
    "csv": ("--csv",),
    "samples": ("--samples",),
    "costs": ("--costs",),
}
DRAWN = {"markdown": ("--markdown",), "latex": ("--latex",), "html": ("--html", "report.html")}


def require_an_answer(*arguments: str) -> None:
    """The command worked, or ended with one sentence."""
    status, out, err = said(*arguments)
    assert status in (0, 1, 2), (arguments, err)
    if status == 2:
        assert err.startswith("serbench: ") and err.count("\n") == 1, err
        assert err.endswith((".\n", "?\n")), err
    else:
        assert out, arguments


def require_answers(damaged: Damaged, forms: dict[str, tuple[str, ...]]) -> None:
    experiment, files = damaged
    with tempfile.TemporaryDirectory() as place:
        bad = str(written(Path(place) / "bad", files))
        good = str(good_run(Path(place) / "good", experiment))
        for form in forms.values():
            require_an_answer("report", bad, *(str(Path(place) / one) if "." in one else one for one in form))
        require_an_answer("compare", good, bad)
        require_an_answer("compare", bad, good, "--json")
        require_an_answer("sql", QUESTION, "--run", bad)


@pytest.mark.parametrize("experiment", EXPERIMENTS)
def test_a_good_run_is_read(experiment: str, tmp_path: Path) -> None:
    run = str(good_run(tmp_path / "run", experiment))
    for name, form in REPORTS.items():
        status, out, err = said("report", run, *form)
        if name == "costs" and experiment != "memory":
            assert (status, "are for runs in memory; this one is of" in err) == (2, True)
        else:
            assert (status, bool(out)) == (0, True) or (name == "csv" and "no" in err), err
    assert said("compare", run, run)[0] == 0
    assert said("sql", QUESTION, "--run", run)[0] == 0


@bounded(10)
@given(damages())
def test_a_damaged_run_is_one_sentence(damaged: Damaged) -> None:
    require_answers(damaged, {name: REPORTS[name] for name in ("terminal", "json")})


@pytest.mark.slow
@bounded(120)
@given(damages())
def test_a_damaged_run_is_one_sentence_in_every_form(damaged: Damaged) -> None:
    require_answers(damaged, REPORTS)


@pytest.mark.slow
@bounded(20)
@given(damages())
def test_a_damaged_run_is_one_sentence_where_it_is_drawn(damaged: Damaged) -> None:
    require_answers(damaged, DRAWN)


def require_resumed(damaged: Damaged, then: Callable[[], None] = lambda: None) -> None:
    experiment, files = damaged
    verb = next(one.verb for one in experiments() if one.name == experiment)
    with tempfile.TemporaryDirectory() as place:
        bad = str(written(Path(place) / "bad", files))
        status, _, err = said(verb, "--resume", bad, "--quiet")
        assert status == 2, err
        assert err.startswith("serbench: ") and err.count("\n") == 1, err
        then()


@bounded(40)
@given(damaged=damages(("memory", "torture", "evolution")))
def test_a_damaged_run_is_resumed_or_refused(damaged: Damaged, built: list[tuple[Any, Any, Any]]) -> None:
    require_resumed(damaged)


@pytest.mark.slow
@bounded(100)
@given(damaged=damages())
def test_a_damaged_run_of_any_experiment_is_resumed_or_refused(
    damaged: Damaged, built: list[tuple[Any, Any, Any]]
) -> None:
    require_resumed(damaged)
