"""Runs of the cluster that end early: an interrupt, another cluster, an executor or a master that is lost."""

import json
import socket
from pathlib import Path

import pytest
from cluster.calling import cluster, document_of, measured

pytestmark = pytest.mark.slow


def test_a_resumed_run_measures_what_it_lacks(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert measured(place) == 0
    (folder,) = (place / "results").iterdir()
    rows = folder / "measurements.jsonl"
    whole = rows.read_text().splitlines(keepends=True)
    rows.write_text("".join(whole[:7]))
    capsys.readouterr()
    assert cluster("--resume", str(folder), "--quiet", "--json") == 0
    assert len(rows.read_text().splitlines()) == len(whole)
    found = json.loads(capsys.readouterr().out)["rows"]
    assert {(row["job"], row["forks"]) for row in found} == {("shuffle", 2), ("cache", 2), ("sort", 1)}
    assert cluster("--resume", str(folder), "--partitions", "9") == 2
    assert "continues a run as it was started" in capsys.readouterr().err


def test_an_interrupt_says_what_is_left(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert measured(place, "--codecs", "halt,engine/raw", "--seed", "2") == 130
    assert "Continue with: ./serbench cluster --resume" in capsys.readouterr().err
    assert list((place / "cache" / "cluster").iterdir()) == []


def test_a_run_is_not_resumed_on_another_cluster(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert measured(place) == 0
    (folder,) = (place / "results").iterdir()
    record = json.loads((folder / "run.json").read_text())
    record["cluster"]["executors"] = 5
    (folder / "run.json").write_text(json.dumps(record))
    capsys.readouterr()
    assert cluster("--resume", str(folder)) == 2
    sentence = (
        f"Run {folder.name} cannot be resumed: The cluster now has executors 2 where the run began with 5."
    )
    assert sentence in capsys.readouterr().err


def test_a_lost_executor_stops_the_run_and_costs_no_row(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert measured(place, "--codecs", "alone,engine/raw", "--jobs", "shuffle", "--seed", "2") == 1
    shown = capsys.readouterr().err
    assert "The cluster now has executors 1 where the run began with 2. The results so far are kept" in shown
    (folder,) = (place / "results").iterdir()
    rows = [json.loads(line) for line in (folder / "measurements.jsonl").read_text().splitlines()]
    assert {row["codec"] for row in rows} <= {"engine/raw"}


def test_an_executor_that_is_lost_once_costs_nothing(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        words = ("--master", f"spark://127.0.0.1:{server.getsockname()[1]}", "--jobs", "shuffle")
        codecs = ("--codecs", "lose,lose-once,wait,engine/raw", "--repeat", "1")
        found = document_of(place, capsys, *words, *codecs, status=1)
    assert {row["codec"] for row in found["rows"]} == {"engined/lose-once", "engined/wait"}
    failure = next(one for one in found["failures"] if one["codec"] == "engined/lose")
    assert failure["detail"] == "An executor on here was lost: its process was killed."


def test_a_master_that_goes_stops_the_run(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        master = f"spark://127.0.0.1:{server.getsockname()[1]}"
        words = ("--master", master, "--jobs", "shuffle", "--codecs", "fast,engine/raw")
        found = document_of(place, capsys, *words)
        assert found["cluster"]["master"] == master
        rows = Path(found["directory"], "measurements.jsonl")
        rows.write_text("".join(rows.read_text().splitlines(keepends=True)[:2]))
    capsys.readouterr()
    assert cluster("--resume", found["directory"], "--quiet") == 2
    # A run folder may be anyone's, so its master is called only where the user names it too.
    assert f"to continue there, add --master {master}." in capsys.readouterr().err
    assert cluster("--resume", found["directory"], "--quiet", "--master", master) == 2
    assert f"The master {master} does not answer: Connection refused." in capsys.readouterr().err
    assert len(rows.read_text().splitlines()) == 2
