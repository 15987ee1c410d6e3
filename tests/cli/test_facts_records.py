"""Records of ``serbench facts``: what they hold, how they go on, and what ``compare`` tells of them."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from fakes.facts import CODEC, built_as, document, few_cases, with_nothing_known

from serbench.cli.main import main
from serbench.codecs.runner import Runner
from serbench.facts import measuring
from serbench.facts.cases import StrictCase
from serbench.facts.fact import MEASURED, Fact
from serbench.facts.measured import keep_measured
from serbench.facts.strictness import Strictness, strictness_of
from serbench.schema.model import Schema
from serbench.selection.discovery import find_codecs


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_nothing_known(tmp_path, monkeypatch)


def record_of(tmp_path: Path) -> Path:
    """The file of the only record."""
    (found,) = (tmp_path / "results").glob("*/facts.json")
    return found


@pytest.mark.slow
def test_what_is_measured_is_a_record_that_all_commands_know(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    built_as(monkeypatch, "parser")
    few_cases(monkeypatch)
    found = document(capsys, "facts", CODEC, "--strictness")
    path = record_of(tmp_path)
    assert json.loads(path.read_text()) == found
    assert found["complete"]
    name = found["run"]
    assert document(capsys, "facts", "--resume", name) == found
    question = f"""SELECT run, recorded.value, known.how FROM recorded_facts AS recorded
        JOIN facts AS known USING (codec, fact) WHERE codec = '{CODEC}' AND fact IN ('text', 'same_bytes')
        ORDER BY fact"""
    rows = [
        {"run": name, "value": "processes", "how": "measured"},
        {"run": name, "value": "true", "how": "declared"},
    ]
    for narrower in ([], ["--run", name]):
        assert main(["sql", question, "--json", *narrower]) == 0
        assert json.loads(capsys.readouterr().out) == rows
    assert main(["report"]) == 2
    assert "There is no run in" in capsys.readouterr().err


def test_a_record_holds_what_its_command_measures(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    built_as(monkeypatch, "parser")
    few_cases(monkeypatch)
    (codec,) = (one for one in find_codecs() if one.name == CODEC)
    earlier = Fact(7, MEASURED, command=f"./serbench facts {CODEC} --footprint")
    keep_measured(codec, {"added_bytes": earlier})
    document(capsys, "facts", CODEC, "--strictness")
    facts = document(capsys, "facts", CODEC)["codecs"][CODEC]
    # What other commands measured is known, and not of this record.
    assert {"added_bytes", "duplicate_names"} & set(facts) == set()
    assert facts["version"] == {"value": "1.0", "how": "measured", "command": f"./serbench facts {CODEC}"}
    known = document(capsys, "facts", CODEC, "--declared")["codecs"][CODEC]
    assert known["added_bytes"]["value"] == 7


def test_a_record_does_not_go_on_another_machine(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    built_as(monkeypatch, "parser")
    found = document(capsys, "facts", CODEC)
    found["machine"]["cpu_model"] = "Model 7"
    record_of(tmp_path).write_text(json.dumps(found))
    assert main(["facts", "--resume", found["run"]]) == 2
    assert "cannot be resumed: the machine" in capsys.readouterr().err


def test_a_declared_look_leaves_no_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert CODEC in document(capsys, "facts", CODEC, "--declared")["codecs"]
    assert not (tmp_path / "results").exists()


@pytest.mark.slow
def test_an_interrupted_record_goes_on_with_what_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    built_as(monkeypatch, "parser")
    few_cases(monkeypatch)
    asked: list[str] = []

    def interrupted(runner: Runner, schema: Schema, cases: Sequence[StrictCase]) -> list[Strictness]:
        asked.append(runner.codec)
        if len(asked) == 2:
            raise KeyboardInterrupt
        return [Strictness(case, "accepted") for case in cases]

    monkeypatch.setattr(measuring, "strictness_of", interrupted)
    assert main(["facts", "rust/json", "go/json", "--strictness", "--quiet"]) == 130
    half = json.loads(record_of(tmp_path).read_text())
    assert (half["complete"], list(half["strictness"])) == (False, ["go/json"])
    capsys.readouterr()
    whole = document(capsys, "facts", "--resume", half["run"])
    assert asked == ["go/json", "rust/json", "rust/json"]
    assert whole["complete"]
    assert set(whole["strictness"]) == {"go/json", "rust/json"}
    assert whole["strictness"]["go/json"] == half["strictness"]["go/json"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--resume", "nowhere"], "There is no record of facts nowhere"),
        (["--resume", "NAME", "--strictness"], "give it no codecs"),
        (["--resume", "NAME", CODEC], "give it no codecs"),
        (["--resume", "NAME"], f"{CODEC} is no longer what it was measured with"),
    ],
)
def test_a_record_that_cannot_go_on_is_refused(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
    said: str,
) -> None:
    built_as(monkeypatch, "parser")
    found = document(capsys, "facts", CODEC)
    path = record_of(tmp_path)
    found["asked"]["codecs"][CODEC] = "other"
    path.write_text(json.dumps(found))
    assert main(["facts", *(path.parent.name if word == "NAME" else word for word in words)]) == 2
    assert said in capsys.readouterr().err


def test_compare_tells_which_facts_and_cases_differ(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    built_as(monkeypatch, "parser")
    few_cases(monkeypatch)
    before = document(capsys, "facts", CODEC, "--strictness")
    after = json.loads(json.dumps(before))
    after["codecs"][CODEC]["same_bytes"]["value"] = "none"
    after["codecs"][CODEC]["text"]["source"] = "another"
    del after["codecs"][CODEC]["licence"]
    after["codecs"]["rust/new"] = {}
    case = next(one for one in after["strictness"][CODEC] if one["case"] == "number-nan")
    case["outcome"] = "refused"
    (tmp_path / "after.json").write_text(json.dumps(after))
    words = ["compare", before["run"], str(tmp_path / "after.json")]
    found = document(capsys, *words)
    changed = [(one["fact"], (one["after"] or {}).get("value")) for one in found["changes"]]
    assert changed == [("same_bytes", "none"), ("licence", None)]
    (one,) = found["strictness"]
    assert (one["case"], one["before"], one["after"]) == ("number-nan", "accepted", "refused")
    assert bytes.fromhex(one["message"]).count(b"NaN") == 1
    assert (found["codecs"], found["only_after"]) == ([CODEC], ["rust/new"])
    assert main(words) == 0
    text = capsys.readouterr().out
    assert "same value, same bytes: processes → none" in text
    assert "licence: MIT OR Apache-2.0* → –" in text
    assert "number-nan: accepted → refused (must-refuse, RFC 8259, section 6). NaN." in text
    assert "Only in after.json: rust/new." in text


def test_compare_takes_two_codecs(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "compare", "rust/postcard", "rust/borsh")
    assert found["codecs"] == ["rust/postcard → rust/borsh"]
    types = next(one for one in found["changes"] if one["fact"] == "types")
    assert (types["before"]["value"], types["after"]["value"]) == (["serde"], ["derive"])
    assert found["without_strictness"] == ["rust/postcard", "rust/borsh"]
    assert document(capsys, "compare", CODEC, CODEC)["changes"] == []
    assert main(["compare", "rust/postcard", "rust/borsh"]) == 0
    assert "Neither side has outcomes of strictness" in capsys.readouterr().out


def test_two_codecs_are_compared_by_the_newest_outcomes_of_strictness(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    few_cases(monkeypatch)
    for codec, fake in (("rust/json", "parser"), ("go/json", "absent"), ("go/json", "honest")):
        built_as(monkeypatch, fake)
        main(["facts", codec, "--strictness", "--quiet"])
    capsys.readouterr()
    found = document(capsys, "compare", "rust/json", "go/json")
    assert found["without_strictness"] == ["go/json"]
    path = next(
        path for path in (tmp_path / "results").glob("*/facts.json") if "rust/json" in path.read_text()
    )
    damaged = json.loads(path.read_text())
    damaged["asked"]["codecs"]["rust/json"] = "other"
    path.write_text(json.dumps(damaged))
    assert len(document(capsys, "compare", "rust/json", "go/json")["without_strictness"]) == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["rust/postcard"], "Comparing facts takes two"),
        (["rust/postcard", "nowhere"], "Comparing facts takes two"),
        (["rust/postcard", "rust/borsh", "--threshold", "5%"], "Facts have no times"),
        (["FILE", "rust/borsh"], "facts.json"),
        (["rust/memcpy", "rust/borsh"], "rust/memcpy copies bytes and has no facts."),
    ],
)
def test_facts_that_cannot_be_compared_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    damaged = tmp_path / "facts.json"
    damaged.write_text('{"format": "serbench.facts/1", "codecs": {"a/b": {"text": {"value": "yes"}}}}')
    assert main(["compare", *(str(damaged) if word == "FILE" else word for word in words)]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([CODEC, "--declared", "--strictness"], "--strictness has no effect beside --declared."),
        ([CODEC, "--declared", "--footprint"], "--footprint has no effect beside --declared."),
        (["replay", "FILE", "--keep", "found"], "--keep has no effect beside replay."),
        (["replay", "FILE", "--resume", "R"], "--resume has no effect beside replay."),
        ([CODEC, "--keep", "found"], "--keep saves what --strictness finds; name both."),
    ],
)
def test_options_without_effect_are_refused(
    capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    assert main(["facts", *words]) == 2
    assert said in " ".join(capsys.readouterr().err.split())


def test_findings_are_saved_as_soon_as_a_codec_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built_as(monkeypatch, "parser")
    few_cases(monkeypatch)
    kept, real, asked = tmp_path / "found", strictness_of, list[str]()

    def interrupted(runner: Runner, schema: Schema, cases: Sequence[StrictCase]) -> list[Strictness]:
        asked.append(runner.codec)
        if len(asked) == 2:
            raise KeyboardInterrupt
        return real(runner, schema, cases)

    monkeypatch.setattr(measuring, "strictness_of", interrupted)
    words = ["facts", "rust/json", "go/json", "--strictness", "--keep", str(kept), "--quiet"]
    assert main(words) == 130
    assert [path.name for path in kept.iterdir()] == ["go-json_number-nan.json"]
    first = (kept / "go-json_number-nan.json").read_bytes()
    again = tmp_path / "again"
    name = record_of(tmp_path).parent.name
    assert main(["facts", "--resume", name, "--keep", str(again), "--quiet"]) == 0
    assert asked == ["go/json", "rust/json", "rust/json"]
    names = ["go-json_number-nan.json", "rust-json_number-nan.json"]
    assert sorted(path.name for path in again.iterdir()) == names
    # The record has no value that must be read, so that is of the case as it is now.
    assert (again / names[0]).read_bytes() == first


def test_a_record_without_strictness_has_no_findings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    built_as(monkeypatch, "parser")
    name = document(capsys, "facts", CODEC)["run"]
    assert main(["facts", "--resume", name, "--keep", str(tmp_path / "kept")]) == 2
    assert f"which record {name} does not ask for" in " ".join(capsys.readouterr().err.split())
    assert not (tmp_path / "kept").exists()
