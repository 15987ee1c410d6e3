"""The reading of recorded files: names, numbers, shapes and versions, each error one sentence."""

import json
import os
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from record.damage import GOOD, good_run, said, written

from serbench.errors import BadInput
from serbench.pools.shelf import Shelf
from serbench.record import run_folder
from serbench.record.adapters import kept_adapters
from serbench.record.reading import document_in, fitting_together, parsed, typed, typed_in
from serbench.record.row import Row
from serbench.record.run_folder import RunFolder, all_runs, newest_run

RECORD: dict[str, Any] = json.loads((GOOD / "memory" / "run.json").read_text())
LINES = (GOOD / "memory" / "measurements.jsonl").read_bytes().splitlines(keepends=True)
ROW: dict[str, Any] = json.loads(LINES[0])


def said_or(read: Callable[[], Row]) -> Row | str:
    """The row that is read, or the sentence of why none is."""
    try:
        return read()
    except BadInput as error:
        return str(error)


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"workloads": "record"}, 'workloads: "record": expected array, got str.'),
        ({"workloads": ["../x"]}, 'workloads[0]: "../x" is not the name of a workload.'),
        ({"codecs": ["cpp"]}, 'codecs[0]: "cpp" is not the name of a codec.'),
        ({"codecs": ["cpp/-x"]}, 'codecs[0]: "cpp/-x" is not the name of a codec.'),
        ({"codecs": ["cpp/x\n"]}, 'codecs[0]: "cpp/x\\n" is not the name of a codec.'),
        ({"runners": [{"codec": "cpp/a"}]}, "runners[0]: the field workload is missing."),
        ({"twins": {"x": "cpp/a"}}, "twins: a key is not the name of a codec."),
        ({"seed": True}, "seed: true: expected int, got bool."),
        ({"started_at": "yesterday"}, 'started_at: "yesterday" is not a time.'),
        ({"directory": "stores"}, 'directory: "stores" is not an absolute path.'),
        ({"machine": {"memory_bytes": -1}}, "machine.memory_bytes: -1: expected int >= 0."),
        ({"own": 3}, "own: 3: expected object | null, got int."),
    ],
)
def test_a_value_of_run_json_that_is_not_as_declared(
    changed: dict[str, Any], sentence: str, tmp_path: Path
) -> None:
    run = written(tmp_path / "run", {"run.json": json.dumps({**RECORD, **changed}).encode()})
    with pytest.raises(BadInput) as error:
        RunFolder.load(run)
    assert str(error.value) == f"{run / 'run.json'}: {sentence}"


@pytest.mark.parametrize("content", ["null", "[]", '"x"', "", "{", "[" * 100_000, '{"a": NaN}', "\udcff"])
def test_what_is_no_record_is_refused(content: str, tmp_path: Path) -> None:
    run = written(tmp_path / "run", {"run.json": content.encode("utf-8", "surrogateescape")})
    with pytest.raises(BadInput, match=r"run\.json cannot be read: "):
        RunFolder.load(run)


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"cpu_ns": [-1, 1, 1, 1, 1]}, "cpu_ns[0]: -1: expected int >= 0"),
        ({"cpu_ns": [1]}, "n, cpu_ns and wall_ns have different lengths"),
        ({"n": [0, 1, 1, 1, 1]}, "n[0]: 0: expected int >= 1"),
        ({"touch": 2**64}, "touch has more than 64 bits"),
        ({"collected": {"cpu_ns": 1}}, "collected is no stretch over collections"),
        (
            {"collected": {"n": 0, "cpu_ns": 1, "wall_ns": 1, "gc_ns": 1, "collections": 2}},
            "collected is no stretch over collections",
        ),
        ({"size_bytes": 2**63}, "size_bytes: 9223372036854775808: expected int <= 9223372036854775807"),
        ({"load": "high"}, 'load: "high": expected float | null, got str'),
        ({"fork": True}, "fork: true: expected int, got bool"),
        ({"outcome": "good"}, 'outcome: "good" is not one of ok, build, crashed, protocol, timeout'),
        ({"codec": "cpp"}, 'codec: "cpp" is not the name of a codec'),
        ({"figures": {"deep": [10**30]}}, "holds a number of more than 64 bits"),
        ({"phases": {"read": {"wall_ns": 1.5}}}, "phases[...][...]: this: expected int, got float"),
    ],
)
def test_a_row_that_is_not_as_declared(changed: dict[str, Any], sentence: str) -> None:
    assert Row.from_line(json.dumps(ROW)) == Row.from_line(LINES[0])
    with pytest.raises(BadInput) as error:
        Row.from_line(json.dumps({**ROW, **changed}), "the row")
    assert sentence in str(error.value)
    assert str(error.value).startswith("the row")


def test_a_damaged_line_is_read_in_one_step_as_in_two() -> None:
    line = LINES[0].rstrip()
    others = b'"\\{}[],:-.0eu\x00\x1f\x7f\xc3\xff'
    damaged = [line[:at] + line[at + 1 :] for at in range(len(line))]
    damaged += [line[:at] + line[at : at + 1] * 2 + line[at + 1 :] for at in range(len(line))]
    for at in range(len(line)):
        for byte in others[at % 3 :: 3]:
            damaged.append(line[:at] + bytes([byte]) + line[at + 1 :])
    decoder = msgspec.json.Decoder(Row)
    for one in damaged:
        in_two = partial(lambda content: typed(parsed(content, "it"), Row, "it"), one)
        assert said_or(partial(typed_in, one, decoder, "it")) == said_or(in_two)


@pytest.mark.parametrize("number", ["1e999", "-1e999", "Infinity", "NaN", "1" * 5000, str(2**65)])
def test_a_number_that_no_reader_holds_is_refused(number: str) -> None:
    with pytest.raises(BadInput, match=r"^it (cannot be read|holds a number)"):
        document_in(f'{{"a": [{number}]}}', "it")
    assert document_in(f'{{"a": [{2**64 - 1}, -1.5]}}', "it") == {"a": [2**64 - 1, -1.5]}


def test_measurements_that_are_there_twice_are_refused(tmp_path: Path) -> None:
    record = (GOOD / "memory" / "run.json").read_bytes()
    doubled = b"".join(line * 2 for line in LINES)
    again = json.dumps({**ROW, "cpu_ns": ROW["wall_ns"]}).encode() + b"\n"
    cases = ((2, doubled), (len(LINES) + 1, b"".join(LINES) * 2), (2, LINES[0] + again))
    for case, (number, content) in enumerate(cases):
        run = written(tmp_path / str(case), {"run.json": record, "measurements.jsonl": content})
        with pytest.raises(BadInput, match=rf"^Line {number} of .* repeats what another line has: "):
            RunFolder.load(run)


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"format": 2}, "its format is 2, and the latest that is known here 1"),
        ({"serbench": "99.1"}, "'99.1', and this is "),
    ],
)
def test_a_run_of_a_later_serbench_is_refused(changed: dict[str, Any], reason: str, tmp_path: Path) -> None:
    changed = {**changed, "workloads": {"of": "another form"}}
    run = written(tmp_path / "run", {"run.json": json.dumps({**RECORD, **changed}).encode()})
    status, out, err = said("report", str(run))
    assert (status, out) == (2, "")
    assert err.startswith(f"serbench: The run in {run} was made by a later serbench ({reason}")
    assert err.endswith("); update this one.\n")


def test_what_is_no_regular_file_is_not_read(tmp_path: Path) -> None:
    run = good_run(tmp_path / "run", "memory")
    (run / "measurements.jsonl").unlink()
    os.mkfifo(run / "measurements.jsonl")
    with pytest.raises(BadInput, match=r"measurements\.jsonl is not a file\.$"):
        RunFolder.load(run)


def test_other_recorded_files_pass_the_same_reader(tmp_path: Path) -> None:
    run = RunFolder.load(good_run(tmp_path / "run", "memory"))
    for content, pages in (
        ('{"cpp/a": {"a.hpp": "x"}}', {"cpp/a": {"a.hpp": "x"}}),
        ('{"cpp/a": 3}', {}),
        ("null", {}),
        ('{"a": {"b": "c"}}', {}),
    ):
        (run.path / "adapters.json").write_text(content)
        assert kept_adapters(run) == pages
    listed = {"workload": "record", "seed": 1, "objects": 6, "formats": {}, "own": None, "pool": "/pool"}
    (run.path / "stores.json").write_text(json.dumps({**listed, "formats": {"../x": "fake"}}))
    with pytest.raises(BadInput, match=r"stores\.json: formats: a key is not the name of a codec\.$"):
        Shelf.found(run.path)
    (run.path / "stores.json").write_text(json.dumps(listed))
    assert Shelf.found(run.path) == Shelf(run.path, "record", 1, 6, {}, None, "/pool")


def test_values_that_do_not_fit_together_are_one_sentence() -> None:
    with (
        pytest.raises(BadInput, match=r"^What /run holds does not fit together, .* \(KeyError: 'x'\)\.$"),
        fitting_together("/run"),
    ):
        dict[str, int]()["x"]
    with pytest.raises(UnicodeEncodeError), fitting_together("/run"):
        "é".encode("ascii")


@pytest.fixture
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(run_folder, "results_directory", lambda: tmp_path)
    return tmp_path


def run_at(results: Path, name: str, began: datetime) -> Path:
    path = good_run(results / name, "memory")
    record = {**RECORD, "started_at": began.isoformat(timespec="seconds")}
    (path / "run.json").write_text(json.dumps(record))
    return path


def test_the_newest_run_is_so_by_its_start_and_has_a_name_of_ours(results: Path) -> None:
    now = datetime.now(UTC)
    older = run_at(results, "20261121-210700", now - timedelta(days=2))
    newest = run_at(results, "20261121-210659", now - timedelta(days=1))
    ahead = run_at(results, "20991231-235959", now + timedelta(days=1))
    for copied in ("baseline", "20991231-235959-copy", "20261121-210700.old"):
        run_at(results, copied, now)
    assert all_runs() == [ahead, older, newest]
    assert newest_run() == newest
    assert json.loads(said("report", "--json")[1])["run"] == "20261121-210659"
    runs = json.loads(said("sql", "SELECT DISTINCT run FROM measurements ORDER BY 1", "--json")[1])
    assert [run["run"] for run in runs] == ["20261121-210659", "20261121-210700", "20991231-235959"]
    assert said("report", "baseline")[0] == 0


def test_a_bad_neighbour_takes_no_report_with_it(results: Path) -> None:
    run = run_at(results, "20261121-210700", datetime.now(UTC))
    alone = said("report", str(run))
    bad = ("null", '{"experiment": "relay"}', json.dumps({**RECORD, "plan": None, "runners": 3}))
    for number, content in enumerate(bad):
        written(results / f"20261121-21080{number}", {"run.json": content.encode()})
    assert said("report", str(run)) == alone
    status, out, err = said("sql", "SELECT count(*) AS rows FROM measurements", "--json")
    assert (status, json.loads(out)) == (0, [{"rows": len(LINES)}])
    assert err.count("\n") == 2
    assert err.startswith(f"Skipped: {results / '20261121-210800' / 'run.json'} cannot be read: ")
