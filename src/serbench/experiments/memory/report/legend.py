"""The sentences that explain the numbers of one workload. Pure."""

from collections.abc import Iterable
from itertools import product

from serbench.codecs.flags import NUMBERS_SUFFIX
from serbench.codecs.naming import language_name
from serbench.engine.twins import noise_sentence
from serbench.experiments.memory.report.view import MESSAGES_VIEW, OBJECTS_VIEW, READS, WITH_GC, View
from serbench.languages import language_of
from serbench.languages.language import Language
from serbench.operations import FROM_MESSAGES, FROM_OBJECTS, OPERATION_BY_NAME
from serbench.report.certainty import comparison_words, families_of
from serbench.report.ranked import collector_words, mark_words
from serbench.report.standing import WITHIN, by_language, what_else_differs
from serbench.report.words import ABSENT, ABSENT_WORDS, AS_DECODE, interval_words

_VIEWS_WORDS = [
    f"{OBJECTS_VIEW.capitalize()}, the application's side: encode and decode begin and end with the plain"
    " objects of an application.",
    f"{MESSAGES_VIEW.capitalize()}, the library's side: serialize and deserialize, for an application whose"
    " data are the library's messages; a codec whose message is the object is in the first view only. Each"
    " view has ranks of its own.",
]
_CONVERSION_WORDS = (
    "conversion: the shares of encode and of decode that convert between object and message (1 − serialize /"
    " encode, 1 − deserialize / decode)."
)
_AS_NUMBERS = "its objects hold them as numbers (--int64 number)"
_AS_BOTH = "its objects hold them as BigInt, or as numbers where a name has int64=number"


def legend(view: View) -> list[str]:
    results, noise = [*view.rows.values(), *view.floors.values()], view.results.noise
    forks = sorted({len(result.fork_cpu_ns) for result in results})
    count = str(forks[0]) if len(forks) == 1 else f"{forks[0]} to {forks[-1]}"
    plural = "fork" if forks == [1] else "forks"
    shown = view.operations(main=True)
    lines = [
        f"{view.clock} of one operation on one object, the median of {count} {plural};"
        " bytes are the mean size."
    ]
    lines += filter(None, [view.results.blocks.sentence])
    lines += _VIEWS_WORDS if view.messages else []
    lines += [_CONVERSION_WORDS] if view.conversions and shown else []
    lines.append(interval_words([result.cpu for result in results], view.results.noun))
    if view.totals and shown:
        summed = " + ".join(view.ranking_operations)
        summed += f" or {' + '.join(FROM_MESSAGES)}" if view.messages and view.name else ""
        lines.append(f"Rank: {summed}; 6–8 means that it may have any place from 6 to 8.")
        if len(by_language(view.libraries)) > 1:
            lines.append(what_else_differs() if view.is_across else WITHIN)
        families = families_of(view.totals, view.standings, view.is_across)
        lines += comparison_words(families, noise, view.results.noun)
        if len(view.places) < len(view.standings):
            lines.append(
                f"Codecs with fewer than 5 {view.results.noun} are not ranked, nor is the only library of a"
                " language."
            )
    if any(language_name(codec) in noise for codec in view.codecs()):
        lines.append(noise_sentence(noise, view.codecs()))
    if any(result.shown_as_decode and result.operation in shown for result in results):
        lines.append(f"{AS_DECODE} means that the codec can only decode, so access costs the same as decode.")
    if view.reads:
        lines.append(
            f"{READS}: the bytes of a message that access-one reads, counted where the library reads them;"
            f" {ABSENT} where nobody counts."
        )
    absent = {view.why_missing(*key) for key in product(view.codecs(), shown)} - {ABSENT}
    lines += [f"{glyph}: {ABSENT_WORDS[glyph]}." for glyph in sorted(absent)]
    if any(result.not_read for result in results):
        lines.append(
            "* means that nothing was read: the bytes were only opened, or were there already. Not ranked."
        )
    if view.floors:
        lines.append("A floor is a limit measured in the same run and has no rank.")
    lines += mark_words(view.rows.values())
    lines += _collections(view) + _means(view)
    lines += integer_words(view.workload, view.results.long_integers.get(view.workload), view.codecs())
    others = view.operations(main=False)
    if "access-tenth" in others and (tenth := view.results.tenths.get(view.workload)):
        read, total = tenth
        lines.append(f"access-tenth reads {read} of the {total} leaf fields of the schema.")
    of_library = [operation for operation in others if OPERATION_BY_NAME[operation].side == "library"]
    if of_library:
        lines.append(f"On the library's side: {', '.join(of_library)}.")
    return lines


def _collections(view: View) -> list[str]:
    """Which times include the collector's, and what the column says that has it where they do not."""
    results = [one for one in (*view.rows.values(), *view.floors.values()) if not one.shown_as_decode]
    lines = collector_words(
        [(one.codec, one.collections_a_sample) for one in results],
        "Times include the collector's where samples span collections",
    )
    spanned = [one.with_gc_collections for one in results if one.with_gc_collections]
    if spanned:
        lines.append(
            f"{WITH_GC}: the mean of one stretch that spans whole collections, {min(spanned)} or more, in one"
            " fork; empty where nothing is allocated, or so little that it would take more than 2 s."
        )
    return lines


def _means(view: View) -> list[str]:
    """By how much CPU time over all operations exceeds the median at most, in languages with a collector."""
    excess = {
        (codec, operation): result.cpu_mean_ns / result.cpu.median - 1
        for (codec, operation), result in view.rows.items()
        if operation in FROM_OBJECTS
        and language_of(codec).collects_garbage
        and result.cpu_mean_ns
        and result.with_gc_ns is None
    }
    if not excess:
        return []
    codec, operation = most = max(excess, key=lambda key: excess[key])
    return [
        f"The mean over all operations exceeds the median by at most {max(0.0, excess[most]):.0%} ({codec},"
        f" {operation}); rare garbage collections show only there."
    ]


def integer_words(workload: str, counted: tuple[int, int] | None, codecs: Iterable[str]) -> list[str]:
    """A sentence for each language among the codecs whose numbers do not hold all integers of 64 bits.
    ``counted`` are those beyond its numbers and all, None where they were not counted."""
    if counted is None or not counted[1]:
        return []
    beyond, total = counted
    found: dict[str, list[str]] = {}
    for codec in codecs:
        found.setdefault(language_of(codec).name, []).append(codec)
    return [
        f"{beyond or 'None'} of the first {total} 64-bit integers of {workload}"
        f" {'is' if beyond < 2 else 'are'} beyond 2^{language.number_bits} − 1, the largest that"
        f" {language.title}'s numbers hold exactly; {_held(language, beyond, names)}."
        for names in found.values()
        if (language := language_of(names[0])).number_bits
    ]


def _held(language: Language, beyond: int, names: Iterable[str]) -> str:
    """The type that they have in an application's objects, in words."""
    as_numbers = {NUMBERS_SUFFIX in name for name in names}
    if as_numbers == {False}:
        return language.beyond_numbers[beyond > 0]
    return _AS_NUMBERS if as_numbers == {True} else _AS_BOTH
