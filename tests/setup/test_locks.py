"""The locks of the orchestrator's own environment, which the launcher installs as they are."""

import re
import tomllib
from pathlib import Path

import pytest

from serbench.languages.python.pins import parse_requirements
from serbench.locations import CHECKOUT

FOLDER = CHECKOUT / "requirements"
# An entry with what uv says of its origin.
ENTRY = re.compile(r"^(\S+)==(\S+).*\n(?: +--hash.*\n)+((?: +#.*\n)+)", re.MULTILINE)

EXTRAS = re.compile(r"\[.*?\]")


def named(*, test: bool) -> dict[str, str]:
    """The packages that pyproject.toml names: by package the version, of a range the first."""
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    words = [*project["dependencies"], *(project["optional-dependencies"]["test"] if test else ())]
    # A lock names a package without its extras, whose packages it pins as well.
    return dict(re.split("[=>]=", EXTRAS.sub("", word).split(",")[0]) for word in words)


def locked(path: Path) -> dict[str, str]:
    """The packages that a lock pins, each by a hash."""
    return dict(parse_requirements(path.read_text(encoding="utf-8"), path).libraries)


def direct(path: Path) -> dict[str, str]:
    """The packages of which a lock says that pyproject.toml names them."""
    entries = ENTRY.findall(path.read_text(encoding="utf-8"))
    assert len(entries) == len(locked(path))
    return {name: version for name, version, origin in entries if "serbench (pyproject.toml)" in origin}


@pytest.mark.parametrize("name", ["run", "test"])
def test_a_lock_is_made_of_pyproject(name: str) -> None:
    message = "requirements are not those of pyproject.toml: .ci/lock makes them again"
    assert direct(FOLDER / f"{name}.txt") == named(test=name == "test"), message


def test_the_tests_run_with_what_a_user_runs_with() -> None:
    run, test = locked(FOLDER / "run.txt"), locked(FOLDER / "test.txt")
    assert len(run) > len(named(test=False))
    assert {name: test.get(name) for name in run} == run
