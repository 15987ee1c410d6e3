"""The command line of the relay over fakes: what it prints, keeps, refuses and leaves behind."""

import csv
import json
from pathlib import Path

import pytest
from fakes.relayer import DRIVER_SHARES, MODES, TIMES_NS
from refusals import require_refused
from relay.calling import document_of, relay, relayed

from serbench.cli.main import main

TWO_MODES = ("--modes", "fresh,peek")


def test_a_run_has_a_row_for_each_mode(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert relayed(place, "--json") == 0
    document = document_of(capsys)
    assert (document["experiment"], document["failures"]) == ("relay", [])
    rows = {row["mode"]: row for row in document["rows"]}
    assert rows.keys() == set(MODES)
    for mode, row in rows.items():
        assert row["objects_per_s"] == round(1e9 / TIMES_NS[mode], 3)
        # An envelope has two more numbers and a length.
        size_bytes = 16 if mode == "envelope" else 4
        assert row["bytes_per_s"] == round(size_bytes * 1e9 / TIMES_NS[mode])
        assert row["cpu_ns_per_object"] == TIMES_NS[mode] / 2
        assert (row["size_bytes"], row["peak_bytes"], row["retained_bytes"]) == (size_bytes, 2000, 1500)
        assert (row["forks"], row["driver_per_s"], row["copied_bytes_per_byte"]) == (3, 1_000_000, 1)
        assert row["driver_busy_share"] == DRIVER_SHARES[mode]
        assert row["limited_by_driver"] == (mode in ("forward", "reuse"))
        assert row["phases"] == {"read": 100, "decode": 100, "write": 100}
    fresh = rows["fresh"]
    assert fresh["parameters"] == {
        "route": "shuffle", "sources": 1, "sinks": 4, "transport": "unix", "objects_a_message": 1,
    }  # fmt: skip
    assert [one["load"] for one in fresh["latency"]] == ["20%", "50%", "80%", "1000"]
    assert fresh["latency"][0] == {
        "load": "20%", "rate_per_s": 1000, "achieved_per_s": 999, "achieved": True, "count": 1000,
        "p50_ns": 8000, "p90_ns": 16000, "p99_ns": 24000, "p999_ns": 32000, "max_ns": 40000,
        "quantiles": {"0.5": 8000, "0.9": 16000, "0.99": 24000, "0.999": 32000, "1": 40000},
    }  # fmt: skip


def test_what_is_shown(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert relayed(place, "--legend") == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "fresh: decoded into a new object, encoded" in shown
    assert "Throughput of the best other mode relative to fresh: fake/relayer 4.0 × with peek." in shown
    assert (
        "The driver alone moves 2.0 times the messages of the fastest relay with a codec (fake/relayer,"
        " peek), and at saturation it is busy for at most 95% of the time (fake/relayer, reuse). ≥: at least,"
        " in 2 of 5 lines. The driver by itself has less than 2 times that rate, or is busy for more than 90%"
        " of the time" in shown
    )
    # Forward is as fast as the driver by itself; while reuse is relayed, the driver is always busy.
    assert "≥1,000,000" in shown and "≥250,000" in shown and "≥500,000" not in shown
    (folder,) = (place / "results").iterdir()
    page = (folder / "report.html").read_text()
    assert "fresh: decoded into a new object, encoded</caption>" in page
    assert "≥: at least, in 2 of 5 lines." in page
    assert main(["report", str(folder), "--csv"]) == 0
    lines = csv.DictReader(capsys.readouterr().out.splitlines())
    limited = {line["mode"]: line["limited_by_driver"] for line in lines}
    assert (limited["forward"], limited["peek"], limited["reuse"]) == ("True", "False", "True")
    for form in ("--markdown", "--latex", "--csv"):
        assert main(["report", str(folder), form]) == 0
        assert "fake/relayer" in capsys.readouterr().out.replace("\\", "")
    assert main(["sql", "SELECT count(*) AS forks FROM measurements", "--run", str(folder)]) == 0
    assert "15" in capsys.readouterr().out


def test_one_table_for_each_codec(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert relayed(place, "--group", "codec", *TWO_MODES) == 0
    lines = capsys.readouterr().out.splitlines()
    (peek,) = [line for line in lines if line.startswith("peek ")]
    assert peek.split()[1] == "4.0"


def test_a_message_that_is_lost_is_a_failure(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert relayed(place, "--codecs", "fake/relayer,fake/loser", *TWO_MODES, "--json") == 1
    document = document_of(capsys)
    (failure,) = document["failures"]
    assert (failure["codec"], failure["operation"], failure["outcome"]) == ("fake/loser", "fresh", "wrong")
    assert failure["detail"] == "Message 2 did not arrive at sink 1."
    assert len(document["rows"]) == 2 * 2 - 1


def test_a_rate_that_is_not_achieved_is_barriered(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert relayed(place, "--codecs", "fake/latecomer", "--modes", "fresh", "--json") == 0
    (row,) = document_of(capsys)["rows"]
    assert {one["achieved"] for one in row["latency"]} == {False}
    (folder,) = (place / "results").iterdir()
    assert main(["report", str(folder), "--markdown"]) == 0
    assert "not achieved" in capsys.readouterr().out


def test_a_codec_without_any_requested_mode_fails(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert relayed(place, "--modes", "message,fresh", "--json") == 0
    capsys.readouterr()
    assert relayed(place, "--modes", "message,split", "--json") == 1
    (failure,) = document_of(capsys)["failures"]
    assert failure["detail"] == "fake/relayer has no mode message or split here."


@pytest.mark.slow
def test_acknowledgements_are_checked_on_request(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert relayed(place, "--modes", "fresh", "--acks", "--json") == 0
    assert [row["mode"] for row in document_of(capsys)["rows"]] == ["fresh"]


def test_objects_without_an_integer_cannot_be_acknowledged(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (place / "texts.jsonl").write_text('{"text": "a"}\n{"text": "b"}\n')
    words = ("--data", str(place / "texts.jsonl"), "--codecs", "relayer", "--acks", "--quiet")
    assert main(["relay", *words]) == 2
    sentence = "--acks acknowledges objects by their first integer, and these have none; omit --acks."
    assert capsys.readouterr().err.endswith(f"{sentence}\n")


@pytest.mark.slow
def test_modes_and_rates_by_choice(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert relayed(place, "--modes", "fresh,peek", "--rate", "50%,200", "--sources", "2", "--json") == 0
    rows = document_of(capsys)["rows"]
    assert [row["mode"] for row in rows] == ["peek", "fresh"]
    assert [one["load"] for one in rows[0]["latency"]] == ["50%", "200"]
    assert (
        relayed(
            place,
            "--modes",
            "fresh",
            "--rate",
            "200",
            "--repeat",
            "1",
            "--legend",
            "--out",
            str(place / "one"),
        )
        == 0
    )
    assert "at 200 messages per second." in " ".join(capsys.readouterr().out.split())
    assert rows[0]["parameters"]["sources"] == 2
    assert relayed(place, "--modes", "fresh", "--rate", "none", "--repeat", "1", "--json") == 0
    assert document_of(capsys)["rows"][0]["latency"] == []


def test_what_is_updated_in_the_bytes_is_told(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert relayed(place, "--modes", "update,fresh", "--json") == 0
    shares = {row["mode"]: row["updated_in_place_share"] for row in document_of(capsys)["rows"]}
    assert shares == {"update": 0.75, "fresh": None}
    (folder,) = (place / "results").iterdir()
    assert main(["report", str(folder), "--markdown"]) == 0
    assert "update: in the bytes by fake/relayer (75% of its messages)." in capsys.readouterr().out


@pytest.mark.slow
def test_a_resumed_run_measures_what_it_lacks(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert relayed(place, *TWO_MODES) == 0
    (folder,) = (place / "results").iterdir()
    rows = folder / "measurements.jsonl"
    whole = rows.read_text().splitlines(keepends=True)
    rows.write_text("".join(whole[:4]))
    capsys.readouterr()
    assert relay("--resume", str(folder), "--quiet", "--json") == 0
    assert len(document_of(capsys)["rows"]) == 2
    assert len(rows.read_text().splitlines()) == len(whole)
    assert relay("--resume", str(folder), "--sinks", "2") == 2
    assert "continues a run as it was started" in capsys.readouterr().err


@pytest.mark.slow
def test_two_runs_are_compared(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("a", "b"):
        assert relayed(place / name, *TWO_MODES, "--out", str(place / name)) == 0
    runs = [str(next((place / name).glob("2*"))) for name in ("a", "b")]
    capsys.readouterr()
    assert main(["compare", *runs, "--json"]) == 0
    document = document_of(capsys)
    assert {row["operation"] for row in document["comparisons"][0]["cells"]} == {"peek", "fresh"}


def test_a_dry_run_measures_nothing(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert relayed(place, "--dry-run", "--json") == 0
    document = document_of(capsys)
    assert document["codecs"] == ["fake/relayer"]
    assert not (place / "results").exists()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--modes", "fast"), "--modes knows no fast"),
        (("--rate", "120%"), "--rate is 120%"),
        (("--rate", "fast"), "--rate is fast"),
        (("--max-time", "1s"), "Even one repetition takes"),
        (("tour-map",), "Conformance workloads are never measured"),
    ],
)
def test_bad_input(
    words: tuple[str, ...], sentence: str, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    require_refused(relay("--codecs", "fake/relayer", "--dry-run", *words), sentence, place, capsys)


def test_a_driver_that_does_not_compile(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_COMPILER", "fails")
    assert relayed(place) not in (0, 1)
    assert "driver does not compile: it is a fake." in capsys.readouterr().err
    assert not (place / "results").exists()


def test_the_default_is_tuples_in_batches_of_64(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words, names in (
        ((), ["tuples:tuples=64"]),
        (("--batch", "1,8"), ["tuples:tuples=1", "tuples:tuples=8"]),
        (("record", "--batch", "3"), ["record:batch=3"]),
        (("tuples:tuples=2", "--batch", "3"), ["tuples:tuples=2,batch=3"]),
    ):
        assert relay("--codecs", "fake/relayer", "--dry-run", "--json", *words) == 0
        assert json.loads(capsys.readouterr().out)["workloads"] == names
