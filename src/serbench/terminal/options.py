"""Options as typed values: each declared once, with its group in the help and what it belongs to."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields
from pathlib import Path
from typing import Any, TypeVar

import click

from serbench.codecs.manifest import CodecManifest
from serbench.errors import BadInput

_Kind = TypeVar("_Kind")
# The groups of --help, in their order.
SUBJECT, AMOUNT, BUILDS, RUN, OUTPUT = "What", "How much", "Builds", "The run", "Output"
_GROUPS = (SUBJECT, AMOUNT, BUILDS, RUN, OUTPUT)


def option(*names: str, group: str, presentation: bool = False, **attributes: Any) -> Any:
    """A field of an options class. A ``presentation`` option says how results are built and shown; every
    other is part of a run's identity, so a run that is resumed has it already."""
    default = attributes.pop("default", False if attributes.get("is_flag") else None)
    if attributes.get("multiple"):
        default = ()
    return field(
        default=default,
        metadata={
            "make": lambda name: _Option([*names, name], default=default, **attributes),
            "group": group,
            "presentation": presentation,
        },
    )


def options_by_name(helps: Mapping[str, str], *, group: str, metavar: str) -> Any:
    """A field of an options class that stands for several options of a run's identity, with the help of each
    by its name (``a_b`` of ``--a-b``): the names of those given, each with its value."""

    def maker(text: str) -> Callable[[str], click.Parameter]:
        return lambda name: _Option([f"--{name.replace('_', '-')}", name], metavar=metavar, help=text)

    several = {name: maker(text) for name, text in helps.items()}
    metadata = {"several": several, "group": group, "presentation": False}
    return field(default=(), metadata=metadata)


def argument(**attributes: Any) -> Any:
    """A field of an options class that has no name on the command line; part of a run's identity."""
    default: Any = () if attributes.get("nargs") == -1 else None
    return field(
        default=default,
        metadata={
            "make": lambda name: click.Argument([name], required=False, **attributes),
            "group": "",
            "presentation": False,
        },
    )


class _Option(click.Option):
    """An option that knows its group in the help."""

    group = ""


class GroupedCommand(click.Command):
    """A command whose help lists its options by group."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        groups: dict[str, list[tuple[str, str]]] = {}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is not None and not isinstance(parameter, click.Argument):
                groups.setdefault(getattr(parameter, "group", OUTPUT), []).append(record)
        for group in sorted(groups, key=_GROUPS.index):
            with formatter.section(group):
                formatter.write_dl(groups[group])


def taking(kind: type[_Kind]) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Gives a command the options that a dataclass declares; it is called with one value of that class."""

    def decorate(function: Callable[..., int]) -> Callable[..., int]:
        declared = fields(kind)  # type: ignore[arg-type]
        folded = {each.name: each.metadata["several"] for each in declared if "several" in each.metadata}

        def called(**given: Any) -> int:
            for name, makers in folded.items():
                given[name] = tuple((one, value) for one in makers if (value := given.pop(one)) is not None)
            return function(kind(**given))

        called.__doc__ = function.__doc__
        called.__click_params__ = [  # type: ignore
            parameter for each in reversed(declared) for parameter in reversed(_parameters(each))
        ]
        return called

    return decorate


def _parameters(declared: Field[Any]) -> list[click.Parameter]:
    metadata = declared.metadata
    makers = metadata["several"] if "several" in metadata else {declared.name: metadata["make"]}
    parameters: list[click.Parameter] = [make(name) for name, make in makers.items()]
    for parameter in parameters:
        if isinstance(parameter, _Option):
            parameter.group = declared.metadata["group"]
    return parameters


def identity_given(options: Any) -> list[str]:
    """The names of the options of a run's identity that the user has given."""
    return [
        each.name
        for each in fields(options)
        if each.default is not MISSING
        and not each.metadata["presentation"]
        and getattr(options, each.name) != each.default
    ]


@dataclass(frozen=True)
class Everywhere:
    """The options of every command that builds runners."""

    codecs: str | None = option(
        "--codecs",
        group=SUBJECT,
        metavar="GLOB,...",
        help="Codecs by name or glob, or `all`. Default: the default set.",
    )
    jobs: int | None = option(
        "-j", "--jobs", group=RUN, presentation=True, metavar="N", type=click.IntRange(min=1),
        help="Compilers at once.",
    )  # fmt: skip
    as_json: bool = option(
        "--json", group=OUTPUT, presentation=True, is_flag=True, help="One JSON document on standard output."
    )
    quiet: bool = option("--quiet", group=OUTPUT, presentation=True, is_flag=True, help="No progress.")

    @property
    def compilers(self) -> int:
        """As many as there are processors for this process, unless the user says otherwise."""
        return jobs_or_all(self.jobs)


@dataclass(frozen=True)
class OwnDataOptions:
    """The options that name the user's own data and its schema."""

    data: str | None = option(
        "--data", group=SUBJECT, metavar="FILE.jsonl|-", help="Own objects, a JSON object a line."
    )
    schema: Path | None = option(
        "--schema", group=SUBJECT, type=click.Path(path_type=Path), metavar="FILE.proto", help="Own schema."
    )
    message: str | None = option(
        "--message",
        group=SUBJECT,
        metavar="NAME",
        help="The schema's message that a line holds, if several could be meant.",
    )
    import_paths: tuple[Path, ...] = option(
        "--proto-path",
        group=SUBJECT,
        type=click.Path(path_type=Path),
        multiple=True,
        metavar="DIR",
        help="Where imports of the schema lie, besides its own folder and those above it; repeatable.",
    )
    relaxed: bool = option(
        "--relaxed",
        group=SUBJECT,
        is_flag=True,
        help="Leave out fields of the data that the schema does not know.",
    )


@dataclass(frozen=True)
class RunOptions:
    """The options of every experiment's run."""

    max_time: str | None = option(
        "--max-time",
        group=AMOUNT,
        metavar="T",
        help="Fit measuring into 90s, 5m or 1h30m: fewer processes, then fewer samples.",
    )
    seed: int | None = option(
        "--seed",
        group=AMOUNT,
        type=int,
        metavar="N",
        help="Of the objects and of the order. Default: 1.",
    )
    out: Path | None = option(
        "--out",
        group=RUN,
        type=click.Path(path_type=Path),
        metavar="DIR",
        help="Where the run's folder is made.",
    )
    resume: str | None = option(
        "--resume",
        group=RUN,
        presentation=True,
        metavar="RUN",
        help="Measure what a run still lacks; its name or folder.",
    )
    dry_run: bool = option(
        "--dry-run", group=RUN, is_flag=True, help="Say what would be measured, and measure nothing."
    )


def everywhere(function: Callable[..., Any]) -> Callable[..., Any]:
    """The options of ``Everywhere`` as parameters of a command that has no options class."""
    for declared in reversed(fields(Everywhere)):
        for parameter in _parameters(declared):
            click.decorators._param_memo(function, parameter)
    return function


GROUPINGS = ("language", "format")


def grouped(function: Callable[..., Any]) -> Callable[..., Any]:
    """The option of commands that print a table of codecs."""
    return click.option(
        "--group", "group_by", type=click.Choice(GROUPINGS), help="Group the table's codecs."
    )(function)


def split_list(value: str | None) -> list[str] | None:
    """The parts of ``a,b``; None where the option was not given. Raises BadInput when it was given empty."""
    if value is None:
        return None
    parts = [part.strip() for part in value.split(",") if part.strip()]
    if not parts:
        raise BadInput("A list of names is empty; leave the option out to mean the default.")
    return parts


def jobs_or_all(jobs: int | None) -> int:
    """As many compilers as there are processors for this process, unless the user says otherwise."""
    return jobs or len(os.sched_getaffinity(0))


def named_outright(codecs: Sequence[CodecManifest], patterns: Sequence[str] | None) -> set[str]:
    """The codecs that the user named in full, not by a pattern."""
    wanted = set(patterns or ())
    return {codec.name for codec in codecs if {codec.built_name, codec.built_name.partition("/")[2]} & wanted}
