"""Starts what javascript/calibration has: the loop of tinybench over a runner's adapter."""

from collections.abc import Sequence
from pathlib import Path

from serbench.cache.entries import keep
from serbench.cache.keys import content_key
from serbench.cache.products import folder_next_to
from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import Runner
from serbench.corpus.workload import Workload
from serbench.languages.builder import PeerBench
from serbench.languages.javascript import LANGUAGE
from serbench.languages.javascript.environments import environment_of, install
from serbench.languages.javascript.node import node_command
from serbench.languages.javascript.packages import packages_in
from serbench.languages.tool import benchmark_ns
from serbench.locations import cache_directory

# Its warm-up, its calls, and a share of the start of Node.
_OPERATION_S = 4.3
_FOLDER = LANGUAGE.folder / "calibration"
_PROGRAM = "peer.js"


def peer(
    codecs: Sequence[CodecManifest], runners: Sequence[Runner], workload: Workload, corpus: Path, flags: str
) -> PeerBench:
    """The loop of tinybench over the adapters of runners."""
    products = {runner.codec: str(Path(runner.command[-1]).parent) for runner in runners}
    command = node_command(_program())
    return PeerBench(
        lambda codec, operations: benchmark_ns("tinybench", (*command, products[codec]), corpus, operations),
        _OPERATION_S,
        clock="wall",
        # Both sides warm up for seconds, and the compiled code differs between processes.
        rounds=5,
    )


def _program() -> Path:
    """The program in the cache, where Node finds the package that it imports next to it."""
    packages = packages_in(_FOLDER)
    text = (_FOLDER / _PROGRAM).read_text(encoding="utf-8")
    place = cache_directory() / "calibration" / content_key(text, str(environment_of(packages)))
    if not place.exists():
        modules = install(packages, lambda _: None)
        with folder_next_to(place) as making:
            (making / _PROGRAM).write_text(text, encoding="utf-8")
            (making / "package.json").write_text(packages.package, encoding="utf-8")
            (making / modules.name).symlink_to(modules)
            keep(making, place)
    return place / _PROGRAM
