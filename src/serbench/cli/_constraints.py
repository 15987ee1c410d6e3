"""Options of ``choose`` that state constraints, and the request that they make."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, get_args

import click

from serbench.choose.known import known_places
from serbench.choose.request import UNCOMPRESSED, Compressed, Constraint, Request
from serbench.cli._amounts import price_of, size_of, weights_of
from serbench.errors import BadInput, did_you_mean
from serbench.experiments.evolution.changes import all_changes, named_changes
from serbench.languages import languages
from serbench.selection.discovery import find_adapters
from serbench.terminal.options import AT_LEAST_ONE, CONSTRAINTS, SUBJECT, option
from serbench.terminal.values import chosen, split_list

EVOLVES, TRUSTED = ("none", "stored", "rolling", "years"), ("self", "house")
TYPES = ("mine", "foreign", "foreign:serde", "generated")
SAME_BYTES = ("process", "processes", "languages", "canonical")
RUNTIMES = ("browser-csp", "android", "native-image")
SERDE_ATTRIBUTES = ("flatten", "untagged", "tag", "skip_serializing_if")
COMPRESSED: tuple[str, ...] = get_args(Compressed)
# Constraints without a value, and the values of those that have one where they are only preferred.
_FLAGS = "text dynamic buffer no-std across stream references no-build-tool".split()
_PREFERRED: dict[str, Any] = {
    **dict.fromkeys(_FLAGS, True),
    "same-bytes": "processes",
    "types": "mine",
    "trusted": "anyone",
    "evolves": "rolling",
    "runtime": RUNTIMES[0],
    "keep-years": 1,
}
# Of languages that are not measured here.
_OTHER_ALIASES = {"c#": "csharp"}
_MONTH_DAYS = 30.44


@dataclass(frozen=True)
class ConstraintOptions:
    """The constraints; an option that is not given is no constraint, but for what ``--help`` says is
    usual."""

    write: str | None = option(
        SUBJECT, "--write", "LANGUAGE,...", "Who writes: languages, or systems such as clickhouse."
    )
    read: str | None = option(SUBJECT, "--read", "LANGUAGE|SYSTEM,...", "Who reads, such as go,clickhouse.")
    now: str | None = option(
        SUBJECT, "--now", "CODEC,...", "The codecs in use now, such as go/json: always shown, for comparison."
    )
    rate: float | None = option(
        SUBJECT,
        "--rate",
        "N",
        "Messages per second: shows cores and GB per day.",
        type=click.FloatRange(min=0),
    )
    mostly: str | None = option(
        SUBJECT,
        "--mostly",
        "encode|decode",
        "The operation that is ten times as frequent as the other.",
        type=click.Choice(("encode", "decode")),
    )
    weights: str | None = option(
        SUBJECT, "--weights", "cpu=N,bytes=N", "The weights of CPU time and bytes. Usual: 1 each."
    )
    compressed: str = option(
        SUBJECT,
        "--compressed",
        "|".join(COMPRESSED),
        "Count bytes after the compression that you use anyway: of each message, or of batches.",
        type=click.Choice(COMPRESSED),
        default=UNCOMPRESSED,
    )
    price: str | None = option(
        SUBJECT,
        "--price",
        "core=N,gb=N",
        "What an hour of a core and a gigabyte cost: options are ordered by their total cost. month=N,kept=N"
        " adds what a gigabyte costs a month, and how many it is kept.",
    )
    evolves: str | None = option(
        CONSTRAINTS, "--evolves", "|".join(EVOLVES), "How old the other side may be: the same build, or"
        " your own version number before the bytes (none), newer programs read old files (stored),"
        " both talk (rolling, usual), for years.",
        type=click.Choice(EVOLVES),
    )  # fmt: skip
    changes: tuple[str, ...] = option(
        CONSTRAINTS,
        "--change",
        "NAME",
        "A change of the schema besides the usual, such as rename-field; repeatable.",
        multiple=True,
    )
    refused: bool = option(
        CONSTRAINTS, "--no-refusals", "", "Also exclude codecs that refuse messages after a change."
    )
    trusted: str | None = option(
        CONSTRAINTS, "--trusted", "|".join(TRUSTED), "Who can send bytes to the reader: this program, or"
        " others in your organisation. Usual: anyone.", type=click.Choice(TRUSTED),
    )  # fmt: skip
    no_over_allocation: bool = option(
        CONSTRAINTS, "--no-over-allocation", "", "Also exclude readers that malformed input makes ask"
        " for much memory.",
    )  # fmt: skip
    same_bytes: str | None = option(
        CONSTRAINTS,
        "--same-bytes",
        "|".join(SAME_BYTES),
        "Equal values have equal bytes, for hashes or comparisons.",
        type=click.Choice(SAME_BYTES),
    )
    types: str | None = option(
        CONSTRAINTS, "--types", "|".join(TYPES), "Whose types the objects have: your own, foreign ones that"
        " you cannot annotate, or generated ones.", type=click.Choice(TYPES),
    )  # fmt: skip
    serde_attributes: str | None = option(
        CONSTRAINTS,
        "--serde-attributes",
        "NAME,...",
        f"The attributes of serde that your types have: {', '.join(SERDE_ATTRIBUTES)}.",
    )
    text: bool = option(CONSTRAINTS, "--text", "", "People read the bytes.")
    dynamic: bool = option(CONSTRAINTS, "--dynamic", "", "Some types are only known at run time.")
    format: str | None = option(
        CONSTRAINTS, "--format", "NAME,...", "The format is given; the library is not."
    )
    buffer: bool = option(
        CONSTRAINTS, "--buffer", "", "The library writes into a given buffer and allocates nothing."
    )
    no_std: bool = option(
        CONSTRAINTS, "--no-std", "", "The library works without its language's standard library."
    )
    runtime: str | None = option(
        CONSTRAINTS,
        "--runtime",
        "|".join(RUNTIMES),
        "The library generates no code at run time.",
        type=click.Choice(RUNTIMES),
    )
    keep_years: int | None = option(
        CONSTRAINTS,
        "--keep-years",
        "N",
        "Bytes are kept for N years: the format has a specification.",
        type=AT_LEAST_ONE,
    )
    across: bool = option(CONSTRAINTS, "--across", "", "Other processors and releases read the bytes.")
    stream: bool = option(CONSTRAINTS, "--stream", "", "Messages follow one another without a frame.")
    references: bool = option(CONSTRAINTS, "--references", "", "Values are shared, or refer to themselves.")
    keeps: str | None = option(
        CONSTRAINTS,
        "--keeps",
        "VALUE,...",
        "Values that must arrive unchanged, such as nan,uint64-high,map-int-key.",
    )
    max_message: str | None = option(
        CONSTRAINTS, "--max-message", "SIZE", "The largest message, such as 300MB or 3GiB."
    )
    max_depth: int | None = option(
        CONSTRAINTS,
        "--max-depth",
        "LEVELS",
        "The most levels of messages in messages or lists that readers must take.",
        type=AT_LEAST_ONE,
    )
    licence: str | None = option(
        CONSTRAINTS, "--licence", "NAME,...", "Only these licences, such as MIT,Apache-2.0."
    )
    max_binary: int | None = option(
        CONSTRAINTS,
        "--max-binary",
        "BYTES",
        "The most bytes that the library adds to a program.",
        type=AT_LEAST_ONE,
    )
    max_dependencies: int | None = option(
        CONSTRAINTS,
        "--max-dependencies",
        "N",
        "The most packages that the library needs.",
        type=click.IntRange(min=0),
    )
    no_build_tool: bool = option(CONSTRAINTS, "--no-build-tool", "", "No compiler of schemas in the build.")
    maintained: int = option(
        CONSTRAINTS,
        "--maintained",
        "MONTHS",
        "A release within so many months. Usual: 24.",
        type=AT_LEAST_ONE,
        default=24,
    )
    prefer: tuple[str, ...] = option(
        CONSTRAINTS,
        "--prefer",
        "CONSTRAINT",
        "A constraint that only orders ties, such as no-build-tool; repeatable.",
        multiple=True,
    )


def request_of(options: Any, today: date, write: Sequence[str], read: Sequence[str]) -> Request:
    """The request that options state. Raises BadInput for a value that is none."""
    read_share = {"encode": 0.1, "decode": 10.0, None: 1.0}[options.mostly]
    return Request(
        places(write),
        places(read),
        tuple(_constraints(options, today)),
        tuple(split_list(options.now) or ()),
        options.rate,
        weights_of(options.weights),
        read_share,
        options.refused,
        tuple(split_list(options.codecs) or ()),
        options.compressed,
        price_of(options.price, options.weights),
    )


def places(names: Sequence[str]) -> tuple[str, ...]:
    """Languages and systems by their names. One that is not known is BadInput: nothing could be said of
    it."""
    known = known_places()
    aliases = _OTHER_ALIASES | {alias: one.name for one in languages() for alias in one.aliases}
    found = []
    for name in names:
        place = aliases.get(name.casefold(), name.casefold())
        if place not in known:
            hint = did_you_mean(place, known, f"there are {', '.join(known)}.")
            raise BadInput(f"Nothing is known of {name}; {hint}")
        found.append(place)
    return tuple(dict.fromkeys(found))


def _constraints(options: Any, today: date) -> Iterator[Constraint]:
    """All constraints of the options, each once, the usual ones among them."""
    _require_lacked(split_list(options.keeps) or ())
    if options.changes:
        named_changes(options.changes, all_changes())
    if options.evolves != "none":
        kind = " ".join((options.evolves or "rolling", *options.changes))
        yield Constraint("evolves", kind, "option" if options.evolves else "default")
    yield from _trusted(options)
    if options.types not in (None, "generated"):
        yield Constraint("types", options.types.replace(":", "-"))
    if attributes := chosen("--serde-attributes", options.serde_attributes, SERDE_ATTRIBUTES):
        yield Constraint("serde-attributes", list(attributes))
    if options.max_message is not None:
        yield Constraint("max-message", size_of(options.max_message))
    for name in ("same-bytes", "runtime", "keep-years", "max-depth", "max-binary", "max-dependencies"):
        if (value := getattr(options, name.replace("-", "_"))) is not None:
            yield Constraint(name, value)
    for name in _FLAGS:
        if getattr(options, name.replace("-", "_")):
            yield Constraint(name, True)
    for name in ("format", "licence", "keeps"):
        if (names := split_list(getattr(options, name))) is not None:
            yield Constraint(name, names)
    yield Constraint("ended", True, "default")
    oldest = today - timedelta(days=round(options.maintained * _MONTH_DAYS))
    yield Constraint("maintained", oldest.isoformat(), "default" if options.maintained == 24 else "option")
    yield Constraint("no-advisories", True, "default")
    for name in options.prefer:
        if name not in _PREFERRED:
            hint = did_you_mean(name, _PREFERRED, f"there are {', '.join(sorted(_PREFERRED))}.")
            raise BadInput(f"There is no constraint {name} to prefer; {hint}")
        yield Constraint(name, _PREFERRED[name], "option", "prefer")


def _trusted(options: Any) -> Iterator[Constraint]:
    if options.no_over_allocation:
        if options.trusted is not None:
            raise BadInput("--no-over-allocation is for input from anyone: leave out --trusted.")
        yield Constraint("trusted", "limited")
    elif options.trusted != "self":
        yield Constraint("trusted", options.trusted or "anyone", "option" if options.trusted else "default")


def _require_lacked(values: Sequence[str]) -> None:
    """Raises BadInput for a value that every codec keeps, because it may be misspelt."""
    lacked = sorted({name for codec in find_adapters() for name in codec.unsupported}) if values else []
    for value in values:
        if value not in lacked:
            hint = did_you_mean(value, lacked, f"there are {', '.join(lacked)}.")
            raise BadInput(f"No codec is known to lose {value}; {hint}")
