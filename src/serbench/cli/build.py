"""``serbench build``: the runners, without measuring."""

import click

from serbench.builds.runners import ready_and_built
from serbench.codecs.runner import BuildFailure, Runner
from serbench.corpus.workload import find_workloads
from serbench.engine.own_options import DEFAULT_WORKLOAD
from serbench.selection.choice import select_codecs
from serbench.terminal.console import Voice, echo, print_json
from serbench.terminal.options import everywhere
from serbench.terminal.values import jobs_or_all, named_outright, split_list


@click.command(epilog="Example: ./serbench build record --codecs all")
@click.argument("workloads", nargs=-1, metavar="[WORKLOAD]...")
@everywhere()
def command(
    workloads: tuple[str, ...], codecs: str | None, jobs: int | None, as_json: bool, quiet: bool
) -> int:
    """Build the runners of codecs for workloads (default: media) and print their paths."""
    patterns = split_list(codecs)
    found = find_workloads(workloads or (DEFAULT_WORKLOAD,))
    selected = select_codecs(patterns)
    named = named_outright(selected, patterns)
    unavailable, built = ready_and_built(selected, found, jobs_or_all(jobs), Voice(quiet), named)
    if as_json:
        print_json(_document(built, unavailable))
    else:
        _print(built, unavailable)
    failed = any(isinstance(item, BuildFailure) and item.outcome == "build" for item in built)
    return 1 if failed or named & set(unavailable) else 0


def _document(built: list[Runner | BuildFailure], unavailable: dict[str, str]) -> dict[str, object]:
    return {
        "runners": [
            {"codec": item.codec, "workload": item.workload, "command": list(item.command)}
            for item in built
            if isinstance(item, Runner)
        ],
        "failures": [
            {"codec": item.codec, "workload": item.workload, "outcome": item.outcome, "detail": item.detail}
            for item in built
            if isinstance(item, BuildFailure)
        ],
        "unavailable": [{"codec": name, "reason": reason} for name, reason in unavailable.items()],
    }


def _print(built: list[Runner | BuildFailure], unavailable: dict[str, str]) -> None:
    for item in built:
        said = " ".join(item.command) if isinstance(item, Runner) else f"{item.outcome}: {item.detail}"
        echo(f"{item.codec} {item.workload}: {said}")
    for name, reason in unavailable.items():
        echo(f"{name}: not available: {reason}")
