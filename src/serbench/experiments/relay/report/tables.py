"""The results of a run of the relay as tables, one for each mode or one for each codec. Pure."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial

from serbench.codecs.naming import language_name
from serbench.experiments.relay.plan import FLOOR_MODE, MODES
from serbench.experiments.relay.report.sentences import base_of
from serbench.experiments.relay.results import (
    AT_LEAST,
    LEAST_LEAD,
    MOST_BUSY,
    RelayResult,
    RelayResults,
)
from serbench.languages import languages
from serbench.report.columns import ResultColumn, column_of, columns_of, ranked_table, results_table, words_of
from serbench.report.figures import Shown
from serbench.report.ranked import certainty_words, collector_words, interval_sentence, rank_words
from serbench.report.table import Cell, Column, Dot, Table
from serbench.report.words import ABSENT, interval_text, listed
from serbench.statistics.estimate import Estimate

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
_NS_PER_US = 1000
_TIMES = ("objects_per_s", "interval", "bytes_per_s", "cpu", "phases")
_REST = ("size_bytes", "allocations", "allocated_bytes", "peak_bytes")
# The quantiles of the latency, and which of them goes when in a terminal that is too narrow.
_QUANTILES = {"p50 µs": ("p50_ns", 7), "p99 µs": ("p99_ns", None), "p99.9 µs": ("p999_ns", 10)}


def shown_load(results: Sequence[RelayResult]) -> str:
    """The load whose latencies are shown: the greatest that is the same for all codecs, which alone can be
    compared, else the first that was measured; empty where none was."""
    loads = dict.fromkeys(one["load"] for result in results for one in result.latency)
    equal = [load for load in loads if not load.endswith("%")]
    return max(equal, key=float) if equal else next(iter(loads), "")


def load_words(load: str) -> str:
    """``50% of each codec's own saturation``; ``500 messages per second``."""
    return f"{load} of each codec's own saturation" if load.endswith("%") else f"{load} messages per second"


def mode_tables(
    results: RelayResults,
    is_across: bool = False,
    without: Collection[str] = (),
    modes: Sequence[str] = MODES,
) -> list[Table]:
    """A table for each workload and mode, ``without`` the columns of these titles."""
    return [
        ranked_table(f"{workload}, {TITLES[mode]}", found, _columns(found), is_across).without(without)
        for workload in results.workloads
        for mode in modes
        if (found := [one for one in results.all if (one.workload, one.mode) == (workload, mode)])
    ]


def page_tables(results: RelayResults, is_across: bool = False) -> list[Table]:
    """The same for the report, which begins with the base mode, and has a table of its own for latencies at
    equal rates."""
    latencies = [found for workload in results.workloads if (found := latency_table(results, workload))]
    base = base_of({one.mode for one in results.all})
    modes = sorted(MODES, key=lambda mode: mode != base)
    return [*mode_tables(results, is_across, _QUANTILES if latencies else (), modes), *latencies]


def latency_table(results: RelayResults, workload: str) -> Table | None:
    """The latencies of all modes on one scale: the mark of a codec is its p99, and its line reaches from p50
    to p99.9. None where there is no rate that was the same for all."""
    rows = [one for one in results.all if one.workload == workload]
    load = shown_load(rows)
    found = sorted(
        (one for one in rows if load in one.tails and not load.endswith("%")),
        key=lambda one: (MODES.index(one.mode), one.tails[load].median),
    )
    if not found:
        return None
    p50, p99, p999 = _latency_columns(load)
    reach = column_of(Shown("±"), partial(_tail_interval, load=load))
    title = f"{workload}, latency at {load_words(load)}: p99, on a line from p50 to p99.9"
    table = results_table(title, found, [p99, reach, p50, p999])
    lines = (
        replace(
            line,
            kind="reference" if one.is_reference else "",
            dot=_latency_dot(one, load),
            group=one.mode,
        )
        for line, one in zip(table.lines, found, strict=True)
    )
    return replace(table, lines=tuple(lines))


def _tail_interval(one: RelayResult, load: str) -> str | None:
    return interval_text(one.tails[load]).removeprefix("±") if one.achieved(load) else None


def _latency_dot(one: RelayResult, load: str) -> Dot | None:
    found = one.achieved(load)
    if found is None:
        return None
    p50, p99, p999 = (found[name] / _NS_PER_US for name, _ in _QUANTILES.values())
    return Dot(language_name(one.codec), p99, min(p50, p99), max(p99, p999))


def codec_tables(results: RelayResults) -> list[Table]:
    """A table for each workload and codec, the ladder of its modes from the costliest."""
    keys = dict.fromkeys((one.workload, one.codec) for one in results.rows)
    tables = []
    for workload, codec in sorted(keys):
        found = {one.mode: one for one in results.rows if (one.workload, one.codec) == (workload, codec)}
        if len(found) > 1:
            tables.append(_codec_table(found))
    return tables


def _codec_table(found: Mapping[str, RelayResult]) -> Table:
    modes = [mode for mode in reversed(MODES) if mode in found]
    base = found[base_of(modes)]
    group = [found[mode] for mode in modes]
    columns = [
        ResultColumn(Column(f"× {base.mode}"), partial(_times_cell, base=base)),
        *_columns(group),
    ]
    return results_table(f"{base.codec}, {base.workload}", group, columns, lambda one: one.mode, "mode")


def _times_cell(result: RelayResult, base: RelayResult) -> Cell:
    """The throughput as a multiple of the base's; nothing where the driver limits both."""
    if result.is_bound and base.is_bound:
        return Cell("1.0", 1.0) if result is base else Cell(ABSENT)
    times = base.time.median / result.time.median
    sign = AT_LEAST if result.is_bound else "≤" if base.is_bound else ""
    return Cell(f"{sign}{times:.1f}", times)


def _columns(group: Sequence[RelayResult]) -> list[ResultColumn[RelayResult]]:
    latencies = _latency_columns(load) if (load := shown_load(group)) else []
    return [*columns_of(group, *_TIMES), *latencies, *columns_of(group, *_REST)]


def _latency_columns(load: str) -> list[ResultColumn[RelayResult]]:
    """The quantiles at a load; where it was not achieved the one in the middle says so."""

    def latency(one: RelayResult, quantile: str) -> Estimate | float | str | None:
        found = one.achieved(load)
        if found is None:
            return "not achieved" if load in one.tails and quantile == "p99_ns" else None
        time_ns: float = found[quantile]
        return one.tails[load] if quantile == "p99_ns" else time_ns

    return [
        column_of(Shown(title, _NS_PER_US, goes=goes, link=goes is None), partial(latency, quantile=quantile))
        for title, (quantile, goes) in _QUANTILES.items()
    ]


def legend(
    results: RelayResults, modes_of: Mapping[str, Sequence[str]], is_across: bool = False
) -> list[str]:
    """The sentences that explain the numbers; ``modes_of`` has the modes of each codec of the run."""
    lines = [*words_of(results.all, *_TIMES), interval_sentence(results)]
    if load := shown_load(results.all):
        lines.append(
            "Latencies are from the scheduled time of sending to the arrival at the sink, at"
            f" {load_words(load)}."
        )
    lines += words_of(results.all, *_REST)
    lines += _update_words(results)
    lines += _driver_words(results)
    lines += collector_words(
        ((one.codec, one.collections) for one in results.all),
        "CPU includes the collector's where forks span collections at saturation",
    )
    lines += rank_words(results.rows, is_across, "objects/s")
    lines += _lacking_words(results, modes_of)
    if any(language.collects_garbage for language in languages()) and any(
        "copy" in one.phases for one in results.all
    ):
        lines.append("copy: from the system's memory into the array that a codec takes.")
    lines += certainty_words(results, is_across)
    return lines


def _update_words(results: RelayResults) -> list[str]:
    """The sentence that tells which codecs change a number in the bytes, and in how many messages."""
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
