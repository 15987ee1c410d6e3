"""Options and their meaning that several commands share."""

from __future__ import annotations

import difflib
import os
from collections.abc import Callable, Sequence
from fnmatch import fnmatchcase
from functools import wraps
from pathlib import Path
from typing import Any

import click

from serbench.codecs.flags import ALLOCATORS, OPTIMIZATIONS
from serbench.codecs.manifest import CodecManifest
from serbench.errors import BadInput
from serbench.languages import languages
from serbench.operations import OPERATION_BY_NAME

_Function = Callable[..., Any]


def everywhere(function: _Function) -> _Function:
    """The options that every command which builds runners has."""
    for option in (
        click.option("--quiet", is_flag=True, help="No progress."),
        click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output."),
        click.option("-j", "--jobs", metavar="N", type=click.IntRange(min=1), help="Compilers at once."),
        click.option(
            "--codecs", metavar="GLOB,...", help="Codecs by name or glob, or `all`. Default: the default set."
        ),
    ):
        function = option(function)
    return function


def along_axes(function: _Function) -> _Function:
    """The options that measure the same codecs otherwise built or run; the flags of languages come together
    as ``runtime_flags``, by their parameters."""
    own = [language.runtime_flags for language in languages() if language.runtime_flags]

    @wraps(function)
    def folded(*arguments: Any, **options: Any) -> Any:
        given = {flags.parameter: options.pop(flags.parameter) for flags in own}
        return function(*arguments, runtime_flags=given, **options)

    for option in (
        *(
            click.option(f"--{flags.parameter.replace('_', '-')}", metavar='"FLAG …"', help=flags.help)
            for flags in own
        ),
        click.option("--native", is_flag=True, help="Compile native code for this machine's processor."),
        click.option(
            "--allocator",
            "allocators",
            metavar="NAME,...",
            help=f"Native codecs with each of {', '.join(ALLOCATORS)}.",
        ),
        click.option(
            "--opt",
            "optimizations",
            metavar="LEVEL,...",
            help=f"Native codecs compiled at each of {', '.join(OPTIMIZATIONS)}.",
        ),
    ):
        folded = option(folded)
    return folded


def of_own_data(function: _Function) -> _Function:
    """The options that name the user's own data and its schema."""
    for option in (
        click.option(
            "--relaxed", is_flag=True, help="Leave out fields of the data that the schema does not know."
        ),
        click.option("--data", metavar="FILE.jsonl|-", help="Own objects, a JSON object a line."),
        click.option(
            "--proto-path",
            "import_paths",
            type=click.Path(path_type=Path),
            multiple=True,
            metavar="DIR",
            help="Where imports of the schema lie, beside its own folder and those above it; repeatable.",
        ),
        click.option(
            "--message",
            metavar="NAME",
            help="The schema's message that a line holds, if several could be meant.",
        ),
        click.option("--schema", type=click.Path(path_type=Path), metavar="FILE.proto", help="Own schema."),
    ):
        function = option(function)
    return function


def grouped(function: _Function) -> _Function:
    """The option of commands that print a table of codecs."""
    return click.option(
        "--group", "group_by", type=click.Choice(["language", "format"]), help="Group the table's codecs."
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


def named_operations(patterns: Sequence[str] | None) -> list[str] | None:
    """The operations that names or globs stand for, in the order of the vocabulary; None for all of them.

    Raises BadInput, with the nearest name, for a pattern that means none.
    """
    if patterns is None:
        return None
    for pattern in patterns:
        if not any(fnmatchcase(name, pattern) for name in OPERATION_BY_NAME):
            near = difflib.get_close_matches(pattern, OPERATION_BY_NAME, n=1)
            hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(OPERATION_BY_NAME)}."
            raise BadInput(f"There is no operation {pattern}; {hint}")
    return [name for name in OPERATION_BY_NAME if any(fnmatchcase(name, pattern) for pattern in patterns)]


def named_in_full(patterns: Sequence[str] | None) -> tuple[str, ...] | None:
    """The operations that the user named by their whole names; None where none was asked for."""
    return None if patterns is None else tuple(name for name in patterns if name in OPERATION_BY_NAME)


def named_outright(codecs: Sequence[CodecManifest], patterns: Sequence[str] | None) -> set[str]:
    """The codecs that the user named in full, not by a pattern."""
    wanted = set(patterns or ())
    return {codec.name for codec in codecs if {codec.built_name, codec.built_name.partition("/")[2]} & wanted}
