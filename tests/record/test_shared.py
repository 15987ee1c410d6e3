"""A run that is shared tells of its user no folder and no secret, and it goes on all the same."""

import json
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from fakes import drive, packages
from fakes.samples import measured

from serbench.cli.main import main
from serbench.engine.resuming import require_same_machine
from serbench.errors import BadInput
from serbench.experiments.cluster.masters import parse_master
from serbench.locations import CHECKOUT
from serbench.machine.facts import Mount
from serbench.machine.record import _source_of
from serbench.record.run_folder import RunFolder
from serbench.record.shape import FORMAT
from serbench.record.shared import found_here, shared, shell_line

HOME = "/home/alice"


@pytest.fixture(autouse=True)
def alice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", HOME)
    monkeypatch.delenv("SERBENCH_CACHE", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ("/home/alice", "~"),
        ("/home/alice/data/x.jsonl", "~/data/x.jsonl"),
        ("/home/alice/.cache/serbench/runners/1/runner", "$CACHE/runners/1/runner"),
        ("corpus=/home/alice/.cache/serbench/corpora/1", "corpus=$CACHE/corpora/1"),
        (f"{CHECKOUT}/cpp/codecs/a/codec.hpp:12: error", "./cpp/codecs/a/codec.hpp:12: error"),
        ("-I/home/alice/include", "-I~/include"),
        ("file:///home/alice/x", "file://~/x"),
        ("/home/alice/a.so:/home/alice/b.so", "~/a.so:~/b.so"),
        ("It cannot be read in /home/alice.", "It cannot be read in ~."),
        # Other places.
        ("/home/alicette/x", "/home/alicette/x"),
        ("/home/alice-2", "/home/alice-2"),
        ("/mnt/home/alice/x", "/mnt/home/alice/x"),
        # Secrets.
        ("spark://user:token@host:7077", "spark://***@host:7077"),
        ("k8s://https://me:pw@host", "k8s://https://***@host"),
        ("https://host/a@b", "https://host/a@b"),
        ("-Dssl.key-password=hush -Dx=1", "-Dssl.key-password=*** -Dx=1"),
        ("https://host/?api_key=1&b=2", "https://host/?api_key=***&b=2"),
        (["--auth-token", "hush", "x"], ["--auth-token", "***", "x"]),
        ({"a": [1, None, "/home/alice"]}, {"a": [1, None, "~"]}),
    ],
)
def test_others_see_marks(told: object, expected: object) -> None:
    assert shared(told) == expected
    assert shared(shared(told)) == expected


def test_places_are_found_again() -> None:
    for path in (HOME, f"{HOME}/x", f"{HOME}/.cache/serbench/corpora/1", f"{CHECKOUT}/workloads", "/data/x"):
        assert found_here(shared(path)) == path
    assert found_here({"a": ["~/x", 1], "b": "see ~/x"}) == {"a": [f"{HOME}/x", 1], "b": "see ~/x"}


def test_a_home_that_is_everything_stands_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/")
    monkeypatch.setenv("SERBENCH_CACHE", "/big/cache")
    assert shared(["/x", "/big/cache/y"]) == ["/x", "$CACHE/y"]


@pytest.mark.parametrize(
    ("variables", "cache"),
    [
        ({}, f"{HOME}/.cache/serbench"),
        ({"SERBENCH_CACHE": "/big/my cache"}, "/big/my cache"),
        ({"XDG_CACHE_HOME": "/big"}, "/big/serbench"),
    ],
)
def test_a_pasted_line_has_the_places_of_its_user(
    variables: dict[str, str], cache: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    words = [
        f"{cache}/bin/runner",
        f"corpus={cache}/a b",
        f"{HOME}/x y",
        f"lib={HOME}/$z:{HOME}/w",
        "it's",
        "~user",
        "",
    ]
    line = shell_line(words)
    assert HOME not in line
    assert cache not in line
    ran = subprocess.run(
        ["sh", "-c", line.replace("; ", "; printf '%s\\n' ", 1)], check=True, capture_output=True, text=True
    )
    assert ran.stdout.split("\n")[:-1] == words
    assert shell_line(["./serbench", "run", "--codecs", "cpp/*"]) == "./serbench run --codecs 'cpp/*'"


def test_records_and_rows_are_written_as_others_may_see_them(tmp_path: Path) -> None:
    place = {"sha256": "0" * 64, "folder": f"{HOME}/corpora/x"}
    record = {"command": ["./serbench", "run", "--data", f"{HOME}/x"], "corpora": {"x": place}}
    folder = RunFolder.create(tmp_path, record)
    row = replace(
        measured("cpp/a", "encode", 0, 10),
        command=(f"{HOME}/.cache/serbench/r", "measure"),
        detail=f"{HOME} is full.",
        parameters={"file": f"{HOME}/f"},
        figures={"log": [f"{HOME}/l"]},
    )
    with folder.writing():
        folder.append_fork([row])
    written = "".join(path.read_text() for path in folder.path.iterdir())
    assert HOME not in written
    expected = {"run": folder.name, "format": FORMAT, **shared(record)}
    assert RunFolder.load(folder.path).record == folder.record == expected
    (read,) = RunFolder.load(folder.path).rows
    assert [read] == folder.rows
    assert (read.command, read.detail) == (("$CACHE/r", "measure"), "~ is full.")
    assert (read.parameters, read.figures) == ({"file": "~/f"}, {"log": ["~/l"]})


def test_a_run_goes_on_from_its_marks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # The cache and the data lie in the home folder.
    monkeypatch.setenv("HOME", str(tmp_path))
    packages.fakes_only(tmp_path, monkeypatch)
    assert drive.begin(tmp_path, "honest", operations=("encode",), as_json=True) == 0
    capsys.readouterr()
    (path,) = (tmp_path / "results").iterdir()
    record = json.loads((path / "run.json").read_text())
    assert str(tmp_path) not in json.dumps(record["own"]) + json.dumps(record["corpora"])
    measurements = path / "measurements.jsonl"
    lines = measurements.read_text().splitlines(keepends=True)
    measurements.write_text("".join(lines[:1]))
    assert main(["run", "--resume", str(path), "--json", "--quiet"]) == 0
    assert [row["forks"] for row in json.loads(capsys.readouterr().out)["rows"]] == [len(lines)]
    assert str(tmp_path) not in measurements.read_text()


def test_the_machine_is_compared_as_it_is_recorded() -> None:
    now = {"ld_preload": f"{HOME}/a.so:{HOME}/b.so"}
    require_same_machine("r", shared(now), now)
    with pytest.raises(BadInput, match="has ld_preload"):
        require_same_machine("r", {"ld_preload": "~/a.so"}, now)


@pytest.mark.parametrize(
    "master", ["spark://user:token@host:7077", "k8s://https://me@host:443", "spark://a@b:1"]
)
def test_a_master_with_a_user_is_refused(master: str) -> None:
    with pytest.raises(BadInput, match="every run records its master") as caught:
        parse_master(master)
    assert master not in str(caught.value)


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("/dev/sda1", "/dev/sda1"),
        ("tmpfs", "tmpfs"),
        ("//server/share", "***"),
        ("server:/export/alice", "***"),
        ("alice@server:/", "***"),
    ],
)
def test_a_mount_of_a_network_does_not_tell_from_where(source: str, told: str) -> None:
    assert _source_of(Mount("0:1", "x", source, "rw")) == told
