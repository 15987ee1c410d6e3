"""``serbench store``: writes objects to files and reads them, in order and by number."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from serbench.cli.material import OwnData, own_data, with_batches
from serbench.cli.options import everywhere, jobs_or_all, of_own_data, split_list
from serbench.cli.store_session import StoreSession
from serbench.cli.store_shelf import ShelfSession
from serbench.cli.store_work import Asked, StoreWork
from serbench.corpus.variant import LARGEST_PARAMETER
from serbench.errors import BadInput
from serbench.experiments.store.ids import drawn, list_lines
from serbench.experiments.store.plan import CACHES, LEVELS, ORDERS, PINS, PRESETS, STUDY, Settings

DEFAULT_WORKLOAD = "tweet"
DEFAULT_PRESET = "quick"
DEFAULT_SEED = 1
_STEPS = ("write", "read", "ids")
_Function = Callable[..., Any]


class _Store(click.Group):
    """Both steps at once, unless the first word names one of them."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args or args[0] not in _STEPS:
            args = ["both", *args]
        return super().parse_args(ctx, args)


class _GroupsContext(click.Context):
    """The context of a command that is called by its group's name alone."""

    @property
    def command_path(self) -> str:
        return self.parent.command_path if self.parent else super().command_path


class _Both(click.Command):
    context_class = _GroupsContext


@click.group(cls=_Store, name="store")
def command() -> None:
    """Write objects to files and read them, in order and by number."""


def _objects(function: _Function) -> _Function:
    return click.option("--objects", metavar="N,...", help="So many objects; several numbers make an axis.")(
        function
    )


def _written(function: _Function) -> _Function:
    """What is written: a workload, or own data, and where."""
    for option in (
        click.option(
            "--batch",
            type=click.IntRange(1, LARGEST_PARAMETER),
            metavar="N",
            help="N objects of the workload or of --data in one message.",
        ),
        of_own_data,
        click.argument("workload", required=False, metavar="[WORKLOAD]"),
    ):
        function = option(function)
    return function


def _measuring(function: _Function) -> _Function:
    """The options of everything that measures."""
    for option in (
        click.option("--pin", metavar=",".join(PINS), help="All cores, one core, or a thread a core."),
        click.option("--repeat", type=click.IntRange(min=1), metavar="R", help="Repetitions."),
        click.option("--preset", type=click.Choice(list(PRESETS)), help="How much. Default: quick."),
        click.option("--seed", type=int, metavar="N", help=f"Default: {DEFAULT_SEED}."),
        click.option("--out", type=click.Path(path_type=Path), metavar="DIR", help="Of the run's folder."),
        click.option(
            "--format", "form", type=click.Choice(("table", "study")), default="table",
            help="study: its log lines on standard output, and its files beside the measurements.",
        ),
        everywhere,
    ):  # fmt: skip
        function = option(function)
    return function


def _reading(function: _Function) -> _Function:
    """The options of everything that reads."""
    for option in (
        click.option("--read", "orders", metavar=",".join(ORDERS), help="Default: both."),
        click.option("--cache", metavar=",".join(CACHES), help="The page cache's state. Default: cold,warm."),
        click.option("--level", metavar=",".join(LEVELS), help="How much of each object. Default: by order."),
        click.option("--ids", type=click.Path(path_type=Path), metavar="FILE", help="Numbers, one a line."),
        click.option("--random-reads", type=click.IntRange(min=1), metavar="N", help="Drawn without --ids."),
        click.option("--keep-objects", is_flag=True, help="Keep every object that was read in memory."),
    ):
        function = option(function)
    return function


@command.command(
    "both",
    cls=_Both,
    epilog="In two steps: store write --dir DIR, store read --dir DIR; store ids MAX COUNT.",
)
@_written
@click.option(
    "--dir", "directory", type=click.Path(path_type=Path), metavar="DIR", help="For the large files."
)
@click.option("--study", is_flag=True, help="As the study: 5 million whole objects, cold, pinned and not.")
@click.option("--resume", metavar="RUN", help="Measure what a run still lacks; its name or folder.")
@click.option("--dry-run", is_flag=True, help="Say what would be measured, and measure nothing.")
@_reading
@_objects
@_measuring
def both(directory: Path | None, study: bool, resume: str | None, dry_run: bool, **options: Any) -> int:
    """Write objects to files and read them, in order and by number (default workload: tweet)."""
    session = StoreSession(_work(options))
    if resume is not None:
        _refuse_options({**options, "directory": directory, "study": study, "dry_run": dry_run})
        return session.resume(resume)
    if study:
        if options["preset"] not in (None, STUDY.name):
            raise BadInput(f"--study is a preset of its own; leave out --preset {options['preset']}.")
        options["preset"] = STUDY.name
    asked = _asked(_settings(options), options)
    if dry_run:
        return session.dry_run(asked)
    return session.measure(asked, directory)


@command.command("write")
@_written
@click.option("--dir", "directory", type=click.Path(path_type=Path), metavar="DIR", required=True)
@_objects
@_measuring
def write(directory: Path, **options: Any) -> int:
    """Write a store for each codec into a folder, and keep them."""
    unread = {"orders": None, "cache": "warm", "level": None, "ids": None, "random_reads": 1}
    options |= unread | {"keep_objects": False}
    options |= {"repeat": options["repeat"] or 1, "pin": options["pin"] or "free"}
    settings = replace(_settings(options), orders=())
    if len(settings.objects) > 1:
        raise BadInput("A folder holds stores of one number of objects.")
    return ShelfSession(_work(options)).write(_asked(settings, options), directory)


@command.command("read")
@click.option("--dir", "directory", type=click.Path(path_type=Path), metavar="DIR", required=True)
@_reading
@_objects
@_measuring
def read(directory: Path, **options: Any) -> int:
    """Read stores that `store write` has left, or their first N objects, as often as one likes."""
    if options["seed"] is not None:
        raise BadInput("The objects of a store have their seed already; leave out --seed.")
    settings = _settings(options)
    given = (bool(options["objects"]), bool(options["random_reads"]))
    return ShelfSession(_work(options)).read(_asked(settings, options), directory, *given)


@command.command("ids")
@click.argument("maximum", type=click.IntRange(min=1), metavar="MAX")
@click.argument("count", type=click.IntRange(min=1), metavar="COUNT")
@click.option("--seed", type=int, default=DEFAULT_SEED, metavar="N", help=f"Default: {DEFAULT_SEED}.")
def ids(maximum: int, count: int, seed: int) -> int:
    """Print COUNT numbers from 0 to MAX - 1, drawn uniformly with replacement, one a line."""
    for line in list_lines(drawn(maximum, count, seed)):
        click.echo(line, nl=False)
    return 0


def _work(options: dict[str, Any]) -> StoreWork:
    study_lines = options["form"] == "study"
    return StoreWork(jobs_or_all(options["jobs"]), options["as_json"], options["quiet"], study_lines)


def _asked(settings: Settings, options: dict[str, Any]) -> Asked:
    seed = DEFAULT_SEED if options["seed"] is None else options["seed"]
    workload, own = _workload(options)
    return Asked(workload, own, split_list(options["codecs"]), settings, seed, options["out"])


def _workload(options: dict[str, Any]) -> tuple[str, OwnData | None]:
    """The name of the workload to write (empty where none is written), and the own data it has."""
    if "workload" not in options:
        return "", None
    named = (options["workload"],) if options["workload"] else ()
    sizes = None if options["batch"] is None else [str(options["batch"])]
    own = own_data(
        named,
        options["schema"],
        options["message"],
        options["data"],
        options["relaxed"],
        options["import_paths"],
        sizes,
    )
    (workload,) = with_batches(named or (DEFAULT_WORKLOAD,), sizes if own is None else None)
    return workload, own


def _settings(options: dict[str, Any]) -> Settings:
    preset = PRESETS[options["preset"] or DEFAULT_PRESET]
    objects = _numbers(options["objects"]) or (preset.objects,)
    chosen_ids = options["ids"]
    return Settings(
        objects=objects,
        orders=_chosen("--read", options["orders"], ORDERS) or ORDERS,
        caches=_chosen("--cache", options["cache"], CACHES) or preset.caches,
        pins=_chosen("--pin", options["pin"], PINS) or preset.pins,
        repetitions=options["repeat"] or preset.repetitions,
        random_reads=options["random_reads"] or min(preset.random_reads, max(objects)),
        threads=len(os.sched_getaffinity(0)),
        warmup_ns=preset.warmup_ns,
        jit_warmup_ns=preset.jit_warmup_ns,
        levels=_chosen("--level", options["level"], LEVELS) or preset.levels,
        keep_objects=options["keep_objects"],
        ids=None if chosen_ids is None else str(chosen_ids.absolute()),
    )


def _chosen(option: str, text: str | None, known: tuple[str, ...]) -> tuple[str, ...] | None:
    names = split_list(text)
    for name in names or ():
        if name not in known:
            raise BadInput(f"{option} knows no {name}: it is one of {', '.join(known)}.")
    return None if names is None else tuple(name for name in known if name in names)


def _numbers(text: str | None) -> tuple[int, ...]:
    numbers = split_list(text) or []
    for number in numbers:
        if not number.isdecimal() or not 1 <= int(number) < 2**32:
            raise BadInput(f"--objects is {number} where a number from 1 to 4294967295 belongs.")
    return tuple(dict.fromkeys(int(number) for number in numbers))


def _refuse_options(options: dict[str, Any]) -> None:
    presentation = {"jobs", "as_json", "quiet", "form"}
    given = [value for name, value in options.items() if name not in presentation]
    if any(value not in (None, False, ()) for value in given):
        raise BadInput(
            "--resume continues a run as it was begun and takes neither a workload nor options of it."
        )
