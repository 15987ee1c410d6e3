"""The pictures of a run: those of one workload, and time over a parameter of several."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from operator import itemgetter

import altair as alt

from serbench.corpus.variant import parse_name
from serbench.experiments.memory.report.cell_result import MemoryResult
from serbench.experiments.memory.report.view import View
from serbench.languages import title_of
from serbench.operations import OPERATION_BY_NAME
from serbench.report.charts.marks import CurvePoint, Dot, curves, dot_rows
from serbench.report.charts.picture import Picture, Theme, data_of, language_colour, named_rows
from serbench.report.table import cell_link
from serbench.report.words import number

_BAR_HEIGHT, _BAR_WIDTH = 17, 300
_NS_PER_US = 1000.0


def pictures_of(view: View, theme: Theme) -> tuple[Picture, ...]:
    """The dots of each operation; what was not measured has none."""
    found = (times(view, operation, theme) for operation in OPERATION_BY_NAME)
    return tuple(picture for picture in found if picture)


def bars(view: View, theme: Theme) -> tuple[Picture, ...]:
    """The two bar charts of cpp-serializers: sizes and times."""
    sizes = view.sizes
    operations = " + ".join(view.ranking_operations)
    times_ = {codec: total.median / view.unit_ns for codec, total in view.totals.items()}
    found = []
    if sizes:
        caption = "The mean size of a message. Less is better."
        found.append(Picture(f"{view.workload}-size", "Size", caption, _bars(sizes, "bytes", theme)))
    if times_:
        chart = _bars(times_, view.title, theme)
        caption = "Medians of the forks. Less is better."
        found.append(Picture(f"{view.workload}-time", f"Time, {operations}", caption, chart))
    return tuple(found)


def times(view: View, operation: str, theme: Theme) -> Picture | None:
    """Dots with intervals, the fastest first, and the floors of the operation as lines."""
    of_operation = [result for (_, name), result in view.rows.items() if name == operation]
    found = [result for result in of_operation if not result.shown_as_decode]
    if not found:
        return None
    results = sorted(found, key=lambda result: (result.cpu.median, result.codec))
    dots = [_time_dot(view, result, "nothing is read" if result.not_read else "read") for result in results]
    floors = {
        result.codec: result.cpu.median / view.unit_ns
        for result in view.floors.values()
        if result.operation == operation
    }
    caption = "Each dot is a codec's estimate, the line through it the interval over the forks of this run."
    if floors:
        caption += f" Dashed lines are floors: {', '.join(sorted(floors))}."
    chart = dot_rows(dots, view.title, theme, floors)
    return Picture(f"{view.workload}-{operation}", f"Time to {operation}", caption, chart)


def _time_dot(view: View, result: MemoryResult, series: str) -> Dot:
    cpu = result.cpu
    words = f"{result.codec}, {result.operation}: {view.time(cpu)} {view.unit}"
    dot = Dot(result.codec, series, cpu.median / view.unit_ns, words, link=result.link)
    if not cpu.has_interval:
        return dot
    low, high = cpu.low / view.unit_ns, cpu.high / view.unit_ns
    return replace(dot, words=f"{words} ({number(low)} to {number(high)})", low=low, high=high)


def _bars(lengths: Mapping[str, float], title: str, theme: Theme) -> alt.Chart:
    """The shortest first; the numbers are at the ends of the bars."""
    order = sorted(lengths, key=lambda codec: (lengths[codec], codec))
    values = [
        {
            "codec": codec,
            "length": lengths[codec],
            "text": f"{lengths[codec]:.0f}" if title == "bytes" else number(lengths[codec]),
            "language": title_of(codec),
        }
        for codec in order
    ]
    base = alt.Chart(data_of(values)).encode(
        y=named_rows("codec:N"), x=alt.X("length:Q", axis=alt.Axis(title=title, tickCount=5))
    )
    bars = base.mark_bar(height=11).encode(color=language_colour(theme, legend=False))
    texts = base.mark_text(align="left", dx=4, color=theme.ink, aria=False).encode(text=alt.Text("text:N"))
    return alt.layer(bars, texts, width=_BAR_WIDTH, height=_BAR_HEIGHT * max(len(order), 2))


def level_curves(views: Sequence[View], theme: Theme) -> tuple[Picture, ...]:
    """A picture for each workload of which one parameter was varied and nothing else, and each language."""
    families: dict[tuple[str, str], list[tuple[int, View]]] = {}
    for view in views:
        name = parse_name(view.workload)
        if len(name.parameters) == 1:
            parameter, value = name.parameters[0]
            families.setdefault((name.family, parameter), []).append((value, view))
    found = []
    for (family, parameter), unordered in families.items():
        along = sorted(unordered, key=itemgetter(0))
        operations = " + ".join(along[0][1].ranking_operations)
        caption = "µs of CPU time for one object; both scales are logarithmic."
        caption += f" Each curve is a codec's {parameter}."
        for language in theme.languages if len(along) > 1 else ():
            points = [
                _point(codec, parameter, setting, view, operations)
                for setting, view in along
                for codec in view.totals
                if title_of(codec) == language
            ]
            if points:
                title = f"{family} in {language}: {operations} over {parameter}"
                chart = curves(points, parameter, "µs", theme)
                found.append(Picture(f"{family}-{parameter}-{language}", title, caption, chart))
    return tuple(found)


def _point(codec: str, parameter: str, setting: int, view: View, operations: str) -> CurvePoint:
    time_us = view.totals[codec].median / _NS_PER_US
    words = f"{codec}, {parameter} {setting}: {number(time_us)} µs"
    return CurvePoint(codec, setting, time_us, words, cell_link(codec, view.workload, operations))
