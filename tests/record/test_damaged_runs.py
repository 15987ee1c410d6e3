"""Whatever is wrong with a run folder, each command that reads one works or ends with one sentence."""

import contextlib
import io
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from record.damage import EXPERIMENTS, damages, good_run, written

from serbench.cli.main import main
from serbench.engine import session
from serbench.errors import BadInput
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


def bounded(examples: int) -> settings:
    """Always the same examples, however long one takes."""
    checks = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
    return settings(deadline=None, derandomize=True, max_examples=examples, suppress_health_check=checks)


def said(*arguments: str) -> tuple[int, str, str]:
    """The exit status and the two outputs of a command."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main(list(arguments))
    return status, out.getvalue(), err.getvalue()


def require_an_answer(*arguments: str) -> None:
    """The command worked, or ended with one sentence."""
    status, _, err = said(*arguments)
    assert status in (0, 1, 2), (arguments, err)
    if status == 2:
        assert err.startswith("serbench: ") and err.count("\n") == 1, err
        assert err.endswith((".\n", "?\n")), err


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
    status, out, err = said("report", run)
    assert (status, err) == (0, "")
    assert out.splitlines()[-1] == f"Measurements: {run}"
    assert said("compare", run, run)[0] == 0
    assert said("sql", QUESTION, "--run", run)[0] == 0


@bounded(12)
@given(damages())
def test_a_damaged_run_is_one_sentence(damaged: Damaged) -> None:
    require_answers(damaged, {name: REPORTS[name] for name in ("terminal", "json")})


@pytest.mark.slow
@bounded(200)
@given(damages())
def test_a_damaged_run_is_one_sentence_in_every_form(damaged: Damaged) -> None:
    require_answers(damaged, REPORTS)


@pytest.mark.slow
@bounded(60)
@given(damages())
def test_a_damaged_run_is_one_sentence_where_it_is_drawn(damaged: Damaged) -> None:
    require_answers(damaged, DRAWN)


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, Any, Any]]:
    """What a resumed run would build: codecs, workloads and the variant. Nothing is built."""
    asked: list[tuple[Any, Any, Any]] = []

    def build(codecs: Any, workloads: Any, *, variant: str, **_: Any) -> Any:
        asked.append((codecs, workloads, variant))
        raise BadInput("Nothing is built here.")

    def ready(self: session.Session, flow: session.Flow) -> dict[str, str]:
        return {}

    monkeypatch.setattr(session, "build_runners", build)
    monkeypatch.setattr(session.Session, "_make_ready", ready)
    return asked


def require_resumed(damaged: Damaged, then: Callable[[], None] = lambda: None) -> None:
    experiment, files = damaged
    verb = next(one.verb for one in experiments() if one.name == experiment)
    with tempfile.TemporaryDirectory() as place:
        bad = str(written(Path(place) / "bad", files))
        status, _, err = said(verb, "--resume", bad, "--quiet")
        assert status == 2, err
        assert err.startswith("serbench: ") and err.count("\n") == 1, err
        then()


@bounded(20)
@given(damaged=damages(("memory", "torture", "evolution")))
def test_a_damaged_run_is_resumed_or_refused(damaged: Damaged, built: list[tuple[Any, Any, Any]]) -> None:
    require_resumed(damaged)


@pytest.mark.slow
@bounded(300)
@given(damaged=damages())
def test_a_damaged_run_of_any_experiment_is_resumed_or_refused(
    damaged: Damaged, built: list[tuple[Any, Any, Any]]
) -> None:
    require_resumed(damaged)
