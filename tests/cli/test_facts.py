"""``serbench facts`` and ``about``: what they print, and that measured facts are kept."""

from dataclasses import replace
from pathlib import Path

import pytest
from fakes.facts import CODEC, built_as, document, with_nothing_known
from fakes.samples import RECORD, measured

from serbench.cli.main import main
from serbench.facts.measured import measured_facts
from serbench.record import run_folder
from serbench.record.run_folder import RunFolder
from serbench.selection.discovery import find_codecs


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_nothing_known(tmp_path, monkeypatch)


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


@pytest.mark.slow
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


@pytest.mark.slow
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
    assert times["record", "decode"]["run"].startswith("2026-11-")
    time = times["record", "encode"]
    assert (time["run"], time["workload"], time["operation"]) == ("20261121-210700-10", "record", "encode")
    assert (time["median_ns"], time["size_bytes"]) == (3000, 100)
    assert main(["about", "postcard"]) == 0
    assert "record encode 3.00" in " ".join(capsys.readouterr().out.replace("\n", " ").split())


def test_about_passes_over_a_run_whose_rows_do_not_fit_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(run_folder, "results_directory", lambda: tmp_path)
    in_run(tmp_path, "20261121-210700", 2000)
    in_run(tmp_path, "20261121-210701", 3000)
    damaged = tmp_path / "20261121-210701"
    rows = [replace(row, n=(1,), cpu_ns=(0,), wall_ns=(0,)) for row in RunFolder.load(damaged).rows]
    (damaged / "measurements.jsonl").write_text("".join(row.to_line() for row in rows))
    (time,) = (
        one for one in document(capsys, "about", "postcard")["times"] if one["run"].startswith("20261121")
    )
    assert (time["run"], time["median_ns"]) == ("20261121-210700", 2000)


def test_about_takes_one_codec(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["about", "json"]) == 2
    assert "Several codecs are called json: " in capsys.readouterr().err
    assert main(["about", "postcart"]) == 2
    assert "postcard" in capsys.readouterr().err
    assert main(["about", "postcard", "--json", "--markdown"]) == 2


def test_about_cuts_off_no_number(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["about", "rust/postcard"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("tuples:tuples=1024 ") for line in lines)
    assert not [line for line in lines if "…" in line]
