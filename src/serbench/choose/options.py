"""Options: a format with one library for each program, or libraries where there is one program. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice, product
from math import inf

from serbench.choose.candidates import Candidate, family_of
from serbench.choose.checks import Check, checks_of, failed, sides_of
from serbench.choose.costs import Cost, Rows, cost_of, read_of, written
from serbench.choose.request import Request
from serbench.choose.rules import READER, WRITER, Rules
from serbench.facts.fact import Fact, Facts

# Where several libraries of a language are left, combinations of the cheapest are compared.
_LIBRARIES, _COMBINATIONS = 4, 4096


@dataclass(frozen=True, slots=True)
class Reach:
    """The programs besides codecs that read or write a format: ``declared`` has for a format and a place
    (another language, a system) whether it does. ``here`` are the languages that codecs are in."""

    here: tuple[str, ...]
    declared: Mapping[tuple[str, str], Fact] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Option:
    """An option: ``codecs`` by language, ``unmeasured`` languages for which a library exists that is not
    here, all ``checks``, and the ``cost`` where it is known. ``note`` names variants that do as well."""

    id: str
    format: str
    codecs: Mapping[str, str]
    checks: tuple[Check, ...]
    cost: Cost | None = None
    unmeasured: tuple[str, ...] = ()
    note: str = ""

    @property
    def profile(self) -> str | None:
        return family_of(self.format)[1]

    @property
    def title(self) -> str:
        """The name that people read: ``MessagePack by name``, or that of the codec."""
        if "/" in self.id:
            return self.id
        family, profile = family_of(self.format)
        return f"{family} {profile}" if profile else family

    @property
    def modes(self) -> tuple[str, ...]:
        """The modes of libraries without which a constraint does not hold."""
        found = (check.fact.mode for check in self.checks if check.holds_in_a_mode and check.fact)
        return tuple(dict.fromkeys(found))

    @property
    def unknown(self) -> tuple[Check, ...]:
        return tuple(check for check in self.checks if check.verdict == "unknown" and not check.quiet)


@dataclass(frozen=True, slots=True)
class Excluded:
    """An option or a codec that falls, with all checks that it fails; the first is shown."""

    id: str
    checks: tuple[Check, ...]

    @property
    def by(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(check.constraint for check in self.checks))


@dataclass(frozen=True, slots=True)
class Sorted:
    """All options by whether they are left. ``codecs`` are single codecs that fall in formats that stay."""

    options: tuple[Option, ...]
    excluded: tuple[Excluded, ...]
    codecs: tuple[Excluded, ...] = ()


@dataclass(frozen=True, slots=True)
class Known:
    """All that a choice is made from: ``candidates``, their ``facts``, the ``reach`` of formats, the measured
    ``rows`` and the ``rules``. ``failures`` are pairs of a writer and a reader that were found not to fit."""

    candidates: tuple[Candidate, ...]
    facts: Facts
    reach: Reach
    rules: Rules
    rows: Rows = field(default_factory=dict)
    failures: frozenset[tuple[str, str]] = frozenset()

    def fits(self, writer: Candidate, reader: Candidate) -> bool:
        """Whether a codec reads what another writes, as far as manifests and measurements say."""
        return writer.name not in reader.unread and (writer.name, reader.name) not in self.failures


def sorted_options(request: Request, known: Known) -> Sorted:
    """The options that are left, and those that fall with the reasons."""
    if request.is_one_program:
        found = [_library(one, request, known) for one in known.candidates if one.language in request.write]
        return Sorted(
            _known_first([one for one in found if isinstance(one, Option)], known),
            tuple(one for one in found if isinstance(one, Excluded)),
        )
    formats = {one.format for one in known.candidates}
    if not request.codecs:
        formats |= {name for name, _ in known.reach.declared}
    options: list[Option] = []
    excluded: list[Excluded] = []
    codecs: list[Excluded] = []
    for name in sorted(formats):
        built = _format(name, request, known)
        (options if isinstance(built[0], Option) else excluded).append(built[0])  # type: ignore[arg-type]
        codecs += built[1] if isinstance(built[0], Option) else ()
    return Sorted(_known_first(options, known), tuple(excluded), tuple(codecs))


def _known_first(options: Sequence[Option], known: Known) -> tuple[Option, ...]:
    """The options of well-known libraries first, then those of which most is known, then those that bring the
    fewest packages."""
    strangers = {one.name for one in known.candidates if not one.known}

    def packages(name: str) -> float:
        fact = known.facts.get(name, {}).get("dependencies")
        return fact.value if fact and isinstance(fact.value, int) else inf

    def order(option: Option) -> tuple[object, ...]:
        codecs = option.codecs.values()
        places = len(option.unmeasured) + sum(name in strangers for name in codecs)
        return (places, len(option.unknown), sum(map(packages, codecs)), option.id)

    return tuple(sorted(options, key=order))


def _library(one: Candidate, request: Request, known: Known) -> Option | Excluded:
    checks = checks_of(one.name, (WRITER, READER), known.facts.get(one.name, {}), request, known.rules)
    if fallen := failed(checks):
        return Excluded(one.name, fallen)
    codecs = {one.language: one.name}
    return Option(one.name, one.format, codecs, checks, cost_of(codecs, request, known.rows))


def _format(name: str, request: Request, known: Known) -> tuple[Option | Excluded, list[Excluded]]:
    """A format as an option or excluded, and its codecs that fall."""
    left: dict[str, list[tuple[Candidate, tuple[Check, ...]]]] = {}
    fallen: list[Check] = []
    codecs: list[Excluded] = []
    declared: list[Check] = []
    for place in dict.fromkeys((*request.write, *request.read)):
        sides = sides_of(place, request)
        own = [one for one in known.candidates if (one.format, one.language) == (name, place)]
        if not own:
            declared.append(_reached(name, place, sides, known.reach, request))
            continue
        checked = [
            (one, checks_of(one.name, sides, known.facts.get(one.name, {}), request, known.rules))
            for one in own
        ]
        falling = [Excluded(one.name, found) for one, of in checked if (found := failed(of))]
        codecs += falling
        names = {one.id for one in falling}
        left[place] = [(one, of) for one, of in checked if one.name not in names]
        if not left[place]:
            fallen += min(falling, key=lambda one: len(one.checks)).checks
    fallen += [check for check in declared if check.verdict == "no"]
    chosen = None if fallen else _cheapest(left, request, known)
    if fallen or chosen is None:
        return Excluded(name, tuple(fallen) or _no_pair(name, request)), codecs
    checks = (*(check for _, of in chosen for check in of), *declared)
    codecs_by_language = {one.language: one.name for one, _ in chosen}
    unmeasured = tuple(check.codec for check in declared if check.codec in known.reach.here)
    cost = None if unmeasured else cost_of(codecs_by_language, request, known.rows)
    return Option(name, name, codecs_by_language, checks, cost, unmeasured), codecs


def _reached(name: str, place: str, sides: tuple[str, ...], reach: Reach, request: Request) -> Check:
    """The check of a place that has no codec here: declared, else no where codecs could be, else unknown.
    Where the user names the codecs, none is left of others, and that is no fact of their libraries."""
    fact = reach.declared.get((name, place))
    side = "write" if WRITER in sides else "read"
    if request.codecs and place in reach.here:
        named = Fact(False, "declared", "--codecs")
        return Check(side, place, sides, "no", named, f"--codecs names none for {place}")
    if fact is not None:
        return Check(side, place, sides, "yes" if fact.value else "no", fact, f"{place} does not know it")
    if place in reach.here:
        absent = Fact(False, "measured", command="./serbench list formats")
        return Check(side, place, sides, "no", absent, f"no library for {place} is known here")
    return Check(side, place, sides, "unknown", None, f"whether {place} knows it")


def _no_pair(name: str, request: Request) -> tuple[Check, ...]:
    fact = Fact(False, "declared", "cannot_read of manifests", command="./serbench verify")
    return (Check("read", name, (READER,), "no", fact, "no reader here reads what a writer here writes"),)


Chosen = tuple[tuple[Candidate, tuple[Check, ...]], ...]


def _cheapest(
    left: Mapping[str, Sequence[tuple[Candidate, tuple[Check, ...]]]], request: Request, known: Known
) -> Chosen | None:
    """One codec for each language: the cheapest combination whose readers read what its writers write; where
    nothing is measured, well-known libraries of which most is known."""
    ordered = [
        sorted(of, key=lambda each: _own_cost(each[0], each[1], request, known))[:_LIBRARIES]
        for of in left.values()
    ]
    best = tuple(of[0] for of in ordered)
    if _fit(best, request, known):
        return best
    fitting = (found for found in islice(product(*ordered), _COMBINATIONS) if _fit(found, request, known))
    return min(fitting, key=lambda found: _costs(found, request, known), default=None)


def _costs(found: Chosen, request: Request, known: Known) -> list[float]:
    each = [_own_cost(one, checks, request, known) for one, checks in found]
    return [sum(part) for part in zip(*each, strict=True)]


def _own_cost(one: Candidate, checks: Sequence[Check], request: Request, known: Known) -> tuple[float, ...]:
    """The order of a language's libraries: modes that are not measured last, then measured ones by their
    time, then well-known ones, and variants last."""
    rows = [
        *([written(one.name, known.rows)] if one.language in request.write else []),
        *([read_of(one.name, request, known.rows)] if one.language in request.read else []),
    ]
    amounts = [row.amount(request.measure) if row else None for row in rows]
    unmeasured = sum(amount is None for amount in amounts)
    time_ns = sum(amount.median for amount in amounts if amount)
    unknown = sum(check.verdict == "unknown" for check in checks)
    return (unmeasured, time_ns, unknown, not one.known, bool(one.base))


def _fit(found: Chosen, request: Request, known: Known) -> bool:
    return all(known.fits(writer, reader) for writer, reader in _pairs(found, request))


def _pairs(found: Chosen, request: Request) -> Iterator[tuple[Candidate, Candidate]]:
    writers = [one for one, _ in found if one.language in request.write]
    readers = [one for one, _ in found if one.language in request.read]
    return ((writer, reader) for writer in writers for reader in readers if writer != reader)
