"""The same format in several languages: of each language the codec that takes the least time. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from serbench.codecs.naming import short_name
from serbench.engine.twins import noise_of
from serbench.experiments.memory.report.results import groups_in
from serbench.experiments.memory.report.view import View
from serbench.languages import languages, title_of
from serbench.languages.language import Language
from serbench.report.standing import by_language
from serbench.report.table import Cell, Column, Dot, Line, Table, cell_link, text_columns
from serbench.report.words import ABSENT, listed, number
from serbench.statistics.comparison import places
from serbench.statistics.estimate import Estimate, Ratio, ratio

Record = Mapping[str, Any]
TITLE = "The same format in several languages"
_LEAST_LANGUAGES = 2
# Over itself; the noise of measuring is the same above and below.
_IS_LEAST = Ratio(1.0, 1.0, 1.0, False)
_STRING_UNITS = {"utf8": "bytes of UTF-8", "utf16": "units of UTF-16", "utf32": "code points"}


@dataclass(frozen=True, slots=True)
class Fastest:
    """The codec of a language that takes the least time for a format. ``parts`` are the times of the
    ``operations`` of which ``total`` is the sum, in ns. ``over_least`` is its time over the least of the
    format, and ``is_apart`` whether the two are distinguished; of the least itself it is not.
    ``has_messages``: the library has messages of its own, from which our code makes the object.
    ``is_hand_written``: it is written for the schema, without a library."""

    codec: str
    operations: tuple[str, ...]
    parts: tuple[Estimate, ...]
    total: Estimate
    size_bytes: float
    over_least: Ratio
    is_apart: bool
    has_messages: bool
    is_hand_written: bool

    def to_json(self, workload: str, of_format: str) -> dict[str, Any]:
        return {
            "format": of_format,
            "workload": workload,
            "codec": self.codec,
            "operations": list(self.operations),
            "medians_ns": [round(part.median, 3) for part in self.parts],
            "median_ns": round(self.total.median, 3),
            "low_ns": round(self.total.low, 3),
            "high_ns": round(self.total.high, 3),
            "level": self.total.rounded_level,
            "size_bytes": round(self.size_bytes, 3),
            "over_least": self.over_least.to_json(),
            "distinguished": self.is_apart,
            "own_messages": self.has_messages,
            "hand_written": self.is_hand_written,
        }


# For each format the fastest of each language, by the language's title.
Formats = Mapping[str, Mapping[str, Fastest]]


def formats_of(view: View, record: Record) -> Formats:
    """The formats that codecs of two or more languages have, those of most languages first. A floor or a
    twin is no codec of a language."""
    formats = groups_in(record, "format")
    codecs: dict[str, list[str]] = {}
    for codec in view.totals:
        codecs.setdefault(formats.get(codec, ""), []).append(codec)
    found = {name: _fastest_of_each(view, record, of) for name, of in codecs.items() if name}
    shared = {name: of for name, of in found.items() if len(of) >= _LEAST_LANGUAGES}
    return dict(sorted(shared.items(), key=lambda item: (-len(item[1]), item[0])))


def _fastest_of_each(view: View, record: Record, codecs: Sequence[str]) -> dict[str, Fastest]:
    """By the title of the language, in the order of the languages."""
    firsts = {
        title: min(of, key=lambda codec: (view.totals[codec].median, codec))
        for title, of in by_language(codecs).items()
    }
    times = {codec: view.totals[codec] for codec in firsts.values()}
    least = min(times, key=lambda codec: (times[codec].median, codec))
    found = places(times, noise_of(times, view.results.noise))
    apart = {codec for codec in found if least in found and codec not in (least, *found[least].tied)}
    operations = view.ranking_operations
    with_messages = _with_messages(record, view.workload)
    return {
        title: Fastest(
            codec,
            operations,
            tuple(view.rows[codec, operation].cpu for operation in operations),
            times[codec],
            view.sizes[codec],
            _IS_LEAST if codec == least else ratio(times[codec], times[least]),
            codec in apart,
            codec in with_messages,
            codec in view.hand_written,
        )
        for title, codec in firsts.items()
    }


def _with_messages(record: Record, workload: str) -> frozenset[str]:
    """The codecs that extract the object from a message of the library."""
    return frozenset(
        runner["codec"]
        for runner in record.get("runners", ())
        if runner["workload"] == workload and "extract" in runner.get("operations", ())
    )


def formats_table(view: View, formats: Formats) -> Table:
    """A row a format, a column a language."""
    titles = titles_in(formats)
    lines = []
    for name, found in formats.items():
        cells = [_cell(view, one) if one else Cell(ABSENT) for one in map(found.get, titles)]
        lines.append(Line((Cell(name), *cells)))
    columns = (*text_columns("format"), *(Column(title, is_text=True) for title in titles))
    operations = " + ".join(view.ranking_operations)
    return Table(f"{view.workload}: {operations}, {view.title}", columns, tuple(lines))


def strip_table(view: View, formats: Formats) -> Table:
    """Time and size together: a row a format, that of the smallest messages first, with a mark and a column
    for each language."""
    titles = titles_in(formats)
    smallest = sorted(formats, key=lambda name: min(_sizes(formats[name])))
    columns = (*text_columns("format"), Column("bytes"), *(Column(title, is_text=True) for title in titles))
    operations = " + ".join(view.ranking_operations)
    title = f"{view.workload}: {operations}, {view.title}; each language's fastest codec, the smallest on top"
    return Table(title, columns, tuple(_strip_line(view, name, formats[name], titles) for name in smallest))


def _strip_line(view: View, name: str, found: Mapping[str, Fastest], titles: Iterable[str]) -> Line:
    sizes = sorted({round(size) for size in _sizes(found)})
    bytes_ = f"{sizes[0]}–{sizes[-1]}" if len(sizes) > 1 else f"{sizes[0]}"
    cells = [
        Cell(f"{short_name(one.codec)} {view.time(one.total)}", link=_link(view, one))
        if one
        else Cell(ABSENT)
        for one in map(found.get, titles)
    ]
    dots = (Dot.of(one.codec, one.total.median / view.unit_ns, one.total) for one in found.values())
    return Line((Cell(name), Cell(bytes_, sizes[0]), *cells), strip=tuple(dots))


def _sizes(found: Mapping[str, Fastest]) -> list[float]:
    return [one.size_bytes for one in found.values()]


def _link(view: View, found: Fastest) -> str:
    return cell_link(found.codec, view.workload, " + ".join(found.operations))


def titles_in(formats: Formats) -> list[str]:
    """The titles of the languages that have any of the formats, in their order."""
    return list(by_language(one.codec for found in formats.values() for one in found.values()))


def _cell(view: View, found: Fastest) -> Cell:
    """Several lines in the report, so that six languages are side by side; one elsewhere."""
    mark = "\n(hand-written)" if found.is_hand_written else "\n(message)" if found.has_messages else ""
    parts = " + ".join(view.time(part) for part in found.parts)
    times = view.time_with_interval(found.total) + (f"\n({parts})" if len(found.parts) > 1 else "")
    over = f"×{number(found.over_least.ratio)}"
    factor = over if found.is_apart or found.over_least == _IS_LEAST else f"({over})"
    text = f"{short_name(found.codec)}{mark}:\n{times},\n{found.size_bytes:.0f} bytes, {factor}"
    return Cell(text, found.total.median, _link(view, found))


def differences(all_formats: Iterable[Formats], record: Record) -> list[str]:
    """How to read the table, and what differs in it besides the codecs, in sentences."""
    found = [one for formats in all_formats for of in formats.values() for one in of.values()]
    named = by_language(dict.fromkeys(one.codec for one in found))
    known = [language for language in languages() if language.title in named]
    # Of what strings consist, as the runners said it.
    units = {title_of(one["codec"]): one.get("unit", "") for one in record.get("runners", ())}
    sentences = [
        "Each cell has the codec of the language and format that takes the least time: its time with the"
        " interval (the operations of which it is the sum), the mean size of a message, and the multiple of"
        " the least time in the row. A multiple in brackets is not distinguished from 1.",
        *_memory(known),
        *_grouped("Strings consist of", {title: _STRING_UNITS.get(units[title], "") for title in named}),
        *_grouped("Integers of 64 bits are", {one.title: one.wide_integers for one in known}),
    ]
    if any(one.has_messages for one in found):
        sentences.append(
            "(message) means that the library has messages of its own: our code builds them from the object"
            " and extracts the object from them, and its time is included. Without it the object is read"
            " and written directly."
        )
    if any(one.is_hand_written for one in found):
        sentences.append("(hand-written) means code written for this schema, without a library.")
    return sentences


def _memory(known: Sequence[Language]) -> list[str]:
    collecting = [one.title for one in known if one.collects_garbage]
    others = [one.title for one in known if not one.collects_garbage]
    compiling = [one.title for one in known if one.jit_compiled]
    sentences = []
    if collecting:
        verb = "leaves" if len(collecting) == 1 else "leave"
        sentences.append(f"{listed(collecting)} {verb} releases to a collector.")
    if others:
        sentences.append(f"In {listed(others)} a decode includes the release of its object.")
    if compiling:
        sentences.append(f"Code of {listed(compiling)} is compiled for this processor as it runs.")
    return sentences


def _grouped(subject: str, of_each: Mapping[str, str]) -> list[str]:
    """One sentence that says what holds in which languages; none where nothing is known."""
    groups: dict[str, list[str]] = {}
    for title, words in of_each.items():
        if words:
            groups.setdefault(words, []).append(title)
    said = [f"{words} ({listed(titles)})" for words, titles in groups.items()]
    return [f"{subject} {', '.join(said)}."] if said else []
