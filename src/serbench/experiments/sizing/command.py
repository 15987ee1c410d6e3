"""``serbench sizes``: compares the bytes of messages."""

from collections.abc import Callable
from dataclasses import dataclass

import click

from serbench.codecs.manifest import CodecManifest
from serbench.engine.asked import asked_of
from serbench.engine.lacked import without_lacked
from serbench.engine.own_options import own_data
from serbench.errors import BadInput
from serbench.experiments.reporting import session_of
from serbench.experiments.sizing.choice import EVERY, one_of_each
from serbench.experiments.sizing.execute import EXPERIMENT
from serbench.experiments.sizing.flow import SizingFlow
from serbench.experiments.sizing.material import gather_many
from serbench.selection.choice import select_codecs
from serbench.selection.discovery import find_codecs
from serbench.setup.libraries import as_used
from serbench.terminal.options import (
    SUBJECT,
    Everywhere,
    GroupedCommand,
    OwnDataOptions,
    ResumableOptions,
    argument,
    codecs_option,
    option,
    taking,
)
from serbench.terminal.values import split_list

VERB = "sizes"


@dataclass(frozen=True)
class Options(ResumableOptions, OwnDataOptions, Everywhere):
    """The options of ``sizes``."""

    workloads: tuple[str, ...] = argument("[WORKLOAD]...", nargs=-1)
    codecs: str | None = codecs_option("one for each of --formats")
    formats: str | None = option(
        SUBJECT, "--formats", f"{EVERY}|FORMAT,...", "Formats, each written by one codec. Default: those"
        " that libraries of several languages write.",
    )  # fmt: skip


@click.command(
    VERB,
    cls=GroupedCommand,
    epilog="Examples: ./serbench sizes --data orders.jsonl; ./serbench sizes media --formats json,avro,smile",
)
@taking(Options)
def command(options: Options) -> int:
    """Compare the bytes of messages, raw and compressed, without timing (default workload: media)."""
    return session_of(EXPERIMENT, VERB, options).run(options, _flow, SizingFlow.again)


def _flow(options: Options, tell: Callable[[str], object]) -> SizingFlow:
    asked = asked_of(options, None)
    codecs = _codecs(options)
    material = gather_many(options.workloads, own_data(options.workloads, options), asked.seed, tell)
    return SizingFlow(asked, without_lacked(material, codecs, tell, is_timed=False), codecs)


def _codecs(options: Options) -> tuple[CodecManifest, ...]:
    """Raises BadInput where there is none."""
    formats = split_list(options.formats)
    if options.codecs is None:
        return as_used(one_of_each(find_codecs(), formats))
    if formats is not None:
        raise BadInput("--formats takes a codec for each format, so --codecs names none.")
    codecs = tuple(codec for codec in select_codecs(split_list(options.codecs)) if not codec.floor)
    if not codecs:
        raise BadInput("A floor has no format; name a codec.")
    return codecs
