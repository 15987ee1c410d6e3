"""``serbench store``: writes objects to files and reads them, in order and by id."""

import contextlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import click

from serbench.codecs.sets import FLOW
from serbench.engine.amounts import DEFAULT_PRESET, settings_of
from serbench.engine.asked import DEFAULT_SEED, Asked, asked_of
from serbench.engine.lacked import without_lacked
from serbench.errors import BadInput
from serbench.experiments.store import study
from serbench.experiments.store.execute import EXPERIMENT
from serbench.experiments.store.flow import StoreFlow, usual_directory
from serbench.experiments.store.ids import drawn, with_length_of_list
from serbench.experiments.store.plan import LEVELS, ORDERS, PRESETS, Settings
from serbench.experiments.store.shelf_flow import as_in_stores, read_flow, write_flow
from serbench.experiments.study_form import study_session_of
from serbench.inputs.progress import heard
from serbench.parallel import usable_cores
from serbench.pools.cache_state import CACHES
from serbench.pools.options import (
    AmountOptions,
    WrittenOptions,
    numbers_of_objects,
    workload_of,
)
from serbench.pools.pool import gather_pool
from serbench.pools.requests import PINS
from serbench.selection.choice import select_codecs
from serbench.terminal.console import echo
from serbench.terminal.options import (
    AMOUNT,
    AT_LEAST_ONE,
    FOLDER,
    RUN,
    BlockedOptions,
    GroupedCommand,
    option,
    preset_option,
    taking,
)
from serbench.terminal.values import chosen

VERB = "store"
_STEPS = ("write", "read", "ids")


class _Store(click.Group):
    """Both steps at once, unless the first word names one of them."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args or args[0] not in _STEPS:
            args = ["both", *args]
        return super().parse_args(ctx, args)


class _GroupsContext(click.Context):
    """The context of a command that is called by only its group's name."""

    @property
    def command_path(self) -> str:
        return self.parent.command_path if self.parent else super().command_path


class _Both(GroupedCommand):
    context_class = _GroupsContext


@click.group(cls=_Store, name=VERB)
def command() -> None:
    """Write objects to files, read them in order and fetch them by id."""


@dataclass(frozen=True)
class _Measuring(AmountOptions):
    """The options of everything that measures."""

    preset: str | None = preset_option(PRESETS, DEFAULT_PRESET)


@dataclass(frozen=True)
class _Read:
    """How stores are read."""

    orders: str | None = option(AMOUNT, "--read", ",".join(ORDERS), "In order, or by id. Default: both.")
    cache: str | None = option(
        AMOUNT, "--cache", ",".join(CACHES), "The page cache's state. Default: cold,warm."
    )
    level: str | None = option(
        AMOUNT,
        "--level",
        ",".join(LEVELS),
        "How much of each object. Default: decode, and access-all in order or access-one by id.",
    )
    ids: Path | None = option(AMOUNT, "--ids", "FILE", "File of object ids, one per line.", type=FOLDER)
    random_reads: int | None = option(
        AMOUNT, "--random-reads", "N", "How many ids are drawn without --ids.", type=AT_LEAST_ONE
    )
    keep_objects: bool = option(AMOUNT, "--keep-objects", "", "Keep every object that was read in memory.")


@dataclass(frozen=True)
class _BothOptions(_Read, BlockedOptions, _Measuring, WrittenOptions):
    directory: Path | None = option(RUN, "--dir", "DIR", "Folder for the large files.", type=FOLDER)
    study: bool = option(
        AMOUNT, "--study", "", "Settings of the study: 5 million whole objects, cold, pinned and not."
    )


@dataclass(frozen=True)
class _OfFolder(_Measuring):
    directory: Path = option(RUN, "--dir", "DIR", "The folder of the stores.", type=FOLDER, required=True)


@dataclass(frozen=True)
class _WriteOptions(_OfFolder, WrittenOptions):
    """The options of ``store write``."""


@dataclass(frozen=True)
class _ReadOptions(_Read, _OfFolder):
    """The options of ``store read``."""


@command.command(
    "both",
    cls=_Both,
    epilog="In two steps: store write --dir DIR, store read --dir DIR; store ids MAX COUNT.",
)
@taking(_BothOptions)
def both(options: _BothOptions) -> int:
    """Write objects to files, read them in order and fetch them by id (default workload: tweet)."""
    session = study_session_of(EXPERIMENT, VERB, options, study)
    return session.run(options, _flow, StoreFlow.again)


def _flow(options: _BothOptions, tell: Callable[[str], object]) -> StoreFlow:
    if options.study:
        if options.preset not in (None, "study"):
            raise BadInput(f"--study is a preset of its own; omit --preset {options.preset}.")
        options = replace(options, preset="study")
    asked = _asked(options, _settings(options, options))
    asked = replace(asked, settings=with_length_of_list(asked.settings))
    codecs = select_codecs(asked.patterns, usual=FLOW)
    material = without_lacked(gather_pool(*workload_of(options), asked.seed, tell), codecs, tell)
    return StoreFlow(asked, material, codecs, options.directory or usual_directory())


@command.command("write", cls=GroupedCommand)
@taking(_WriteOptions)
def write(options: _WriteOptions) -> int:
    """Write a store for each codec into a folder, and keep them."""
    unread = _Read(cache="warm", random_reads=1)
    brief = replace(options, repeat=options.repeat or 1, pin=options.pin or "free")
    settings = replace(_settings(brief, unread), orders=())
    if len(settings.objects) > 1:
        raise BadInput("All stores of a folder have the same number of objects.")
    session = study_session_of(EXPERIMENT, VERB, options, study)
    asked = replace(_asked(options, settings), twins=0)
    codecs, tell = select_codecs(asked.patterns, usual=FLOW), session.voice.tell
    with heard(session.voice.draw):
        gathered = gather_pool(*workload_of(options), asked.seed, tell)
        stored = as_in_stores(gathered, options.directory, tell)
        material = stored or without_lacked(gathered, codecs, tell)
    with contextlib.ExitStack() as stack:
        return session.begin(write_flow(asked, material, codecs, options.directory, stack))


@command.command("read", cls=GroupedCommand)
@taking(_ReadOptions)
def read(options: _ReadOptions) -> int:
    """Read stores that `store write` made, or their first N objects, any number of times."""
    if options.seed is not None:
        raise BadInput("The objects of a store already have their seed; omit --seed.")
    session = study_session_of(EXPERIMENT, VERB, options, study)
    asked = replace(_asked(options, _settings(options, options)), twins=0)
    given = (bool(options.objects), bool(options.random_reads))
    return session.begin(read_flow(asked, options.directory, *given, session.voice.tell))


@command.command("ids")
@click.argument("maximum", type=click.IntRange(min=1), metavar="MAX")
@click.argument("count", type=click.IntRange(min=1), metavar="COUNT")
@click.option("--seed", type=int, default=DEFAULT_SEED, metavar="N", help=f"Default: {DEFAULT_SEED}.")
def ids(maximum: int, count: int, seed: int) -> int:
    """Print COUNT ids from 0 to MAX - 1, drawn uniformly with replacement, one per line."""
    for number in drawn(maximum, count, seed):
        echo(number)
    return 0


def _asked(options: _Measuring, settings: Settings) -> Asked[Settings]:
    return asked_of(options, settings, PRESETS)


def _settings(options: _Measuring, reading: _Read) -> Settings:
    usual = settings_of(options, PRESETS)
    objects = numbers_of_objects(options.objects) or usual.objects
    return replace(
        usual,
        objects=objects,
        orders=chosen("--read", reading.orders, ORDERS) or usual.orders,
        caches=chosen("--cache", reading.cache, CACHES) or usual.caches,
        pins=chosen("--pin", options.pin, PINS) or usual.pins,
        random_reads=reading.random_reads or min(usual.random_reads, max(objects)),
        threads=len(usable_cores()),
        levels=chosen("--level", reading.level, LEVELS) or usual.levels,
        keep_objects=reading.keep_objects,
        ids=None if reading.ids is None else str(reading.ids.absolute()),
    )
