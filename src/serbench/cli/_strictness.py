"""``serbench facts replay FILE``: gives the message of a finding of strictness to the codec as it is now."""

from pathlib import Path

from serbench.builds.runners import ready_and_built
from serbench.codecs.runner import BuildFailure
from serbench.errors import BadInput, SerbenchError
from serbench.facts.finding import StrictnessFinding, read_finding
from serbench.facts.measuring import facts_workload
from serbench.facts.strictness import Strictness, outcomes_of
from serbench.record.reading import fitting_together
from serbench.report.terminal import say
from serbench.selection.choice import codecs_named
from serbench.terminal.console import ResultConsole, Voice, echo, print_json


def replay(path: Path, jobs: int, voice: Voice, as_json: bool) -> int:
    """0 where the outcome is that of the finding, 1 where it is another one. Raises BadInput for what is no
    finding or no longer fits."""
    finding = read_finding(path)
    with fitting_together(path):
        found = _outcome(finding, jobs, voice)
    if as_json:
        about = {"file": str(path), "codec": finding.codec, "found": finding.outcome}
        print_json(about | found.to_json())
    else:
        _print(finding, found)
    return int(found.outcome != finding.outcome)


def _outcome(finding: StrictnessFinding, jobs: int, voice: Voice) -> Strictness:
    workload = facts_workload()
    if workload.schema.sha256() != finding.schema:
        raise BadInput(f"The schema of {workload.name} has changed since the finding was made.")
    case = finding.strict_case(workload.schema)
    unavailable, built = ready_and_built(codecs_named({finding.codec}), [workload], jobs, voice)
    for reason in unavailable.values():
        raise BadInput(f"{finding.codec} is not available here: {reason}")
    (runner,) = built
    if isinstance(runner, BuildFailure):
        raise SerbenchError(f"{finding.codec} cannot be built for {workload.name}: {runner.detail}")
    (outcome,) = outcomes_of(runner, workload.schema, [case])
    return outcome


def _print(finding: StrictnessFinding, found: Strictness) -> None:
    console, case = ResultConsole(), found.case
    versions = ", ".join(f"{name} {version}" for name, version in finding.libraries.items()) or "no library"
    say(f"{finding.codec}, found with {versions}", console, "bold")
    say(f"{case.name}: {case.title}. {case.says}, {case.clause}.", console)
    if case.checked_by:
        say(f"Parsers that agree: {', '.join(case.checked_by)}.", console)
    say(f"Bytes: {case.message.hex(' ')}", console, soft_wrap=True)
    say(f"{found.outcome}: {found.detail}" if found.detail else found.outcome, console)
    if found.outcome == finding.outcome:
        echo(f"The outcome is that of the finding, {finding.outcome}.")
    else:
        echo(f"The finding has another outcome, {finding.outcome}.")
