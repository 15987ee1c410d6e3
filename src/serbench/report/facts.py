"""Facts and outcomes of strictness as words and tables."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from rich.console import Console

from serbench.codecs.manifest import load_manifest
from serbench.errors import SerbenchError
from serbench.facts.cases import OPEN, StrictCase
from serbench.facts.difference import Difference
from serbench.facts.fact import DECLARED, KINDS, SAME_BYTES, CodecFacts, Fact, Facts
from serbench.facts.measured import facts_of
from serbench.facts.strictness import ACCEPTED, DIED, HUNG, OTHER_VALUE, Strictness
from serbench.locations import CHECKOUT
from serbench.report.table import Column, Table, number_columns, text_columns, text_line
from serbench.report.terminal import say, say_all
from serbench.report.words import ABSENT, listed

_DECLARED_MARK = "*"
HOW_TO_READ = "* declared, – unknown. `./serbench about CODEC` has all facts with their evidence."
# What tables of several codecs show, with shorter titles.
_SHOWN = {
    SAME_BYTES: "equal bytes",
    "types": "types",
    "schema_needed": "schema",
    "licence": "licence",
}
_SHOWN_IN_REPORT = _SHOWN | {"portable": "portable", "ended": "ended"}


def fact_text(fact: Fact | None) -> str:
    """The value of a fact in words, with a mark where it is declared; a dash for what is unknown."""
    if fact is None:
        return ABSENT
    return value_text(fact) + (_DECLARED_MARK if fact.how == DECLARED else "")


def value_text(fact: Fact) -> str:
    """The value alone: ``yes`` and ``no``, lists joined, ``none`` for nothing, ``unknown`` for a
    value that no source states, as that of a limit in a mode where the usual one does not hold."""
    if fact.value is None:
        return "unknown"
    if isinstance(fact.value, bool):
        return "yes" if fact.value else "no"
    if isinstance(fact.value, tuple):
        return ", ".join(fact.value) or "none"
    return str(fact.value) or "none"


def evidence_text(fact: Fact) -> str:
    """Where a fact is from: the command that measures it, or the source with the day."""
    found = ", ".join(filter(None, (fact.command, fact.source, fact.date)))
    return f"{fact.how}: {found}"


def facts_table(facts: Facts, title: str = "", shown: Mapping[str, str] = _SHOWN) -> Table:
    """The facts of several codecs that most choices turn on, by default as many as fit a terminal."""
    columns = (*text_columns("codec"), *(Column(name, is_text=True, unbroken=0) for name in shown.values()))
    lines = (
        text_line(codec, *(_short_text(name, of_codec.get(name)) for name in shown))
        for codec, of_codec in facts.items()
    )
    return Table(title, columns, tuple(lines))


def _short_text(name: str, fact: Fact | None) -> str:
    """The words of a fact in a table; of a project that has ended the month alone."""
    if fact is not None and name == "ended":
        return fact_text(replace(fact, value=fact.value.partition(":")[0] or "no"))
    return fact_text(fact)


def facts_of_first(names: Iterable[str]) -> Table | None:
    """The facts of the codecs in first places, whose names may have marks behind a blank; None where none is
    a codec of this checkout. Other releases of a library have other facts."""
    found: dict[str, CodecFacts] = {}
    for codec in dict.fromkeys(name.partition(" ")[0] for name in names):
        language, _, short_name = codec.partition("/")
        folder = CHECKOUT / language / "codecs" / short_name
        if (folder / "codec.toml").is_file():
            with suppress(SerbenchError):
                manifest = load_manifest(language, folder)
                found[codec] = facts_of(manifest, [manifest])
    return facts_table(found, "Facts of these codecs", _SHOWN_IN_REPORT) if found else None


def strictness_table(found: Mapping[str, Sequence[Strictness]]) -> Table:
    """How many cases of each codec came out how."""
    titles = ("cases", "as specified", "differs", "died or hung", "open: accepted")
    lines = (text_line(codec, *map(str, _counts(outcomes))) for codec, outcomes in found.items())
    return Table("Strictness", (*text_columns("codec"), *number_columns(*titles)), tuple(lines))


def differing(found: Mapping[str, Sequence[Strictness]]) -> Iterator[str]:
    """A line for each case that a codec takes otherwise than the specification."""
    for codec, outcomes in found.items():
        for one in outcomes:
            if one.differs:
                yield f"{codec}, {_case_text(one.case, one.outcome)}"


def _counts(outcomes: Sequence[Strictness]) -> tuple[int, ...]:
    settled = [one for one in outcomes if one.case.says != OPEN]
    taken = (ACCEPTED, OTHER_VALUE)
    accepted = sum(1 for one in outcomes if one.case.says == OPEN and one.outcome in taken)
    differs = sum(1 for one in settled if one.differs)
    died = sum(1 for one in outcomes if one.outcome in (DIED, HUNG))
    return len(outcomes), len(settled) - differs, differs, died, accepted


def print_difference(found: Difference, console: Console) -> None:
    """The facts and cases that differ, by codec, and what could not be compared."""
    for codec in found.codecs:
        lines = [*_changes(found, codec), *_cases(found, codec)]
        say(codec, console, "bold")
        say_all(lines or ["The same facts on both sides."], console)
    if found.changes:
        say("* declared, – unknown.", console)
    say_all(_uncompared(found), console)


def _changes(found: Difference, codec: str) -> Iterator[str]:
    for one in found.changes:
        if one.codec == codec:
            yield f"{KINDS[one.id].title}: {fact_text(one.before)} → {fact_text(one.after)}"


def _cases(found: Difference, codec: str) -> Iterator[str]:
    for one in found.cases:
        if one.codec == codec:
            yield _case_text(one.after.case, f"{one.before.outcome} → {one.after.outcome}")


def _case_text(case: StrictCase, outcome: str) -> str:
    """How a case came out, with the clause and what it says of the case; the plain message stands in none."""
    said = ", ".join(filter(None, (case.says, case.clause)))
    return f"{case.name}: {outcome} ({said}). {case.title}."


def _uncompared(found: Difference) -> Iterator[str]:
    if not found.codecs:
        yield "No codec is on both sides."
    for side, codecs in ((found.before, found.only_before), (found.after, found.only_after)):
        if codecs:
            yield f"Only in {side}: {listed(codecs)}."
    if found.codecs and len(found.without_cases) == 1:
        yield f"{found.without_cases[0]} has no outcomes of strictness, so no cases are compared."
    elif found.codecs and found.without_cases:
        yield "Neither side has outcomes of strictness; `./serbench facts CODEC --strictness` measures them."
    for name in dict.fromkeys(found.incomplete):
        yield f"{name} was interrupted; `./serbench facts --resume {name}` measures the rest."
    if found.of_both_releases:
        count = found.of_both_releases
        facts, page = ("fact is", "page") if count == 1 else ("facts are", "pages")
        are = f"{count} {facts} declared by the same {page}"
        yield f"{are} for both releases: a difference of the releases would not show there."
