"""The output of a dry run in memory. Pure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from serbench.engine.blocks import blocks_clause, number_of_blocks, pauses_s
from serbench.engine.fitting import codecs_text
from serbench.experiments.memory.budget import cost_of_fitting
from serbench.experiments.memory.plan import Plan, Preset
from serbench.languages import language_of, languages, title_of
from serbench.languages.language import Language
from serbench.report.words import listed
from serbench.terminal.console import duration_words

_NS_PER_S = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Preview:
    """The plan for these codecs; ``operations`` is None where all are meant, and ``asked`` is the preset
    before it was fitted into the time."""

    workloads: Sequence[str]
    codecs: Sequence[str]
    operations: Sequence[str] | None
    asked: Preset
    plan: Plan

    def document(self) -> dict[str, object]:
        plan = self.plan
        return {
            "workloads": list(self.workloads),
            "codecs": list(self.codecs),
            "operations": None if self.operations is None else list(self.operations),
            "preset": self.asked.name,
            "seed": plan.seed,
            "forks": len(plan.forks),
            "forks_a_cell": plan.preset.forks,
            "samples": plan.preset.samples,
            **{
                f"in_{language.name}": self._in_language(language)
                for language in languages()
                if language.jit_compiled
            },
            "blocks": number_of_blocks(plan.forks),
            "estimated_s": round(self._estimated_s, 1),
            "max_time_s": None if plan.max_time_ns is None else plan.max_time_ns / _NS_PER_S,
            "cost_of_max_time": cost_of_fitting(self.asked, plan),
        }

    def lines(self) -> list[str]:
        plan, cost = self.plan, cost_of_fitting(self.asked, self.plan)
        took = f"{duration_words(self._estimated_s)} once everything is built{blocks_clause(plan.forks)}"
        return [
            f"workloads:  {', '.join(self.workloads)}",
            f"codecs:     {codecs_text(self.codecs)}",
            f"operations: {self._by_language(self._operations_of)}",
            f"preset:     {self.asked.name}, {len(plan.forks)} forks, seed {plan.seed}",
            f"a cell:     {self._by_language(self._cell_of)}",
            *([cost] if cost else []),
            f"measuring takes about {took}",
        ]

    @property
    def _estimated_s(self) -> float:
        """The expected time with the pauses between blocks."""
        return self.plan.estimated_ns / _NS_PER_S + pauses_s(self.plan.forks)

    def _in_language(self, language: Language) -> dict[str, object] | None:
        """The ``operations``, ``forks_a_cell`` and ``samples`` of the codecs of a JIT-compiled language, in
        place of the common ones; None where it has no such codec."""
        codec = next((codec for codec in self.codecs if language_of(codec) == language), None)
        if codec is None:
            return None
        preset = self.plan.preset
        operations = self.operations or preset.usual_operations(codec)
        return {
            "operations": None if operations is None else list(operations),
            "forks_a_cell": preset.forks_of(codec),
            "samples": preset.samples_of(codec),
        }

    def _operations_of(self, codec: str) -> str:
        usual = self.plan.preset.usual_operations(codec)
        return ", ".join(self.operations or usual or ["all of each codec"])

    def _cell_of(self, codec: str) -> str:
        preset = self.plan.preset
        return f"{preset.forks_of(codec)} forks of {preset.samples_of(codec)} samples"

    def _by_language(self, words: Callable[[str], str]) -> str:
        """The text for the plan's codecs, and for those that are compiled while they run where that is
        something else."""
        titles: dict[str, list[str]] = {}
        for codec in self.codecs:
            own = [title_of(codec)] if language_of(codec).jit_compiled else []
            of_same = titles.setdefault(words(codec), [])
            of_same += [title for title in own if title not in of_same]
        ahead = [words(codec) for codec in self.codecs if not language_of(codec).jit_compiled]
        usual = next(iter(ahead), next(iter(titles), "none"))
        others = [(found, of) for found, of in titles.items() if found != usual]
        return "; ".join([usual, *(f"in {listed(of)} {found}" for found, of in others)])
