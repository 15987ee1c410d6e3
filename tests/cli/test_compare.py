"""``serbench compare``: its exit status, its forms."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from fakes.rows import store_row
from fakes.samples import RECORD, measured, runners
from report.folders import folder_of, rows_of

from serbench.cli.main import main
from serbench.operations import OPERATION_BY_NAME
from serbench.record.run_folder import RunFolder


def make_run(
    path: Path, factor: float = 1.0, cpu_model: str = "Some CPU", hour: float = 1.0, controls: int = 3
) -> str:
    """A run in which a new cpp/a encodes ``factor`` times as long, in an hour in which everything takes
    ``hour`` times as long; beside it codecs whose executables never change."""
    same = [f"same{number}" for number in range(controls)]
    rows = [
        *rows_of(),
        *(measured(f"cpp/{name}", "encode", fork, 500 + fork) for name in same for fork in range(5)),
    ]
    rows = [
        replace(row, cpu_ns=tuple(round(time * hour * factor) for time in row.cpu_ns))
        if (row.codec, row.operation) == ("cpp/a", "encode")
        else replace(row, cpu_ns=tuple(round(time * hour) for time in row.cpu_ns))
        for row in rows
    ]
    path.mkdir()
    keys = {"a": f"a of {path}", "b": "b", "c": "c", **{name: name for name in same}}
    if not controls:
        keys = {name: f"{name} of {path}" for name in keys}
    products = [*runners(**keys), RECORD["runners"][-1]]
    record = folder_of(path, rows, machine={"cpu_model": cpu_model}, runners=products).record
    folder = RunFolder.create(path, record)
    with folder.writing():
        for row in rows:
            folder.append_fork([row])
    return str(folder.path)


def test_a_regression_on_one_machine_ends_with_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before, after = make_run(tmp_path / "a"), make_run(tmp_path / "b", 1.08)
    assert main(["compare", before, after]) == 1
    printed = capsys.readouterr().out
    assert "cpp/a on record, encode: 1.08 (1.08 to 1.08) times as long" in " ".join(printed.split())
    assert "Spearman's rank correlation of the two rankings is 1.00 over 2 codecs." in printed
    assert "+ marks significantly longer times and - shorter ones" in printed
    assert main(["compare", before, after, "--threshold", "10%"]) == 0
    assert main(["compare", after, before]) == 0
    assert "Nothing became worse by more than 5.0%." in capsys.readouterr().out


def test_an_hour_in_which_all_takes_longer_is_no_regression(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before, after = make_run(tmp_path / "a"), make_run(tmp_path / "b", hour=1.2)
    assert main(["compare", before, after]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert (
        "The same executables took 20.0% longer in B (5 codecs of C++); another codec has changed only if"
        in printed
    )
    assert "Nothing became worse by more than 5.0%." in printed
    late = make_run(tmp_path / "c", factor=1.08, hour=1.2)
    assert main(["compare", before, late]) == 1
    assert main(["compare", after, before]) == 0
    assert "took 16.7% less time in B" in " ".join(capsys.readouterr().out.split())


def test_without_controls_there_is_no_verdict(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before, after = (
        make_run(tmp_path / "a", controls=0),
        make_run(tmp_path / "b", factor=2, controls=0),
    )
    assert main(["compare", before, after]) == 3
    printed = " ".join(capsys.readouterr().out.split())
    assert "For C++ this comparison cannot tell a changed machine from changed code" in printed
    assert "It is uncertain whether 6 of 6 times changed." in printed
    assert "2.00+" not in printed and " 2.00 " in printed
    assert main(["compare", before, after, "--json"]) == 3
    (document,) = json.loads(capsys.readouterr().out)["comparisons"]
    assert {cell["verdict"] for cell in document["cells"]} == {"undecided"}
    assert (document["controls"], document["slower"], len(document["undecided"])) == ({}, [], 6)


def test_messages_that_grew_are_worse_without_controls_too(tmp_path: Path) -> None:
    before, after = make_run(tmp_path / "a", controls=0), make_run(tmp_path / "b", controls=0)
    grown = Path(after) / "measurements.jsonl"
    grown.write_text(grown.read_text().replace('"size_bytes":6400', '"size_bytes":7000'))
    assert main(["compare", before, after]) == 1


def test_two_runs_of_the_same_executables_claim_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = make_run(tmp_path / "a")
    folder = RunFolder.load(Path(before))
    (tmp_path / "b").mkdir()
    again = RunFolder.create(tmp_path / "b", folder.record)
    with again.writing():
        for row in folder.rows:
            slower = 2 if row.codec == "cpp/a" else 1
            again.append_fork([replace(row, cpu_ns=tuple(slower * time for time in row.cpu_ns))])
    assert main(["compare", before, str(again.path), "--json"]) == 0
    (document,) = json.loads(capsys.readouterr().out)["comparisons"]
    assert {cell["verdict"] for cell in document["cells"]} == {"control"}


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"runners": [{"codec": "cpp/a", "workload": "record", "product_key": 5}]}, "product_key: 5"),
        ({"runners": [{"codec": "cpp/a", "workload": "record", "product_key": "a\nb"}]}, "is not one line"),
        ({"runners": [{"codec": "cpp/a", "workload": "record", "build": ["x"]}]}, "build"),
        ({"corpora": {"record": {"sha256": None}}}, "sha256"),
        ({"against": {"name": 3, "runners": []}}, "against.name: 3"),
        ({"against": {"name": "x"}}, "the field runners is missing"),
        ({"against": {"name": "x", "runners": [], "checkout": "up/../../etc"}}, "is not an absolute path"),
    ],
)
def test_what_a_stranger_wrote_in_a_record_is_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], changed: dict[str, object], sentence: str
) -> None:
    before, after = make_run(tmp_path / "a"), Path(make_run(tmp_path / "b")) / "run.json"
    after.write_text(json.dumps(json.loads(after.read_text()) | changed))
    for runs in ([before, str(after.parent)], [str(after.parent), before], [str(after.parent)]):
        assert main(["compare", *runs]) == 2
        assert sentence in capsys.readouterr().err


def test_a_run_that_only_says_that_it_was_measured_against_another_is_one_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = Path(make_run(tmp_path / "a")) / "run.json"
    said = json.loads(record.read_text()) | {"against": {"name": "../..", "runners": []}}
    record.write_text(json.dumps(said))
    assert main(["compare", str(record.parent)]) == 2
    assert "Comparing takes two runs or more" in capsys.readouterr().err
    assert main(["report", str(record.parent)]) == 0


def test_a_terminal_of_80_columns_has_room_for_every_operation(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    rows = [
        replace(measured("cpp/some-long-name", name, fork, 1000 + fork), side=operation.side)
        for name, operation in OPERATION_BY_NAME.items()
        for fork in range(5)
    ]
    known = runners(**{"some-long-name": "key"})
    folder = RunFolder.create(tmp_path, folder_of(tmp_path, rows, runners=known).record)
    with folder.writing():
        for row in rows:
            folder.append_fork([row])
    assert main(["compare", str(folder.path), str(folder.path)]) == 0
    printed = capsys.readouterr().out
    assert "…" not in printed
    of_codec = [line.split() for line in printed.splitlines() if line.startswith("cpp/some-long-name")]
    assert of_codec[1:] == [["cpp/some-long-name", *["1.00="] * 6]] * 2


def test_between_machines_nothing_is_checked_unless_a_threshold_is_given(tmp_path: Path) -> None:
    before, after = make_run(tmp_path / "a"), make_run(tmp_path / "b", 3, "A board")
    assert main(["compare", before, after]) == 0
    assert main(["compare", before, after, "--threshold", "5"]) == 1


def test_each_run_is_compared_with_the_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    runs = [make_run(tmp_path / "a"), make_run(tmp_path / "b", 1.5), make_run(tmp_path / "c", 2)]
    assert main(["compare", *runs, "--json"]) == 1
    document = json.loads(capsys.readouterr().out)
    ratios = [
        cell["ratio"]
        for comparison in document["comparisons"]
        for cell in comparison["cells"]
        if (cell["codec"], cell["operation"]) == ("cpp/a", "encode")
    ]
    assert ratios == [pytest.approx(1.5, abs=1e-3), pytest.approx(2, abs=1e-3)]
    assert [comparison["threshold"] for comparison in document["comparisons"]] == [0.05, 0.05]


def test_what_one_side_has_alone_is_one_line_a_codec(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = make_run(tmp_path / "a")
    folder = RunFolder.load(Path(run))
    (tmp_path / "b").mkdir()
    less = RunFolder.create(tmp_path / "b", folder.record)
    with less.writing():
        for row in folder.rows:
            if row.codec != "cpp/a":
                less.append_fork([row])
    assert main(["compare", run, str(less.path)]) == 0
    assert "Only A has:\n  cpp/a on record, decode, encode, serialize\n" in capsys.readouterr().out


def test_the_slopes_are_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    runs = [make_run(tmp_path / "a"), make_run(tmp_path / "b")]
    assert main(["compare", *runs, "--plots", str(tmp_path / "plots")]) == 0
    drawn = (tmp_path / "plots" / "record-slope.svg").read_text()
    assert "cpp/a" in drawn and "cpp/c" in drawn
    assert (tmp_path / "plots" / "record-slope.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "Comparing takes two runs or more"),
        (["published:2014-readme", "published:2015-readme", "--threshold", "x"], "x is not a percentage"),
        (["published:2014-readme", "published:2015-readme", "--threshold", "-1"], "-1 is not a percentage"),
        (["published:2014-readme", "published:2015-readme", "--threshold", "3"], "without --threshold"),
        (["nowhere", "published:2015-readme"], "There is no run nowhere"),
        (["published:2015-readme"], "Comparing takes two runs or more"),
    ],
)
def test_bad_arguments_get_a_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compare", *arguments]) == 2
    assert sentence in capsys.readouterr().err


def test_a_run_of_files_stands_beside_the_study(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [store_row("write", 5, 1), store_row("write", 10, 1, codec="cpp/inplace")]
    folder = RunFolder.create(
        tmp_path, folder_of(tmp_path, rows, experiment="store", runners=[], workloads=["tweet"]).record
    )
    with folder.writing():
        for row in rows:
            folder.append_fork([row])
    plots = tmp_path / "plots"
    assert main(["compare", "published:study", str(folder.path), "--plots", str(plots)]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert "times are shown as multiples of cpp/handcoded's." in printed
    assert "cpp/inplace 20 1.32 2.00 1.52 2 –" in printed
    assert "The published program of cpp/inplace did less work than our codec" in printed
    assert [path.name for path in sorted(plots.iterdir())] == [
        "tweet-write-slope.png",
        "tweet-write-slope.svg",
    ]
    assert main(["compare", "published:study", "published:study-pinned", str(folder.path)]) == 2
    assert "one table of the study at a time" in capsys.readouterr().err


def test_a_misspelt_codec_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", "go/json", "go/protobf"]) == 2
    assert capsys.readouterr().err == "serbench: There is no codec go/protobf; did you mean go/protobuf?\n"
