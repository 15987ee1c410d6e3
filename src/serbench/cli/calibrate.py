"""``serbench calibrate``: what the harness itself costs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

import click

from serbench.build.runners import build_runners
from serbench.cli.console import done_with_steps, print_json, step_teller, teller
from serbench.cli.options import everywhere, jobs_or_all, split_list
from serbench.codecs.selection import select_codecs
from serbench.corpus.store import corpus_of
from serbench.corpus.workload import find_workloads
from serbench.errors import SerbenchError
from serbench.measure.plan import PRESETS
from serbench.runner.process import ask
from serbench.runner.reply import Reply
from serbench.runner.runner import BuildFailure, Runner
from serbench.setup.readiness import make_ready

_TIMEOUT_S = 120.0
_SAMPLES = 50


@dataclass(frozen=True, slots=True)
class Calibration:
    """What one language's sampler costs; times are CPU nanoseconds of one operation, medians of samples.

    ``empty_ns`` is an operation that does nothing; ``sampler_memcpy_ns`` and ``hand_memcpy_ns`` copy the
    same objects through the sampler and in a loop without it.
    """

    language: str
    empty_ns: float
    sampler_memcpy_ns: float
    hand_memcpy_ns: float

    @property
    def overhead(self) -> float:
        """How much longer the sampler's copy takes, as a share of the copy by hand."""
        return self.sampler_memcpy_ns / self.hand_memcpy_ns - 1


def read_calibration(language: str, replies: Sequence[Reply]) -> Calibration:
    """The medians of the ``calibration`` lines. Raises SerbenchError when one of the loops is missing."""

    def of(name: str) -> float:
        found = [
            reply.count("cpu_ns") / reply.count("n")
            for reply in replies
            if reply.tag == "calibration" and reply.text("name") == name
        ]
        if not found:
            raise SerbenchError(f"The {language} runner gave no samples of {name}.")
        return median(found)

    return Calibration(language, of("empty"), of("sampler-memcpy"), of("hand-memcpy"))


@click.command(epilog="Example: ./serbench calibrate --codecs 'cpp/*'")
@everywhere
def command(codecs: str | None, jobs: int | None, as_json: bool, quiet: bool) -> int:
    """Measure the sampling loops: an empty operation, and memcpy of `record` with and without them."""
    floors = tuple(codec for codec in select_codecs(split_list(codecs)) if codec.floor)
    unavailable = make_ready(floors, tell=teller(quiet))
    ready = [codec for codec in floors if codec.name not in unavailable]
    (workload,) = find_workloads(["record"])
    built = build_runners(ready, [workload], jobs=jobs_or_all(jobs), progress=step_teller(quiet))
    done_with_steps(quiet)
    corpus_path = str(corpus_of(workload).path)
    found = [_calibrate(item, corpus_path) for item in built]
    if as_json:
        print_json([_document(one) for one in found])
    else:
        for one in found:
            click.echo(
                f"{one.language}: an empty operation takes {one.empty_ns:.2f} ns; memcpy of one record takes "
                f"{one.sampler_memcpy_ns:.1f} ns through the sampler and {one.hand_memcpy_ns:.1f} ns by hand "
                f"({one.overhead:+.1%})"
            )
    return 0


def _calibrate(item: Runner | BuildFailure, corpus_path: str) -> Calibration:
    if isinstance(item, BuildFailure):
        raise SerbenchError(item.detail)
    preset = PRESETS["standard"]
    arguments = {
        "corpus": corpus_path,
        "sample_ns": preset.sample_ns_of(item.codec),
        "samples": _SAMPLES,
    }
    conversation = ask(item, "calibrate", arguments, _TIMEOUT_S)
    if conversation.outcome != "ok":
        raise SerbenchError(conversation.sentence)
    return read_calibration(item.language, conversation.replies)


def _document(one: Calibration) -> dict[str, object]:
    return {
        "language": one.language,
        "empty_ns": round(one.empty_ns, 3),
        "sampler_memcpy_ns": round(one.sampler_memcpy_ns, 2),
        "hand_memcpy_ns": round(one.hand_memcpy_ns, 2),
        "overhead": round(one.overhead, 4),
    }
