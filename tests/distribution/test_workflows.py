"""The workflows start scripts of this checkout, pin what they use, and may do little."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from serbench.locations import CHECKOUT

FOLDER = CHECKOUT / ".github"
WORKFLOWS = sorted((FOLDER / "workflows").glob("*.yml"))
ACTIONS = sorted((FOLDER / "actions").glob("*/action.yml"))


def texts(paths: list[Path]) -> list[str]:
    return [path.read_text(encoding="utf-8") for path in paths]


def test_there_is_one_for_each_purpose() -> None:
    assert [path.stem for path in WORKFLOWS] == ["audit", "container", "release", "test"]
    assert [path.parent.name for path in ACTIONS] == ["serbench"]


def test_every_action_of_others_is_pinned_to_one_commit() -> None:
    used = re.findall(r"uses: (\S+)(.*)", "\n".join(texts(WORKFLOWS + ACTIONS)))
    assert len(used) >= len(WORKFLOWS)
    pinned = {re.fullmatch(r"([\w.-]+/[\w.-]+)@([0-9a-f]{40}) # v[\d.]+", name + more) for name, more in used}
    assert None not in pinned
    found = {(match[1], match[2]) for match in pinned if match}
    assert len(found) == len({name for name, _ in found}), "one commit for each action"


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_has_few_rights_and_an_end(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    rights = re.findall(r"^permissions:\n((?:  .*\n)+)", text, re.MULTILINE)
    assert rights == ["  contents: write\n" if path.stem == "release" else "  contents: read\n"]
    assert text.count("runs-on:") == text.count("timeout-minutes:")
    assert text.count("actions/checkout@") == text.count("persist-credentials: false")


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_its_first_step_is_a_script_of_this_checkout(path: Path) -> None:
    script = re.findall(r"- run: (\S+)", path.read_text(encoding="utf-8"))[0]
    assert script.startswith(".ci/") and os.access(CHECKOUT / script, os.X_OK)


def test_the_action_starts_serbench_of_its_own_checkout() -> None:
    (action,) = ACTIONS
    (program,) = re.findall(r'"\$GITHUB_ACTION_PATH/(\S+)" check-release', action.read_text(encoding="utf-8"))
    assert (action.parent / program).resolve() == CHECKOUT / "serbench"


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("go") is None, reason="the linter of workflows is a program in Go")
def test_the_linter_of_workflows_finds_nothing() -> None:
    names = [str(path) for path in WORKFLOWS]
    command = ("go", "-C", str(FOLDER / "actionlint"), "tool", "actionlint", "-no-color", *names)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr


@pytest.mark.parametrize("status, calls", [(0, 2), (3, 1)])
def test_an_image_is_built_and_then_measures(status: int, calls: int, tmp_path: Path) -> None:
    engine, log = tmp_path / "engine", tmp_path / "log"
    engine.write_text(f'#!/bin/sh\necho "$*" >>"{log}"\n[ "$1" != build ] || exit {status}\n')
    engine.chmod(0o755)
    done = subprocess.run((str(CHECKOUT / ".ci" / "image"), str(engine)), check=False)
    assert done.returncode == status
    expected = [
        "build -f Containerfile -t serbench .",
        "run --rm --tmpfs /data:mode=1777 serbench run record --codecs python/json",
    ]
    assert log.read_text(encoding="utf-8").splitlines() == expected[:calls]
