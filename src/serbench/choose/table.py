"""The answer on a terminal: sentences, the short list, what falls and why, and what is unknown."""

from collections.abc import Iterator

from rich.console import Console
from rich.table import Table
from rich.text import Text

from serbench.choose.checks import failed
from serbench.choose.constraint_words import constraint_words, flag_of
from serbench.choose.costs import MONTH_S, Cost
from serbench.choose.decision import Decision
from serbench.choose.moving import move_lines
from serbench.choose.options import Option
from serbench.choose.request import TIME
from serbench.choose.shortlist import Placed
from serbench.choose.words import (
    behind,
    deciding,
    excluded_lines,
    malformed_lines,
    not_measured,
    ratio_words,
    sentences,
    unknown_lines,
)
from serbench.report.words import listed, unit_for

_MILLION = 1e6
# From here on times, prices, gigabytes and counts are whole numbers.
_WHOLE = 100
_UNITS = {"instructions": "instr.", "allocations": "allocs"}
# Where nothing is measured there is no order, and all that are left may be many.
MOST_ROWS = 12
_ANY_WIDTH = 10_000


def print_answer(decision: Decision, console: Console) -> None:
    """Prints an answer."""
    for sentence in sentences(decision):
        console.print(Text(sentence, style="bold"), soft_wrap=True)
    if decision.shape:
        console.print(Text(f"Data: {decision.provenance.of(decision.shape)}."), soft_wrap=True)
    if decision.basis == "measured":
        # Before it was measured, the command has just told them.
        for note in decision.provenance.lines():
            console.print(Text(f"- {note}"), soft_wrap=True)
    if decision.sorted.options:
        console.print()
        if decision.short.listed:
            table = short_table(decision)
            # A figure that is cut off is another figure: the lines of a narrow terminal go on in the next.
            wide = console.options.update(max_width=_ANY_WIDTH)
            table.width = console.measure(table, options=wide).maximum
            console.print(table, crop=False, no_wrap=True, overflow="ignore")
            console.print()
        for line in deciding_lines(decision):
            console.print(Text(f"- {line}"), soft_wrap=True)
    _print_lines("Assumed", list(_assumed(decision)), console, ", ")
    _print_lines("Excluded", excluded_lines(decision), console)
    _print_lines("Malformed input", malformed_lines(decision), console)
    _print_lines("Unknown", unknown_lines(decision), console)
    _print_lines("If you move", list(move_lines(decision.move, decision.first, decision.request)), console)
    _print_lines("Measured, and behind these", behind(decision), console, ", ")
    _print_lines("Not measured", not_measured(decision), console, ", ")
    _print_lines(
        "Further constraints",
        [
            f"{constraint_words(one)} leaves {left} of {len(decision.sorted.options)}"
            for one, left in decision.further
        ],
        console,
        "; ",
    )
    _print_lines(
        "To have anything left, drop",
        [f"{' and '.join(map(flag_of, one.drop))}: leaves {listed(one.options)}" for one in decision.relax],
        console,
    )


def _assumed(decision: Decision) -> Iterator[str]:
    """The constraints that nobody asked for."""
    told = {"default": "", "detected": " (your data)"}
    for one in decision.request.constraints:
        if one.origin in told:
            yield f"{constraint_words(one)}{told[one.origin]}"


def _print_lines(title: str, lines: list[str], console: Console, joined: str = "") -> None:
    """A heading with its lines, or all of them in one."""
    if not lines:
        return
    console.print()
    if joined:
        console.print(Text.assemble((f"{title}: ", "bold"), joined.join(lines)), soft_wrap=True)
        return
    console.print(Text(f"{title}:", style="bold"))
    for line in lines:
        console.print(Text(f"- {line}"), soft_wrap=True)


def rows_of(decision: Decision) -> list[tuple[str, Option, Cost | None]]:
    """The rows of the table: the listed options with their places, or all that are left where nothing is
    measured."""
    if decision.short.listed:
        return [(place_words(one), one.option, one.option.cost) for one in decision.short.listed]
    here = [option for option in decision.sorted.options if option.codecs]
    return [("", option, None) for option in here[:MOST_ROWS]]


def place_words(one: Placed) -> str:
    return str(one.low) if one.low == one.high else f"{one.low}–{one.high}"


def codecs_words(option: Option) -> str:
    if "/" in option.id:
        return option.format
    return " + ".join(
        [*option.codecs.values(), *(f"{name}: a library that is not here" for name in option.unmeasured)]
    )


def figures(cost: Cost | None, decision: Decision) -> list[str]:
    """The cells of a cost: write and read in the unit of the table, the sum of both or where a rate is known
    the cores for it, bytes, GB a day or the price a month, and time and bytes as ratios to what runs now."""
    if cost is None:
        return [""] * (len(headings(decision)))
    request, total = decision.request, cost.total
    rate = request.rate_per_s
    if request.measure != TIME:
        cells = [_count(each.median) for each in (cost.write, cost.read, total)]
    else:
        spread = (total.high - total.low) / 2 / total.median
        # Where only systems stand on a side, nothing of it is measured.
        sides = (cost.write.median, cost.read.median)
        _, unit_ns = _time_unit(decision)
        cells = [_amount(time / unit_ns) if time else "–" for time in sides]
        both = _amount(total.median / unit_ns) if rate is None else f"{cost.cores(rate):.2g}"
        cells.append(f"{both} ±{spread:.0%}")
    cells.append(f"{cost.bytes:.0f}")
    if decision.request.price is not None:
        messages = _MILLION if rate is None else rate * MONTH_S
        cells.append(_amount(cost.price(decision.request) * messages))
    elif rate is not None:
        cells.append(_amount(cost.gigabytes_per_day(rate)))
    now = decision.now.cost if decision.now else None
    if now is not None:
        cells += [ratio_words(total.median, now.total.median), ratio_words(cost.bytes, now.bytes)]
    return cells


def _count(amount: float) -> str:
    return f"{amount:.0f}" if amount >= _WHOLE or amount == round(amount) else f"{amount:.3g}"


def _amount(amount: float) -> str:
    return f"{amount:.0f}" if amount >= _WHOLE else f"{amount:.3g}"


def _time_unit(decision: Decision) -> tuple[str, float]:
    """The unit of the least time for both directions in the table, and its nanoseconds."""
    totals = (option.cost.total.median for _, option, _ in rows_of(decision) if option.cost)
    return unit_for(min(totals, default=0.0))


def headings(decision: Decision) -> list[str]:
    """The headings of the cells of ``figures``."""
    has_rate, measure = decision.request.rate_per_s is not None, decision.request.measure
    unit = _time_unit(decision)[0] if measure == TIME else _UNITS[measure]
    names = [f"write {unit}", f"read {unit}", "cores" if has_rate else f"both {unit}"]
    names.append("zstd B" if decision.is_behind else "bytes")
    if decision.request.price is not None:
        names.append("price/month" if has_rate else "price/M")
    elif has_rate:
        names.append("GB/day")
    ratios = [f"× {'time' if measure == TIME else unit}", "× bytes"]
    return [*names, *ratios] if decision.now and decision.now.cost else names


def short_table(decision: Decision) -> Table:
    """The figures of the short list, and below them those of what runs now."""
    table = Table(box=None, pad_edge=False, collapse_padding=True, header_style="bold")
    table.add_column("rank", no_wrap=True)
    table.add_column("option", no_wrap=True)
    for name in headings(decision):
        table.add_column(name, justify="right", no_wrap=True)
    for place, option, cost in rows_of(decision):
        table.add_row(place, Text(option.title), *figures(cost, decision))
    if decision.now:
        cells = figures(decision.now.cost, decision)
        table.add_row("now", "", *cells, style="dim")
    return table


def deciding_lines(decision: Decision) -> list[str]:
    """The listed options with their libraries and what decides, and what runs now with what it fails."""
    rows = rows_of(decision)
    lines = [_line(option, decision) for _, option, _ in rows]
    left = sum(bool(option.codecs) for option in decision.sorted.options) - len(rows)
    if left and not decision.short.listed:
        lines.append(f"{left} more, which --json names")
    if decision.now:
        names = dict.fromkeys(check.constraint for check in failed(decision.now.checks))
        remark = f"fails {', '.join(map(flag_of, names))}" if names else "fails no constraint"
        remark = remark if decision.now.is_known else "nothing is known of it here"
        if decision.now.cost is None and decision.short.listed:
            remark += "; name a codec of every program in --now to see its figures"
        lines.append(f"stay with {', '.join(decision.now.codecs)}: {remark}")
    return lines


def _line(option: Option, decision: Decision) -> str:
    libraries, words = codecs_words(option), deciding(option, decision)
    return f"{option.title} ({libraries}){': ' + words if words else ''}"
