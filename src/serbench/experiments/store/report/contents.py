"""The sentences, tables and pictures of a run of the store.
The sentences say who comes first. Each way of writing or reading has a table and a picture. Pure."""

from collections.abc import Sequence

import altair as alt

from serbench.experiments.store.execute import EXPERIMENT
from serbench.experiments.store.report import tables
from serbench.experiments.store.results import StoreResult, StoreResults, store_results, way_of
from serbench.report.charts.marks import CurvePoint, curves, stacked_bars
from serbench.report.charts.picture import Picture, Theme
from serbench.report.ranked import firsts
from serbench.report.telling import Telling
from serbench.report.words import listed

# The levels of a write and of a read that handle all of an object.
_WHOLE = ("", "decode")
_IO, _PROCESSOR = "I/O", "processor"
_NS_PER_S, _NS_PER_US = 1e9, 1e3


def _answers(results: StoreResults, is_across: bool) -> list[str]:
    """Of the largest files, which are the most informative; the tables have all. Then what threads bring."""
    groups = tables.groups_of(results)
    most = max((group[0].objects for group in groups), default=0)
    largest = (group for group in groups if group[0].objects == most)
    return [sentence for group in largest for sentence in _answer(group, is_across)] + [
        f"{one.codec} {' '.join(word for word in (one.operation, one.cache, one.level) if word)}:"
        f" {times:.2f} times as fast with {one.threads} threads."
        for one, times in tables.speed_ups(results.all)
    ]


def _answer(group: Sequence[StoreResult], is_across: bool) -> list[str]:
    """The fastest libraries for whole objects, and for parts of them, and the fastest hand-written one; the
    floor is only in the table."""
    levels = dict.fromkeys(result.level for result in group if not result.floor)
    found = []
    for level in sorted(levels, key=lambda level: level not in _WHOLE):
        of_level = [result for result in group if result.level == level and not result.floor]
        found += _first_of(of_level, is_across)
        hand_written = next((result for result in of_level if result.hand_written), None)
        found += (
            [f"{tables.row_name(hand_written)}, hand-written, takes {_time(hand_written)}"]
            if hand_written
            else []
        )
    return [f"{tables.title_of(group[0])}: {'; '.join(found)}."] if found else []


def _first_of(results: Sequence[StoreResult], is_across: bool) -> list[str]:
    """Of one level, the first library or libraries of each language, or of all."""
    found = []
    for language, first, result in firsts(results, is_across):
        where = f"in {language} " if language else ""
        level = tables.row_name(result).removeprefix(result.codec)
        come = "comes first" if len(first) == 1 else "come first and cannot be distinguished"
        found.append(f"{where}{listed(first)}{level} {come}, {_time(result)} per object")
    return found


def _time(result: StoreResult) -> str:
    return f"{result.ns_per_object / _NS_PER_US:.2f} µs"


def _pictures(results: StoreResults, theme: Theme) -> tuple[Picture, ...]:
    """A picture for each way of writing or reading, and lines where it has several numbers of objects."""
    groups = tables.groups_of(results)
    bars = [_picture(number, group, theme) for number, group in enumerate(groups, 1)]
    ways: dict[tuple[str, str, str], list[StoreResult]] = {}
    for result in (result for group in groups for result in group):
        ways.setdefault((result.operation, result.cache, result.pin), []).append(result)
    several = [way for way in ways.values() if len({result.objects for result in way}) > 1]
    return (*bars, *(_lines(way, theme) for way in several))


def _picture(number: int, group: Sequence[StoreResult], theme: Theme) -> Picture:
    values = [
        {"row": tables.row_name(result), "part": part, "order": order, "time": time_us}
        | {"words": f"{tables.row_name(result)}, {part}: {time_us:.2f} µs"}
        | ({"link": result.link} if theme.links else {})
        for result in group
        # Each part has a median of its own, so their sum need not be the median of the total.
        for order, (part, times) in enumerate(((_IO, result.io), (_PROCESSOR, result.processor)))
        for time_us in [times.median / result.count / _NS_PER_US]
    ]
    x = alt.X("time:Q", axis=alt.Axis(title="µs of wall time per object", tickCount=5))
    chart = stacked_bars(values, x, {_IO: theme.parts[0], _PROCESSOR: theme.parts[2]}, theme)
    first = group[0]
    name = f"store-{number}-{first.operation}-{first.cache}-{first.pin}"
    caption = (
        "I/O is the wall time of write, fsync and read, processor that of all else; each is the median"
        " of the repetitions."
    )
    return Picture(name, tables.title_of(first), caption, chart)


def _lines(results: Sequence[StoreResult], theme: Theme) -> Picture:
    points = [
        CurvePoint(
            tables.row_name(result),
            result.objects,
            time_s,
            f"{tables.row_name(result)}, {result.objects} objects: {time_s:.3f} s",
            result.link,
        )
        for result in results
        for time_s in [result.total.median / _NS_PER_S]
    ]
    first = results[0]
    way = f"{first.operation}, {first.cache}, {first.pin}"
    name = f"store-lines-{first.operation}-{first.cache}-{first.pin}"
    caption = "All objects together, medians of the repetitions; both scales are logarithmic."
    chart = curves(points, "objects in the file", "s of wall time", theme)
    return Picture(name, f"Time over the number of objects: {way}", caption, chart)


TELLING: Telling[StoreResult, StoreResults] = Telling(
    experiment=EXPERIMENT,
    title="Files",
    clock="wall",
    each="repetition, with its phases",
    results_of=store_results,
    tables=tables.all_tables,
    answers=lambda results, is_across, record: _answers(results, is_across),
    legend=lambda results, is_across, record: tables.legend(results, is_across),
    pictures=_pictures,
    amount_of=lambda one: (one.count, one.size_bytes),
    way_of=way_of,
)
