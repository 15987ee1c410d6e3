"""The options of commands that write objects of a pool."""

from dataclasses import dataclass

import click

from serbench.codecs.sets import FLOW
from serbench.corpus.variant import LARGEST_PARAMETER
from serbench.engine.own_options import OwnData, own_data, with_batches
from serbench.errors import BadInput
from serbench.pools.requests import PINS
from serbench.terminal.options import (
    AMOUNT,
    AT_LEAST_ONE,
    OUTPUT,
    SUBJECT,
    Everywhere,
    OwnDataOptions,
    RunOptions,
    across_option,
    argument,
    codecs_option,
    legend_option,
    option,
)
from serbench.terminal.values import split_list

DEFAULT_WORKLOAD = "tweet"
STUDY_FORM = "study"
FORMS = ("table", STUDY_FORM)
_MOST_OBJECTS = 2**32 - 1


@dataclass(frozen=True)
class WrittenOptions(OwnDataOptions):
    """The options that name the objects to write: a workload, or own data."""

    workload: str | None = argument("[WORKLOAD]")
    batch: int | None = option(
        SUBJECT, "--batch", "N", "N objects of the workload or of --data per message.",
        type=click.IntRange(1, LARGEST_PARAMETER),
    )  # fmt: skip


@dataclass(frozen=True)
class AmountOptions(RunOptions, Everywhere):
    """How much is measured, and how it is shown."""

    codecs: str | None = codecs_option(f"the set {FLOW}")
    objects: str | None = option(
        AMOUNT, "--objects", "N,...", "How many objects; each number is measured separately."
    )
    repeat: int | None = option(AMOUNT, "--repeat", "R", "Repetitions.", type=AT_LEAST_ONE)
    pin: str | None = option(AMOUNT, "--pin", ",".join(PINS), "All cores, one core, or one thread per core.")
    across: bool = across_option()
    legend: bool = legend_option()
    form: str = option(
        OUTPUT, "--format", "|".join(FORMS), "study: its log lines on standard output, and its files with the"
        " measurements.", presentation=True, type=click.Choice(FORMS), default=FORMS[0],
    )  # fmt: skip


def workload_of(options: WrittenOptions) -> tuple[str, OwnData | None]:
    """The name of the workload to write, and the own data it has."""
    named = (options.workload,) if options.workload else ()
    sizes = None if options.batch is None else [str(options.batch)]
    own = own_data(named, options, sizes)
    (workload,) = with_batches(named or (DEFAULT_WORKLOAD,), sizes if own is None else None)
    return workload, own


def numbers_of_objects(text: str | None) -> tuple[int, ...]:
    """The values of --objects, each once; none where it was not given."""
    return numbers_in("--objects", text, _MOST_OBJECTS)


def numbers_in(option: str, text: str | None, most: int) -> tuple[int, ...]:
    """The values of an option that is a list of numbers, each once; none where it was not given. Raises
    BadInput for one that is not from 1 to ``most``."""
    numbers = split_list(text) or []
    for number in numbers:
        if not number.isdecimal() or not 1 <= int(number) <= most:
            raise BadInput(f"{option} is {number} where a number from 1 to {most} belongs.")
    return tuple(dict.fromkeys(int(number) for number in numbers))
