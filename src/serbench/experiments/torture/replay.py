"""``serbench torture replay FILE``: gives the bytes of a finding to the codec as it is now."""

from dataclasses import asdict
from pathlib import Path
from typing import Any

from serbench.builds.runners import build_runners
from serbench.codecs.runner import BuildFailure, Runner
from serbench.corpus.variant import parse_name
from serbench.corpus.workload import all_workload_names, find_workloads
from serbench.errors import BadInput, SerbenchError
from serbench.experiments.torture.asking import Limits, Torturing
from serbench.experiments.torture.building import counting, sanitized
from serbench.experiments.torture.findings import TortureFinding, read_finding
from serbench.experiments.torture.judging import Judged, Told, judge
from serbench.experiments.torture.report.tables import WORDS
from serbench.report.table import Table, number_columns, text_columns, text_line
from serbench.report.terminal import print_table, say, say_all
from serbench.scratch import scratch_folder
from serbench.selection.choice import codecs_named
from serbench.setup.readiness import make_ready
from serbench.terminal.console import ResultConsole, Voice, echo, print_json

_NS_PER_US = 1000
_SHOWN_BYTES = 256


def replay(path: Path, variant: str, jobs: int, voice: Voice, as_json: bool, limits: Limits) -> int:
    """0 where the outcome is that of the finding, 1 where it is another one. Raises BadInput for what is no
    finding or no longer fits."""
    finding = read_finding(path)
    runner = _runner(finding, variant, jobs, voice)
    with scratch_folder("torture") as place:
        torturing = Torturing(counting(runner, finding.sanitizers), place, limits.of(finding.sanitizers))
        found = list(torturing.torture([finding.case], finding.messages, lambda _: None))
    told = found[0][1] if found else Told(())
    judged = judge(finding.case, len(finding.data), finding.messages, told, torturing.operations)
    if as_json:
        print_json(_document(path, finding, told, judged))
    else:
        _print(finding, told, judged)
    return int(judged.outcome != finding.outcome)


def _runner(finding: TortureFinding, variant: str, jobs: int, voice: Voice) -> Runner:
    if parse_name(finding.workload).family not in all_workload_names():
        raise BadInput(
            f"The finding is from {finding.workload}, whose schema is not here; if it was your own data, run"
            " torture --data again."
        )
    (workload,) = find_workloads([finding.workload])
    (codec,) = codecs_named({finding.codec})
    with voice.phase("Toolchains and libraries"):
        for reason in make_ready([codec], tell=voice.tell, step=voice.step).values():
            raise BadInput(f"{codec.name} is not available here: {reason}")
    codecs = sanitized([codec], finding.sanitizers)
    with voice.phase(f"Compiling {codec.name}"):
        (built,) = build_runners(codecs, [workload], jobs=jobs, progress=voice.step, variant=variant)
    if isinstance(built, BuildFailure):
        raise SerbenchError(f"{codec.name} cannot be built for {workload.name}: {built.detail}")
    if built.schema != finding.schema:
        raise BadInput(f"The schema of {workload.name} has changed since the finding was made.")
    return built


def _document(path: Path, finding: TortureFinding, told: Told, judged: Judged) -> dict[str, Any]:
    return {
        "file": str(path),
        "codec": finding.codec,
        "workload": finding.workload,
        "case": finding.words,
        "found": finding.outcome,
        "outcome": judged.outcome,
        "operation": judged.operation,
        "detail": judged.detail,
        "operations": [asdict(one) for one in told.tried],
        "poisoned": told.poisoned,
    }


def _print(finding: TortureFinding, told: Told, judged: Judged) -> None:
    console = ResultConsole()
    versions = ", ".join(f"{name} {version}" for name, version in finding.libraries.items()) or "no library"
    say(f"{finding.codec} on {finding.workload}, found with {versions}", console, "bold")
    say(f"{finding.name or finding.kind}: {finding.words}", console)
    if finding.reference:
        say(f"After {finding.reference}", console)
    if finding.promises:
        say(f"Its authors: {finding.promises}", console)
    shown = finding.data[:_SHOWN_BYTES]
    more = f" … ({len(finding.data)} bytes)" if len(finding.data) > len(shown) else ""
    say(f"Bytes: {shown.hex(' ')}{more}", console, soft_wrap=True)
    print_table(_table(told), console)
    say_all((f"{one.operation}: {one.detail}" for one in told.tried if one.detail), console)
    if told.poisoned is not None:
        say(f"A valid message afterwards: {told.poisoned}", console)
    detail = f": {judged.detail}" if judged.detail else ""
    say(f"{judged.operation or 'no operation'}: {judged.outcome}{detail}", console)
    if judged.outcome == finding.outcome:
        echo(f"The outcome is the same as in the finding, {finding.outcome}: {WORDS[finding.outcome]}.")
    else:
        echo(f"The finding has another outcome, {finding.outcome}: {finding.detail}")


def _table(told: Told) -> Table:
    columns = [*text_columns("operation", "said"), *number_columns("CPU µs", "largest request", "allocated")]
    lines = tuple(
        text_line(
            one.operation,
            one.said,
            f"{one.cpu_ns / _NS_PER_US:,.1f}",
            f"{one.largest_bytes:,}",
            f"{one.allocated_bytes:,}",
        )
        for one in told.tried
    )
    return Table("", tuple(columns), lines)
