"""``serbench facts`` and ``about``: what they print, and that measured facts are kept."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from fakes.samples import RECORD, measured
from fakes.tiny import runner

from serbench.cli.main import main
from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import BuildFailure, Runner
from serbench.facts import measuring
from serbench.facts.cases import StrictCase, cases_of
from serbench.facts.measured import measured_facts
from serbench.facts.strictness import Strictness, strictness_of
from serbench.record import run_folder
from serbench.record.run_folder import RunFolder
from serbench.schema.model import Schema
from serbench.selection.discovery import find_codecs

CODEC = "rust/json"


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERBENCH_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("SERBENCH_RESULTS", str(tmp_path / "results"))
    # What is published changes with each entry of the archive.
    monkeypatch.setattr("serbench.facts.measured.published_facts", lambda *_: {})


def built_as(monkeypatch: pytest.MonkeyPatch, fake: str) -> None:
    """Makes every codec the same fake, and those of Python unavailable."""

    def built(
        codecs: Sequence[CodecManifest], *_: object
    ) -> tuple[dict[str, str], list[Runner | BuildFailure]]:
        here = [codec for codec in codecs if codec.language != "python"]
        absent = {codec.name: "it is not here" for codec in codecs if codec not in here}
        return absent, [runner(fake, codec=codec.name) for codec in here]

    monkeypatch.setattr(measuring, "ready_and_built", built)


def few_cases(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaves three cases of JSON, which are asked quickly."""
    cases = [case for case in cases_of("json") if case.name in ("plain", "number-nan", "number-zero")]
    monkeypatch.setattr(measuring, "cases_of", lambda name: cases)


def document(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> dict:  # type: ignore[type-arg]
    assert main([*words, "--json"]) == status
    found: dict = json.loads(capsys.readouterr().out)  # type: ignore[type-arg]
    return found


def test_measured_facts_come_first_and_are_kept(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    built_as(monkeypatch, "parser")
    found = document(capsys, "facts", CODEC)
    assert list(found["codecs"][CODEC])[:2] == ["same_bytes", "types"]
    measured = {"value": "processes", "how": "measured", "command": f"./serbench facts {CODEC}"}
    assert found["codecs"][CODEC]["same_bytes"] == measured
    (codec,) = (one for one in find_codecs() if one.name == CODEC)
    assert measured_facts(codec)["same_bytes"].to_json() == measured
    again = document(capsys, "facts", CODEC, "--declared")
    assert again["codecs"] == found["codecs"]
    about = document(capsys, "about", CODEC)
    assert about["facts"] == found["codecs"][CODEC]


def test_strictness_names_each_case_that_differs(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    built_as(monkeypatch, "parser")
    found = document(capsys, "facts", CODEC, "--strictness")["strictness"][CODEC]
    differing = {one["case"]: one["outcome"] for one in found if one["differs"]}
    assert differing == {
        "number-infinity": "accepted",
        "number-nan": "accepted",
        "number-negative-infinity": "accepted",
        "string-escaped-backslash-then-letters": "other value",
        "string-escaped-letter": "other value",
    }
    assert (
        bytes.fromhex(next(one["message"] for one in found if one["case"] == "number-nan")).count(b"NaN") == 1
    )
    assert main(["facts", CODEC, "--strictness", "--quiet"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "rust/json, number-nan: accepted (must-refuse, RFC 8259, section 6). NaN." in text


def test_a_codec_that_writes_nothing_fails(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    built_as(monkeypatch, "absent")
    (failure,) = document(capsys, "facts", CODEC, status=1)["failures"]
    assert (failure["codec"], failure["outcome"]) == (CODEC, "crashed")


@pytest.mark.parametrize(("pattern", "status"), [("python/json", 1), ("*/json", 0)])
def test_only_a_codec_that_is_named_has_to_be_here(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, pattern: str, status: int
) -> None:
    built_as(monkeypatch, "honest")
    failures = document(capsys, "facts", pattern, status=status)["failures"]
    assert len(failures) == status


def test_about_says_what_is_known_and_what_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "about", "postcard")
    assert found["codec"] == "rust/postcard"
    assert found["facts"]["types"]["value"] == ["serde"]
    assert "same_bytes" in found["unknown"]
    assert found["readme"] == "rust/codecs/postcard/README.md"
    assert "rust/codecs/postcard/src/codec.rs" in found["adapter"]
    assert "./serbench show rust/postcard media" in found["commands"]
    assert main(["about", "postcard"]) == 0
    text = capsys.readouterr().out
    assert "types: serde (declared: https://docs.rs/postcard/1.2.0/postcard/, 2026-11-27)" in text
    assert main(["about", "postcard", "--markdown"]) == 0
    assert "| types | serde | declared: https://docs.rs/postcard/1.2.0/postcard/, 2026-11-27 |" in (
        capsys.readouterr().out
    )


def test_about_names_modes_limits_and_the_codecs_of_the_format(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "about", "python/protobuf")
    assert found["modes"]["max_depth"]["value"] == 100
    assert found["modes"]["same_bytes_mode"]["mode"] == "deterministic=True"
    assert "go/protobuf" in found["format_codecs"] and "python/protobuf" not in found["format_codecs"]
    assert found["unread"] == {}
    assert main(["about", "python/protobuf"]) == 0
    text = capsys.readouterr().out
    assert "most levels: 100 (measured: ./serbench torture" in text
    assert "same value, same bytes, deterministic=True: processes (declared: https://" in text


def in_run(results: Path, name: str, cpu_ns: float) -> None:
    runners = [{"codec": "rust/postcard", "workload": "record", "operations": {"encode": "application"}}]
    folder = RunFolder.create(results, {**RECORD, "runners": runners})
    folder.path.rename(results / name)
    folder = RunFolder.load(results / name)
    with folder.writing():
        for fork in range(5):
            folder.append_fork([replace(measured("rust/postcard", "encode", fork, cpu_ns), language="rust")])


def test_about_has_the_times_of_the_newest_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(run_folder, "results_directory", lambda: tmp_path)
    in_run(tmp_path, "20261121-210700-2", 2000)
    in_run(tmp_path, "20261121-210700-10", 3000)
    times = {
        (one["workload"], one["operation"]): one for one in document(capsys, "about", "postcard")["times"]
    }
    # A time that no run of this machine has is that of the archive.
    assert times["record", "decode"]["run"].startswith("archive, 20")
    time = times["record", "encode"]
    assert (time["run"], time["workload"], time["operation"]) == ("20261121-210700-10", "record", "encode")
    assert (time["median_ns"], time["size_bytes"]) == (3000, 100)
    assert main(["about", "postcard"]) == 0
    assert "record encode 3.000" in " ".join(capsys.readouterr().out.replace("\n", " ").split())


def test_about_takes_one_codec(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["about", "json"]) == 2
    assert "Several codecs are called json: " in capsys.readouterr().err
    assert main(["about", "postcart"]) == 2
    assert "postcard" in capsys.readouterr().err
    assert main(["about", "postcard", "--json", "--markdown"]) == 2


def record_of(tmp_path: Path) -> Path:
    """The file of the only record."""
    (found,) = (tmp_path / "results").glob("*/facts.json")
    return found


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


def test_a_declared_look_leaves_no_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert CODEC in document(capsys, "facts", CODEC, "--declared")["codecs"]
    assert not (tmp_path / "results").exists()


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
