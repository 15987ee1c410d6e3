"""The request that the options of ``choose`` make."""

import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from typing import Any

from serbench.choose.known import known_formats, known_places
from serbench.choose.request import ALLOCATIONS, TIME, UNCOMPRESSED, Constraint, Origin, Request
from serbench.cli._amounts import price_of, rate_of, size_of, weights_of
from serbench.cli._constraints import ACROSS, MAINTAINED, SERDE_ATTRIBUTES
from serbench.cli._preferences import FLAGS, preferred_value
from serbench.errors import BadInput, did_you_mean
from serbench.experiments.evolution.changes import all_changes, named_changes
from serbench.languages import language_names, languages
from serbench.selection.discovery import find_adapters
from serbench.terminal.values import chosen, split_list

# Of languages that are not measured here.
_OTHER_ALIASES = {"c#": "csharp"}
_MONTH_DAYS = 30.44
# Constraints whose value is that of their option.
_VALUED = ("same-bytes", "runtime", "keep-years", "max-depth", "max-binary", "max-bundle", "max-dependencies")


def request_of(options: Any, today: date, write: Sequence[str], read: Sequence[str]) -> Request:
    """The request that options state. Raises BadInput for a value that is none."""
    ends = (*places(write), *places(read))
    _require_counted(options, ends)
    read_share = {"encode": 0.1, "decode": 10.0, None: 1.0}[options.mostly]
    return Request(
        places(write),
        places(read),
        tuple(_constraints(options, today)),
        tuple(split_list(options.now) or ()),
        None if options.rate is None else rate_of(options.rate),
        weights_of(options.weights),
        read_share,
        options.refused,
        tuple(split_list(options.codecs) or ()),
        options.compressed,
        price_of(options.price, options.weights),
        options.cost,
        options.access,
    )


def _require_counted(options: Any, ends: Sequence[str]) -> None:
    """Raises BadInput where what costs are counted in is not counted, or is asked for with what needs
    times."""
    if options.cost == TIME:
        return
    if options.rate is not None or options.price is not None or options.compressed != UNCOMPRESSED:
        raise BadInput(f"--cost {options.cost} knows no times: leave out --rate, --price and --compressed.")
    counted = [
        one.name
        for one in languages()
        if one.native or (one.counts_allocations and options.cost == ALLOCATIONS)
    ]
    for name in ends:
        if name in language_names() and name not in counted:
            of = ", ".join(counted)
            raise BadInput(f"--cost {options.cost}: of {of} alone they are counted, not of {name}.")


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
    _require_formats(split_list(options.format) or ())
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
    for name in chosen("--across", options.across, ACROSS) or ():
        yield Constraint(f"across-{name}", True)
    for name in _VALUED:
        if (value := getattr(options, name.replace("-", "_"))) is not None:
            yield Constraint(name, value)
    for name in FLAGS:
        if getattr(options, name.replace("-", "_")):
            yield Constraint(name, True)
    for name in ("format", "licence", "keeps"):
        if (names := split_list(getattr(options, name))) is not None:
            yield Constraint(name, names)
    yield Constraint("ended", True, "default")
    oldest = today - timedelta(days=round(options.maintained * _MONTH_DAYS))
    origin: Origin = "default" if options.maintained == MAINTAINED else "option"
    yield Constraint("maintained", oldest.isoformat(), origin)
    yield Constraint("no-advisories", True, "default")
    for name in options.prefer:
        yield Constraint(name, preferred_value(name, options), "option", "prefer")


def _trusted(options: Any) -> Iterator[Constraint]:
    if options.no_over_allocation:
        if options.trusted not in (None, "anyone"):
            raise BadInput("--no-over-allocation is for input from anyone: leave out --trusted.")
        yield Constraint("trusted", "limited")
    elif options.trusted != "self":
        yield Constraint("trusted", options.trusted or "anyone", "option" if options.trusted else "default")


def _require_formats(names: Sequence[str]) -> None:
    """Raises BadInput for a format that nothing is known of, because it may be misspelt."""
    known = known_formats(find_adapters()) if names else ()
    for name in names:
        if name not in known:
            hint = did_you_mean(name, known, "`./serbench list formats` lists them all.")
            raise BadInput(f"Nothing is known of the format {name}; {hint}")


def strange_licences(names: Sequence[str]) -> Iterator[str]:
    """Sentences about licences that no codec here has. They are none of its faults: a list of what is allowed
    has others, too."""
    licences = {codec.licence for codec in find_adapters()} if names else set()
    known = {part for licence in licences for part in re.split(r" OR | AND ", licence)}
    for name in names:
        if name.casefold() not in {each.casefold() for each in known}:
            hint = did_you_mean(name, known, f"there are {', '.join(sorted(known))}.")
            yield f"No codec here has the licence {name}; {hint}"


def _require_lacked(values: Sequence[str]) -> None:
    """Raises BadInput for a value that every codec keeps, because it may be misspelt."""
    lacked = sorted({name for codec in find_adapters() for name in codec.unsupported}) if values else []
    for value in values:
        if value not in lacked:
            hint = did_you_mean(value, lacked, f"there are {', '.join(lacked)}.")
            raise BadInput(f"No codec is known to lose {value}; {hint}")
