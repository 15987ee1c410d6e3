"""``serbench relay-floor``: relays that pass bytes on, against a bare copy loop over the same sockets."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import click

from serbench.builds.runners import build_runners
from serbench.codecs.runner import BuildFailure, Runner
from serbench.corpus.cache import corpus_of
from serbench.corpus.workload import find_workloads
from serbench.engine.describe import Subject, describe
from serbench.errors import BadInput, SerbenchError
from serbench.experiments.relay.driver import Cores, driver_program
from serbench.experiments.relay.execute import EXPERIMENT, VERB
from serbench.experiments.relay.messages import Outbox
from serbench.experiments.relay.plan import FLOOR_MODE
from serbench.record.row import Failure
from serbench.report.table import Cell, Line, Table, number_cell, number_columns, text_columns
from serbench.report.terminal import print_table, say
from serbench.runner.process import ask
from serbench.scratch import scratch_folder
from serbench.selection.choice import select_codecs
from serbench.setup.readiness import make_ready
from serbench.terminal.console import ResultConsole, Voice, print_json
from serbench.terminal.options import everywhere
from serbench.terminal.values import jobs_or_all, split_list

_WORKLOAD = "tuples:tuples=64"
_SATURATE_NS = 1_000_000_000
_WARMUP_NS = 500_000_000
_PAIRS = 10
_TIMEOUT_S = 120.0
_COPY = "copy"


@dataclass(frozen=True, slots=True)
class Floor:
    """A relay or copy loop that passes bytes on, and its rates in bytes per second, one for each round."""

    name: str
    bytes_per_s: tuple[float, ...]

    def ratio_to(self, other: "Floor") -> tuple[float, float, float]:
        """The median of the rounds' ratios, and their range."""
        ratios = [own / theirs for own, theirs in zip(self.bytes_per_s, other.bytes_per_s, strict=True)]
        return median(ratios), min(ratios), max(ratios)


@click.command(epilog="Example: ./serbench relay-floor --pairs 20")
@click.option("--pairs", type=click.IntRange(min=1), default=_PAIRS, metavar="N", help="Default: 10.")
@everywhere("the floor of each language")
def command(pairs: int, codecs: str | None, jobs: int | None, as_json: bool, quiet: bool) -> int:
    """Compare relays that pass bytes on with a bare copy loop, from one source to one sink, taking turns."""
    voice = Voice(quiet, "relay-floor")
    floors = _measured(_subjects(split_list(codecs), jobs_or_all(jobs), voice), pairs, voice)
    if as_json:
        print_json({"floors": [_to_json(floor, floors[0]) for floor in floors]})
    else:
        _print(floors)
    return 0


def _subjects(named: Sequence[str] | None, jobs: int, voice: Voice) -> list[Subject]:
    """The runners to compare, described."""
    codecs = [codec for codec in select_codecs(named or ["*/memcpy"]) if named or codec.floor]
    lacking = make_ready(codecs, tell=voice.tell, step=voice.step)
    ready = [codec for codec in codecs if codec.name not in lacking]
    if not ready:
        raise BadInput(f"None of these codecs is available here: {next(iter(lacking.values()), '')}")
    (workload,) = find_workloads([_WORKLOAD])
    corpus = corpus_of(workload, 1)
    with voice.phase(f"Compiling {len(ready)} codecs"):
        built = build_runners(ready, [workload], jobs=jobs, progress=voice.step, variant=EXPERIMENT)
    subjects: list[Subject] = []
    for runner in built:
        if isinstance(runner, BuildFailure):
            raise SerbenchError(runner.detail)
        description = describe(runner)
        if isinstance(description, Failure):
            raise SerbenchError(description.detail)
        subjects.append(Subject(runner, description, corpus))
    return subjects


def _measured(subjects: Sequence[Subject], pairs: int, voice: Voice) -> list[Floor]:
    """The bare copy loop first, then the others; each round has one of all."""
    rates: dict[str, list[float]] = {name: [] for name in (_COPY, *(one.runner.codec for one in subjects))}
    (workload,) = find_workloads([_WORKLOAD])
    with scratch_folder("relay") as place:
        outbox = Outbox(place, {_WORKLOAD: workload}, {}, 1, False, "unix", Cores.here())
        for number in range(pairs):
            voice.step(f"Round {number + 1} of {pairs}")
            messages = outbox.sent(subjects[0], FLOOR_MODE).messages
            rates[_COPY].append(_rate(_copier(), {"sources": 1, "sinks": 1}, messages, outbox, _COPY))
            for subject in subjects:
                asked = {"mode": FLOOR_MODE, "route": "shuffle", "sources": 1, "sinks": 1}
                asked |= {"largest_frame_bytes": 1 << 30, "block": 64}
                sent = outbox.sent(subject, FLOOR_MODE).messages
                rates[subject.runner.codec].append(_rate(subject.runner, asked, sent, outbox, VERB))
    voice.clear()
    return [Floor(name, tuple(found)) for name, found in rates.items()]


def _copier() -> Runner:
    return Runner((str(driver_program()),), "none/copy", "none", "none", "")


def _rate(runner: Runner, asked: dict[str, object], messages: Path, outbox: Outbox, verb: str) -> float:
    """The bytes a second of one process at saturation. Raises SerbenchError where it fails."""
    keys: dict[str, object] = {
        "transport": "unix",
        "socket": outbox.file("relay.socket"),
        "messages": messages,
        "same": 1,
        "sources": 1,
        "sinks": 1,
        "warmup_ns": _WARMUP_NS,
        "saturate_ns": _SATURATE_NS,
        "phases_ns": 0,
        "rates": "",
    }
    words = Cores.here().driving(keys, runner.command)
    driven = Runner(
        words, runner.codec, runner.workload, runner.schema, "", runner.built_for, runner.built_name
    )
    conversation = ask(driven, verb, asked, _TIMEOUT_S)
    found = {reply.tag: reply for reply in conversation.replies}
    if conversation.outcome != "ok" or "saturated" not in found:
        failed = found["failed"].fields.get("detail", "") if "failed" in found else conversation.sentence
        raise SerbenchError(f"{runner.codec} cannot be measured: {failed}")
    return found["saturated"].count("bytes_out") * 1e9 / found["saturated"].count("wall_ns")


def _to_json(floor: Floor, copy: Floor) -> dict[str, object]:
    ratio, low, high = floor.ratio_to(copy)
    return {
        "name": floor.name,
        "bytes_per_s": round(median(floor.bytes_per_s)),
        "ratio": round(ratio, 4),
        "low": round(low, 4),
        "high": round(high, 4),
    }


def _print(floors: Sequence[Floor]) -> None:
    columns = (*text_columns("relay"), *number_columns("MB/s", "÷ copy", "from", "to"))
    lines = []
    for floor in floors:
        ratio = floor.ratio_to(floors[0])
        rate = number_cell(median(floor.bytes_per_s), 1e6)
        lines.append(Line((Cell(floor.name), rate, *(number_cell(one, 1, 3) for one in ratio))))
    console = ResultConsole()
    print_table(Table(f"{_WORKLOAD}, one source and one sink", columns, tuple(lines)), console)
    say("copy is a loop of read and write that knows no frames; the range is that of all rounds.", console)
