"""Values of options: lists of names, numbers of compilers, codecs named in full."""

import os
from collections.abc import Sequence

import click

from serbench.codecs.manifest import CodecManifest
from serbench.codecs.naming import short_name
from serbench.errors import BadInput
from serbench.parallel import usable_cores
from serbench.toolchain.packages import NO_INSTALL


def split_list(value: str | None) -> list[str] | None:
    """The parts of ``a,b``; None if the option was not given. Raises BadInput if it was given empty."""
    if value is None:
        return None
    parts = [part.strip() for part in value.split(",") if part.strip()]
    if not parts:
        raise BadInput("A list of names is empty; omit the option for the default.")
    return parts


def chosen(name: str, text: str | None, known: Sequence[str]) -> tuple[str, ...] | None:
    """The values of an option that takes several of those that are ``known``, in their order; None where it
    was not given."""
    names = split_list(text)
    for one in names or ():
        if one not in known:
            raise BadInput(f"{name} knows no {one}: it is one of {', '.join(known)}.")
    return None if names is None else tuple(one for one in known if one in names)


def jobs_or_all(jobs: int | None) -> int:
    """As many compilers as this process has processors, unless the user says otherwise."""
    return jobs or len(usable_cores())


def named_outright(codecs: Sequence[CodecManifest], patterns: Sequence[str] | None) -> set[str]:
    """The codecs that the user named in full, not by a pattern."""
    wanted = set(patterns or ())
    return {codec.name for codec in codecs if {codec.built_name, short_name(codec.built_name)} & wanted}


def forbid_installing(context: click.Context, parameter: click.Parameter, is_forbidden: bool) -> None:
    """Forbids this command and the programs that it starts to install anything on the system."""
    if is_forbidden and NO_INSTALL not in os.environ:
        os.environ[NO_INSTALL] = "1"
        context.call_on_close(lambda: os.environ.pop(NO_INSTALL, None))
