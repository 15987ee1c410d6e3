"""How runs of the store are reported and compared: by wall times of files, each way of using them
separately."""

from collections.abc import Mapping, Sequence
from functools import partial

from rich.console import Console

from serbench.compare.side import PUBLISHED, Key, PublishedTable, Side
from serbench.errors import BadInput
from serbench.experiments.reporting import Extras, cells_reporting, cells_side
from serbench.experiments.store import study
from serbench.experiments.store.execute import EXPERIMENT
from serbench.experiments.store.report import tables
from serbench.experiments.store.results import StoreResult, StoreResults, store_results, way_of
from serbench.languages import title_of
from serbench.pools.disk import disk_words
from serbench.pools.study import PINNED, methods, reference_codec
from serbench.record.run_folder import RunFolder
from serbench.report.charts.marks import CurvePoint, curves, part_bars
from serbench.report.charts.picture import Picture, Theme
from serbench.report.ranked import ALONE, firsts
from serbench.report.telling import Telling
from serbench.report.terminal import print_tables, say_all
from serbench.report.words import digits_of, listed, number
from serbench.statistics.estimate import Estimate

# The levels of a write and of a read that handle all of an object.
_WHOLE = ("", "decode")
_USES = {"write": "to write", "sequential": "to read in order", "random": "to read by id"}
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


def _lead(results: StoreResults) -> list[str]:
    """The fastest over all languages with whole objects of the largest files, in one way of each use; none of
    a single codec."""
    most = max((result.objects for result in results.all), default=0)
    found: dict[str, str] = {}
    for group in tables.groups_of(results):
        whole = [one for one in group if one.objects == most and one.level in _WHOLE and not one.floor]
        if len({one.codec for one in whole if not one.is_reference}) < 2:
            continue
        for first in firsts(whole, True):
            said = f"{listed(first.codecs)} ({_time(first.result)} per object{first.doubt})"
            found.setdefault(_USES[first.result.operation], said)
    uses = "; ".join(f"{use}, {words}" for use, words in found.items())
    titles = sorted({title_of(one.codec) for one in results.all})
    where = "over all languages" if len(titles) > 1 else f"in {listed(titles)}"
    return [f"Fastest {where}: {uses}."] if found else []


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
    for first in firsts(results, is_across):
        where = f"in {first.language} " if first.language else ""
        level = tables.row_name(first.result).removeprefix(first.result.codec)
        time = f"{_time(first.result)} per object"
        if first.doubt == ALONE:
            found.append(f"{where}only {first.codecs[0]}{level}, {time}")
        else:
            come = "comes first" if len(first.codecs) == 1 else "come first"
            found.append(f"{where}{listed(first.codecs)}{level} {come}, {time}{first.doubt}")
    return found


def _time(result: StoreResult) -> str:
    return f"{number(result.ns_per_object / _NS_PER_US, digits_of(result.total))} µs"


def _pictures(results: StoreResults, theme: Theme) -> tuple[Picture, ...]:
    """Lines of each way of writing or reading that has several numbers of objects."""
    ways: dict[tuple[str, str, str], list[StoreResult]] = {}
    for result in (result for group in tables.groups_of(results) for result in group):
        ways.setdefault((result.operation, result.cache, result.pin), []).append(result)
    several = [way for way in ways.values() if len({result.objects for result in way}) > 1]
    return tuple(_lines(way, theme) for way in several)


def _bars(results: StoreResults, theme: Theme) -> list[Picture]:
    """Bars of each way of writing or reading."""
    caption = (
        "I/O is the wall time of write, fsync and read, processor that of all else; each is the median"
        " of the repetitions."
    )
    found = []
    for at, group in enumerate(tables.groups_of(results), 1):
        chart = part_bars(group, tables.row_name, "µs of wall time per object", theme)
        name = f"store-{at}-{group[0].operation}-{group[0].cache}-{group[0].pin}"
        found.append(Picture(name, tables.title_of(group[0]), caption, chart))
    return found


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
    lead=_lead,
    legend=lambda results, is_across, record: tables.legend(results, is_across),
    pictures=_pictures,
    bars=_bars,
    amount_of=lambda one: (one.count, one.size_bytes),
    way_of=way_of,
)


# The study's tables by name, and whether its programs were pinned to one core (its TS), as a pin of ours.
_STUDYS_TABLES: Mapping[str, str] = {"study": "free", "study-pinned": "core"}


def published_tables() -> dict[str, PublishedTable]:
    """The published tables of the complex-object study."""
    only_one = "Compare a run with one table of the study at a time: pinned, or not."
    return {
        table: PublishedTable(partial(_claimed, table), partial(studys_side, pin=pin), only_one)
        for table, pin in _STUDYS_TABLES.items()
    }


def store_side(folder: RunFolder, cells: Mapping[Key, StoreResult] | None = None) -> Side:
    """Every way of writing and reading, or only these ``cells``; an operation is ``sequential cold free
    decode of 100000``."""
    facts = {"disk of the store": disk_words(folder.record, EXPERIMENT)}
    return cells_side(TELLING, folder, cells, distinguished_by=facts)


def studys_side(folder: RunFolder, pin: str) -> Side:
    """The results the study also has: ``write``, ``sequential`` and ``random`` of whole tweets, none kept.

    Raises BadInput for a run that has none of them.
    """
    results = TELLING.results(folder).rows if folder.record.get("experiment") == "store" else ()
    chosen = {
        (result.codec, result.workload, result.operation): result
        for result in study.studys_choice(results)
        if result.pin == pin
        and result.workload == study.STUDYS_WORKLOAD
        # Memory that objects take is lost to the page cache.
        and (result.operation == "write" or not result.keep_objects)
    }
    if not chosen:
        raise BadInput(
            f"{folder.name} has nothing to compare with the study:"
            f" ./serbench store {study.STUDYS_WORKLOAD} --pin {pin} measures it."
        )
    return store_side(folder, chosen)


def _claimed(table: str) -> Side:
    """Its mean total times, each in a unit of its own, because they are only compared with each other."""
    pinned = PINNED[_STUDYS_TABLES[table]]
    totals = study.published_totals()
    times = {
        (codec, study.STUDYS_WORKLOAD, operation): Estimate.of([totals[key]])
        for codec, method in methods().items()
        for operation in study.OPERATIONS
        if (key := (method.language, method.name, operation, pinned)) in totals
    }
    where = "pinned to one core" if pinned else "on all cores"
    return Side(
        name=PUBLISHED + table,
        claimed=True,
        times=times,
        sizes={},
        description=f"the complex-object study, files of millions of tweets, {where}",
        reference=reference_codec(),
        less_work={codec: method.theirs for codec, method in methods().items() if method.theirs},
    )


def _print_run(folder: RunFolder, console: Console, extras: Extras) -> None:
    """Our tables, and the study's where its objects were measured."""
    TELLING.show(folder, console, extras.is_across)
    if folder.record["workloads"] == [study.STUDYS_WORKLOAD]:
        print_study_tables(TELLING.results(folder), console)


def print_study_tables(results: StoreResults, console: Console) -> None:
    """The study's tables; nothing where nothing in them was measured."""
    found = tables.study_tables(results.all)
    print_tables(found, console)
    if found:
        say_all(tables.what_the_study_did(results.all), console, "dim")
        console.print()


REPORTING = cells_reporting(TELLING, store_side, show=_print_run, published=published_tables)
