"""Options as typed values: each declared once, with its group in the help and what it belongs to."""

import os
from collections.abc import Callable, Collection, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from pathlib import Path
from typing import Any, TypeVar

import click

from serbench.codecs.sets import DEFAULT, SETS
from serbench.errors import BadInput
from serbench.inputs.opening import KIND_NAMES
from serbench.terminal.values import forbid_installing, jobs_or_all

_Kind = TypeVar("_Kind")
# The groups of --help, in their order.
SUBJECT, CONSTRAINTS = "What", "Constraints"
AMOUNT, BUILDS, RUN, OUTPUT = "How much", "Builds", "The run", "Output"
_GROUPS = (SUBJECT, CONSTRAINTS, AMOUNT, BUILDS, RUN, OUTPUT)
_DATA_FORMAT = click.Choice(KIND_NAMES)
_DATA_FORMAT_HELP = f"The kind of data, if neither content nor name shows it: {', '.join(KIND_NAMES)}."
_NO_INSTALL_HELP = "Install no packages on this system; name the command that does."
# The same for a command without an options class.
no_install_flag = click.option(
    "--no-install", is_flag=True, expose_value=False, callback=forbid_installing, help=_NO_INSTALL_HELP
)
# Options of commands that take a file as their argument.
data_format_option = click.option("--data-format", metavar="KIND", type=_DATA_FORMAT, help=_DATA_FORMAT_HELP)
message_field_option = click.option(
    "--message-field", metavar="NAME", help="The field that names an object's type."
)


def option(
    group: str, names: str, shown: str, words: str, *, presentation: bool = False, **attributes: Any
) -> Any:
    """A field of an options class: ``names`` on the command line (``-j --jobs``), what stands for its value
    (``shown``; a flag where that is empty) and its help in ``words``. A ``presentation`` option says how
    results are built and shown; every other is part of a run's identity, which a run that is resumed has."""
    if shown:
        attributes["metavar"] = shown
    else:
        attributes["is_flag"] = True
    default = () if attributes.get("multiple") else attributes.pop("default", None if shown else False)
    if not attributes.get("required"):
        attributes["default"] = default

    def make(name: str) -> click.Parameter:
        return _Option([*names.split(), name], group=group, help=words, **attributes)

    return field(default=default, metadata={"make": make, "presentation": presentation})


def across_option() -> Any:
    """``--across`` of everything that shows ranks."""
    return option(OUTPUT, "--across", "", "Rank across languages, not within each.", presentation=True)


def legend_option() -> Any:
    """``--legend`` of everything that prints tables."""
    return option(OUTPUT, "--legend", "", "Explain all numbers and marks.", presentation=True)


def no_install_option() -> Any:
    """``--no-install`` of everything that may install packages."""
    return option(
        BUILDS, "--no-install", "", _NO_INSTALL_HELP, presentation=True, expose_value=False,
        callback=forbid_installing,
    )  # fmt: skip


def preset_option(presets: Collection[str], usual: str) -> Any:
    """``--preset`` of experiments that have several amounts by name."""
    text = f"How much is measured. Default: {usual}."
    return option(AMOUNT, "--preset", "|".join(presets), text, type=click.Choice(list(presets)))


def options_by_name(group: str, shown: str, words: Mapping[str, str]) -> Any:
    """A field of an options class that stands for several options of a run's identity, with the help of each
    by its name (``a_b`` of ``--a-b``): the names of those given, each with its value."""

    def maker(text: str) -> Callable[[str], click.Parameter]:
        return lambda name: _Option(
            [f"--{name.replace('_', '-')}", name], group=group, metavar=shown, help=text
        )

    several = {name: maker(text) for name, text in words.items()}
    return field(default=(), metadata={"several": several, "presentation": False})


def argument(shown: str, **attributes: Any) -> Any:
    """A field of an options class that has no name on the command line; part of a run's identity."""

    def make(name: str) -> click.Parameter:
        return click.Argument([name], required=False, metavar=shown, **attributes)

    default: Any = () if attributes.get("nargs") == -1 else None
    return field(default=default, metadata={"make": make, "presentation": False})


class _Option(click.Option):
    """An option that knows its group in the help."""

    def __init__(self, *arguments: Any, group: str, **attributes: Any) -> None:
        super().__init__(*arguments, **attributes)
        self.group = group

    def add_to_parser(self, parser: Any, ctx: click.Context) -> None:
        """Lets the parser keep every value that is given, so that none is dropped without a word."""
        if self.group != SUBJECT or self.multiple or self.is_flag or self.count:
            super().add_to_parser(parser, ctx)
        else:
            parser.add_option(obj=self, opts=self.opts, dest=self.name, action="append", nargs=self.nargs)

    def consume_value(self, ctx: click.Context, opts: Mapping[str, Any]) -> Any:
        """The one value that is given. Raises BadInput where there are several."""
        given = opts.get(self.name or "")
        if isinstance(given, list) and not self.multiple:
            if len(given) > 1:
                raise BadInput(f"{self.opts[0]} takes one value; {' and '.join(map(str, given))} are given.")
            opts = {**opts, self.name or "": given[0]}
        return super().consume_value(ctx, opts)


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
    return [make(name) for name, make in makers.items()]


def identity_given(options: Any, kind: Any = None) -> list[str]:
    """The names of the options of a run's identity that the user has given; of ``kind`` those that this class
    of options declares."""
    return [
        each.name
        for each in fields(options if kind is None else kind)
        if each.default is not MISSING
        and not each.metadata["presentation"]
        and getattr(options, each.name) != each.default
    ]


def named_on_the_command_line(kind: Any, name: str) -> str:
    """``--data-format`` of the field ``data_format``; of an argument ``the workload``."""
    (declared,) = (each for each in fields(kind) if each.name == name)
    (parameter,) = _parameters(declared)
    return parameter.opts[-1] if isinstance(parameter, click.Option) else f"the {name}"


def resumed_run(options: "ContinuedOptions", beside: Collection[str] = ()) -> str | None:
    """The run to continue, None for a new one. Raises BadInput where it comes with options of a run other
    than those that may stand ``beside`` it."""
    if options.resume is not None and set(identity_given(options)) - set(beside):
        raise BadInput(
            "--resume continues a run as it was started; give it no other arguments or options of the run."
        )
    return options.resume


# Of any file system in common use.
_MOST_BYTES_OF_A_NAME = 255


class PathOf(click.Path):
    """A path that a file system can have; refused before anything is built for it."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(path_type=Path, **attributes)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        path = Path(value)
        if any(len(os.fsencode(part)) > _MOST_BYTES_OF_A_NAME for part in path.parts):
            raise BadInput(f"{value} has a name of more than {_MOST_BYTES_OF_A_NAME} bytes.")
        return super().convert(value, param, ctx)


FOLDER = PathOf()
AT_LEAST_ONE = click.IntRange(min=1)
# Two days.
MOST_BLOCKS = 100
_USUAL_CODECS = f"the set {DEFAULT}"


def codecs_option(usual: str = _USUAL_CODECS) -> Any:
    """``--codecs`` of a command that otherwise takes those that ``usual`` names in words."""
    text = f"Codecs by set ({', '.join(SETS)}), language, name or glob. Default: {usual}."
    return option(SUBJECT, "--codecs", "SET|LANGUAGE|GLOB,...", text)


@dataclass(frozen=True)
class Everywhere:
    """The options of every command that builds runners."""

    codecs: str | None = codecs_option()
    jobs: int | None = option(
        RUN, "-j --jobs", "N", "Parallel compilers.", presentation=True, type=AT_LEAST_ONE
    )
    as_json: bool = option(OUTPUT, "--json", "", "One JSON document on standard output.", presentation=True)
    quiet: bool = option(OUTPUT, "--quiet", "", "No progress.", presentation=True)
    no_install: bool = no_install_option()

    @property
    def compilers(self) -> int:
        """As many as there are processors for this process, unless the user says otherwise."""
        return jobs_or_all(self.jobs)


@dataclass(frozen=True)
class OwnDataOptions:
    """The options that name the user's own data and its schema."""

    data: str | None = option(
        SUBJECT, "--data", "FILE|-|DIR", "Your own objects: JSON of any layout, or what --data-format names;"
        " a folder has a file for each type.",
    )  # fmt: skip
    message_field: str | None = option(
        SUBJECT,
        "--message-field",
        "NAME",
        "The field that names an object's type, if there are several types.",
    )
    data_format: str | None = option(SUBJECT, "--data-format", "KIND", _DATA_FORMAT_HELP, type=_DATA_FORMAT)
    synthesize: int | None = option(
        SUBJECT, "--synthesize", "N", "Without data: N objects of --schema that are drawn by the seed.",
        type=AT_LEAST_ONE,
    )  # fmt: skip
    distribution: str | None = option(
        SUBJECT, "--distribution", "NAME=A-B,...", "Lengths, sizes and presence of synthesized values; the"
        " command prints those that it uses.",
    )  # fmt: skip
    schema: Path | None = option(
        SUBJECT,
        "--schema",
        "FILE.proto",
        "The schema of your objects: also Avro's .avsc, JSON Schema, a descriptor set.",
        type=FOLDER,
    )
    message: str | None = option(
        SUBJECT, "--message", "NAME", "The message type of an object, if the schema leaves that open."
    )
    import_paths: tuple[Path, ...] = option(
        SUBJECT, "--proto-path", "DIR", "Also look for the schema's imports here; repeatable. Its own folder"
        " and those above it are searched anyway.", type=FOLDER, multiple=True,
    )  # fmt: skip
    without: tuple[str, ...] = option(
        SUBJECT, "--without", "PATH", "Leave a field out of the schema, such as user.address; repeatable.",
        multiple=True,
    )  # fmt: skip
    relaxed: bool = option(
        SUBJECT, "--relaxed", "", "Ignore fields of the data that the schema does not know."
    )
    bytes_text: str | None = option(
        SUBJECT,
        "--bytes",
        "base64|hex",
        "How text holds bytes. Default: base64, as in protobuf's JSON.",
        type=click.Choice(("base64", "hex")),
    )

    @property
    def has_hex(self) -> bool:
        """Whether the text of bytes is hexadecimal."""
        return self.bytes_text == "hex"


@dataclass(frozen=True)
class RunOptions:
    """The options of every experiment's run."""

    max_time: str | None = option(
        AMOUNT, "--max-time", "T", "Fit measuring, not building, into 90s, 5m or 1h30m."
    )
    seed: int | None = option(
        AMOUNT,
        "--seed",
        "N",
        "Seed of the objects. Order and twins follow the run's name. Default: 1.",
        type=int,
    )
    out: Path | None = option(RUN, "--out", "DIR", "Results folder.", type=FOLDER)


@dataclass(frozen=True)
class ContinuedOptions(RunOptions):
    """The options of what can be resumed."""

    resume: str | None = option(
        RUN,
        "--resume",
        "RUN",
        "Measure what is missing in a run, given by name or folder.",
        presentation=True,
    )


@dataclass(frozen=True)
class ResumableOptions(ContinuedOptions):
    """The options of runs that can be resumed and previewed."""

    dry_run: bool = option(RUN, "--dry-run", "", "Print the plan without measuring.")


@dataclass(frozen=True)
class BlockedOptions(ResumableOptions):
    """The options of runs that measure times and can do so in blocks."""

    blocks: int = option(
        AMOUNT, "--blocks", "N", "Measure all of it N times, half an hour apart; intervals are then those of"
        " the blocks.", type=click.IntRange(1, MOST_BLOCKS), default=1,
    )  # fmt: skip
    again: str | None = option(
        AMOUNT, "--again", "T", "Measure disturbed forks again for up to 20m or 1h, also with --resume."
        " Default: a tenth of the time.", presentation=True,
    )  # fmt: skip


def everywhere(usual: str = _USUAL_CODECS) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """The options of ``Everywhere`` as parameters of a command that has no options class, with the help of
    ``codecs_option``."""
    makers = {each.name: each.metadata["make"] for each in fields(Everywhere)}
    makers["codecs"] = codecs_option(usual).metadata["make"]

    def decorate(function: Callable[..., int]) -> Callable[..., int]:
        for name, make in reversed(makers.items()):
            click.decorators._param_memo(function, make(name))
        return function

    return decorate


GROUPINGS = ("language", "format")
