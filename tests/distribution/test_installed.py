"""The wheel in an empty environment, called from a folder without a checkout."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from serbench.locations import CHECKOUT

pytestmark = pytest.mark.slow

Program = Callable[..., "subprocess.CompletedProcess[str]"]
# One of each language.
CODECS = "cpp/msgpack,go/json,java/json,javascript/json,python/json,rust/json"


@pytest.fixture(scope="module")
def environment(packages: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("environment")
    subprocess.run((sys.executable, "-m", "venv", str(folder)), check=True)
    pip = (str(folder / "bin" / "python"), "-m", "pip", "--disable-pip-version-check", "-q", "install")
    done = subprocess.run((*pip, str(packages[0])), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder


def caller(command: Sequence[str], folder: Path, **more: str) -> Program:
    variables = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}

    def call(*words: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            (*command, *words), cwd=folder, env=variables | more, capture_output=True, text=True, check=False
        )

    return call


@pytest.fixture(scope="module")
def serbench(environment: Path, tmp_path_factory: pytest.TempPathFactory) -> Program:
    return caller((str(environment / "bin" / "serbench"),), tmp_path_factory.mktemp("elsewhere"))


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Program:
    """The same code as a checkout has it."""
    command = (sys.executable, "-P", "-m", "serbench")
    return caller(command, tmp_path_factory.mktemp("beside"), PYTHONPATH=str(CHECKOUT / "src"))


def files_of(package: Path) -> dict[Path, tuple[int, int]]:
    found = [path for path in package.rglob("*") if path.is_file()]
    return {path: (path.stat().st_size, path.stat().st_mtime_ns) for path in found}


def test_its_version_has_the_commit(serbench: Program) -> None:
    assert re.fullmatch(
        r"serbench \d+\.\d+\.\d+ \([0-9a-f]{12}(, changed)?\)\n", serbench("--version").stdout
    )


def test_it_is_called_by_its_name(serbench: Program) -> None:
    shown = serbench("--help").stdout
    assert "`serbench run`" in shown
    assert "./serbench" not in shown


def test_tests_need_a_checkout(serbench: Program) -> None:
    done = serbench("test")
    assert (done.returncode, done.stderr) == (
        2,
        "serbench: The tests are not installed: a checkout of the repository has them and runs them.\n",
    )


def test_a_choice_and_a_passport_need_no_checkout(serbench: Program, tmp_path: Path) -> None:
    data = tmp_path / "small.jsonl"
    data.write_text('{"id": 1, "name": "a"}\n{"id": 2, "name": "b"}\n')
    words = ("choose", "--data", str(data), "--write", "go", "--read", "python", "--dry-run", "--json")
    chosen = serbench(*words)
    assert chosen.returncode == 0, chosen.stderr
    assert json.loads(chosen.stdout)["options"]
    told = serbench("about", "rust/postcard", "--json")
    assert told.returncode == 0, told.stderr
    facts = json.loads(told.stdout)["facts"]
    assert facts["released"]["source"] == "src/serbench/toolchain/pinned_days.toml"


@pytest.mark.parametrize("words", [("--help",), ("run", "--help"), ("list", "sets")], ids=" ".join)
def test_it_says_what_the_checkout_says(serbench: Program, checkout: Program, words: tuple[str, ...]) -> None:
    here = checkout(*words)
    assert here.returncode == 0 and len(here.stdout) > 500
    assert serbench(*words).stdout == here.stdout.replace("./serbench", "serbench")


def record_of(program: Program) -> dict[str, Any]:
    """The record of a run of one codec, without times and places."""
    done = program("run", "record", "--codecs", "python/json", "--ops", "encode", "--json")
    assert done.returncode == 0, done.stderr
    folder = Path(json.loads(done.stdout)["directory"])
    record = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    runner = next(one for one in record["runners"] if one["codec"] == "python/json")
    same = ("format", "serbench", "experiment", "codecs", "corpora", "seed", "interop")
    keys = ("product_key", "libraries", "schema", "operations", "build")
    return {
        "members": sorted(record),
        "of the machine": sorted(record["machine"]),
        **{name: record[name] for name in same},
        **{name: runner[name] for name in keys},
    }


def test_it_records_what_the_checkout_records_and_writes_nothing_into_itself(
    serbench: Program, checkout: Program, environment: Path
) -> None:
    (package,) = environment.glob("lib/python3*/site-packages/serbench")
    before = files_of(package)
    assert record_of(serbench) == record_of(checkout)
    assert files_of(package) == before


def test_a_codec_of_each_language_is_measured_in_the_current_folder(serbench: Program) -> None:
    done = serbench("run", "record", "--codecs", CODECS, "--ops", "encode", "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert {row["codec"] for row in told["rows"]} == set(CODECS.split(","))
    run = Path(told["directory"])
    assert (run.parent.name, (run / "report.html").exists()) == ("results", True)
    assert serbench("report", run.name).returncode == 0
