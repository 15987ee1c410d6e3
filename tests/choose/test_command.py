"""The command line of a choice: answers, questions, what is measured over fakes, and what is refused."""

import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import zstandard
from fakes import packages
from fakes.tiny import own_words

from serbench.cli._amounts import size_of
from serbench.cli.main import main
from serbench.experiments.memory.plan import PRESETS
from serbench.facts.fact import Fact
from serbench.facts.measured import keep_measured
from serbench.record import run_folder
from serbench.selection.discovery import find_codecs

# The messages of the fake are the corpus bytes: four for each number.
NUMBERS = range(40)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a cache, where the command finds fakes and no other codec."""
    packages.fakes_only(tmp_path, monkeypatch)
    # The samples of a fake are short.
    brief = replace(PRESETS["quick"], sample_ns=1000, forks=2, twins=0)
    monkeypatch.setattr("serbench.cli.choose.PRESETS", {"quick": brief})
    monkeypatch.setattr("serbench.experiments.memory.command.PRESETS", {"quick": brief})
    return tmp_path


def chosen(place: Path, *words: str, ends: str = "fake") -> int:
    own = own_words(place, NUMBERS)
    named = ["--write", ends, "--read", ends, "--codecs", "honest", "--out", str(place / "results")]
    return main(["choose", *own, *named, "--evolves", "none", "--trusted", "self", "--quiet", *words])


def document(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_what_is_left_is_measured_on_the_data(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert chosen(place, "--json") == 0
    found = document(capsys)
    assert (found["format"], found["basis"], found["answer"]["first"]) == (
        "serbench.choose/1",
        "measured",
        "fake/honest",
    )
    (option,) = found["options"]
    assert (option["codecs"], option["rank"], option["cost"]["bytes"]) == (
        {"fake": "fake/honest"},
        [1, 1],
        4.0,
    )
    of_data = found["request"]["data"]
    assert (of_data["messages"], of_data["types"], of_data["largest_field"]) == (40, 1, "id")
    assert of_data["largest_field_share"] == 1.0 and found["answer"]["sentences"][0].startswith("Half of the")
    assert found["run"] and found["commands"]["again"].startswith("./serbench choose --resume ")


@pytest.mark.slow
def test_a_run_is_decided_again(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert chosen(place, "--json") == 0
    first = document(capsys)
    folder = place / "results" / first["run"]
    assert main(["choose", "--resume", str(folder), "--quiet", "--json"]) == 0
    assert document(capsys)["answer"] == first["answer"]
    assert main(["choose", "--resume", str(folder), "--quiet", "--markdown"]) == 0
    record = capsys.readouterr().out
    assert "Data: 40 messages, 1 type, p50 " in record
    assert record.startswith("# Serializer: fake to fake\n")
    for title in ("Context", "Options", "Constraints", "Evidence", "Decision"):
        assert f"\n## {title}\n" in record
    changed = json.loads((folder / "run.json").read_text())
    changed["choice"]["constraints"][0]["id"] = "speed"
    (folder / "run.json").write_text(json.dumps(changed))
    assert main(["choose", "--resume", str(folder), "--quiet"]) == 2
    assert "run.json: there is no constraint speed." in capsys.readouterr().err


@pytest.mark.slow
def test_a_run_is_decided_by_what_was_known_when_it_began(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    known = {"dynamic": {"value": True, "how": "measured", "command": "mine"}}
    (place / "facts.json").write_text(
        json.dumps({"format": "serbench.facts/1", "codecs": {"fake/honest": known}})
    )

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("serbench.engine.measuring.execute_blocks", interrupted)
        words = ("--dynamic", "--same-bytes", "process", "--facts", str(place / "facts.json"))
        assert chosen(place, *words) == 130
    (folder,) = (place / "results").iterdir()
    (honest,) = (one for one in find_codecs() if one.name == "fake/honest")
    keep_measured(honest, {"same_bytes": Fact("none", "measured", command="later")})
    capsys.readouterr()
    assert main(["choose", "--resume", str(folder), "--quiet", "--json"]) == 0
    (option,) = document(capsys)["options"]
    checks = {one["constraint"]: (one["is"], one["evidence"]) for one in option["checks"]}
    assert (checks["dynamic"], checks["same-bytes"]) == (("yes", {"command": "mine"}), ("unknown", {}))


@pytest.mark.slow
def test_answers_are_options_of_the_command_that_is_recorded(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["choose", *own_words(place, NUMBERS), "--codecs", "honest", "--out", str(place / "results")]
    words += ["--quiet", "--json"]
    answers = iter(["fake", "1", "1", "fake/honest 5"])
    with monkeypatch.context() as terminal:
        terminal.setattr("sys.argv", ["serbench", *words])
        terminal.setattr("builtins.input", lambda: next(answers))
        for name in ("stdin", "stderr"):
            terminal.setattr(f"sys.{name}.isatty", lambda: True)
        assert main(words) == 0
    first = document(capsys)
    command = json.loads((place / "results" / first["run"] / "run.json").read_text())["command"]
    said = "--write fake --read fake --evolves none --trusted self --now fake/honest --rate 5"
    assert command == ["./serbench", *words, *said.split()]
    # A colleague who has no such run pastes this.
    assert first["commands"]["evidence"][0].endswith(said)
    assert main(command[1:]) == 0
    again = document(capsys)
    assert again["request"] == first["request"]
    assert [one["id"] for one in again["options"]] == [one["id"] for one in first["options"]]


@pytest.mark.slow
def test_languages_that_the_folder_tells_are_options_of_the_command_too(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("serbench.cli.choose.detected", lambda folder: ("fake",))
    monkeypatch.setattr("sys.stdin", io.StringIO())
    easy = ["--evolves", "none", "--trusted", "self"]
    assert main(["choose", "--codecs", "honest", *easy, "--dry-run", "--json"]) == 0
    shown = capsys.readouterr()
    assert json.loads(shown.out)["commands"]["again"].endswith(" --write fake --read fake")
    assert "By the files of this folder: --write fake --read fake." in shown.err


def test_a_run_of_another_command_is_not_decided(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = ["--codecs", "honest", "--out", str(place / "results"), "--quiet", "--json"]
    assert main(["run", *own_words(place, NUMBERS), *out]) == 0
    folder = document(capsys)["directory"]
    assert main(["choose", "--resume", folder, "--quiet"]) == 2
    assert "was not made by `choose`" in capsys.readouterr().err


def test_bytes_count_behind_a_compressor(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert chosen(place, "--compressed", "batch:zstd", "--now", "fake/honest", "--json") == 0
    found = document(capsys)
    (option,) = found["options"]
    # All forty messages are one batch.
    messages = b"".join(number.to_bytes(4, "little") for number in NUMBERS)
    packed = len(zstandard.ZstdCompressor(level=3).compress(messages)) / len(NUMBERS)
    assert (option["cost"]["bytes"], option["cost"]["bytes_raw"]) == (round(packed, 3), 4.0)
    assert found["request"]["compressed"] == "batch:zstd"
    assert "Bytes and times include zstd, 100 messages together." in found["answer"]["sentences"]
    assert found["move"] == {
        "reads_old_bytes": ["fake/honest"],
        "same_derives": [],
        "first_byte_differs": False,
    }


def test_measuring_ends_when_places_are_certain(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    long = replace(PRESETS["quick"], sample_ns=1000, forks=6, twins=0)
    monkeypatch.setattr("serbench.cli.choose.PRESETS", {"quick": long})
    assert chosen(place) == 0
    (rows,) = (place / "results").glob("*/measurements.jsonl")
    forks = {json.loads(line)["fork"] for line in rows.read_text().splitlines()}
    assert forks == {0, 1, 2}


def test_the_first_answer_is_made_of_facts(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert chosen(place, "--dry-run", "--json") == 0
    found = document(capsys)
    assert (found["basis"], found["run"], [one["id"] for one in found["options"]]) == (
        "facts",
        None,
        ["fake/honest"],
    )
    assert {name for name in found if isinstance(found[name], list)} == {
        *("options", "now", "excluded", "unmeasured", "unknown", "sensitivity", "relax")
    }
    assert not (place / "results").exists()


def test_nothing_left_is_no_verdict(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert chosen(place, "--licence", "WTFPL") == 3
    shown = capsys.readouterr().out
    assert "Nothing satisfies all constraints." in shown
    assert "--licence: leaves fake/honest" in shown


def test_facts_of_a_file_exclude(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    facts = place / "facts.json"
    measured = {"same_bytes": {"value": "none", "how": "measured", "command": "./serbench facts"}}
    facts.write_text(json.dumps({"format": "serbench.facts/1", "codecs": {"fake/honest": measured}}))
    assert chosen(place, "--same-bytes", "process", "--facts", str(facts), "--json", "--dry-run") == 3
    (fallen,) = document(capsys)["excluded"]
    assert (fallen["by"], fallen["evidence"]) == ("same-bytes", {"command": "./serbench facts"})


def test_a_workload_that_was_never_measured_is_answered_from_facts(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(run_folder, "results_directory", lambda: place / "results")
    monkeypatch.setattr("serbench.choose.runs.published", lambda **which: iter(()))
    easy = ["--evolves", "none", "--trusted", "self", "--workload", "record", "--dry-run", "--json"]
    assert main(["choose", "--write", "fake", "--read", "fake", *easy]) == 0
    found = document(capsys)
    assert (found["basis"], found["source"]) == ("facts", None)


def test_facts_that_were_measured_here_exclude(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (honest,) = (one for one in find_codecs() if one.name == "fake/honest")
    keep_measured(honest, {"same_bytes": Fact("none", "measured", command="./serbench facts fake/honest")})
    assert chosen(place, "--same-bytes", "process", "--json", "--dry-run") == 3
    (fallen,) = document(capsys)["excluded"]
    assert (fallen["by"], fallen["evidence"]) == ("same-bytes", {"command": "./serbench facts fake/honest"})


def test_all_facts_are_listed_in_the_form_that_is_read(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["choose", "--list-facts"]) == 0
    listed = capsys.readouterr().out
    (place / "facts.json").write_text(listed)
    assert json.loads(listed)["codecs"]["fake/honest"]["format"]["value"] == "fake"
    assert chosen(place, "--facts", str(place / "facts.json"), "--dry-run", "--json") == 0


def test_facts_that_no_rule_understands_are_refused(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    facts = {"codecs": {"fake/honest": {"malformed": {"value": "sometimes"}}}}
    (place / "facts.json").write_text(json.dumps({"format": "serbench.facts/1", **facts}))
    assert chosen(place, "--facts", str(place / "facts.json"), "--dry-run") == 2
    assert "the rule trusted does not understand malformed of fake/honest" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--write", "klingon", "--read", "go"], "Nothing is known of klingon"),
        (["--write", "pyton", "--read", "go"], "did you mean python?"),
        (["--write", "go", "--read", "go", "--weights", "cpu=fast"], "--weights takes cpu=N and bytes=N"),
        (["--write", "go", "--read", "go", "--weights", "cpu=0,bytes=0"], "one of them must be above 0"),
        (["--write", "go", "--read", "go", "--price", "core=1"], "--price takes core=N,gb=N"),
        (["--write", "go", "--read", "go", "--price", "core=0,gb=0"], "one of them must be above 0"),
        (
            ["--write", "go", "--read", "go", "--price", "core=1,gb=1", "--weights", "cpu=2"],
            "leave out --weights",
        ),
        (
            ["--write", "go", "--read", "go", "--price", "core=1,gb=1,month=1"],
            "needs kept=N",
        ),
        (["--write", "go", "--read", "go", "--rate", "nan"], "--rate takes messages per second, from 0"),
        (["--write", "go", "--read", "go", "--rate", "1e300"], "from 0 to 1e+12, not 1e+300."),
        (["--write", "go", "--read", "go", "--maintained", "99999999"], "1<=x<=1200"),
        (["--write", "go", "--read", "go", "--format", "protobug"], "did you mean protobuf?"),
        (["--write", "go", "--read", "go", "--max-message", "much"], "takes a size such as 300MB"),
        (
            ["--write", "rust", "--read", "rust", "--serde-attributes", "rename"],
            "--serde-attributes knows no rename",
        ),
        (
            ["--write", "go", "--read", "go", "--no-over-allocation", "--trusted", "self"],
            "leave out --trusted",
        ),
        (["--write", "go", "--read", "go", "--keeps", "nan,uint64-hihg"], "did you mean uint64-high?"),
        (["--write", "go", "--read", "go", "--change", "rename-feld"], "rename-field"),
        (["--write", "go", "--read", "go", "--prefer", "licence"], "no constraint licence to prefer"),
        (["--write", "go", "--read", "go", "--across", "oceans"], "--across knows no oceans"),
        (["--write", "go", "--read", "go", "--cost", "instructions"], "of cpp, rust alone they are counted"),
        (["--write", "go", "--read", "java", "--cost", "allocations"], "of cpp, go, rust alone"),
        (
            ["--write", "rust", "--read", "rust", "--cost", "instructions", "--rate", "9"],
            "knows no times: leave out --rate",
        ),
        (["--write", "go", "--read", "go", "--facts", "nowhere.json"], "nowhere.json is not there"),
        (["--write", "go", "--read", "go", "--codecs", "go/msgp@1.5.0"], "more than go/msgp@1.5.0."),
        (["--write", "go", "--read", "go", "--json", "--markdown"], "only one of --json and --markdown"),
        ([], "Say who writes and who reads"),
    ],
)
def test_a_request_that_is_none_is_refused(
    words: list[str],
    said: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert main(["choose", *words]) == 2
    shown = capsys.readouterr()
    assert said in shown.err and not shown.out


def test_sizes_are_bytes() -> None:
    assert [size_of(text) for text in ("7", "300MB", "3GiB", "64Ki")] == [7, 3 * 10**8, 3 * 2**30, 2**16]


def test_limits_exclude_by_what_is_documented(capsys: pytest.CaptureFixture[str]) -> None:
    ends = ["--write", "cpp", "--read", "cpp,rust", "--max-depth", "500", "--max-message", "3GB"]
    assert main(["choose", *ends, "--trusted", "anyone", "--dry-run", "--json"]) == 0
    found = document(capsys)
    fallen = {one["id"]: one["all"] for one in found["excluded"]}
    assert (fallen["protobuf"], fallen["rust/json"]) == (["max-message"], ["max-depth"])
    # What is usual can be asked for, too.
    (trusted,) = [one for one in found["request"]["constraints"] if one["id"] == "trusted"]
    assert (trusted["value"], trusted["from"]) == ("anyone", "option")


def test_the_report_of_a_choice_begins_with_it(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert chosen(place, "--json", "--now", "fake/honest") == 0
    folder = place / "results" / document(capsys)["run"]
    page = folder / "again.html"
    assert main(["report", str(folder), "--html", str(page)]) == 0
    for path in (page, folder / "report.html"):
        text = path.read_text(encoding="utf-8")
        assert '<section id="choice">' in text
        assert "<h1>The choice of a serializer: fake to fake</h1>" in text
        assert "Which codec to choose" not in text
        assert "<caption>short list</caption>" in text and "fake/honest costs least" in text
