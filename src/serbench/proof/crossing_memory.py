"""Crossings that were proved before, in the cache: unchanged ones need no new proof."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from serbench.codecs.manifest import CodecManifest
from serbench.engine.subject import Subject
from serbench.locations import cache_directory
from serbench.proof.interop import Crossing, interop_grid
from serbench.record.run_folder import write_atomically

# A run should be quick, so a codec that hangs is given less time here than in verify.
_TIMEOUT_S = 60.0


class CrossingMemory:
    """One file per crossing, under its key."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or cache_directory() / "crossings"

    def recall(self, key: str) -> Crossing | None:
        """The crossing under the key; None too where its file cannot be understood."""
        try:
            return Crossing(**json.loads(self._path(key).read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):
            return None

    def remember(self, key: str, crossing: Crossing) -> None:
        """Keeps the crossing; raises SerbenchError where the cache cannot be written."""
        path = self._path(key)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, json.dumps(asdict(crossing)))

    def _path(self, key: str) -> Path:
        return self._folder / f"{key}.json"


def crossings_of_run(
    codecs: Sequence[CodecManifest],
    subjects: Mapping[tuple[str, str], Subject],
    tell: Callable[[str], None],
    notebook: CrossingMemory | None = None,
) -> list[Crossing]:
    """The interop grid of all codecs and workloads that are about to be measured; what was proved before is
    remembered."""
    notebook = notebook or CrossingMemory()
    crossings: list[Crossing] = []
    for workload in dict.fromkeys(workload for _, workload in subjects):
        of_workload = {codec: subject for (codec, name), subject in subjects.items() if name == workload}
        runners = {codec: subject.runner for codec, subject in of_workload.items()}
        corpus = next(iter(of_workload.values())).corpus
        crossings += interop_grid(codecs, runners, corpus, timeout_s=_TIMEOUT_S, tell=tell, notebook=notebook)
    return crossings
