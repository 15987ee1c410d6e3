"""The parts of ``calibrate`` over whole runs, which they measure or find in a folder."""

from dataclasses import asdict, replace
from pathlib import Path

from serbench.engine.flow import Planned
from serbench.engine.work import plan_of
from serbench.errors import BadInput
from serbench.experiments.memory.calibrate import hours, intervals, order, series
from serbench.experiments.memory.calibrate.bench import Bench, Found
from serbench.experiments.memory.flow import MemoryWork
from serbench.experiments.memory.report.results import memory_results
from serbench.experiments.memory.reporting import side_of
from serbench.locations import results_directory
from serbench.machine.record import machine_record
from serbench.record.run_folder import RunFolder, all_runs, recorded_experiment
from serbench.selection.choice import select_codecs
from serbench.terminal.console import duration_words, echo


def judged_hours(bench: Bench) -> Found:
    folders = _runs_in(bench.hours.of) if bench.hours.of else _measured_hours(bench)
    pairs = hours.comparable_pairs([side_of(folder) for folder in folders])
    found = hours.judged(pairs, bench.voice.step)
    if not found:
        raise BadInput(
            f"No two of {len(folders)} runs show unchanged code: both need four codecs of a language with the"
            " same executables, data and machine, and five forks."
        )
    names = [folder.name for folder in folders]
    document = {"runs": names, "pairs": len(pairs), "languages": [asdict(one) for one in found]}
    return document, hours.sentences(found, len(pairs))


def _measured_hours(bench: Bench) -> list[RunFolder]:
    known = [codec for codec in select_codecs(bench.wanted) if not codec.floor]
    codecs = bench.ready(known)
    runners = bench.built(codecs)
    flow = order.flow_of(codecs, bench.corpus, bench.workload)
    subjects = flow.planned(runners, {}, ()).subjects
    place, of = results_directory() / "calibrate" / "hours", bench.hours

    def planned_in(number: int) -> Planned:
        """Each run has an order of its own."""
        return replace(flow, asked=replace(flow.asked, order=f"run {number}")).planned(runners, {}, ())

    def record_of(number: int) -> dict[str, object]:
        return flow.recorded(planned_in(number), machine_record(), ["./serbench", "calibrate", "hours"])

    def work_of(folder: RunFolder) -> MemoryWork:
        return MemoryWork(plan_of(folder.record, flow.plan_kind), subjects)

    one_s = planned_in(0).plan.estimated_ns / 1e9
    bench.tell_time("hours", of.runs * one_s)
    bench.voice.tell(f"The runs are kept in {place}, {duration_words(of.gap_s)} apart.")
    try:
        return series.measured_series(place, of.runs, of.gap_s, record_of, work_of, bench.voice.step)
    except KeyboardInterrupt:
        bench.voice.clear()
        echo("What is measured is kept; the same command goes on.", err=True)
        raise


def _runs_in(place: Path) -> list[RunFolder]:
    """The runs in memory in a folder, the oldest first; BadInput where there is none."""
    folders = [RunFolder.load(path) for path in all_runs(place) if recorded_experiment(path) == "memory"]
    if not folders:
        raise BadInput(f"There is no run in memory in {place}; `./serbench run` makes one.")
    return folders


def judged_intervals(bench: Bench) -> Found:
    folders = _runs_in(bench.hours.of or results_directory())
    cells = intervals.forks_of([folder.once(memory_results) for folder in folders])
    if not cells:
        raise BadInput(f"No cell of {len(folders)} runs has five forks or more.")
    found, of_halves = intervals.simulated(cells), intervals.halves(cells)
    document = {"simulated": [asdict(one) for one in found], "halves": asdict(of_halves)}
    return document, list(intervals.sentences(found, of_halves))
