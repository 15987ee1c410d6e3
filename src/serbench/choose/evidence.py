"""Evidence that a choice gathers itself: where it is unknown for a listed library whether schema changes or
malformed input harm it, a run of the experiment that settles it, on the same data."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.console import Console

from serbench.choose.decision import Decision
from serbench.choose.flow import time_in
from serbench.choose.options import Option
from serbench.choose.request import MUST, Request
from serbench.choose.runs import facts_of_run
from serbench.engine.asked import Asked
from serbench.engine.flow import Flow
from serbench.engine.material import Material, gather_again
from serbench.engine.session import run_of
from serbench.errors import SerbenchError
from serbench.experiments.evolution.derived.source import source_of
from serbench.experiments.evolution.execute import EXPERIMENT as CHANGES
from serbench.experiments.evolution.execute import VERB as EVOLVE
from serbench.experiments.evolution.flow import EvolutionFlow, Versions, settings_of
from serbench.experiments.torture.execute import EXPERIMENT as MALFORMED
from serbench.experiments.torture.execute import VERB as TORTURE
from serbench.experiments.torture.flow import Settings, TortureFlow, of_another_schema
from serbench.experiments.torture.plan import DEFAULT_CASES
from serbench.facts.fact import Fact, Facts
from serbench.record.run_folder import RunFolder
from serbench.record.shared import found_here
from serbench.selection.choice import codecs_named
from serbench.terminal.console import Voice

# Each of the two experiments may take this share of the time that is given for all.
SHARE = 0.25
# The time of a case of a reader that often dies or hangs, and the fewest that say something.
_SLOW_CASE_NS, _LEAST_CASES = 10_000_000, 500


@dataclass(frozen=True, slots=True)
class Settling:
    """How a constraint is settled: the experiment, its verb, and the flow of a run that does."""

    experiment: str
    verb: str
    flow: Callable[[Sequence[str], Material, Asked[Any]], Flow]


def _of_changes(names: Sequence[str], material: Material, asked: Asked[Any]) -> EvolutionFlow:
    """All changes that apply to the user's schema, or those of the project. Raises BadInput for data of
    several types."""
    source = None if material.own is None else source_of(material, asked.seed)
    settings = settings_of((), source)
    wanted = Asked(tuple(names), settings, asked.seed, asked.out, asked.max_time_ns)
    return EvolutionFlow(wanted, Versions(settings), codecs_named(names))


def _of_malformed(names: Sequence[str], material: Material, asked: Asked[Any]) -> TortureFlow:
    """As many cases as leave time for every codec, also where the first of them is slow to fail."""
    cases = DEFAULT_CASES
    if asked.max_time_ns is not None:
        fitting = asked.max_time_ns // len(names) // _SLOW_CASE_NS
        cases = min(cases, max(_LEAST_CASES, fitting))
    wanted = Asked(tuple(names), Settings(cases), asked.seed, asked.out, asked.max_time_ns)
    return TortureFlow(wanted, material, codecs_named(names), of_another_schema(material, asked.seed))


# The constraints that a run settles, by their ids.
SETTLED_BY: Mapping[str, Settling] = {
    "evolves": Settling(CHANGES, EVOLVE, _of_changes),
    "trusted": Settling(MALFORMED, TORTURE, _of_malformed),
}


def lacking(options: Sequence[Option], request: Request) -> dict[str, tuple[str, ...]]:
    """The codecs of options of which a constraint that must hold is unknown and can be settled, by the
    constraint. What holds in another mode of a library is not settled by the one that is here."""
    musts = {one.id for one in request.constraints if one.level == MUST}
    found: dict[str, dict[str, None]] = {}
    for check in (check for option in options for check in option.unknown):
        if check.constraint in musts & set(SETTLED_BY) and not (check.fact and check.fact.mode):
            found.setdefault(check.constraint, {})[check.codec] = None
    return {name: tuple(codecs) for name, codecs in found.items()}


def share_of_measuring(options: Sequence[Option], request: Request) -> float:
    """The share of the time that is left for measuring."""
    return 1 - SHARE * len(lacking(options, request))


@dataclass
class Gathering:
    """The runs that a choice starts for its evidence, each codec once for each constraint. ``jobs`` compile
    at once."""

    jobs: int
    quiet: bool
    _asked: set[tuple[str, str]] = field(default_factory=set)
    _spent_ns: int = 0

    def facts(self, folder: RunFolder, decision: Decision) -> Iterator[Facts]:
        """The facts of new runs about what the list of a decision lacks, on the data of a choice's run, of
        one constraint after the other; the runs stand beside it. Nothing where there is nothing more to ask.
        Raises KeyboardInterrupt for an interrupt."""
        options = [one.option for one in decision.short.listed]
        todo = {
            name: left
            for name, codecs in lacking(options, decision.request).items()
            if (left := [codec for codec in codecs if (name, codec) not in self._asked])
        }
        for number, (name, codecs) in enumerate(todo.items()):
            time_ns = self._time_ns(folder, len(todo) - number)
            self._asked |= {(name, codec) for codec in codecs}
            found: dict[str, dict[str, Fact]] = {}
            for codec, fact_name, fact in self._settled(name, codecs, folder, time_ns):
                found.setdefault(codec, {})[fact_name] = fact
            yield found

    def _settled(
        self, constraint: str, codecs: Sequence[str], folder: RunFolder, time_ns: int | None
    ) -> list[tuple[str, str, Fact]]:
        """The facts that a run tells; what cannot be asked is said, and stays unknown."""
        by = SETTLED_BY[constraint]
        voice = Voice(self.quiet, by.verb)
        voice.tell(f"--{constraint} is unknown for {', '.join(codecs)}: {by.verb} asks.")
        began_ns = time.monotonic_ns()
        asked = Asked(None, None, folder.record["seed"], folder.path.parent, time_ns)
        try:
            flow = by.flow(codecs, gather_again(found_here(folder.record)), asked)
            run = run_of(
                by.experiment,
                by.verb,
                self.jobs,
                self.quiet,
                lambda session: session.begin(flow),
                _draw_nothing,
            )
        except SerbenchError as error:
            voice.tell(f"It stays unknown: {error}")
            return []
        finally:
            self._spent_ns += time.monotonic_ns() - began_ns
        return facts_of_run(run)

    def _time_ns(self, folder: RunFolder, runs: int) -> int | None:
        """The time that each of the next runs may take: what measuring and earlier runs leave."""
        whole_ns = time_in(folder.record)
        if whole_ns is None:
            return None
        measuring_ns: int = folder.record["plan"].get("max_time_ns") or 0
        return max(0, whole_ns - measuring_ns - self._spent_ns) // runs


def _draw_nothing(run: RunFolder, console: Console) -> None:
    """Draws no ranking of a run that is asked for a choice alone."""
