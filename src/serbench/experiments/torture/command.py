"""``serbench torture``: gives codecs malformed input; ``serbench torture replay FILE`` does so with one
finding."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import click

from serbench.corpus.sample import CORPUS_EXTENT
from serbench.engine.asked import asked_of
from serbench.engine.lacked import without_lacked
from serbench.engine.material import gather, gather_own
from serbench.engine.own_options import own_data
from serbench.errors import BadInput
from serbench.experiments.reporting import Extras, session_of
from serbench.experiments.torture.asking import Limits
from serbench.experiments.torture.building import sanitized
from serbench.experiments.torture.execute import EXPERIMENT, VERB
from serbench.experiments.torture.flow import (
    DEFAULT_WORKLOAD,
    Settings,
    TortureFlow,
    of_another_schema,
)
from serbench.experiments.torture.plan import DEFAULT_CASES
from serbench.experiments.torture.replay import replay
from serbench.languages import title_of
from serbench.record.reading import fitting_together
from serbench.selection.choice import select_codecs
from serbench.terminal.options import (
    AMOUNT,
    AT_LEAST_ONE,
    BUILDS,
    FOLDER,
    OUTPUT,
    Everywhere,
    GroupedCommand,
    OwnDataOptions,
    ResumableOptions,
    across_option,
    argument,
    identity_given,
    legend_option,
    named_on_the_command_line,
    option,
    taking,
)
from serbench.terminal.values import chosen

REPLAY = "replay"
SANITIZERS = ("address", "undefined")


@dataclass(frozen=True)
class Options(ResumableOptions, OwnDataOptions, Everywhere):
    """The options of ``torture``."""

    workloads: tuple[str, ...] = argument("[WORKLOAD]...|replay FILE", nargs=-1)
    cases: int = option(
        AMOUNT, "--cases", "N", f"Malformed messages per codec. Default: {DEFAULT_CASES}.",
        type=AT_LEAST_ONE, default=DEFAULT_CASES,
    )  # fmt: skip
    sanitizers: str | None = option(
        BUILDS, "--sanitize", ",".join(SANITIZERS), "Build with sanitizers, in languages that have them."
    )
    kept: Path | None = option(
        OUTPUT, "--keep", "DIR", "Save every harmful message, not only the smallest of each kind.",
        type=FOLDER,
    )  # fmt: skip
    across: bool = across_option()
    legend: bool = legend_option()


@click.command(
    VERB,
    cls=GroupedCommand,
    epilog="Example: ./serbench torture media --codecs 'protobuf,msgpack' --cases 5000",
)
@taking(Options)
def command(options: Options) -> int:
    """Feed codecs malformed input; record crashes, hangs and excessive allocation (default workload: media,
    or your own objects with --data)."""
    session = session_of(EXPERIMENT, VERB, options, Extras(is_across=options.across, legend=options.legend))
    if options.workloads[:1] == (REPLAY,):
        file = _file(options)
        with fitting_together(file):
            return replay(file, EXPERIMENT, options.compilers, session.voice, options.as_json, Limits())
    return session.run(options, _flow, TortureFlow.again)


def _file(options: Options) -> Path:
    """Raises BadInput where it is not one file, and for options of a run, which would have no effect."""
    words = options.workloads[1:]
    if len(words) != 1:
        raise BadInput("replay takes the file of one finding: ./serbench torture replay FILE")
    of_run = ["resume"] if options.resume is not None else []
    if given := [*of_run, *identity_given(replace(options, workloads=()))]:
        option_name = named_on_the_command_line(Options, given[0])
        raise BadInput(f"replay gives a codec the finding as it was found; omit {option_name}.")
    return Path(words[0])


def _flow(options: Options, tell: Callable[[str], object]) -> TortureFlow:
    sanitizers = chosen("--sanitize", options.sanitizers, SANITIZERS) or ()
    asked = asked_of(options, Settings(options.cases, sanitizers, options.kept))
    codecs = tuple(codec for codec in select_codecs(asked.patterns) if not codec.floor)
    if not codecs:
        raise BadInput("A floor reads no messages; name a codec.")
    built = sanitized(codecs, sanitizers)
    if not built:
        raise BadInput(f"No language of these codecs has the sanitizers {', '.join(sanitizers)}.")
    there = {codec.name for codec in built}
    for title in dict.fromkeys(title_of(codec.name) for codec in codecs if codec.name not in there):
        tell(f"{title} has no sanitizers {', '.join(sanitizers)}: its codecs are left out.")
    own = own_data(options.workloads, options)
    if own is None:
        material = gather(options.workloads or (DEFAULT_WORKLOAD,), None, asked.seed, tell)
    else:
        material = gather_own(own, tell, replace(CORPUS_EXTENT, is_timed=False), asked.seed)
    material = without_lacked(material, built, tell, is_timed=False)
    return TortureFlow(asked, material, built, of_another_schema(material, asked.seed))
