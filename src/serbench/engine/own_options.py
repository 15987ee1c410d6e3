"""Choices of material: the workloads that options name, or the user's own data."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from serbench.corpus.variant import BATCH, LARGEST_PARAMETER, parse_name
from serbench.errors import BadInput
from serbench.spooling import are_one_stream
from serbench.terminal.options import OwnDataOptions

DEFAULT_WORKLOAD = "media"


@dataclass(frozen=True, slots=True)
class OwnData:
    """The user's objects (``data``, ``-``: standard input) and their schema: that of ``options``, that of
    a project workload (``family``), or none, which means an inferred one. ``batches`` are numbers of objects
    per message; without any, a message is one object."""

    data: str
    options: OwnDataOptions
    family: str
    batches: tuple[int, ...]

    @property
    def words(self) -> tuple[str, ...]:
        """The options that name the data, how they are read and their schema. Where the user's files lie is
        nobody else's concern, so FILE and DIR stand for them."""
        given = self.options
        drawn = given.synthesize is not None
        named = {
            "--data": None if drawn else "FILE",
            "--data-format": given.data_format,
            "--message-field": given.message_field,
            "--schema": None if given.schema is None else f"FILE{given.schema.suffix}",
            "--message": given.message,
            "--synthesize": str(given.synthesize) if drawn else None,
            "--distribution": given.distribution,
            "--bytes": given.bytes_text,
        }
        words = [word for name, value in named.items() if value is not None for word in (name, value)]
        words += ["--proto-path", "DIR"] * len(given.import_paths)
        words += [word for field in given.without for word in ("--without", field)]
        return (*words, *(["--relaxed"] if given.relaxed else []))


def own_data(
    named: Sequence[str], options: OwnDataOptions, sizes: Sequence[str] | None = None
) -> OwnData | None:
    """The user's own data as the options name it, None if they name none; ``sizes`` are batch sizes.
    Raises BadInput for options that do not go together."""
    schema, message, data, relaxed = options.schema, options.message, options.data, options.relaxed
    import_paths = options.import_paths
    if options.synthesize is not None:
        return _synthesized(named, options, sizes)
    if options.distribution is not None:
        raise BadInput("--distribution belongs to --synthesize N.")
    if data is None:
        if schema is not None:
            raise BadInput(
                "--schema needs objects to measure: add --data FILE (or - for standard input), or"
                " --synthesize N."
            )
        of_data = (message, options.data_format, options.message_field, options.bytes_text)
        if any((relaxed, import_paths, options.without, *of_data)):
            raise BadInput(
                "--message, --message-field, --proto-path, --without, --relaxed, --bytes and --data-format"
                " belong to --data FILE."
            )
        return None
    if schema is not None and are_one_stream(data, str(schema)):
        raise BadInput("The objects and their schema cannot both be read from one pipe; give one as a file.")
    if schema is not None and named:
        raise BadInput(f"Own data follows one schema: leave out --schema or {', '.join(named)}.")
    if schema is None and (message is not None or import_paths or options.without):
        raise BadInput("--message, --proto-path and --without belong to --schema FILE.proto.")
    if len(named) > 1:
        raise BadInput(f"Own data follows one schema: name one workload, not {', '.join(named)}.")
    family = named[0] if named else ""
    if parse_name(family).parameters:
        raise BadInput(f"{family} has generator parameters, which do not apply to own data.")
    return OwnData(data, options, family, _batches(sizes))


def _synthesized(named: Sequence[str], options: OwnDataOptions, sizes: Sequence[str] | None) -> OwnData:
    """Raises BadInput for what does not go with objects that are drawn."""
    if options.schema is None or named:
        raise BadInput("--synthesize draws objects of --schema FILE.proto, and of no workload.")
    of_data = (options.data, options.data_format, options.message_field, options.bytes_text)
    if options.relaxed or any(value is not None for value in of_data):
        raise BadInput("--synthesize stands for data: leave out --data and what says how to read it.")
    return OwnData("", options, "", _batches(sizes))


def _batches(sizes: Sequence[str] | None) -> tuple[int, ...]:
    for size in sizes or ():
        if not re.fullmatch("[0-9]{1,9}", size) or not 1 <= int(size) <= LARGEST_PARAMETER:
            raise BadInput(f"--batch takes numbers of objects from 1 to {LARGEST_PARAMETER}, not {size}.")
    return tuple(dict.fromkeys(map(int, sizes or ())))


def data_words(own: Mapping[str, Any]) -> tuple[str, ...]:
    """The options that name the data of an own record again, which ``OwnData.words`` tells."""
    return tuple(own.get("words", ("--data", "FILE")))


def input_words(workloads: Sequence[str], own: Mapping[str, Any] | None) -> tuple[str, ...]:
    """The words that name the messages of a run: its workloads, or the user's data, whose workload no command
    knows."""
    if own is None:
        return tuple(workloads)
    return (*filter(None, [own.get("family")]), *data_words(own))


def with_batches(named: tuple[str, ...], sizes: Sequence[str] | None) -> tuple[str, ...]:
    """The named workloads (default: media) with each of the batch sizes; unchanged without any."""
    if sizes is None:
        return named
    names = [parse_name(name) for name in named or (DEFAULT_WORKLOAD,)]
    return tuple(
        str(parse_name(f"{name}{',' if name.parameters else ':'}{BATCH}={size}"))
        for name in names
        for size in _batches(sizes)
    )
