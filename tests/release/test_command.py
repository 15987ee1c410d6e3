"""``serbench check-release`` over fakes: its answers, its exit status, its forms, and what is refused."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fakes import packages
from fakes.tiny import BRIEF, NUMBERS, make_own_data, own_words

from serbench.builds.runners import build_runners
from serbench.cli import check_release
from serbench.cli.main import main
from serbench.codecs.runner import BuildFailure, Runner
from serbench.engine.material import gather, gather_own
from serbench.errors import BadInput, DiskFull, Incomplete, SerbenchError
from serbench.facts import measuring as facts
from serbench.languages.tool import failure_told
from serbench.record.row import Failure
from serbench.release.judging import Measure, Verdict
from serbench.release.measuring import Measuring
from serbench.selection.discovery import find_adapters


@pytest.fixture(autouse=True)
def fakes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packages.fakes_only(tmp_path, monkeypatch)
    monkeypatch.setattr("serbench.cli.check_release.CHECKED", replace(BRIEF, forks=6))
    material = gather_own(make_own_data(tmp_path, NUMBERS), lambda text: None)
    monkeypatch.setattr("serbench.cli.check_release.gather", lambda *asked: material)


def checked(tmp_path: Path, *words: str) -> int:
    return main(["check-release", *words, "--out", str(tmp_path / "results"), "--quiet"])


def document(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def verdicts(found: dict[str, Any]) -> dict[str, str]:
    return {f"{one['measure']} {one['of']}".strip(): one["verdict"] for one in found["measures"]}


def test_two_that_are_equal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    history = tmp_path / "history"
    for _ in range(2):
        assert (
            checked(tmp_path, "honest", "fake/decoder", "--only", "time", "--history", str(history), "--json")
            == 0
        )
        found = document(capsys)
    assert (found["base"], found["head"], found["verdict"]) == ("fake/honest", "fake/decoder", "equal")
    assert verdicts(found) == {
        "time encode": "equal",
        "time decode": "equal",
        "message bytes": "equal",
        "HEAD reads BASE": "equal",
        "BASE reads HEAD": "equal",
        "bytes": "equal",
        "library": "equal",
    }
    assert [json.loads(line)["base"] for line in history.read_text().splitlines()] == ["fake/honest"] * 2
    run = str(tmp_path / "results" / found["runs"]["run"])
    assert main(["run", "--resume", run, "--quiet"]) == 0


def test_one_that_fails_is_worse(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert checked(tmp_path, "honest", "crasher", "--only", "time", "--markdown") == 1
    page = capsys.readouterr().out
    assert page.startswith("### Release check: worse\n\nfake/crasher beside fake/honest on ")
    assert "| worse | work of decode |  | works | fails |" in page and "crashed" in page
    assert checked(tmp_path, "crasher", "honest", "--only", "time", "--json") == 0
    assert verdicts(document(capsys))["work decode"] == "better"


def test_the_same_codec_twice_is_an_aa_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert checked(tmp_path, "honest", "honest", "--json") == 0
    found = document(capsys)
    assert [*found["runs"]] == ["run"]
    assert {name for name in verdicts(found) if name.startswith("time")} == {"time encode", "time decode"}


def test_what_a_part_cannot_measure_decides_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert checked(tmp_path, "honest", "decoder", "--only", "malformed", "--json") == 3
    found = document(capsys)
    assert verdicts(found) == {
        "work malformed input": "not measured",
        "malformed input": "not measured",
    }
    assert found["measures"][0]["details"][0].endswith("Its runner does not have the verb torture.")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("honest",), "A check takes two codecs:"),
        (("honest", "hon*"), "hon* means no codec; a check takes one codec by its name"),
        (("honest", "honestly"), 'No codec or set matches "honestly"'),
        (("honest", "decoder", "--only", "speed"), "--only knows no speed: it is one of time, changes,"),
        (("honest", "honest", "--only", "changes"), "The same codec twice is a check of its times"),
        (("honest", "fake/honest"), "honest and fake/honest are both fake/honest, so nothing is compared;"),
        (("honest", "decoder", "--history", "/nowhere/history"), "/nowhere/history cannot be written"),
        (("honest", "decoder", "--json", "--markdown"), "Use only one of --json and --markdown at a time."),
    ],
)
def test_what_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], sentence: str
) -> None:
    assert checked(tmp_path, *words) == 2
    assert sentence in capsys.readouterr().err


def test_work_that_ended_early_does_not_look_like_a_worse_release(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*asked: object, **also: object) -> None:
        raise Incomplete("The disk is full.")

    monkeypatch.setattr("serbench.release.measuring.run_of", full)
    assert checked(tmp_path, "honest", "decoder", "--only", "time") == 2
    assert "The disk is full." in capsys.readouterr().err


def test_own_objects_are_measured(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("serbench.cli.check_release.gather", gather)
    assert checked(tmp_path, "honest", "decoder", "--only", "time", *own_words(tmp_path), "--json") == 0
    found = document(capsys)
    assert found["workload"] == "own-tiny"
    assert verdicts(found)["HEAD reads BASE"] == "equal"
    assert checked(tmp_path, "honest", "decoder", "--workload", "media", *own_words(tmp_path)) == 2
    assert "Own data follows one schema: leave out --schema or media." in capsys.readouterr().err


def test_an_interrupted_check_goes_on_as_a_whole(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    last = [KeyboardInterrupt]

    def facts_once(self: Measuring) -> Iterator[Measure]:
        if last:
            raise last.pop()
        yield Measure("facts", "", Verdict.EQUAL)

    monkeypatch.setattr(Measuring, "_facts", facts_once)
    assert checked(tmp_path, "honest", "decoder", "--only", "malformed,facts,time", "--seed", "7") == 130
    run = capsys.readouterr().err.splitlines()[0].rpartition("/")[2]
    runs = sorted(path.name for path in (tmp_path / "results").iterdir())
    assert len(runs) == 2
    for name in runs:
        resumed = ["check-release", "--resume", str(tmp_path / "results" / name), "--quiet", "--json"]
        assert main(resumed) == 0
        found = document(capsys)
        assert found["runs"] == {"run": run, "torture": next(one for one in runs if one != run)}
        assert {"time encode", "malformed input", "facts"} <= verdicts(found).keys()
    assert sorted(path.name for path in (tmp_path / "results").iterdir()) == runs
    assert main([*resumed, "honest"]) == 2
    assert "--resume continues a run as it was started;" in capsys.readouterr().err


def test_a_run_of_no_check_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "run.json").write_text("{}")
    assert main(["check-release", "--resume", str(tmp_path / "run")]) == 2
    assert "Run run was not made by `check-release`" in capsys.readouterr().err
    (tmp_path / "run" / "check.json").write_text("[]")
    assert main(["check-release", "--resume", str(tmp_path / "run")]) == 2
    assert "check.json: []: expected object, got array." in capsys.readouterr().err


def test_a_registry_that_is_not_reached_does_not_make_a_release_worse(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def unreached(*asked: Any, **also: Any) -> list[Runner | BuildFailure]:
        fault = failure_told("It cannot be fetched.", "error: Could not resolve host: index.crates.io")
        return [
            BuildFailure.of(one.codec, one.workload, fault) if one.codec == "fake/decoder" else one
            for one in build_runners(*asked, **also)
        ]

    monkeypatch.setattr("serbench.engine.session.build_runners", unreached)
    assert checked(tmp_path, "honest", "decoder", "--only", "time", "--json") == 3
    found = document(capsys)
    assert verdicts(found)["work time"] == "cannot tell"
    assert "a registry cannot be reached" in found["measures"][0]["details"][0]


def test_an_interrupted_run_ends_the_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("serbench.engine.session.Session.begin", lambda session, flow: 130)
    assert checked(tmp_path, "honest", "decoder") == 130


@pytest.mark.parametrize(
    ("error", "verdict", "status"),
    [
        (DiskFull("The disk is full."), "cannot tell", 3),
        (Incomplete("It ended early."), "cannot tell", 3),
        (SerbenchError("No process starts."), "cannot tell", 3),
        (BadInput("There are no versions."), "not measured", 0),
    ],
)
def test_a_fault_in_a_later_part_keeps_the_times(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    error: SerbenchError,
    verdict: str,
    status: int,
) -> None:
    kept = Measure("time", "encode", Verdict.EQUAL)

    def broken(self: Measuring) -> Iterator[Measure]:
        raise error
        yield kept

    monkeypatch.setattr(Measuring, "_times", lambda self: iter([kept]))
    monkeypatch.setattr(Measuring, "_facts", broken)
    assert checked(tmp_path, "honest", "decoder", "--only", "facts,time", "--json") == status
    found = document(capsys)
    assert verdicts(found) == {"time encode": "equal", "facts": verdict}
    assert found["measures"][1]["details"] == [str(error)]


@pytest.mark.parametrize(
    ("failures", "unavailable", "verdict"),
    [
        ({"fake/decoder": "build"}, {}, "worse"),
        ({"fake/honest": "build"}, {}, "better"),
        ({"fake/decoder": "disk"}, {}, "cannot tell"),
        ({}, {"fake/decoder": "It is not installed."}, "cannot tell"),
    ],
)
def test_a_codec_without_facts_is_judged(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    failures: dict[str, str],
    unavailable: dict[str, str],
    verdict: str,
) -> None:
    def measure(self: facts.Measuring, *asked: int, **also: bool) -> None:
        self.unavailable = unavailable
        self.failures += [Failure(name, "facts", None, said, "No.") for name, said in failures.items()]

    monkeypatch.setattr(facts.Measuring, "measure", measure)
    checked(tmp_path, "honest", "decoder", "--only", "facts", "--json")
    assert verdicts(document(capsys))["work facts"] == verdict


def test_languages_are_compared_before_a_build_is_registered(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    known = find_adapters()
    other = next(replace(one, name="other/alien") for one in known)
    monkeypatch.setattr(check_release, "find_adapters", lambda: (*known, other))
    assert checked(tmp_path, "honest@1", "other/alien=/nowhere") == 2
    assert "honest@1 and other/alien=/nowhere are of two languages" in capsys.readouterr().err


def test_a_history_that_breaks_keeps_the_verdict(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    history = tmp_path / "deep" / "history"
    history.parent.mkdir()

    def times(self: Measuring) -> Iterator[Measure]:
        history.unlink()
        history.parent.rmdir()
        yield Measure("time", "encode", Verdict.WORSE)

    monkeypatch.setattr(Measuring, "_times", times)
    assert checked(tmp_path, "honest", "decoder", "--only", "time", "--history", str(history)) == 1
    said = capsys.readouterr()
    assert "1 measure is worse: time of encode." in " ".join(said.out.split())
    assert "cannot be written" in said.err
