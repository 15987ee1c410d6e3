"""Evidence that a choice gathers itself: who is asked, by which run, and what becomes of the list."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from choose.choosing import chosen, fakes_only
from choose.knowing import asking, codec, knowing, outcomes
from fakes.tiny import own_words

from serbench.choose.decision import decide
from serbench.choose.evidence import Gathering, lacking, share_of_measuring
from serbench.choose.options import sorted_options
from serbench.choose.table import deciding_lines
from serbench.choose.words import not_measured, settling, unknown_lines
from serbench.cli.main import main
from serbench.facts.fact import Fact
from serbench.record.run_folder import RunFolder

UNKNOWN = {"changes": {"value": None}}


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return fakes_only(tmp_path, monkeypatch)


@pytest.mark.slow
def test_malformed_input_is_given_to_listed_libraries_of_which_nothing_is_known(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = chosen(place, capsys, "torturer,overreader", "--evolves", "none")
    assert [one["id"] for one in found["options"]] == ["fake/torturer"]
    (check,) = (one for one in found["options"][0]["checks"] if one["constraint"] == "trusted")
    (fallen,) = found["excluded"]
    assert (check["is"], check["how"], fallen["id"], fallen["by"]) == (
        "yes",
        "measured",
        "fake/overreader",
        "trusted",
    )
    (beside,) = {path.name for path in (place / "results").iterdir()} - {found["run"]}
    assert fallen["evidence"] == {
        "command": f"./serbench report {beside}",
        "source": f"run {beside}, 100 cases",
    }
    assert found["unknown"] == []
    # The facts stand beside the run: nothing is asked again.
    assert main(["choose", "--resume", str(place / "results" / found["run"]), "--quiet", "--json"]) == 0
    again = json.loads(capsys.readouterr().out)
    assert again["excluded"] == found["excluded"]
    assert len(list((place / "results").iterdir())) == 2


@pytest.mark.slow
def test_changes_are_made_in_the_users_schema(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    facts = {"codecs": dict.fromkeys(("fake/evolver", "fake/misreader"), UNKNOWN)}
    (place / "facts.json").write_text(json.dumps({"format": "serbench.facts/1", **facts}))
    more = ("--facts", str(place / "facts.json"), "--trusted", "self")
    found = chosen(place, capsys, "evolver,misreader", *more)
    assert found["unknown"] == []
    (fallen,) = found["excluded"]
    assert (fallen["id"], fallen["by"]) == ("fake/misreader", "evolves")
    (kept,) = found["options"]
    (check,) = (one for one in kept["checks"] if one["constraint"] == "evolves")
    # The schema has no elements to which a field could be added, so that change breaks nothing.
    assert (kept["id"], check["is"], check["how"]) == ("fake/evolver", "yes", "measured")


@pytest.mark.slow
def test_without_time_for_it_all_stays_unknown(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = chosen(place, capsys, "torturer", "--evolves", "none", "--max-time", "1s")
    assert [(one["option"], one["constraint"]) for one in found["unknown"]] == [("fake/torturer", "trusted")]
    assert len(list((place / "results").iterdir())) == 1


@pytest.mark.slow
def test_an_interrupt_keeps_what_is_gathered_and_the_time_that_is_given(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = {"evolves": ("changes", outcomes()), "trusted": ("malformed", "refuses")}
    times: list[int | None] = []

    def settled(
        self: Gathering, name: str, codecs: Sequence[str], folder: RunFolder, time_ns: int | None
    ) -> list[tuple[str, str, Fact]]:
        times.append(time_ns)
        if len(times) == 2:
            raise KeyboardInterrupt
        fact, value = found[name]
        return [(codec, fact, Fact(value, "measured", name)) for codec in codecs]

    monkeypatch.setattr(Gathering, "_settled", settled)
    facts = {"format": "serbench.facts/1", "codecs": {"fake/evolver": UNKNOWN}}
    (place / "facts.json").write_text(json.dumps(facts))
    ends = ["--write", "fake", "--read", "fake", "--codecs", "evolver", "--out", str(place / "results")]
    more = ["--facts", str(place / "facts.json"), "--max-time", "100s", "--quiet"]
    assert main(["choose", *own_words(place, range(40)), *ends, *more]) == 130
    (run,) = (place / "results").iterdir()
    assert f"Continue the choice with: ./serbench choose --resume {run}\n" in capsys.readouterr().err
    (kept,) = json.loads((run / "known-facts.json").read_text())["codecs"].values()
    assert [fact["source"] for fact in kept.values() if "source" in fact] in (["evolves"], ["trusted"])
    # Only what is left is asked for, in the time that was given.
    assert main(["choose", "--resume", str(run), "--quiet", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["unknown"] == []
    assert len(times) == 3 and None not in times


def test_what_is_known_or_only_preferred_or_of_another_mode_is_not_asked() -> None:
    known = knowing(
        [codec("go/a", "f", 1), codec("go/b", "f", 1, malformed="refuses"), codec("go/c", "f", 1)]
    )
    of_mode = {"malformed": Fact(None, "declared", "its documentation", mode="strict")}
    known = replace(known, facts={**known.facts, "go/c": of_mode})
    strangers = asking("go", "go", trusted="anyone")
    options = sorted_options(strangers, known).options
    assert lacking(options, strangers) == {"trusted": ("go/a",)}
    assert share_of_measuring(options, strangers) == 0.75
    preferred = asking("go", "go", {"trusted": "anyone"})
    assert lacking(sorted_options(preferred, known).options, preferred) == {}
    assert share_of_measuring(options[1:2], preferred) == 1.0


def test_a_mode_that_is_not_here_is_settled_by_no_run() -> None:
    known = knowing([codec("go/a", "f", 1), codec("go/b", "g", 1)])
    mode = {"changes": Fact(None, "declared", "its documentation", mode="with the writer's schema")}
    request = asking("go", "go", evolves="rolling")
    said = unknown_lines(decide(request, replace(known, facts={**known.facts, "go/b": mode}), "measured"))
    assert said == [
        "evolves: go/a. Settle it with: ./serbench evolve --codecs go/a",
        "evolves: go/b. Possible with the writer's schema, but no codec here is measured so: see the"
        " library's documentation.",
    ]


def test_equal_bytes_and_footprints_are_settled_by_facts() -> None:
    codecs = ["rust/rkyv", "rust/wincode"]
    assert settling("same-bytes", codecs) == "Settle it with: ./serbench facts rust/rkyv rust/wincode"
    assert settling("max-binary", codecs[:1]) == "Settle it with: ./serbench facts rust/rkyv --footprint"


def test_of_many_options_without_figures_the_answer_says_how_many_more_there_are() -> None:
    codecs = [codec(f"go/c{number:02}", f"f{number}") for number in range(14)]
    reach = {("capnproto", "go"): True, ("capnproto", "rust"): True}
    decision = decide(asking("go", "go"), knowing(codecs), "facts")
    assert deciding_lines(decision)[-2:] == ["go/c11 (f11)", "2 more, which --json names"]
    two = [codec("go/a", "f"), codec("rust/a", "f")]
    assert not_measured(decide(asking("go", "rust"), knowing(two, reach), "facts")) == [
        "Cap'n Proto (no codec here)"
    ]
