"""The outcomes of a run as tables. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from serbench.codecs.naming import language_name
from serbench.experiments.reporting import TimesBeside
from serbench.experiments.torture.cases.generate import KINDS
from serbench.experiments.torture.judging import (
    ACCESS_FAULT,
    CRASHED,
    DIFFERENT,
    FOREIGN,
    HUNG,
    OUTCOMES,
    OVERALLOCATED,
    POISONED,
    RANKED,
    REJECTED,
    SAME,
)
from serbench.experiments.torture.repeating import replay_words
from serbench.experiments.torture.results import Tortured, TortureResults, Worst
from serbench.record.shared import shell_line
from serbench.report.columns import ResultColumn, column_of, ranked_table
from serbench.report.figures import Shown
from serbench.report.ranked import in_order, marked_name, name_cell
from serbench.report.standing import rankings
from serbench.report.table import (
    BELOW,
    Cell,
    Column,
    Dot,
    Line,
    Table,
    number_cell,
    number_columns,
    text_columns,
    text_line,
)
from serbench.report.words import ABSENT, UNMEASURED
from serbench.statistics.share import Share

_SHORT = {
    REJECTED: "rejected",
    SAME: "same",
    DIFFERENT: "other\nvalue",
    ACCESS_FAULT: "access\nfault",
    FOREIGN: "foreign\nfailure",
    POISONED: "poi-\nsoned",
    OVERALLOCATED: "over-\nalloc.",
    HUNG: "hung",
    CRASHED: "died",
}
WORDS = {
    REJECTED: "refused with the codec's own error",
    SAME: "accepted with the value of the original message",
    DIFFERENT: "accepted with another value, which a format without a checksum cannot always prevent",
    ACCESS_FAULT: "accepted, but reading a field failed",
    FOREIGN: "another error than the codec's own, which the process survives (out of memory, a panic, a stack"
    " overflow, an index out of bounds)",
    POISONED: "afterwards the same instance no longer reads a valid message",
    OVERALLOCATED: "asked for more than 64 MiB and more than 1000 times the input",
    HUNG: "took more than 1 s of CPU time and more than 100 times that of a valid message",
    CRASHED: "the process ended: a signal, an abort, an exit",
}
# What a terminal has of a finding.
_NARROW = ("case", "what happened")
# Which of them goes first where a terminal is narrow.
_GOES = {SAME: 2, ACCESS_FAULT: 3, POISONED: 4, DIFFERENT: 5, FOREIGN: 6}
# How dark the field of a class is, by its worst outcome.
_GRADES = {ACCESS_FAULT: "light", FOREIGN: "light", POISONED: "hatched", OVERALLOCATED: "hatched"}
_GRADES |= {HUNG: "dark", CRASHED: "darkest"}
_NO_PRICES = TimesBeside()
# How much of the scale is left of the least bound, as a factor.
_ROOM = 2


def outcome_tables(
    results: TortureResults, is_across: bool = False, prices: TimesBeside = _NO_PRICES
) -> list[Table]:
    """For each workload and language the counts of all outcomes, the share that harms with its interval, the
    worst case, and the time of a valid message where it is known."""
    found = []
    for workload in results.workloads:
        rows = {one.codec: one for one in results.of_workload(workload)}
        for title, codecs in rankings(rows, is_across).items():
            name = ", ".join(part for part in (workload, title) if part)
            found.append(_outcome_table(name, [rows[codec] for codec in codecs], is_across, prices.ns))
    return found


def page_tables(
    results: TortureResults, is_across: bool = False, prices: TimesBeside = _NO_PRICES
) -> list[Table]:
    """The same for the report, where the shares that harm are marks on one scale for each workload."""
    found = []
    for workload in results.workloads:
        if rows := results.of_workload(workload):
            table = _outcome_table(workload, rows, is_across, prices.ns)
            least = min(one.harmed.low or one.harmed.high for one in rows)
            lines = (
                replace(line, dot=_share_dot(one, least))
                for line, one in zip(table.lines, in_order(rows, is_across), strict=True)
            )
            found.append(replace(table, lines=tuple(lines)))
    return found


def _share_dot(one: Tortured, least: float) -> Dot:
    """The share in per cent; of what never harmed from below the ``least`` of all bounds."""
    share, kind = one.harmed, language_name(one.codec)
    if not share.count:
        return Dot(kind, 100 * share.high, 100 * least / _ROOM, 100 * share.high, BELOW)
    return Dot(kind, 100 * share.count / share.cases, 100 * share.low, 100 * share.high)


def _outcome_table(
    name: str, rows: Sequence[Tortured], is_across: bool, ns: Mapping[tuple[str, str], float]
) -> Table:
    """The table of outcomes, those that harm first; an outcome that no codec had has no column, nor have
    unknown prices."""
    columns = [
        ResultColumn(
            Column(outcome.replace("_", " "), short=_SHORT[outcome], goes=_GOES.get(outcome)),
            partial(_outcome_cell, outcome=outcome),
        )
        for outcome in (*reversed(RANKED), *(name for name in OUTCOMES if name not in RANKED))
        if any(one.outcomes[outcome] for one in rows)
    ]
    columns[:0] = [
        ResultColumn(Column("harmed"), lambda one: Cell(one.harmed.text, one.harm)),
        ResultColumn(Column("share", short=""), lambda one: Cell(one.harmed.interval_text, one.harm)),
    ]
    columns.append(ResultColumn(Column("worst case", is_text=True, goes=1), _worst_cell))
    columns.append(column_of(Shown("ns", 1, 0, goes=0), lambda one: ns.get((one.codec, one.workload))))
    return ranked_table(f"{name}: outcomes of malformed messages", rows, columns, is_across)


def _worst_cell(one: Tortured) -> Cell:
    if not one.worst:
        return Cell(ABSENT)
    worst = one.worst[0]
    return Cell(f"{worst.name or worst.kind}: {worst.outcome}", link=f"#{worst.anchor}")


def _outcome_cell(one: Tortured, outcome: str) -> Cell:
    """A count leads to the bytes of a case."""
    count = one.outcomes[outcome]
    finding = next((each for each in one.worst if each.outcome == outcome), None)
    return Cell(f"{count:,}", count, f"#{finding.anchor}" if finding else "")


def class_tables(results: TortureResults) -> list[Table]:
    """For each workload how many of each class of cases harm."""
    found = []
    for workload in results.workloads:
        rows = results.of_workload(workload)
        kinds = [kind for kind in KINDS if any(kind in one.by_class for one in rows)]
        columns = [*text_columns("codec"), *number_columns(*kinds)]
        lines = [
            Line(
                (name_cell(marked_name(one)), *(_class_cell(one, kind) for kind in kinds)),
                "reference" if one.hand_written else "",
            )
            for one in rows
        ]
        if rows:
            title = f"{workload}: over-allocated, hung or died, of the messages of each class"
            found.append(Table(title, tuple(columns), tuple(lines)))
    return found


def _class_cell(one: Tortured, kind: str) -> Cell:
    counts = one.by_class.get(kind)
    if counts is None:
        return Cell(UNMEASURED)
    harmed = Share(sum(counts.get(name, 0) for name in RANKED), sum(counts.values()))
    finding = next((each for each in one.worst if each.kind == kind and each.outcome in RANKED), None)
    worst = next((name for name in reversed(OUTCOMES) if name in _GRADES and counts.get(name)), "")
    link = f"#{finding.anchor}" if finding else ""
    return Cell(harmed.text, harmed.count, link, verdict=_GRADES.get(worst, ""))


def place_table(results: TortureResults) -> Table | None:
    """The table of what was changed where a codec accepted another value; None without any."""
    rows = [one for one in results.rows if one.different_at]
    if not rows:
        return None
    places = sorted({place for one in rows for place in one.different_at})
    columns = [*text_columns("codec", "workload"), *number_columns("other value", *places)]
    lines = [
        Line(
            (
                Cell(one.codec),
                Cell(one.workload),
                number_cell(one.outcomes[DIFFERENT]),
                *(number_cell(one.different_at.get(place, 0)) for place in places),
            )
        )
        for one in rows
    ]
    return Table("Accepted with another value, by what was changed", tuple(columns), tuple(lines))


def finding_tables(results: TortureResults, run: Path | None) -> list[Table]:
    """For each codec its findings: what was done, what happened, the bytes, their file and the command, with
    the folder of the ``run``. None where findings cannot be replayed, as those of a user's data."""
    found = []
    for one in results.rows:
        if one.worst:
            columns = text_columns("outcome", "case", "operation", "what happened", "bytes", "file", "replay")
            said = f"; its authors: {one.promises}" if one.promises else ""
            title = f"{one.codec} on {one.workload} ({one.versions or 'no library'}){said}"
            lines = tuple(_finding_line(each, run) for each in one.worst)
            found.append(Table(title, tuple(columns), lines).without({"replay"} if run is None else ()))
    return found


def short_finding_tables(results: TortureResults) -> list[Table]:
    """The same of what is ranked, for a terminal."""
    columns = (*text_columns("outcome"), *(Column(name, is_text=True, unbroken=24) for name in _NARROW))
    found = []
    for table in finding_tables(results, None):
        narrow = table.without({"bytes", "file", "operation"})
        if lines := tuple(line for line in narrow.lines if line.texts[0] in RANKED):
            found.append(Table(table.title, columns, lines))
    return found


def _finding_line(one: Worst, run: Path | None) -> Line:
    # A published run tells no more than the class of a case that nobody else has published.
    of_class = f"{one.kind}: {one.case}" if one.start else one.kind
    named = f"{one.name}: {one.case} ({one.reference})" if one.name else of_class
    more = "…" if one.size_bytes > len(one.start) // 2 else ""
    start = f": {one.start}{more}" if one.start else ""
    texts = (
        one.outcome,
        named,
        one.operation,
        one.detail,
        f"{one.size_bytes} bytes{start}",
        one.file,
        "" if run is None else shell_line(replay_words(run, one.file)),
    )
    return replace(text_line(*texts), anchor=one.anchor)


def legend(results: TortureResults, prices: TimesBeside = _NO_PRICES) -> list[str]:
    """The legend: the meaning of the outcomes that occur."""
    seen = [name for name in OUTCOMES if any(one.outcomes[name] for one in results.rows)]
    found = [
        "harmed: over-allocated, hung or died; with the share's interval at 95 %. Rank: the places that a"
        " codec of its language may have by it, where intervals do not overlap; nothing else is ranked,"
        " because what is wrong for one format is another value in the next.",
        *(f"{name.replace('_', ' ')}: {WORDS[name]}." for name in seen),
    ]
    short = [f"{one.codec} ({one.cases:,})" for one in results.rows if one.cases < one.asked]
    if short:
        found.append(f"Tried with fewer cases, because they died too often: {', '.join(short)}.")
    if prices.ns:
        found.append(
            f"ns: CPU time to decode a valid message in the run {prices.run} with the same versions: the"
            " price of what a codec checks."
        )
    if results.sanitizers:
        found.append(
            f"Built with the sanitizers {', '.join(results.sanitizers)}: each finding ends the process."
        )
    return found
