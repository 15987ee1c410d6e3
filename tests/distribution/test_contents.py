"""The wheel and the source distribution hold the files of the repository, and nothing else."""

import subprocess
import tarfile
import zipfile
from pathlib import Path

import pytest

from serbench.locations import CHECKOUT, in_repository

TREE = ("archive", "cpp", "formats", "go", "java", "javascript", "python", "rust", "workloads")


def tracked() -> set[str]:
    """The files of the repository, with those that are to be added."""
    command = ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    listed = subprocess.run(command, cwd=CHECKOUT, check=True, capture_output=True, text=True).stdout
    return {path for path in listed.split("\0") if path and (CHECKOUT / path).is_file()}


@pytest.fixture(scope="module")
def made(packages: tuple[Path, Path]) -> tuple[Path, Path]:
    return packages


def test_a_wheel_holds_the_program_and_the_tree_of_languages(made: tuple[Path, Path]) -> None:
    places = {"src/serbench/": "serbench/"} | {f"{name}/": f"serbench/tree/{name}/" for name in TREE}
    wanted = {
        place + path.removeprefix(start)
        for path in tracked()
        for start, place in places.items()
        if path.startswith(start)
    }
    assert len(wanted) > 2000
    with zipfile.ZipFile(made[0]) as wheel:
        inside = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert inside == wanted | {"serbench/commit.txt"}


def test_a_source_distribution_holds_what_is_tracked(made: tuple[Path, Path]) -> None:
    with tarfile.open(made[1]) as source:
        inside = {name.split("/", 1)[1] for name in source.getnames()}
    assert inside == tracked() | {"PKG-INFO", "src/serbench/commit.txt"}


def test_a_file_is_named_by_its_place_in_the_repository(tmp_path: Path) -> None:
    package, tree = tmp_path / "serbench", tmp_path / "serbench" / "tree"
    assert in_repository(package / "toolchain" / "a.toml", package, tree) == "src/serbench/toolchain/a.toml"
    assert in_repository(tree / "go" / "codecs" / "a", package, tree) == "go/codecs/a"
    assert in_repository(Path("/elsewhere/a"), package, tree) == "/elsewhere/a"
    assert in_repository(CHECKOUT / "src" / "serbench" / "a.py") == "src/serbench/a.py"
