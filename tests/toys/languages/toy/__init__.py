"""The room of a toy: a language whose runners are a small script, and which nothing else knows."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from serbench.languages.language import Colours, Language

if TYPE_CHECKING:
    from serbench.codecs.manifest import CodecManifest
    from serbench.codecs.runner import BuildFailure, Runner
    from serbench.corpus.workload import Workload
    from serbench.languages.workshop import Availability, Workshop
    from serbench.toolchain.progress import BuildProgress

FOLDER = Path(__file__).parent


def _probe(codecs: Sequence[CodecManifest]) -> dict[str, Availability]:
    from serbench.languages.workshop import Availability

    return {codec.name: Availability(True, "1.0", "") for codec in codecs}


def _build(
    codecs: Sequence[CodecManifest], workload: Workload, variant: str, jobs: int, progress: BuildProgress
) -> list[Runner | BuildFailure]:
    from serbench.codecs.runner import Runner

    schema, script = workload.schema.sha256(), str(FOLDER / "runner.py")
    return [
        Runner(
            (sys.executable, script, workload.name, schema, codec.name),
            codec.name,
            workload.name,
            schema,
            f"key of {codec.name} for {workload.name}",
        )
        for codec in codecs
    ]


def _load_workshop() -> Workshop:
    from serbench.languages.workshop import Workshop

    return Workshop(probe=_probe, build=_build)


LANGUAGE = Language(
    name="toy",
    title="Toy",
    folder=FOLDER,
    colours=Colours(ink="#777777", light="#777777", dark="#999999", terminal="white"),
    shape="diamond",
    load_workshop=_load_workshop,
    page_suffixes=frozenset({".toy"}),
)
