"""The command line of the cluster over fakes: what it prints, keeps, refuses and leaves behind."""

import contextlib
import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from cluster.calling import cluster, clustered_own, document_of, measured
from fakes.spreader import NOT_INSTALLABLE, PRICES
from refusals import require_refused

from serbench.cli.main import main
from serbench.pools import resources

# Two stages a job.
CPU_NS = {name: 2 * price for name, price in PRICES.items()}


def test_a_run_has_a_row_for_each_serializer_and_job(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = document_of(place, capsys)
    assert (found["experiment"], found["failures"]) == ("cluster", [])
    jobs = ("cache", "shuffle", "sort")
    assert sorted((row["codec"], row["job"]) for row in found["rows"]) == [
        (codec, job) for codec in ("engine/plain", "engined/fast", "engined/other") for job in jobs
    ]
    row = next(row for row in found["rows"] if (row["codec"], row["job"]) == ("engined/fast", "shuffle"))
    assert (row["cpu_ns_per_object"], row["objects"], row["wall_ns"]) == (CPU_NS["fast"], 6, 1000)
    assert (row["serialize_ns_per_object"], row["deserialize_ns_per_object"]) == (1500, 2000)
    assert (row["shuffle_bytes"], row["cached_bytes"], row["spilled_bytes"], row["gc_ns"]) == (600, 0, 0, 30)
    assert (row["forks"], row["rounds"], row["writer"], row["relocatable"]) == (2, 2, "bypass", True)
    assert row["stages"] == {"write": PRICES["fast"], "read": PRICES["fast"]}
    assert row["parameters"]["partitions"] == 8
    # What does not rank is done once, without a warm-up.
    assert {(row["rounds"], row["forks"]) for row in found["rows"] if row["job"] == "sort"} == {(1, 1)}
    assert [(floor["codec"], floor["job"]) for floor in found["floors"]] == [
        ("engine/raw", "shuffle"),
        ("engine/raw", "cache"),
        ("engine/raw", "sort"),
    ]
    assert found["cluster"]["hosts"] == ["here", "there"]
    assert (found["engine"]["version"], [of["share"] for of in found["noise_floors"].values()]) == (
        "1.2",
        [0.0],
    )
    assert len({twin["codec"] for twin in found["twins"]}) == 1
    folder = Path(found["directory"])
    # Three rows, one twin and the reference; the second application of each does not sort.
    assert len((folder / "measurements.jsonl").read_text().splitlines()) == (3 + 2) * (3 + 1 + 1)
    assert list((place / "cache" / "cluster").iterdir()) == []


@pytest.mark.slow
def test_codecs_and_own_serializers_rank_together(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = document_of(place, capsys, "--repeat", "5")
    ranks = {
        (row["codec"], row["job"]): (row["rank"], row["rank_high"], row["tied"]) for row in found["rows"]
    }
    assert ranks["engined/fast", "shuffle"] == (1, 1, [])
    assert ranks["engined/other", "cache"] == (2, 2, [])
    assert ranks["engine/plain", "shuffle"] == (3, 3, [])
    assert {ranks[codec, job][0] for codec, job in ranks if job == "sort"} == {None}
    assert {floor["rank"] for floor in found["floors"]} == {None}


@pytest.mark.slow
def test_tables_page_and_files_name_every_way(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = (
        "--compress",
        "lz4,none",
        "--partitions",
        "8,201",
        "--jobs",
        "shuffle,aggregate",
        "--repeat",
        "5",
        "--legend",
    )
    assert measured(place, *words) == 0
    shown = " ".join(capsys.readouterr().out.split())
    (folder,) = (place / "results").iterdir()
    assert "6 own-tiny objects, 201 partitions, uncompressed, local[*]: µs of CPU time per object" in shown
    assert "a shuffle of 6 own-tiny objects with engined/fast is 0.556 of that with engine/plain." in shown
    assert (
        "From 19% (engine/plain) to 35% (engined/fast) of the shuffle's CPU time is serialization." in shown
    )
    assert "Without compression the shuffle takes: engined/fast 1.00 × the CPU time" in shown
    assert "Engine of fakes 1.2, runtime 17.0, local[*], 2 executors with 2 cores, 1.0 GiB" in shown
    page = (folder / "report.html").read_text()
    assert "engined/fast" in page and '--key:var(--part1)">serialize' in page
    assert main(["report", str(folder), "--markdown"]) == 0
    markdown = capsys.readouterr().out
    assert "| 1 | engined/fast | 10.0 |" in markdown
    assert "| – | engine/raw (reference) | 8.00 |" in markdown
    assert "serialize | deserialize | rest" in markdown
    assert main(["report", str(folder), "--latex"]) == 0
    assert "201 partitions" in capsys.readouterr().out
    assert main(["report", str(folder), "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert len(rows) == 4 * 2 * 4
    assert {(row["partitions"], row["compress"]) for row in rows} == {
        ("8", "lz4"),
        ("8", "none"),
        ("201", "lz4"),
        ("201", "none"),
    }
    assert main(["report", str(folder), "--plots", str(place / "plots")]) == 0
    names = {path.name for path in (place / "plots").iterdir()}
    assert {"cluster-1-shuffle.svg", "cluster-4-aggregate.png"} <= names
    capsys.readouterr()
    query = (
        "SELECT count(*) AS samples, max(cpu_ns_per_operation) AS most FROM samples"
        " WHERE operation = 'shuffle' AND codec = 'engined/fast'"
    )
    assert main(["sql", "--run", str(folder), query, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == [{"samples": 5 * 4 * 2, "most": CPU_NS["fast"]}]


def test_two_runs_are_compared(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert measured(place) == measured(place) == 0
    first, second = sorted((place / "results").iterdir())
    record = json.loads((second / "run.json").read_text())
    record["cluster"]["hosts"] = ["elsewhere"]
    (second / "run.json").write_text(json.dumps(record))
    capsys.readouterr()
    assert main(["compare", str(first), str(second)]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "shuffle lz4 8 of 6" in shown
    assert "elsewhere" in shown


SENTENCES = {
    "drop": ("wrong", "5 objects from number 0 on came out of the job shuffle where 6 from 0 on belong."),
    "repeat": ("wrong", "Other objects came out of the job shuffle than went in: their digest is "),
    "alter": ("wrong", "Other objects came out of the job shuffle than went in: their digest is "),
    "swap": ("wrong", "Other objects came out of the job shuffle than went in: their digest is "),
    "late": ("wrong", "Other objects came out of the job shuffle than went in: their digest is "),
    "rounds": ("protocol", "The application measured the job shuffle 1 times where 2 were requested."),
    "sums": ("protocol", "ns of CPU time for round 0 of the job shuffle, whose stages took 168000 ns."),
    "stage": ("protocol", "The application reports no stage read of round 0 of the job shuffle."),
    "count": ("protocol", "The stage write of round 0 of the job shuffle had 5 objects where 6 belong."),
    "silent": ("protocol", "The application says nothing about its executors."),
    "stranger": ("protocol", "The application did the job other, which was not asked for."),
    "die-at-once": ("crashed", "The runner ended with exit status 3 before its reply was complete."),
}


@pytest.mark.parametrize("fault", sorted(SENTENCES))
def test_a_serializer_that_fails_costs_no_other(
    fault: str, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    outcome, sentence = SENTENCES[fault]
    words = ("--codecs", f"fast,{fault},engine/raw", "--jobs", "shuffle", "--repeat", "1", "--seed", "3")
    found = document_of(place, capsys, *words, status=1)
    assert {row["codec"] for row in found["rows"]} == {"engined/fast"}
    assert {failure["codec"] for failure in found["failures"]} <= {
        f"engined/{fault}",
        f"engined/{fault} (twin)",
    }
    failure = found["failures"][0]
    assert (failure["outcome"], failure["operation"]) == (outcome, "shuffle")
    assert sentence in failure["detail"]


def by_job(found: dict[str, Any], codec: str) -> dict[str, str]:
    """The outcome of each job of a serializer."""
    rows = {row["job"]: "ok" for row in found["rows"] if row["codec"] == codec}
    return rows | {one["operation"]: one["outcome"] for one in found["failures"] if one["codec"] == codec}


@pytest.mark.parametrize(
    ("fault", "outcomes"),
    [
        ("refuse", {"shuffle": "ok", "cache": "unsupported", "sort": "ok"}),
        ("die", {"shuffle": "ok", "cache": "crashed", "sort": "crashed"}),
        ("disorder", {"shuffle": "ok", "cache": "ok", "sort": "wrong"}),
    ],
)
def test_the_other_jobs_of_a_serializer_count(
    fault: str, outcomes: dict[str, str], place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("--codecs", f"{fault},engine/raw", "--repeat", "1")
    found = document_of(place, capsys, *words, status=1)
    assert by_job(found, f"engined/{fault}") == outcomes
    if fault == "refuse":
        assert found["failures"][0]["detail"] == "It has no cache."


def test_objects_that_were_spilled_are_told(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert measured(place, "--codecs", "spill,engine/raw", "--jobs", "shuffle", "--legend") == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "Objects were spilled to the disk with engined/spill: they had too little memory." in shown


def test_an_own_row_that_cannot_be_measured_fails_only_where_it_is_named(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = document_of(place, capsys, "--codecs", "engine/words,engine/plain", "--jobs", "shuffle", status=1)
    (failure,) = found["failures"]
    assert (failure["codec"], failure["outcome"]) == ("engine/words", "unsupported")
    assert failure["detail"] == "It takes no numbers."
    assert {row["codec"] for row in found["rows"]} == {"engine/plain"}


def test_an_own_row_is_not_measured_in_jobs_that_it_lacks(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("--jobs", "broadcast,aggregate", "--codecs", "engine/plain,fast")
    found = document_of(place, capsys, *words)
    assert sorted((row["codec"], row["job"]) for row in found["rows"]) == [
        ("engine/plain", "aggregate"),
        ("engined/fast", "aggregate"),
        ("engined/fast", "broadcast"),
    ]
    found = document_of(place, capsys, "--jobs", "broadcast", "--codecs", "engine/plain,fast", status=1)
    (failure,) = found["failures"]
    assert (failure["codec"], failure["detail"]) == ("engine/plain", "It has no job broadcast.")


def test_a_dry_run_says_what_would_be_measured(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(NOT_INSTALLABLE, "A dry run installs nothing.")
    found = document_of(place, capsys, "--dry-run", "--master", "spark://127.0.0.1:1")
    assert (found["jobs"], found["forks"], found["rounds"]) == (["shuffle", "cache", "sort"], 2, 2)
    assert found["rows"] == ["engined/fast", "engined/other", "engine/plain", "engine/raw"]
    assert measured(place, "--dry-run") == 0
    assert "\npartitions:   8\n" in capsys.readouterr().out
    assert not (place / "results").exists()


def test_a_run_is_fitted_into_the_time(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = document_of(place, capsys, "--dry-run", "--max-time", "1h")
    assert whole["forks"] == 2
    fitting = document_of(place, capsys, "--dry-run", "--max-time", f"{whole['estimated_s'] * 0.7:.1f}s")
    assert fitting["forks"] == 1
    assert measured(place, "--max-time", "0.1s", "--dry-run") == 2
    assert "Even one repetition takes about" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--master", "mesos://a:1"), "--master is mesos://a:1 where local[*], spark://HOST:PORT, yarn or"),
        (("--master", "spark://127.0.0.1:1"), "The master spark://127.0.0.1:1 does not answer: Connection"),
        (
            ("--jobs", "join"),
            "--jobs knows no join: it is one of shuffle, cache, broadcast, aggregate, sort.",
        ),
        (("--compress", "zstd"), "--compress knows no zstd: it is one of lz4, none."),
        (("--partitions", "0"), "--partitions is 0 where a number from 1 to 100000 belongs."),
        (("--objects", "x"), "--objects is x where a number from 1 to 4294967295 belongs."),
        (("--codecs", "fake/honest"), "Engine of fakes only takes serializers of Engined, and fake/honest"),
        (("--codecs", "engine/nothing"), 'No serializer of the engine matches "engine/nothing"'),
    ],
)
def test_bad_input_is_one_sentence(
    words: tuple[str, ...], sentence: str, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    require_refused(measured(place, *words), sentence, place, capsys)


def test_an_engine_that_cannot_be_installed_is_one_sentence(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(NOT_INSTALLABLE, "The engine takes 300 MB and the disk has less free.")
    assert measured(place) == 2
    assert "The engine takes 300 MB and the disk has less free." in capsys.readouterr().err


def test_what_does_not_fit_is_refused(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resources, "free_disk", lambda directory: 100)
    assert measured(place) == 2
    assert "on the disk, which has 0.0 MiB; about 0 objects fit." in capsys.readouterr().err
    monkeypatch.setattr(resources, "free_disk", lambda directory: 2**50)
    monkeypatch.setattr(resources, "free_memory", lambda: 2**20)
    assert measured(place) == 2
    assert "of memory and 1.0 MiB are left here; no number of objects fits." in capsys.readouterr().err
    assert not (place / "results").exists()


def test_help_names_the_options(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cluster("--help") == 0
    shown = capsys.readouterr().out
    assert shown.startswith("Usage: ./serbench cluster [OPTIONS] [WORKLOAD]\n")
    assert "-j, --compilers N" in shown


def test_own_data_in_batches(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert clustered_own(place, "--dry-run", "--batch", "2", "--json") == 0
    assert json.loads(capsys.readouterr().out)["workload"].endswith(":batch=2")


def test_no_application_is_left_behind(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert measured(place, "--codecs", "halt,engine/raw", "--seed", "2") == 130
    assert not [one for one in commands_running() if str(place).encode() in one and b"spreader" in one]


def commands_running() -> list[bytes]:
    found = []
    for process in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            found.append(process.read_bytes())
    return found
