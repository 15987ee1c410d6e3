"""``serbench verify``: checks round trips, and that codecs of one format read each other."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, TypeVar

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from serbench.builds.runners import ready_and_built
from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import BuildFailure, Runner
from serbench.corpus.cache import corpus_of
from serbench.corpus.manifest import Corpus
from serbench.corpus.sample import CORPUS_EXTENT
from serbench.corpus.workload import Workload, all_workload_names, find_workloads
from serbench.engine.lacked import with_features
from serbench.engine.material import gather_own
from serbench.engine.own_options import own_data
from serbench.experiments import experiments
from serbench.inputs.progress import heard
from serbench.record.row import Failure
from serbench.record.titles import Titles
from serbench.report.grid import crossing_json, print_grids
from serbench.report.terminal import print_failures
from serbench.selection.choice import select_codecs
from serbench.selection.discovery import find_codecs
from serbench.terminal.console import ResultConsole, Voice, echo, print_json
from serbench.terminal.options import Everywhere, GroupedCommand, OwnDataOptions, argument, taking
from serbench.terminal.values import named_outright, split_list
from serbench.verification.interop import FAILS, Crossing, interop_grid, uncrossed
from serbench.verification.verify import (
    Verdict,
    VerifyError,
    by_release,
    groundless_unsupported,
    verify_codec,
)

_ERRORS_SHOWN = 5
_EXTENT = replace(CORPUS_EXTENT, is_timed=False)
Shown = TypeVar("Shown", Verdict, Crossing, Failure)


@dataclass(frozen=True)
class Options(OwnDataOptions, Everywhere):
    """The options of ``verify``."""

    workloads: tuple[str, ...] = argument("[WORKLOAD]...", nargs=-1)


@click.command(
    cls=GroupedCommand,
    epilog="Examples: ./serbench verify tour-scalars --codecs all; verify --data orders.jsonl",
)
@taking(Options)
def command(options: Options) -> int:
    """Verify round trips, and that codecs of one format read each other's messages (default: every
    workload)."""
    patterns = split_list(options.codecs)
    voice = Voice(options.quiet)
    own = own_data(options.workloads, options)
    with heard(voice.draw):
        material = gather_own(own, voice.tell, _EXTENT) if own else None
    found = material.workloads if material else find_workloads(options.workloads or all_workload_names())
    selected = select_codecs(patterns)
    named = named_outright(selected, patterns)
    unavailable, built = ready_and_built(selected, found, options.compilers, voice, named)
    for codec, reason in unavailable.items():
        voice.tell(f"{codec} is not verified: {reason}")
    failures = [
        Failure(name, workload.name, None, "build", unavailable[name])
        for name in sorted(named & set(unavailable))
        for workload in found
    ]
    unbuilt = [
        Failure(item.codec, item.workload, None, item.outcome, item.detail)
        for item in built
        if isinstance(item, BuildFailure)
    ]
    declared = [failure for failure in unbuilt if failure.outcome == "unsupported"]
    failures += [failure for failure in unbuilt if failure.outcome != "unsupported"]
    with voice.phase("Checking round trips and the interop grid"):
        verdicts, crossings = _verify(selected, found, material.corpora if material else {}, built, voice)
    failures += [verdict.failure for verdict in verdicts if verdict.failure]
    titles = Titles.of(material.own if material else None, [workload.name for workload in found])
    verdicts, crossings = _titled(verdicts, titles), _titled(crossings, titles)
    declared, failures = _titled(declared, titles), _titled(failures, titles)
    unmet = [] if options.workloads or own else groundless_unsupported(verdicts)
    groundless, better = by_release(unmet, selected)
    alone = uncrossed(selected, find_codecs())
    if options.as_json:
        found_by = {"groundless_unsupported": groundless, "supported_by_release": better}
        print_json(_document(verdicts, crossings, declared + failures, found_by) | {"uncrossed": alone})
    else:
        _print(verdicts, crossings, failures)
        for failure in declared:
            echo(f"{failure.codec} is not built for {failure.workload}: {failure.detail}")
        for verdict in verdicts if own else ():
            for feature, reason in verdict.unsupported_met.items():
                echo(f"{verdict.codec} declares that it lacks {feature}: {reason.rstrip('.')}.")
        for codec, feature in groundless:
            echo(f"{codec} declares that it lacks {feature}, but every object with it passes.")
        for codec, feature in better:
            echo(f"{codec} has {feature}, which the manifest declares that the pinned release lacks.")
        for codec, partner in alone.items():
            echo(f"{codec} was read by no other codec of its format; name one too, such as {partner}.")
    crossed = all(crossing.result != FAILS for crossing in crossings)
    right = not failures and not groundless and crossed and all(verdict.ok for verdict in verdicts)
    return 0 if right else 1


def _titled(found: Sequence[Shown], titles: Titles) -> list[Shown]:
    return [replace(one, workload=titles.in_text(one.workload)) for one in found]


def _verify(
    codecs: Sequence[CodecManifest],
    workloads: Sequence[Workload],
    corpora: Mapping[str, Corpus],
    built: Sequence[Runner | BuildFailure],
    voice: Voice,
) -> tuple[list[Verdict], list[Crossing]]:
    verdicts: list[Verdict] = []
    crossings: list[Crossing] = []
    for workload in workloads:
        own = corpora.get(workload.name)
        corpus = with_features(workload, own) if own else corpus_of(workload)
        runners = {
            item.codec: item for item in built if isinstance(item, Runner) and item.workload == workload.name
        }
        for codec in codecs:
            if codec.name in runners:
                voice.step(f"{codec.name} with {workload.name}")
                verdict = verify_codec(runners[codec.name], codec, workload, corpus)
                # Runners of conformance workloads time nothing, and what a codec lacks has already failed.
                if verdict.passed == verdict.objects > 0 and verdict.ok and not workload.conformance:
                    verdict = replace(verdict, errors=_linted(runners[codec.name], corpus))
                verdicts.append(verdict)
        crossings += interop_grid(codecs, runners, corpus, tell=voice.step)
    return verdicts, crossings


def _linted(runner: Runner, corpus: Corpus) -> tuple[VerifyError, ...]:
    """The errors that the experiments' own checks find in a runner."""
    linters = [experiment.lint() for experiment in experiments() if experiment.lint]
    return tuple(error for lint in linters for error in lint(runner, corpus))


def _document(
    verdicts: Sequence[Verdict],
    crossings: Sequence[Crossing],
    failures: Sequence[Failure],
    lacks: Mapping[str, Sequence[tuple[str, str]]],
) -> dict[str, Any]:
    return {
        "verdicts": [
            {
                "codec": verdict.codec,
                "workload": verdict.workload,
                "ok": verdict.ok,
                "objects": verdict.objects,
                "passed": verdict.passed,
                "expected_failures": verdict.expected_failures,
                "unsupported": dict(verdict.unsupported_met),
                "errors": [
                    {
                        "object": error.index,
                        "features": list(error.features),
                        "operation": error.operation or None,
                        "path": error.path,
                        "expected": error.values[0] if error.values else None,
                        "found": error.values[1] if error.values else None,
                        "detail": error.detail,
                    }
                    for error in verdict.errors
                ],
            }
            for verdict in verdicts
        ],
        "interop": [crossing_json(crossing) for crossing in crossings],
        "failures": [asdict(failure) for failure in failures],
        **{
            name: [{"codec": codec, "feature": feature} for codec, feature in pairs]
            for name, pairs in lacks.items()
        },
    }


def _print(verdicts: Sequence[Verdict], crossings: Sequence[Crossing], failures: Sequence[Failure]) -> None:
    console = ResultConsole()
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("codec", "workload", "objects", "result"):
        table.add_column(name, overflow="fold", justify="right" if name == "objects" else "left")
    for verdict in verdicts:
        table.add_row(verdict.codec, verdict.workload, str(verdict.objects), _result(verdict))
    if verdicts:
        console.print(table)
    for verdict in verdicts:
        _print_errors(verdict, console)
    if crossings:
        console.print()
        print_grids(crossings, console)
    print_failures(failures, console)


def _result(verdict: Verdict) -> str:
    if verdict.failure is not None:
        return verdict.failure.outcome
    if not verdict.ok:
        return f"{len(verdict.errors)} errors" if len(verdict.errors) > 1 else "1 error"
    if verdict.unsupported_met:
        return (
            f"right, except for {verdict.expected_failures} with {', '.join(sorted(verdict.unsupported_met))}"
        )
    return "right"


def _print_errors(verdict: Verdict, console: Console) -> None:
    for error in verdict.errors[:_ERRORS_SHOWN]:
        console.print(Text(f"{verdict.codec} on {verdict.workload}: {error.sentence()}"), soft_wrap=True)
    more = len(verdict.errors) - _ERRORS_SHOWN
    if more > 0:
        console.print(Text(f"{verdict.codec} on {verdict.workload}: and {more} more"))
