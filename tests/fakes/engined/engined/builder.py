"""A codec's runner is honest; its application is the fake spreader, with the fault after which the codec is
named."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from pathlib import Path

from fakes.building import all_available, building
from fakes.spreader import FAULTS, NOT_INSTALLABLE
from fakes.tiny import command_of

from serbench.codecs.runner import Runner
from serbench.corpus.workload import Workload
from serbench.errors import SerbenchError
from serbench.languages.builder import Builder, ClusterEngine, EngineRow, Tell
from serbench.schema.model import Schema


def _application(runner: Runner, workload: Workload, row: str) -> Runner:
    fault = runner.codec.partition("/")[2]
    words = [fault] if fault in FAULTS else []
    command = command_of("spreader", workload.name, runner.schema, *words, runner.codec)
    return replace(runner, command=command, codec=row, built_name=runner.codec, product_key=f"key of {row}")


def _ready(tell: Tell) -> None:
    if reason := os.environ.get(NOT_INSTALLABLE):
        raise SerbenchError(reason)
    tell("Fetching the engine …")


def _no_words(schema: Schema) -> str:
    return "It takes no numbers."


@contextmanager
def _local_cluster(scratch: Path, workers: int, cores: int) -> Iterator[str]:
    yield "local"


ENGINE = ClusterEngine(
    title="Engine of fakes",
    own=(
        EngineRow("engine/plain", "plain", unsupported=("broadcast",)),
        EngineRow("engine/words", "words", hindrance=_no_words),
        EngineRow("engine/raw", "raw", reference=True),
    ),
    ready=_ready,
    installed=lambda: True,
    version=lambda: "1.2",
    released=lambda: date(2025, 12, 11),
    application=_application,
    host_codec="engined/host",
    local_cluster=_local_cluster,
)
BUILDER = Builder(probe=all_available, build=building(lambda codec: ("honest",)), cluster_engine=ENGINE)
