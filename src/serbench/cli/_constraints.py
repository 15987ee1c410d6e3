"""Options of ``choose`` that state constraints."""

from dataclasses import dataclass
from typing import get_args

import click

from serbench.choose.request import TIME, UNCOMPRESSED, Access, Compressed, Measure
from serbench.terminal.options import AT_LEAST_ONE, CONSTRAINTS, SUBJECT, option

EVOLVES, TRUSTED = ("none", "stored", "rolling", "years"), ("self", "house", "anyone")
TYPES = ("mine", "foreign", "foreign:serde", "generated")
SAME_BYTES = ("process", "processes", "languages", "canonical")
RUNTIMES = ("browser-csp", "android", "native-image")
SERDE_ATTRIBUTES = ("flatten", "untagged", "tag", "skip_serializing_if")
COMPRESSED: tuple[str, ...] = get_args(Compressed)
MEASURES: tuple[str, ...] = get_args(Measure)
ACCESS: tuple[str, ...] = get_args(Access)
ACROSS = ("machines", "releases")
# The months within which a release is usually asked for.
MAINTAINED = 24
# A century, which is older than all of them.
MOST_MONTHS = 1200


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
        type=float,
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
    cost: str = option(
        SUBJECT,
        "--cost",
        "|".join(MEASURES),
        "What CPU work is counted in: for proof machines instructions, for embedded programs allocations."
        " Usual: time.",
        type=click.Choice(MEASURES),
        default=TIME,
    )
    access: str | None = option(
        SUBJECT,
        "--access",
        "|".join(ACCESS),
        "Readers need some fields and no object: one, a tenth or all, in the bytes where a library can.",
        type=click.Choice(ACCESS),
    )
    compressed: str = option(
        SUBJECT,
        "--compressed",
        "|".join(COMPRESSED),
        "Count bytes after the compression that you use anyway: of each message, of batches, or of each"
        " message with a dictionary.",
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
        CONSTRAINTS, "--trusted", "|".join(TRUSTED), "Who can send bytes to the reader: this program,"
        " others in your organisation, or anyone (usual).", type=click.Choice(TRUSTED),
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
        "The library generates no code at run time. For WebAssembly: --no-std --across machines; C is a"
        " language of --write and --read.",
        type=click.Choice(RUNTIMES),
    )
    keep_years: int | None = option(
        CONSTRAINTS,
        "--keep-years",
        "N",
        "Bytes are kept for N years: the format has a specification.",
        type=AT_LEAST_ONE,
    )
    across: str | None = option(
        CONSTRAINTS,
        "--across",
        "|".join(ACROSS) + ",...",
        "Other processors, or other releases of the library, read the bytes.",
    )
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
    max_bundle: int | None = option(
        CONSTRAINTS,
        "--max-bundle",
        "BYTES",
        "The most bytes that a library adds to a bundle for browsers, compressed by gzip.",
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
        f"A release within so many months. Usual: {MAINTAINED}.",
        type=click.IntRange(1, MOST_MONTHS),
        default=MAINTAINED,
    )
    prefer: tuple[str, ...] = option(
        CONSTRAINTS,
        "--prefer",
        "NAME",
        "A constraint that excludes nothing and orders ties, such as no-build-tool, or one of"
        " no-new-dependency, one-library, same-derives, reads-old-bytes, viewer; repeatable.",
        multiple=True,
    )
