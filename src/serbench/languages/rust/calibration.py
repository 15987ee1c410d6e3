"""Builds what rust/calibration has: Criterion over a codec's adapter."""

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from serbench.cache.keys import content_key
from serbench.cache.products import locked
from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import Runner
from serbench.corpus.workload import Workload
from serbench.errors import SerbenchError
from serbench.languages.builder import PeerBench
from serbench.languages.rust.build import cargo_environment, write_rendered
from serbench.languages.rust.locks import merged_lock, pins_of
from serbench.languages.rust.probe import WORKSPACE, package_of
from serbench.languages.rust.sources import home, package_files, write_package
from serbench.languages.tool import run_tool
from serbench.locations import cache_directory
from serbench.scratch import scratch_folder

_LOCK = WORKSPACE / "calibration" / "Cargo.lock"
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
        _OPERATION_S,
        clock="wall",
    )


def _benchmarks(codecs: Sequence[CodecManifest], workload: Workload) -> dict[str, Path]:
    """For each codec the executable with Criterion's loop. Raises SerbenchError with cargo's message."""
    tree = cache_directory() / "build" / f"rust-calibration-{content_key(str(WORKSPACE))[:12]}"
    target = tree / "target"
    with locked(tree):
        for codec in codecs:
            package, rendered = tree / "codecs" / codec.folder.name, tree / "rendered" / codec.folder.name
            files = _under_criterion(codec)
            write_package(files, package)
            write_rendered(codec, workload, rendered)
            _lock(codec, package, files["Cargo.lock"].decode("utf-8"))
            words = ["build", "--release", "--locked", "--target-dir", str(target)]
            _cargo(codec, package, words, cargo_environment(codec.flags, rendered))
    return {codec.name: target / "release" / package_of(codec).name for codec in codecs}


def _lock(codec: CodecManifest, package: Path, lock: str) -> None:
    """Has cargo leave out of the lock what the package does not need; no crate is fetched yet. Raises
    SerbenchError for one that the lock did not pin."""
    _cargo(codec, package, ["update", "--workspace"], {})
    chosen = pins_of((package / "Cargo.lock").read_text(encoding="utf-8")) - pins_of(lock)
    if chosen:
        name, version, _ = min(chosen)
        raise SerbenchError(
            f"{codec.name} under Criterion needs {name} {version}, which neither its Cargo.lock nor that of"
            " rust/calibration pins; `cargo update` in one of both folders brings them together."
        )


def _cargo(codec: CodecManifest, package: Path, words: Sequence[str], extra: Mapping[str, str]) -> None:
    command = [os.environ.get("CARGO", "cargo"), *words, "--color", "never"]
    command += ["--manifest-path", str(package / "Cargo.toml")]
    lines: list[str] = []
    if run_tool(command, lines.append, folder=home(codec), extra=extra) != 0:
        errors = [line.strip() for line in lines if line.startswith("error")]
        raise SerbenchError(f"{codec.name} under Criterion does not compile: {' '.join(errors[:2])}")


def _under_criterion(codec: CodecManifest) -> dict[str, bytes]:
    """The codec's package with our crate's main in place of the harness's."""
    files = package_files(codec)
    main = _replaced(files["src/main.rs"].decode("utf-8"), _OURS, _THEIRS)
    crate = f"\n[dependencies.serbench-calibration]\npath = {json.dumps(str(WORKSPACE / 'calibration'))}\n"
    manifest = files["Cargo.toml"].decode("utf-8") + crate
    lock = merged_lock(files["Cargo.lock"].decode("utf-8"), _LOCK.read_text(encoding="utf-8"))
    changed = {"src/main.rs": main, "Cargo.toml": manifest, "Cargo.lock": lock}
    return {**files, **{name: text.encode("utf-8") for name, text in changed.items()}}


def _replaced(text: str, old: str, new: str) -> str:
    if old not in text:
        raise SerbenchError(f"rust/calibration finds no {old} to replace.")
    return text.replace(old, new)


def _benchmark_ns(executable: Path, corpus: Path, operations: Sequence[str]) -> Mapping[str, float]:
    """One process of Criterion: for each operation the median of its samples' wall times."""
    with scratch_folder("criterion") as home:
        lines: list[str] = []
        status = run_tool([str(executable), str(corpus)], lines.append, extra={"CRITERION_HOME": str(home)})
        try:
            return {operation: _median_ns(home / operation) for operation in operations}
        except (OSError, ValueError, KeyError) as error:
            last = " ".join(line.strip() for line in lines[-2:])
            raise SerbenchError(f"{executable.name} under Criterion ended with {status}: {last}") from error


def _median_ns(folder: Path) -> float:
    found = json.loads((folder / "new" / "estimates.json").read_text(encoding="utf-8"))
    return float(found["median"]["point_estimate"])
