"""The wheel in an empty environment, called from a folder without a checkout."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

Program = Callable[..., "subprocess.CompletedProcess[str]"]
# One of each language.
CODECS = "cpp/msgpack,go/json,java/json,javascript/json,python/json,rust/json"


@pytest.fixture(scope="module")
def serbench(packages: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Program:
    environment = tmp_path_factory.mktemp("environment")
    folder = tmp_path_factory.mktemp("elsewhere")
    subprocess.run((sys.executable, "-m", "venv", str(environment)), check=True)
    pip = (str(environment / "bin" / "python"), "-m", "pip", "--disable-pip-version-check", "-q", "install")
    done = subprocess.run((*pip, str(packages[0])), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    variables = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}

    def call(*words: str) -> "subprocess.CompletedProcess[str]":
        command = (str(environment / "bin" / "serbench"), *words)
        return subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True, check=False)

    return call


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


def test_a_codec_of_each_language_is_measured_in_the_current_folder(serbench: Program) -> None:
    done = serbench("run", "record", "--codecs", CODECS, "--ops", "encode", "--max-time", "30s", "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert {row["codec"] for row in told["rows"]} == set(CODECS.split(","))
    run = Path(told["directory"])
    assert (run.parent.name, (run / "report.html").exists()) == ("results", True)
    assert serbench("report", run.name).returncode == 0
