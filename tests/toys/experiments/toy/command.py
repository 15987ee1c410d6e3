"""``serbench toy``: its options, and how one of its forks becomes a row. The engine does the rest."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import click

from serbench.engine.amounts import DEFAULT_PRESET, Preset, Repetitions, presets, settings_of
from serbench.engine.asked import asked_of
from serbench.engine.flow import Flow, Subjects
from serbench.engine.material import gather
from serbench.engine.own_options import own_data
from serbench.engine.row import columns_of_process, row_of, started_now
from serbench.engine.work import Fork, Plan, Step, Work
from serbench.experiments.reporting import session_of
from serbench.record.row import Row
from serbench.runner.process import ask
from serbench.scratch import scratch_folder
from serbench.selection.choice import select_codecs
from serbench.terminal import options as given

PRESETS = presets(quick=Preset(Repetitions(2)), standard=Preset(Repetitions(3), twins=1))


@dataclass(frozen=True)
class Options(given.BlockedOptions, given.OwnDataOptions, given.Everywhere):
    preset: str | None = given.preset_option(PRESETS, DEFAULT_PRESET)
    repeat: int | None = given.option(given.AMOUNT, "--repeat", "R", "Repetitions.", type=given.AT_LEAST_ONE)


@dataclass(frozen=True, slots=True)
class ToyWork(Work):
    subjects: Subjects

    def measured(self, fork: Fork, step: Step) -> list[Row]:
        subject, started_at = self.subjects[fork.codec, fork.workload], started_now()
        with scratch_folder("toy") as folder:
            said = ask(subject.runner, "emit", {"corpus": subject.corpus.path, "out": folder / "m"}, 20.0)
        columns = columns_of_process(said) | {"parameters": {"repetition": fork.index}}
        return [row_of("toy", fork, subject.runner, "emit", started_at=started_at, **columns)]


class ToyFlow(Flow):
    experiment = "toy"

    def fork_ns(self, plan: Plan[Repetitions, Fork], fork: Fork) -> int:
        return 100_000_000

    def work(self, plan: Plan[Repetitions, Fork], subjects: Subjects, twins: Mapping[str, str]) -> ToyWork:
        return ToyWork(plan, subjects)


@click.command("toy", cls=given.GroupedCommand)
@given.taking(Options)
def command(options: Options) -> int:
    """Measure how long a process writes messages."""
    return session_of("toy", "toy", options).run(options, _flow, ToyFlow.again)


def _flow(options: Options, tell: Callable[[str], object]) -> ToyFlow:
    asked = asked_of(options, settings_of(options, PRESETS), PRESETS)
    material = gather((), own_data((), options), asked.seed, tell)
    return ToyFlow(asked, material, select_codecs(asked.patterns))
