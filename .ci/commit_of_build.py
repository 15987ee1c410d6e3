"""Writes the commit from which a package is made into it."""

import subprocess
import tempfile
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NAME = "commit.txt"


class CommitOfBuild(BuildHookInterface):
    """Adds ``commit.txt``: the commit, and ``dirty`` where files differ from it. A source distribution brings
    its own; what is made outside a repository has none."""

    def initialize(self, version: str, build_data: dict) -> None:
        folder = Path(self.root)
        if version == "editable" or not (folder / ".git").exists():
            return
        commit = _git(folder, "rev-parse", "--verify", "HEAD")
        dirty = _git(folder, "status", "--porcelain") != ""
        written = Path(tempfile.mkdtemp(prefix="serbench-")) / NAME
        written.write_text(f"{commit} dirty\n" if dirty else f"{commit}\n")
        place = f"src/serbench/{NAME}" if self.target_name == "sdist" else f"serbench/{NAME}"
        build_data["force_include"][str(written)] = place

    def finalize(self, version: str, build_data: dict, artifact_path: str) -> None:
        for path in build_data["force_include"]:
            if Path(path).name == NAME:
                Path(path).unlink()
                Path(path).parent.rmdir()


def _git(folder: Path, *words: str) -> str:
    reply = subprocess.run(("git", "-C", str(folder), *words), capture_output=True, text=True, check=True)
    return reply.stdout.strip()
