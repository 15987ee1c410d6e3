"""``serbench evolve``: reads with one version of a schema what another has written."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click

from serbench.codecs.manifest import CodecManifest
from serbench.corpus.sample import CORPUS_EXTENT
from serbench.engine.asked import asked_of, seed_of
from serbench.engine.lacked import without_lacked
from serbench.engine.material import gather_own
from serbench.engine.own_options import own_data
from serbench.errors import BadInput
from serbench.experiments.evolution.claims import with_evolvable
from serbench.experiments.evolution.derived.source import Source, source_of
from serbench.experiments.evolution.execute import EXPERIMENT, VERB
from serbench.experiments.evolution.flow import EvolutionFlow, Versions, settings_of
from serbench.experiments.reporting import Extras, session_of
from serbench.selection.choice import select_codecs
from serbench.selection.discovery import find_codecs
from serbench.terminal.options import (
    FOLDER,
    OUTPUT,
    Everywhere,
    GroupedCommand,
    OwnDataOptions,
    ResumableOptions,
    argument,
    legend_option,
    option,
    taking,
)
from serbench.terminal.values import split_list

GROUPS = ("change", "codec")


@dataclass(frozen=True)
class Options(ResumableOptions, OwnDataOptions, Everywhere):
    """The options of ``evolve``."""

    changes: tuple[str, ...] = argument("[CHANGE]...", nargs=-1)
    costs: bool = option(
        OUTPUT, "--costs", "", "Also measure the cost of unknown fields, for codecs that can skip them.",
        is_flag=True,
    )  # fmt: skip
    preserved: Path | None = option(
        OUTPUT, "--keep", "DIR", "Save the schemas, and each message with its values, in this folder.",
        type=FOLDER,
    )  # fmt: skip
    group_by: str | None = option(
        OUTPUT, "--group", "|".join(GROUPS), "One table of all changes, or also one per codec with the"
        " reasons.", presentation=True, type=click.Choice(GROUPS),
    )  # fmt: skip
    legend: bool = legend_option()


@click.command(
    VERB,
    cls=GroupedCommand,
    epilog="Example: ./serbench evolve add-in-middle rename-field --codecs protobuf --keep messages",
)
@taking(Options)
def command(options: Options) -> int:
    """Check which schema changes old and new readers survive (default: all changes; with --data, those that
    apply to the schema of your own objects)."""
    extras = Extras(options.group_by, legend=options.legend)
    session = session_of(EXPERIMENT, VERB, options, extras)
    return session.run(options, _flow, EvolutionFlow.again)


def _flow(options: Options, tell: Callable[[str], object]) -> EvolutionFlow:
    codecs = _codecs(split_list(options.codecs))
    source = _source(options, codecs, tell)
    asked = asked_of(options, settings_of(options.changes, source, options.preserved, options.costs))
    return EvolutionFlow(asked, Versions(asked.settings), codecs)


def _codecs(patterns: Sequence[str] | None) -> tuple[CodecManifest, ...]:
    """Raises BadInput where there is none."""
    codecs = tuple(codec for codec in select_codecs(patterns) if not codec.floor)
    if patterns is None:
        codecs = with_evolvable(codecs, find_codecs())
    if not codecs:
        raise BadInput("A floor has no schema that could change; name a codec.")
    return codecs


def _source(
    options: Options, codecs: Sequence[CodecManifest], tell: Callable[[str], object]
) -> Source | None:
    """The changes that are derived of the user's data; None without such."""
    own = own_data((), options)
    if own is None:
        return None
    seed = seed_of(options.seed)
    material = gather_own(own, tell, replace(CORPUS_EXTENT, is_timed=False), seed)
    return source_of(without_lacked(material, codecs, tell, is_timed=False), seed)
