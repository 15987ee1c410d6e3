"""The plan that a dry run prints, as text and as JSON, and how much of one is measured."""

import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from fakes import drive, packages
from fakes.tiny import codec

from serbench.cli.main import main
from serbench.engine.asked import Asked
from serbench.engine.material import Material
from serbench.experiments.memory.flow import MemoryFlow, Request
from serbench.experiments.memory.plan import PRESETS
from serbench.record.run_folder import RunFolder

QUICK = replace(PRESETS["quick"], twins=0)


def request(*names: str, operations: tuple[str, ...] | None = None, corpus_bytes: int = 1000) -> MemoryFlow:
    codecs = tuple(replace(codec("x"), name=name) for name in names)
    corpus: Any = SimpleNamespace(manifest=SimpleNamespace(bytes=corpus_bytes))
    return MemoryFlow(Asked(None, QUICK, 1), Material((), {"record": corpus}), codecs, Request(operations))


def text(asked: MemoryFlow) -> dict[str, str]:
    """The lines by what stands before their colon."""
    _, lines = asked.preview({})
    return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}


def document(asked: MemoryFlow, lacking: dict[str, str] | None = None) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json.dumps(asked.preview(lacking or {})[0]))
    return found


JIT = "encode, decode, serialize, deserialize"
QUICKLY = "encode, decode, decode-reuse, access-one, access-tenth, access-all, serialize, deserialize"


def test_java_is_told_of_where_it_differs() -> None:
    both = text(request("cpp/a", "java/b"))
    assert both["operations"] == f"{QUICKLY}; in Java {JIT}"
    assert both["preset"] == "quick, 17 forks, seed 1"
    assert both["a cell"] == "12 forks of 5 samples; in Java 5 forks of 10 samples"
    three = text(request("cpp/a", "java/b", "javascript/d"))
    assert three["operations"] == f"{QUICKLY}; in Java and JavaScript {JIT}"
    alone = text(request("java/b"))
    assert (alone["operations"], alone["a cell"]) == (JIT, "5 forks of 10 samples")
    native = text(request("cpp/a", "rust/c"))
    assert (native["operations"], native["a cell"]) == (QUICKLY, "12 forks of 5 samples")
    named = text(request("cpp/a", "java/b", operations=("roundtrip",)))
    assert named["operations"] == "roundtrip"


def test_the_document_has_java_beside_the_others() -> None:
    found = document(request("cpp/a", "java/b"))
    assert (found["operations"], found["forks_a_cell"], found["samples"]) == (None, 12, 5)
    assert found["in_java"] == {"operations": JIT.split(", "), "forks_a_cell": 5, "samples": 10}
    assert document(request("cpp/a"))["in_java"] is None


def test_what_is_unavailable_is_not_in_the_plan() -> None:
    found = document(request("cpp/a", "cpp/yas"), {"cpp/yas": "No header yas."})
    assert (found["codecs"], found["forks"]) == (["cpp/a"], 12)
    assert found["unavailable"] == {"cpp/yas": "No header yas."}


def test_large_data_take_longer() -> None:
    small = document(request("cpp/a"))["estimated_s"]
    large = document(request("cpp/a", corpus_bytes=100_000_000))["estimated_s"]
    # Each of five operations in 12 forks goes through 100 MB at least seven times, at 2 ns a byte.
    assert large - small > 5 * 12 * 7 * 0.2 * 0.8


def test_only_codecs_that_have_messages_are_expected_to_take_the_time_for_them() -> None:
    asked = request("java/a", "java/b")
    with_idl = replace(asked, codecs=(replace(asked.codecs[0], idl="proto"), asked.codecs[1]))
    ways = {(cell.codec, cell.operation) for cell in with_idl.expected_ways(with_idl.codecs, certain=False)}
    assert {operation for codec, operation in ways if codec == "java/a"} == set(JIT.split(", "))
    assert {operation for codec, operation in ways if codec == "java/b"} == {"encode", "decode"}


def test_a_twin_is_expected_to_measure_what_ranks() -> None:
    asked = request("cpp/a")
    twinned = replace(asked, asked=replace(asked.asked, settings=PRESETS["quick"]))
    ways = twinned.expected_ways(twinned.codecs, certain=False)
    assert {cell.operation for cell in ways if cell.codec == "cpp/a (twin)"} == {"encode", "decode"}
    assert "access-all" in {cell.operation for cell in ways if cell.codec == "cpp/a"}


def test_a_dry_run_of_what_is_left_says_how_much_there_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    packages.fakes_only(tmp_path, monkeypatch)
    assert drive.begin(tmp_path, "honest", floors=()) == 0
    (folder,) = (tmp_path / "results").iterdir()
    capsys.readouterr()
    assert main(["run", "--resume", str(folder), "--dry-run"]) == 0
    assert capsys.readouterr().out == "All 3 forks are measured.\n"
    lines = (folder / "measurements.jsonl").read_bytes().splitlines(keepends=True)
    first = RunFolder.load(folder).rows[0].fork_rows
    (folder / "measurements.jsonl").write_bytes(b"".join(lines[:first]))
    assert main(["run", "--resume", str(folder), "--dry-run", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"run": folder.name, "measured": 1, "planned": 3}
    assert main(["run", "--resume", str(folder), "--dry-run"]) == 0
    told = f"1 of 3 forks are measured; continue with: ./serbench run --resume {folder}"
    assert capsys.readouterr().out == f"{told}\n"
    assert main(["store", "--resume", str(folder), "--dry-run"]) == 2
    assert "is not one of `store`" in capsys.readouterr().err
