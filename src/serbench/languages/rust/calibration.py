"""Builds what rust/calibration has: Criterion over a codec's page."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from serbench.cache.keys import content_key
from serbench.cache.lock import locked
from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import Runner
from serbench.corpus.workload import Workload
from serbench.errors import SerbenchError
from serbench.languages.rust.build import rust_flags, write_rendered
from serbench.languages.rust.probe import WORKSPACE, package_of
from serbench.languages.tool import run_tool
from serbench.languages.workshop import PeerBench
from serbench.locations import cache_directory

_SHARED = ("harness", "plain-serde", "calibration")
_OURS, _THEIRS = "serbench_harness::runner!", "serbench_calibration::runner!"
# Warm-up, sampling and Criterion's own analysis of one operation.
_OPERATION_S = 1.0


def peer(
    codecs: Sequence[CodecManifest], runners: Sequence[Runner], workload: Workload, corpus: Path, flags: str
) -> PeerBench:
    """Criterion's loop over codecs, compiled with the flags of every crate."""
    built = _benchmarks(codecs, workload)
    return PeerBench(
        lambda codec, operations: _benchmark_ns(built[codec], corpus, operations),
        _benchmarks_take_s,
        clock="wall",
    )


def _benchmarks(codecs: Sequence[CodecManifest], workload: Workload) -> dict[str, Path]:
    """For each codec the executable with Criterion's loop. Raises SerbenchError with cargo's words."""
    tree = cache_directory() / "build" / f"rust-calibration-{content_key(str(WORKSPACE))[:12]}"
    with locked(tree):
        _copy(codecs, tree / "workspace")
        write_rendered(codecs, workload, tree / "rendered")
        command = [os.environ.get("CARGO", "cargo"), "build", "--release", "--color", "never"]
        command += ["--target-dir", str(tree / "target")]
        extra = {"RUSTFLAGS": rust_flags(), "SERBENCH_RENDERED": str(tree / "rendered")}
        for codec in codecs:
            # One package at a time, as runners are built: a build of several would unify their features.
            lines: list[str] = []
            words = [*command, "--package", package_of(codec.folder).name]
            if run_tool(words, lines.append, folder=tree / "workspace", extra=extra) != 0:
                errors = [line.strip() for line in lines if line.startswith("error")]
                raise SerbenchError(f"{codec.name} under Criterion does not compile: {' '.join(errors[:2])}")
    return {codec.name: tree / "target" / "release" / package_of(codec.folder).name for codec in codecs}


def _copy(codecs: Sequence[CodecManifest], workspace: Path) -> None:
    """The workspace with these codecs and our crate; cargo adds Criterion to the checkout's lock."""
    shutil.rmtree(workspace, ignore_errors=True)
    workspace.mkdir(parents=True)
    members = [*_SHARED, *(f"codecs/{codec.folder.name}" for codec in codecs)]
    for member in members:
        shutil.copytree(WORKSPACE / member, workspace / member)
    shutil.copy2(WORKSPACE / "Cargo.lock", workspace)
    text = (WORKSPACE / "Cargo.toml").read_text(encoding="utf-8")
    found = 'members = ["harness", "plain-serde", "codecs/*"]'
    listed = json.dumps(members)
    (workspace / "Cargo.toml").write_text(_replaced(text, found, f"members = {listed}"), encoding="utf-8")
    for codec in codecs:
        folder = workspace / "codecs" / codec.folder.name
        main = folder / "src" / "main.rs"
        main.write_text(_replaced(main.read_text(encoding="utf-8"), _OURS, _THEIRS), encoding="utf-8")
        with (folder / "Cargo.toml").open("a", encoding="utf-8") as manifest:
            manifest.write('\n[dependencies.serbench-calibration]\npath = "../../calibration"\n')


def _replaced(text: str, old: str, new: str) -> str:
    if old not in text:
        raise SerbenchError(f"rust/calibration finds no {old} to put itself in its place.")
    return text.replace(old, new)


def _benchmark_ns(executable: Path, corpus: Path, operations: Sequence[str]) -> Mapping[str, float]:
    """One process of Criterion: for each operation the median of its samples' wall times."""
    with tempfile.TemporaryDirectory(prefix="serbench-criterion-") as home:
        lines: list[str] = []
        status = run_tool([str(executable), str(corpus)], lines.append, extra={"CRITERION_HOME": home})
        try:
            return {operation: _median_ns(Path(home) / operation) for operation in operations}
        except (OSError, ValueError, KeyError) as error:
            last = " ".join(line.strip() for line in lines[-2:])
            raise SerbenchError(f"{executable.name} under Criterion ended with {status}: {last}") from error


def _median_ns(folder: Path) -> float:
    found = json.loads((folder / "new" / "estimates.json").read_text(encoding="utf-8"))
    return float(found["median"]["point_estimate"])


def _benchmarks_take_s(operations: int) -> float:
    """How long one process takes."""
    return operations * _OPERATION_S
