"""Two choices as decisions: what stands elsewhere, and the reasons."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from choose.choosing import chosen, fakes_only
from choose.knowing import asking, codec, knowing
from hypothesis import given, settings
from hypothesis import strategies as st

from serbench.choose.changed import Changed, changed
from serbench.choose.decision import Decision, decide
from serbench.choose.request import Constraint, Origin, Request
from serbench.cli.main import main


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return fakes_only(tmp_path, monkeypatch)


def decided(request: Request, *codecs: dict[str, object]) -> Decision:
    return decide(request, knowing(codecs), "measured")


def told(found: Changed) -> dict[str, tuple[str, str, list[tuple[str, str]]]]:
    return {
        one.id: (one.before.words, one.after.words, [(each.by, each.words) for each in one.why])
        for one in found.changes
    }


def test_a_new_constraint_takes_an_option_out_and_another_in() -> None:
    codecs = [codec("go/a", "f", 100, 90, text=False), codec("go/b", "g", 200, 95, text=True)]
    before, after = decided(asking("go", "go"), *codecs), decided(asking("go", "go", text=True), *codecs)
    found = changed(before, after)
    why = "go/a: its messages are binary (measured, ./serbench facts go/a)"
    assert found.asked == ("only B: --text",)
    assert told(found) == {
        "go/b": ("behind", "1", [("others", "go/a beat it and is gone")]),
        "go/a": ("1", "excluded", [("request", f"--text is new; {why}")]),
    }
    assert told(changed(after, before)) == {
        "go/a": ("excluded", "1", [("request", f"--text is dropped; {why}")]),
        "go/b": ("1", "behind", [("others", "beaten by go/a")]),
    }


def test_new_evidence_takes_an_option_out() -> None:
    request = asking("go", "go", trusted="anyone")
    before = decided(request, codec("go/a", "f", 100), codec("go/b", "g", 90, 120))
    after = decided(request, codec("go/a", "f", 100, malformed="dies"), codec("go/b", "g", 90, 120))
    assert told(changed(before, after)) == {
        "go/b": ("2", "1", []),
        "go/a": (
            "1",
            "excluded",
            [
                (
                    "evidence",
                    "--trusted anyone: go/a: malformed input harms it (measured, ./serbench facts go/a);"
                    " before unknown",
                )
            ],
        ),
    }


def test_evidence_is_that_of_the_codec_that_falls() -> None:
    request = asking("go", "go python", trusted="anyone")
    known, unknown = codec("go/a", "f", 100, malformed="refuses"), codec("python/a", "f", 100)
    before = decided(request, known, unknown)
    after = decided(request, known, codec("python/a", "f", 100, malformed="dies"))
    ((by, words),) = told(changed(before, after))["f"][2]
    assert (by, words.rpartition("; ")[2]) == ("evidence", "before unknown")
    other = decided(request, known, codec("python/b", "f", 100, malformed="refuses"))
    ((_, words),) = told(changed(other, after))["f"][2]
    assert words.endswith("; before with go/a, python/b")


def test_what_falls_is_told_though_no_list_had_it() -> None:
    codecs = [codec("go/a", "f", 100, 90, text=True), codec("go/b", "g", 200, 95, text=False)]
    before, after = decided(asking("go", "go"), *codecs), decided(asking("go", "go", text=True), *codecs)
    found = changed(before, after)
    assert (found.changes, found.excluded, found.admitted) == ((), ("go/b",), ())
    assert changed(after, before).admitted == ("go/b",)


def test_a_constraint_that_must_hold_now_is_told() -> None:
    codecs = [codec("go/a", "f", 100, text=False), codec("go/b", "g", 90, 120, text=True)]
    before = decided(asking("go", "go", {"text": True}), *codecs)
    found = changed(before, decided(asking("go", "go", text=True), *codecs))
    assert found.asked == ("--text (preferred) → --text",)
    ((by, words),) = told(found)["go/a"][2]
    assert (by, words.partition(";")[0]) == ("request", "--text must hold now")


def test_what_must_hold_and_is_preferred_too_is_told_by_its_levels() -> None:
    codecs = [
        codec("go/a", "f", 100, same_bytes="process"),
        codec("go/b", "g", 90, 120, same_bytes="processes"),
    ]
    prefer = {"same-bytes": "processes"}
    one = decided(asking("go", "go", prefer, same_bytes="process"), *codecs)
    preferred, stricter = (
        decided(request, *codecs)
        for request in (asking("go", "go", prefer), asking("go", "go", prefer, same_bytes="processes"))
    )
    assert changed(one, preferred).asked == ("only A: --same-bytes process",)
    found = changed(one, stricter)
    assert found.asked == ("--same-bytes process → --same-bytes processes",)
    ((by, words),) = told(found)["go/a"][2]
    assert (by, words.partition(";")[0]) == ("request", "--same-bytes processes is new")


def test_a_day_that_was_assumed_is_not_asked_for() -> None:
    def of(day: str, origin: Origin) -> Request:
        return Request(("go",), ("go",), (Constraint("maintained", day, origin),))

    codecs = [codec("go/a", "f", 100, released="2024-11-26"), codec("go/b", "g", 90, 120)]
    before = decided(of("2024-11-26", "default"), *codecs)
    found = changed(before, decided(of("2024-11-27", "default"), *codecs))
    assert found.asked == ()
    ((by, words),) = told(found)["go/a"][2]
    assert by == "evidence" and words.endswith("; before released since 2024-11-26")
    asked = changed(before, decided(of("2024-11-27", "option"), *codecs)).asked
    assert asked == ("released since 2024-11-26 → released since 2024-11-27",)


def test_other_times_and_libraries_change_places() -> None:
    ends, readers = asking("go", "python"), (codec("python/a", "f", 100), codec("python/b", "g", 300, 90))
    before = decided(ends, codec("go/a", "f", 100), codec("go/b", "g", 300, 90), *readers)
    slower = (codec("go/a", "f", 900), codec("go/c", "f", 800), codec("go/b", "g", 600, 90))
    after = decided(ends, *slower, *readers)
    found = changed(before, after)
    assert told(found) == {
        "g": ("2", "1", [("measurement", "time 300 → 450 ns (1.50 ×)")]),
        "f": (
            "1",
            "behind",
            [
                ("libraries", "go/a → go/c"),
                ("measurement", "time 100 → 450 ns (4.50 ×)"),
                ("others", "beaten by g"),
            ],
        ),
    }


def test_what_is_asked_for_otherwise_is_told() -> None:
    request = asking("go", "go", max_binary=10)
    more = replace(
        asking("go", "python", max_binary=20), rate_per_s=100.0, weights={"cpu": 1.0, "bytes": 2.0}
    )
    found = changed(decided(request, codec("go/a", "f", 1)), decided(more, codec("go/a", "f", 1)))
    assert found.asked == (
        "--max-binary 10 → --max-binary 20",
        "read: go → python",
        "rate per s: none → 100",
        "weights: cpu 1, bytes 1 → cpu 1, bytes 2",
    )


@settings(deadline=None, max_examples=30)
@given(st.lists(st.tuples(st.sampled_from("abcd"), st.integers(1, 999), st.booleans()), max_size=6))
def test_a_decision_is_the_same_as_itself(found: list[tuple[str, int, bool]]) -> None:
    codecs = {name: codec(f"go/{name}", name, ns, text=text) for name, ns, text in found}
    one = decided(asking("go", "go", text=True), *codecs.values())
    same = changed(one, one)
    assert (same.asked, same.changes) == ((), ())
    assert set(same.same) == {placed.option.id for placed in one.short.listed}


@pytest.mark.slow
def test_two_choices_are_compared_by_the_command(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    self = ("--evolves", "none", "--trusted", "self")
    one = chosen(place, capsys, "honest", *self)["run"]
    other = chosen(place, capsys, "torturer", *self, "--licence", "MIT", "--rate", "10")["run"]
    runs = [str(place / "results" / name) for name in (one, other)]
    assert main(["compare", *runs, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["format"], found["before"]["listed"]) == ("serbench.choices/1", ["fake/honest"])
    assert "only B: --licence MIT" in found["asked"]
    by_id = {one["id"]: one for one in found["changes"]}
    assert by_id["fake/torturer"]["before"] == {"is": "absent", "rank": None, "codecs": {}, "by": []}
    unknown = [{"by": "request", "words": "only one of the choices knows it"}]
    assert by_id["fake/torturer"]["why"] == by_id["fake/honest"]["why"] == unknown
    assert main(["compare", *runs]) == 0
    shown = capsys.readouterr().out
    assert f"A  {one}: fake/honest costs least" in shown
    assert (
        "Asked for otherwise: only B: --licence MIT; rate per s: none → 10; codecs: honest → torturer"
        in shown
    )
    record = json.loads((place / "results" / other / "run.json").read_text())
    record["choice"]["codecs"] = ["gone"]
    (place / "results" / other / "run.json").write_text(json.dumps(record))
    assert main(["compare", *runs]) == 2
    assert f"Run {other}: " in capsys.readouterr().err
    # With a threshold their times are compared, as those of any runs.
    main(["compare", runs[0], runs[0], "--threshold", "900%", "--json"])
    assert len(json.loads(capsys.readouterr().out)["comparisons"]) == 1
