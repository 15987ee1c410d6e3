"""Builds what go/calibration has: the loop of the package testing over a codec's adapter."""

from collections.abc import Sequence
from pathlib import Path

from serbench.cache.keys import content_key
from serbench.cache.products import keep_product, locked, product_path
from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import Runner
from serbench.corpus.workload import Workload
from serbench.errors import SerbenchError
from serbench.languages.builder import PeerBench
from serbench.languages.go import LANGUAGE
from serbench.languages.go.build import build_tree, go, write_module
from serbench.languages.tool import benchmark_ns
from serbench.render.engine import render_folder

# The package doubles the number of iterations until 300 ms have passed.
_OPERATION_S = 0.8
_FOLDER = LANGUAGE.folder / "calibration"


def peer(
    codecs: Sequence[CodecManifest], runners: Sequence[Runner], workload: Workload, corpus: Path, flags: str
) -> PeerBench:
    """The loop of testing.B over codecs, compiled with the flags of every runner."""
    keys = {runner.codec: runner.product_key for runner in runners}
    built = {codec.name: _benchmark(codec, workload, keys[codec.name]) for codec in codecs}
    return PeerBench(
        lambda codec, operations: benchmark_ns("testing.B", [str(built[codec])], corpus, operations),
        _OPERATION_S,
        clock="wall",
    )


def _benchmark(codec: CodecManifest, workload: Workload, key: str) -> Path:
    """The executable with the loop, built unless it is cached. Raises SerbenchError with what the compiler
    says."""
    program = render_folder(_FOLDER, {})
    product = product_path(content_key(key, program))
    folder = build_tree() / "calibration" / f"{workload.name}-{codec.short_name}"
    log: list[str] = []
    with locked(folder):
        if product.exists():
            return product
        done = write_module(codec, workload, folder, log, program)
        executable = folder / "benchmark.bin"
        if not done or go(["build", "-o", str(executable), "."], folder, log) != 0:
            raise SerbenchError(f"{codec.name} under testing.B does not compile: {' '.join(log[:3]).strip()}")
        keep_product(executable, product, None)
    return product
