"""The results of a run of the relay as tables, one for each mode or one for each codec. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from serbench.experiments.relay.plan import FLOOR_MODE, MODES
from serbench.experiments.relay.report.sentences import AT_LEAST, base_of
from serbench.experiments.relay.results import LEAST_LEAD, MOST_BUSY, RelayResult, RelayResults
from serbench.languages import languages
from serbench.report.ranked import certainty_words, has_places, in_order, rank_words, with_rank
from serbench.report.table import RANK, Cell, Column, Line, Table, number_cell
from serbench.report.words import half_width, listed, number

TITLES = {
    "forward": "forward: bytes are passed on unread",
    "peek": "peek: one field is read from the bytes, which are passed on",
    "envelope": "envelope: an envelope is decoded, the message in it is passed on",
    "message": "message: deserialized into a kept message of the library, serialized",
    "reuse": "reuse: decoded into a kept object, encoded",
    "update": "update: one number is changed wherever it occurs, in the bytes where the codec can",
    "fresh": "fresh: decoded into a new object, encoded",
    "split": "split: decoded, its batch divided among the sinks, a message encoded for each",
}
_LACKS = {
    "peek": "no access without decoding",
    "message": "no message of the library that is both read and written",
    "reuse": "no decode into a used object",
    "update": "no number in this schema",
    "split": "no batch in this schema",
    "envelope": "no runner for envelopes",
}
_PHASES = ("read", "copy", "decode", "route", "encode", "write")
# The load whose latencies stand in the tables, where it was measured.
_USUAL_LOAD = "50%"
_FIRST_TO_GO = (
    *("peak MiB", "allocated", "read", "write", "route", "copy", "p50 µs", "MB/s", "bytes", "p99.9 µs"),
    "allocations",
)


def shown_load(results: Sequence[RelayResult]) -> str:
    """The load whose latencies are shown: half of the saturation, else the first that was measured; empty
    where none was."""
    loads = dict.fromkeys(one["load"] for result in results for one in result.latency)
    return _USUAL_LOAD if _USUAL_LOAD in loads else next(iter(loads), "")


def load_words(load: str) -> str:
    """``50% of each codec's own saturation``; ``500 messages per second``."""
    return f"{load} of each codec's own saturation" if load.endswith("%") else f"{load} messages per second"


def mode_tables(results: RelayResults, is_across: bool = False) -> list[Table]:
    """A table for each workload and mode."""
    return [
        _mode_table(found, is_across)
        for workload in results.workloads
        for mode in MODES
        if (found := [one for one in results.all if (one.workload, one.mode) == (workload, mode)])
    ]


def codec_tables(results: RelayResults) -> list[Table]:
    """A table for each workload and codec, the ladder of its modes from the costliest."""
    keys = dict.fromkeys((one.workload, one.codec) for one in results.rows)
    tables = []
    for workload, codec in sorted(keys):
        found = {one.mode: one for one in results.rows if (one.workload, one.codec) == (workload, codec)}
        if len(found) > 1:
            tables.append(_codec_table(found))
    return tables


def _mode_table(group: Sequence[RelayResult], is_across: bool) -> Table:
    phases = [name for name in _PHASES if any(name in one.phases for one in group)]
    load = shown_load(group)
    is_ranked = has_places(group, is_across)
    columns = [*([RANK] if is_ranked else []), Column("codec", is_text=True), *_columns(phases, bool(load))]
    lines = []
    for result in in_order(group, is_across):
        line = _line(result, result.codec, phases, load)
        lines.append(with_rank(line, result, is_across, result.mode != FLOOR_MODE) if is_ranked else line)
    first = group[0]
    return Table(f"{first.workload}, {TITLES[first.mode]}", tuple(columns), tuple(lines))


def _codec_table(found: Mapping[str, RelayResult]) -> Table:
    modes = [mode for mode in reversed(MODES) if mode in found]
    phases = [name for name in _PHASES if any(name in one.phases for one in found.values())]
    load = shown_load(list(found.values()))
    base = found[base_of(modes)]
    columns = [Column("mode", is_text=True), Column(f"× {base.mode}"), *_columns(phases, bool(load))]
    lines = []
    for mode in modes:
        line = _line(found[mode], mode, phases, load)
        first, *others = line.cells
        lines.append(replace(line, cells=(first, _times_cell(found[mode], base), *others), kind=""))
    return Table(f"{base.codec}, {base.workload}", tuple(columns), tuple(lines))


def _times_cell(result: RelayResult, base: RelayResult) -> Cell:
    """The throughput as a multiple of the base's; nothing where the driver limits both."""
    if result.is_bound and base.is_bound:
        return Cell("1.0", 1.0) if result is base else Cell("")
    times = base.time.median / result.time.median
    sign = AT_LEAST if result.is_bound else "≤" if base.is_bound else ""
    return Cell(f"{sign}{times:.1f}", times)


def _columns(phases: Sequence[str], has_latency: bool) -> list[Column]:
    names = ["objects/s", "±", "MB/s", "CPU ns", *phases]
    if has_latency:
        names += ["p50 µs", "p99 µs", "p99.9 µs"]
    names += ["bytes", "allocations", "allocated", "peak MiB"]
    goes = {name: at for at, name in enumerate(_FIRST_TO_GO, 1)}
    return [Column(name, goes=goes.get(name)) for name in names]


def _line(result: RelayResult, name: str, phases: Sequence[str], load: str) -> Line:
    sign = AT_LEAST if result.is_bound else ""
    moved = number_cell(result.bytes_per_s, 1e6)
    cells = [
        Cell(name),
        Cell(f"{sign}{result.objects_per_s:,.0f}", result.objects_per_s, result.link),
        Cell(half_width(result.time)),
        replace(moved, text=f"{sign}{moved.text}"),
        _number(result.cpu.median / result.objects),
        *(_number(_a_phase(result, phase)) for phase in phases),
    ]
    if load:
        cells += _latency_cells(result.at(load))
    peak = None if result.peak_bytes is None else result.peak_bytes
    cells += [number_cell(result.size_bytes), *map(_number, (result.allocations, result.allocated_bytes))]
    cells.append(number_cell(peak, 2**20, 1))
    return Line(tuple(cells), "reference" if result.is_reference else "")


def _a_phase(result: RelayResult, phase: str) -> float | None:
    time = result.phases.get(phase)
    return None if time is None else time / result.objects


def _number(value: float | None) -> Cell:
    return Cell("") if value is None else Cell(number(value), value)


def _latency_cells(found: Mapping[str, Any] | None) -> list[Cell]:
    if found is None:
        return [Cell("")] * 3
    if not found["achieved"]:
        return [Cell(""), Cell("not achieved"), Cell("")]
    return [_number(found[name] / 1000) for name in ("p50_ns", "p99_ns", "p999_ns")]


def legend(
    results: RelayResults, modes_of: Mapping[str, Sequence[str]], is_across: bool = False
) -> list[str]:
    """What the numbers mean, in words; ``modes_of`` has the modes of each codec of the run."""
    lines = [
        "objects/s at saturation, by wall time: the median of the forks; ± the wider half of its interval."
        " MB/s are bytes of messages.",
        "CPU ns: the relay's CPU time of one object; read, decode, route, encode and write are parts of it,"
        " measured separately in blocks of messages.",
    ]
    if load := shown_load(results.all):
        lines.append(
            "Latencies are from the scheduled time of sending to the arrival at the sink, at"
            f" {load_words(load)}."
        )
    if any(one.allocated_bytes is not None for one in results.all):
        lines.append(
            "allocations, allocated: blocks of memory that the relay asks for, and their bytes, for each"
            " message, counted by a process that is not timed; a virtual machine counts bytes only."
        )
    lines += _update_words(results)
    lines += _driver_words(results)
    lines += rank_words(results.rows, is_across, "objects/s")
    lines += _lacking_words(results, modes_of)
    if any(language.collects_garbage for language in languages()) and any(
        "copy" in one.phases for one in results.all
    ):
        lines.append("copy: from the system's memory into the array that a codec takes.")
    lines += certainty_words(results)
    return lines


def _update_words(results: RelayResults) -> list[str]:
    """Which codecs change a number in the bytes, and of how many messages."""
    counted = [(one.codec, one.updated_in_place) for one in results.rows if one.updated_in_place is not None]
    if not counted:
        return []
    in_place = [
        codec if share == 1 else f"{codec} ({share:.0%} of its messages)"
        for codec, share in counted
        if share > 0
    ]
    others = [codec for codec, share in counted if share == 0]
    words = [f"in the bytes by {listed(sorted(dict.fromkeys(in_place)))}"] if in_place else []
    words += [f"decoded, changed and encoded by {listed(sorted(dict.fromkeys(others)))}"] if others else []
    return [f"update: {'; '.join(words)}."]


def _driver_words(results: RelayResults) -> list[str]:
    """How far the driver is from being what is measured: its smallest lead over a relay with a codec, and
    what it may limit."""
    coded = [one for one in results.rows if one.mode != FLOOR_MODE]
    if not coded:
        return []
    closest = min(coded, key=lambda one: one.driver_lead)
    busiest = max(coded, key=lambda one: one.driver_share)
    lines = [
        f"The driver alone moves {closest.driver_lead:.1f} times the messages of the fastest relay with a"
        f" codec ({closest.codec}, {closest.mode}), and at saturation it is busy for at most"
        f" {busiest.driver_share:.0%} of the time ({busiest.codec}, {busiest.mode})."
    ]
    limited = sum(one.is_bound for one in results.all)
    if limited:
        lines.append(
            f"{AT_LEAST}: at least, in {limited} of {len(results.all)} lines. The driver by itself has less"
            f" than {LEAST_LEAD:g} times that rate, or is busy for more than {MOST_BUSY:.0%} of the time, so"
            " it may be what limits the relay. Such rates are not ranked against each other, and none is"
            " behind another."
        )
    return lines


def _lacking_words(results: RelayResults, modes_of: Mapping[str, Sequence[str]]) -> list[str]:
    """Why codecs have no line in a mode that others have."""
    shown = {one.mode for one in results.rows}
    codecs = dict.fromkeys(one.codec for one in results.rows)
    found = []
    for mode, reason in _LACKS.items():
        lacking = [codec for codec in codecs if mode in shown and mode not in modes_of.get(codec, ())]
        if lacking:
            found.append(f"Not in {mode} ({reason}): {listed(sorted(lacking))}.")
    return found
