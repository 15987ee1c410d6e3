"""A check of a release for people: a table in a terminal, and Markdown for a pull request. Pure."""

import re
from collections.abc import Iterator

from serbench.compare.table import ratio_text
from serbench.release.check import Check
from serbench.release.judging import COUNT_THRESHOLD, LAYOUT, TIME_THRESHOLD, Measure, Verdict
from serbench.report.markdown import escaped, table_text
from serbench.report.table import Cell, Column, Line, Table, number_columns, text_columns
from serbench.report.words import ABSENT, duration_text, listed, number

_COLOURS = {Verdict.WORSE: "worse", Verdict.BETTER: "better"}
# More lines would hide the table of a pull request.
_MOST_DETAILS = 8


def table_of(check: Check) -> Table:
    """The measures, a line for each."""
    columns = (
        *text_columns("verdict"),
        Column("measure", is_text=True),
        *number_columns("HEAD / BASE"),
        *(Column(title, is_text=True, unbroken=0) for title in ("BASE", "HEAD")),
    )
    return Table("", columns, tuple(_line(one) for one in check.measures))


def sentence_of(check: Check) -> str:
    """The answer: what is worse, else what is unknown, else that nothing is worse."""
    worse, unknown = check.with_verdict(Verdict.WORSE), check.with_verdict(Verdict.CANNOT_TELL)
    beside = f"{check.pair.head} beside {check.pair.base} on {check.workload}"
    if worse:
        return f"{beside}: {_count(worse, 'is', 'are')} worse: {_named(worse)}."
    if unknown:
        return f"{beside}: nothing is known to be worse; cannot tell about {_named(unknown)}."
    if not check.measures or check.status:
        return f"{beside}: nothing was measured."
    better = check.with_verdict(Verdict.BETTER)
    return f"{beside}: nothing is worse" + (f"; better: {_named(better)}." if better else ".")


def legend_of(check: Check) -> list[str]:
    """How to read the table, and where time and instructions disagree."""
    intervals = (
        f"A time is equal where its 95 % interval lies within {TIME_THRESHOLD:.0%}. It is worse where the"
        f" interval reaches beyond that and lies wholly beyond {LAYOUT:.1%}, which the layout of code alone"
        f" may do. Counts and executables differ by more than {COUNT_THRESHOLD:.0%}, sizes by any byte."
        " HEAD / BASE of a time is the median of the quotients of forks of the same round, so it need not be"
        " the quotient of both times. * is declared."
    )
    return [intervals, *check.notes]


def details_of(check: Check) -> list[str]:
    """A line for each measure with something to say, the first of its details."""
    return [
        f"{_subject(one)}: {detail}"
        for one in check.measures
        for detail in (*one.details[:_MOST_DETAILS], *_left(one))
    ]


def markdown_of(check: Check) -> str:
    """The page that a maintainer pastes into a pull request."""
    return "\n".join(_markdown(check)) + "\n"


def _markdown(check: Check) -> Iterator[str]:
    yield f"### Release check: {check.verdict}"
    yield ""
    yield escaped(sentence_of(check))
    yield ""
    yield table_text(table_of(check))
    yield ""
    if details := details_of(check):
        yield f"<details><summary>{len(details)} details</summary>"
        yield ""
        yield from (f"- {escaped(line)}" for line in details)
        yield ""
        yield "</details>"
        yield ""
    for line in legend_of(check):
        yield escaped(line)
        yield ""
    machine = check.machine.get("cpu_model") or "an unknown processor"
    runs = ", ".join(f"{command} {run}" for command, run in check.runs.items())
    yield escaped(f"{check.began[:10]}, {machine}; {runs}. Again:") + f" {_code(check.again)}"


def _code(text: str) -> str:
    """The text as a code span: its fence is longer than any row of backticks in it."""
    fence = "`" * (1 + max(map(len, re.findall("`+", text)), default=0))
    padded = f" {text} " if "`" in text else text
    return f"{fence}{padded}{fence}"


def _line(one: Measure) -> Line:
    verdict = Cell(one.verdict.value, verdict=_COLOURS.get(one.verdict, ""))
    texts = (_subject(one), _ratio(one), _value(one.base, one), _value(one.head, one))
    return Line((verdict, *map(Cell, texts)))


def _value(value: float | str | None, one: Measure) -> str:
    if value is None:
        return ABSENT
    if isinstance(value, str):
        return value
    if one.unit == "ns":
        return duration_text(value)
    return count_text(value)


def count_text(value: float) -> str:
    """A count with all its digits; one for each of several objects with two decimals."""
    return f"{value:,.0f}" if value == round(value) else f"{value:,.2f}"


def _ratio(one: Measure) -> str:
    """The ratio with its interval; of counts without one."""
    if one.ratio is not None:
        return ratio_text(one.ratio)
    if not isinstance(one.base, int | float) or not isinstance(one.head, int | float) or not one.base:
        return ""
    return number(one.head / one.base) if one.head else "0"


def _subject(one: Measure) -> str:
    return f"{one.name} of {one.of}" if one.of else one.name


def _named(measures: tuple[Measure, ...]) -> str:
    return listed([_subject(one) + (f" {_ratio(one)}" if one.ratio else "") for one in measures])


def _count(measures: tuple[Measure, ...], one: str, several: str) -> str:
    return f"1 measure {one}" if len(measures) == 1 else f"{len(measures)} measures {several}"


def _left(one: Measure) -> tuple[str, ...]:
    left = len(one.details) - _MOST_DETAILS
    return (f"{left} more; --json has all.",) if left > 0 else ()
