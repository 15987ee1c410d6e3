"""Time over a parameter of a workload."""

from collections.abc import Sequence

from serbench.corpus.variant import parse_name
from serbench.experiments.memory.report.view import View
from serbench.languages import title_of
from serbench.report.charts.marks import CurvePoint, curves
from serbench.report.charts.picture import Picture, Theme
from serbench.report.table import cell_link
from serbench.report.words import number

_NS_PER_US = 1000.0


def level_curves(views: Sequence[View], theme: Theme) -> tuple[Picture, ...]:
    """A picture for each workload of which one parameter was varied and nothing else, and each language."""
    families: dict[tuple[str, str], list[tuple[int, View]]] = {}
    for view in views:
        name = parse_name(view.workload)
        if len(name.parameters) == 1:
            parameter, value = name.parameters[0]
            families.setdefault((name.family, parameter), []).append((value, view))
    return tuple(
        _picture(family, parameter, language, sorted(along, key=lambda pair: pair[0]), theme)
        for (family, parameter), along in families.items()
        if len(along) > 1
        for language in theme.languages
        if any(title_of(codec) == language for _, view in along for codec in view.totals)
    )


def _picture(
    family: str, parameter: str, language: str, along: Sequence[tuple[int, View]], theme: Theme
) -> Picture:
    operations = " + ".join(along[0][1].ranking_operations)
    points = [
        _point(codec, parameter, setting, view, operations)
        for setting, view in along
        for codec in view.totals
        if title_of(codec) == language
    ]
    title = f"{family} in {language}: {operations} over {parameter}"
    caption = (
        f"µs of CPU time for one object; both scales are logarithmic. Each curve is a codec's {parameter}."
    )
    chart = curves(points, parameter, "µs", theme)
    return Picture(f"{family}-{parameter}-{language}", title, caption, chart)


def _point(codec: str, parameter: str, setting: int, view: View, operations: str) -> CurvePoint:
    time_us = view.totals[codec].median / _NS_PER_US
    words = f"{codec}, {parameter} {setting}: {number(time_us)} µs"
    return CurvePoint(codec, setting, time_us, words, cell_link(codec, view.workload, operations))
