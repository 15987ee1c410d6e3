"""``serbench sort``: sorts more objects than the memory holds, in sorted chunks that are merged."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import click

from serbench.codecs.sets import FLOW
from serbench.engine.amounts import DEFAULT_PRESET, settings_of
from serbench.engine.asked import asked_of
from serbench.engine.lacked import without_lacked
from serbench.errors import BadInput
from serbench.experiments.sort import study
from serbench.experiments.sort.execute import EXPERIMENT, VERB
from serbench.experiments.sort.expected import ACCESS, ARRANGEMENTS, KEYS, SHUFFLED
from serbench.experiments.sort.flow import SortFlow, usual_directory
from serbench.experiments.sort.plan import MODES, PRESETS, Settings
from serbench.experiments.sort.supported import supported
from serbench.experiments.study_form import study_session_of
from serbench.parallel import usable_cores
from serbench.pools.cache_state import CACHES
from serbench.pools.options import (
    AmountOptions,
    WrittenOptions,
    numbers_of_objects,
    workload_of,
)
from serbench.pools.pool import gather_pool, gather_pool_again
from serbench.pools.readers import readers_of
from serbench.pools.requests import PINS
from serbench.pools.shelf import Shelf
from serbench.pools.sizes import parse_size
from serbench.selection.choice import select_codecs
from serbench.terminal.options import (
    AMOUNT,
    FOLDER,
    RUN,
    SUBJECT,
    BlockedOptions,
    GroupedCommand,
    identity_given,
    named_on_the_command_line,
    option,
    preset_option,
    taking,
)
from serbench.terminal.values import chosen, split_list

Tell = Callable[[str], object]
# The arrangement of stores that were written before.
AS_STORED = "as stored"


@dataclass(frozen=True)
class Options(BlockedOptions, AmountOptions, WrittenOptions):
    """The options of ``sort``."""

    modes: str | None = option(
        SUBJECT, "--mode", ",".join(MODES), "What a codec holds: whole objects, or their bytes with keys"
        f" or without (lazy). Default: {','.join(PRESETS[DEFAULT_PRESET].settings.modes)}.",
    )  # fmt: skip
    key: str = option(
        SUBJECT, "--key", "|".join(KEYS), "The sort key: the field that access-one reads, or, for tweets, the"
        " key of the complex-object study.", type=click.Choice(KEYS), default=ACCESS,
    )  # fmt: skip
    distinct: int = option(
        SUBJECT, "--distinct", "K", "Take keys modulo K, for at most K different keys; 0: as they are.",
        default=0, type=click.IntRange(0, 2**64 - 1),
    )  # fmt: skip
    arrangement: str | None = option(
        SUBJECT, "--arrange", "|".join(ARRANGEMENTS), "The order of the input file. Default: shuffled.",
        type=click.Choice(ARRANGEMENTS),
    )  # fmt: skip
    preset: str | None = preset_option(PRESETS, DEFAULT_PRESET)
    budgets: str | None = option(
        AMOUNT, "--memory", "64M,...", "Budget of memory; each size is measured separately."
    )
    fan_in: int | None = option(
        AMOUNT, "--fan-in", "F", "Chunks that are merged at once. Default: 16.", type=click.IntRange(2, 4096)
    )
    cache: str | None = option(
        AMOUNT, "--cache", ",".join(CACHES), "The page cache's state of the input. Default: cold."
    )
    directory: Path | None = option(
        RUN, "--dir", "DIR", "Folder of the large files; stores of `store write` in it are sorted.",
        type=FOLDER,
    )  # fmt: skip
    keep: Path | None = option(
        RUN,
        "--keep",
        "DIR",
        "Keep a sorted store of each codec here, for `store read`.",
        type=FOLDER,
    )


@click.command(
    VERB, cls=GroupedCommand, epilog="Example: ./serbench sort --memory 64M,256M --mode bytes,lazy"
)
@taking(Options)
def command(options: Options) -> int:
    """External merge sort of more objects than fit in memory (default workload: tweet)."""
    session = study_session_of(EXPERIMENT, VERB, options, study)
    return session.run(options, _flow, SortFlow.again)


def _flow(options: Options, tell: Tell) -> SortFlow:
    """Raises BadInput before anything is built where the run is not possible."""
    shelf = Shelf.found(options.directory) if options.directory is not None else None
    if shelf is not None and options.directory is not None and not shelf.formats:
        # Says that there are none.
        shelf = Shelf.load(options.directory)
    flow = _of_shelf(options, shelf, tell) if shelf is not None else _own(options, tell)
    flow.require_possible()
    return flow


def _own(options: Options, tell: Tell) -> SortFlow:
    """The sort of stores that are written for it."""
    settings = _settings(options)
    if options.keep is not None and len(settings.objects) > 1:
        raise BadInput("All stores of a folder have the same number of objects; name one with --keep.")
    asked = asked_of(options, settings, PRESETS)
    material = gather_pool(*workload_of(options), asked.seed, tell)
    place = options.directory or usual_directory()
    codecs, without = supported(
        select_codecs(asked.patterns, usual=FLOW), asked.patterns, material.workload.name, tell
    )
    material = without_lacked(material, codecs, tell)
    return SortFlow(asked, material, codecs, place, keep=options.keep, without=without)


def _of_shelf(options: Options, shelf: Shelf, tell: Tell) -> SortFlow:
    """The sort of stores that are there. Raises BadInput for options of stores that would be written."""
    of_objects = {*identity_given(options, WrittenOptions), "seed", "arrangement"}
    if given := [name for name in identity_given(options) if name in of_objects]:
        option_name = named_on_the_command_line(Options, given[0])
        raise BadInput(f"The stores in {shelf.folder} already have their objects; omit {option_name}.")
    settings = replace(_settings(options), arrangement=AS_STORED)
    if options.objects is not None and settings.objects != (shelf.objects,):
        raise BadInput(f"The stores in {shelf.folder} have {shelf.objects} objects and are sorted whole.")
    if options.keep is not None and options.keep.resolve() == shelf.folder.resolve():
        raise BadInput("The stores that are sorted stay as they are; choose another folder for --keep.")
    settings = replace(settings, objects=(shelf.objects,))
    asked = asked_of(options, settings, PRESETS)
    asked = replace(asked, seed=shelf.seed)
    material = gather_pool_again(shelf.workload, shelf.seed, shelf.own, shelf.pool)
    patterns = asked.patterns
    readers, unread = readers_of(patterns, shelf, tell)
    codecs, without = supported(readers, patterns, shelf.workload, tell)
    return SortFlow(asked, material, codecs, shelf.folder, shelf, options.keep, (*unread, *without))


def _settings(options: Options) -> Settings:
    usual = settings_of(options, PRESETS)
    sizes = tuple(dict.fromkeys(parse_size("--memory", size) for size in split_list(options.budgets) or ()))
    return replace(
        usual,
        objects=numbers_of_objects(options.objects) or usual.objects,
        memory_bytes=sizes or usual.memory_bytes,
        modes=chosen("--mode", options.modes, MODES) or usual.modes,
        pins=chosen("--pin", options.pin, PINS) or usual.pins,
        caches=chosen("--cache", options.cache, CACHES) or usual.caches,
        fan_in=options.fan_in or usual.fan_in,
        key=options.key,
        distinct=options.distinct,
        arrangement=options.arrangement or SHUFFLED,
        threads=len(usable_cores()),
    )
