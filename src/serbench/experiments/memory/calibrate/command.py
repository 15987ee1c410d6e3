"""``serbench calibrate``: how reliable serbench's measurements and claims are here."""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path

import click

from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import Runner
from serbench.corpus.cache import corpus_of
from serbench.corpus.workload import Workload, find_workloads
from serbench.engine.live import parse_duration_ns
from serbench.experiments.memory.calibrate import differences, loops, order, series
from serbench.experiments.memory.calibrate.bench import Bench, Found, Hours
from serbench.experiments.memory.calibrate.differences import forks_take_s
from serbench.experiments.memory.calibrate.over_runs import judged_hours, judged_intervals
from serbench.experiments.memory.plan import PRESETS
from serbench.languages import languages
from serbench.languages.language import Language
from serbench.selection.choice import select_codecs
from serbench.statistics.noise import noise_json
from serbench.terminal.console import Voice, echo, print_json
from serbench.terminal.options import PathOf, everywhere
from serbench.terminal.values import jobs_or_all, split_list

PARTS = ("loops", "twins", "slower", "peers", "order", "hours", "intervals")
_USUAL_PARTS = ("loops", "twins", "slower", "peers")


@click.command(
    epilog="Examples: ./serbench calibrate twins --pairs 16; ./serbench calibrate hours --runs 5 --gap 1h;"
    " ./serbench calibrate hours intervals --of results"
)
@click.argument("parts", nargs=-1, type=click.Choice(PARTS), metavar="[PART]...")
@click.option(
    "--pairs",
    type=click.IntRange(min=1),
    metavar="N",
    help="Pairs of twins (default 16) or of runs (default 10).",
)
@click.option(
    "--runs",
    type=click.IntRange(min=2),
    default=series.USUAL_RUNS,
    metavar="N",
    help=f"Runs of hours. Default: {series.USUAL_RUNS}.",
)
@click.option(
    "--gap",
    default=series.USUAL_GAP,
    metavar="T",
    help=f"The time between two runs of hours, as 30m. Default: {series.USUAL_GAP}.",
)
@click.option(
    "--of",
    type=PathOf(file_okay=False),
    metavar="DIR",
    help="Apply hours and intervals to the runs in DIR, without measuring.",
)
@everywhere("those that represent their language; for hours the set default")
def command(
    parts: tuple[str, ...],
    pairs: int | None,
    runs: int,
    gap: str,
    of: Path | None,
    codecs: str | None,
    jobs: int | None,
    as_json: bool,
    quiet: bool,
) -> int:
    """Check how reliable the numbers are on this machine.

    \b
    loops      the cost of the sampling loops: an empty operation, and memcpy with and without them
    twins      how often two measurements of the same code are found to differ
    slower     whether a C++ codec that does 3 % more work is found slower in `standard`
    peers      the same operations by a benchmark framework of each language

    \b
    Only if named:
    order      whether pairs of runs rank codecs in opposite orders
    hours      what `compare` claims of unchanged code in runs an hour apart, and
               whether it finds planted slowdowns; after Ctrl-C the same command goes on
    intervals  how often intervals of single times hold the median, by simulation
               from the forks of the runs in results

    Each says how long it takes before it starts. The manifests of codecs say which of them represent their
    language.
    """
    (workload,) = find_workloads(["record"])
    hours_of = Hours(runs, parse_duration_ns(gap) / 1e9, of)
    corpus, voice = corpus_of(workload), Voice(quiet)
    bench = Bench(split_list(codecs), workload, corpus, jobs_or_all(jobs), pairs, hours_of, voice)
    document: dict[str, object] = {}
    for part in dict.fromkeys(parts or _USUAL_PARTS):
        document[part], sentences = _PARTS[part](bench)
        bench.voice.clear()
        if not as_json:
            for sentence in sentences:
                echo(sentence)
    if as_json:
        print_json(document)
    return 0


def _loops(bench: Bench) -> Found:
    """The floors run the loops; a floor of each language unless codecs are named."""
    floors = [codec for codec in select_codecs(bench.wanted) if codec.floor]
    runners = bench.built(bench.ready(floors))
    bench.tell_time("loops", loops.loops_take_s([runner.codec for runner in runners]))
    found = [loops.loop_cost(runner, bench.corpus) for runner in runners]
    return [{**asdict(one), "overhead": one.overhead} for one in found], [
        f"{one.language}: an empty operation takes {one.empty_ns:.2f} ns; memcpy of one record takes"
        f" {one.sampler_memcpy_ns:.1f} ns through the sampler and {one.hand_memcpy_ns:.1f} ns by our own loop"
        f" ({one.overhead:+.1%})"
        for one in found
    ]


def _twins(bench: Bench) -> Found:
    runners = bench.built(bench.codecs(_with_slowed() if bench.wanted is None else languages()))
    preset, pairs = PRESETS["quick"], bench.pairs or differences.USUAL_PAIRS
    names = [runner.codec for runner in runners]
    seconds = sum(forks_take_s([name], preset, 2 * pairs * preset.forks_of(name)) for name in names)
    bench.tell_time("twins", seconds)
    measured = list(differences.measured_twins(runners, bench.corpus, preset, pairs, bench.voice.step))
    excluding = sum(pair.are_distinguished for pair in measured)
    share = excluding / len(measured)
    sentence = (
        f"twins: {excluding} of {len(measured)} intervals of the ratio of two twins exclude 1"
        f" ({share:.1%}); the forks of {preset.name} of {', '.join(names)}, encode and decode"
    )
    single = differences.coverage(measured)
    covered = (
        f"twins: {single.holding} of {single.intervals} intervals of single times hold the median of all"
        f" their forks ({single.holding / single.intervals:.1%}; printed with {single.expected:.1%})"
    )
    counts = {"intervals": len(measured), "excluding": excluding, "share": share, "single": asdict(single)}
    return counts | {"pairs": [asdict(pair) for pair in measured]}, [sentence, covered]


def _with_slowed() -> list[Language]:
    """The languages that have a runner which is slower by construction; they represent all."""
    return [language for language in languages() if language.builder.slowed]


def _slowed(
    codecs: Sequence[CodecManifest], runners: Sequence[Runner], workload: Workload
) -> dict[str, Runner]:
    found: dict[str, Runner] = {}
    for language in _with_slowed():
        own = [codec for codec in codecs if codec.language == language.name]
        of_own = [runner for runner in runners if runner.language == language.name]
        if own and language.builder.slowed:
            flags = loops.build_flags(of_own[0])
            found |= language.builder.slowed(own, of_own, workload, flags)
    return found


def _slower(bench: Bench) -> Found:
    codecs = bench.codecs(_with_slowed())
    runners = bench.built(codecs)
    slowed = _slowed(codecs, runners, bench.workload)
    preset = PRESETS["standard"]
    bench.tell_time("slower", forks_take_s([runner.codec for runner in runners], preset, 3 * preset.forks))
    found, noise = differences.detections(runners, slowed, bench.corpus, preset, bench.voice.step)
    document = {"noise_floors": noise_json(noise), "found": [asdict(one) for one in found]}
    return document, differences.sentences(found, noise)


def _peers(bench: Bench) -> Found:
    found: list[loops.Agreement] = []
    for language in languages():
        codecs = bench.codecs([language]) if language.builder.peer else ()
        if not codecs or language.builder.peer is None:
            continue
        peer, runners = loops.make_peer_ready(language, bench.voice.tell), bench.built(codecs)
        flags = loops.build_flags(runners[0])
        framework = language.builder.peer(codecs, runners, bench.workload, bench.corpus.path, flags)
        bench.tell_time(f"peers, {peer}", loops.takes_s(framework, runners))
        found += loops.compare(peer, framework, runners, bench.corpus, bench.voice.step)
    return [{**asdict(one), "difference": one.difference} for one in found], [
        f"peers: {one.codec} {one.operation} takes {one.ours_ns:.0f} ns here and {one.theirs_ns:.0f} ns by"
        f" {one.peer} ({one.difference:+.1%})"
        for one in found
    ]


def _order(bench: Bench) -> Found:
    codecs = bench.codecs(_with_slowed() if bench.wanted is None else languages())
    runners = bench.built(codecs)
    pairs = bench.pairs or order.USUAL_PAIRS
    flow = order.flow_of(codecs, bench.corpus, bench.workload)
    planned = flow.planned(runners, {}, ())
    bench.tell_time("order", 2 * pairs * planned.plan.estimated_ns / 1e9)
    found, folders = order.measured_flips(flow, planned, pairs, bench.voice.step)
    sentences = [
        f"order: in pair {flip.pair} {flip.faster_first} was faster first and {flip.faster_second} second"
        for flip in found
    ]
    sentences.append(
        f"order: {len(found)} flips in {pairs} pairs of runs of {len(runners)} codecs; the runs are in"
        f" {folders[0].path.parent}"
    )
    return {"pairs": pairs, "flips": [asdict(flip) for flip in found]}, sentences


_PARTS: dict[str, Callable[[Bench], Found]] = {
    "loops": _loops,
    "twins": _twins,
    "slower": _slower,
    "peers": _peers,
    "order": _order,
    "hours": judged_hours,
    "intervals": judged_intervals,
}
