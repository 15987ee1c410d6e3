"""``serbench compare``: its exit status, its forms."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from fakes.rows import store_row
from fakes.samples import measured
from report.folders import folder_of, rows_of

from serbench.cli.main import main
from serbench.operations import OPERATION_BY_NAME
from serbench.record.run_folder import RunFolder


def make_run(path: Path, factor: float = 1.0, cpu_model: str = "Some CPU") -> str:
    rows = [
        replace(row, cpu_ns=tuple(round(time * factor) for time in row.cpu_ns))
        if (row.codec, row.operation) == ("cpp/a", "encode")
        else row
        for row in rows_of()
    ]
    path.mkdir()
    folder = RunFolder.create(path, folder_of(path, rows, machine={"cpu_model": cpu_model}).record)
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


def test_a_terminal_of_80_columns_has_room_for_every_operation(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    rows = [
        replace(measured("cpp/some-long-name", name, fork, 1000 + fork), side=operation.side)
        for name, operation in OPERATION_BY_NAME.items()
        for fork in range(5)
    ]
    folder = RunFolder.create(tmp_path, folder_of(tmp_path, rows, runners=[]).record)
    with folder.writing():
        for row in rows:
            folder.append_fork([row])
    assert main(["compare", str(folder.path), str(folder.path)]) == 0
    printed = capsys.readouterr().out
    assert "…" not in printed
    of_codec = [line.split() for line in printed.splitlines() if line.startswith("cpp/some-long-name")]
    assert of_codec[1:] == [["cpp/some-long-name", *["1.00"] * 6], ["cpp/some-long-name", *["1.00"] * 6]]


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
        (["one"], "Comparing takes two runs or more"),
        (["published:2014-readme", "published:2015-readme", "--threshold", "x"], "x is not a percentage"),
        (["published:2014-readme", "published:2015-readme", "--threshold", "-1"], "-1 is not a percentage"),
        (["nowhere", "published:2015-readme"], "There is no run nowhere"),
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
    assert "cpp/inplace 20 1.32 2.00 1.52 2 -" in printed
    assert "Of cpp/inplace the published program did less work than our codec" in printed
    assert [path.name for path in sorted(plots.iterdir())] == [
        "tweet-write-slope.png",
        "tweet-write-slope.svg",
    ]
    assert main(["compare", "published:study", "published:study-pinned", str(folder.path)]) == 2
    assert "one table of the study at a time" in capsys.readouterr().err
