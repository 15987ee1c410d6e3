"""The user's data of which changes are derived, and the record that a run keeps of both."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from serbench.corpus.container import read_objects
from serbench.corpus.decoding import Decoder
from serbench.engine.material import Material, gather_again
from serbench.engine.preparation import corpus_json
from serbench.errors import BadInput
from serbench.experiments.evolution.changes import NEW, OLD, Change, all_changes, named_changes
from serbench.experiments.evolution.derived.declarations import differing
from serbench.experiments.evolution.derived.deriving import Derived, derived
from serbench.experiments.evolution.derived.recorded import DerivedRecord, derived_record

# Cases are made of so many objects of the corpus, spread evenly over it.
_LOOKED_AT = 64


@dataclass(frozen=True)
class Source:
    """The user's objects, of one type, and the changes that are derived of them."""

    material: Material
    found: Derived

    def named(self, names: Sequence[str]) -> tuple[Change, ...]:
        """The named changes, by default all that apply. Raises BadInput for one that does not apply."""
        for name in names:
            if name in self.found.left_out:
                raise BadInput(f"{name} does not apply to this schema: {self.found.left_out[name]}.")
        return named_changes(names, self.found.changes)

    def record(self, asked: Sequence[Change]) -> DerivedRecord:
        """The record of the data, and of the changes that are asked for. What is left out is told where all
        are asked for."""
        workload = self.material.workloads[0].name
        return {
            "workload": workload,
            "corpus": corpus_json(self.material.corpora[workload]),  # type: ignore[typeddict-item]
            "changes": [
                {
                    "name": change.name,
                    "what": change.summary,
                    "old": differing(change, OLD),
                    "new": differing(change, NEW),
                }
                for change in asked
            ],
            "left_out": dict(self.found.left_out) if len(asked) == len(self.found.changes) else {},
        }


def source_of(material: Material, seed: int) -> Source:
    """Derives all changes of the user's schema. Raises BadInput for data of several types, and for a schema
    to which none applies."""
    if len(material.workloads) > 1:
        raise BadInput("Changes are derived from one schema: give the objects of one type.")
    (workload,) = material.workloads
    decode = Decoder(workload.schema).decode
    every = list(read_objects(material.corpora[workload.name].path))
    step = max(1, -(-len(every) // _LOOKED_AT))
    objects = [decode(data) for data in every[::step]]
    found = derived(workload.schema, objects, seed, [change.name for change in all_changes()])
    if not found.changes:
        raise BadInput("None of the changes applies to this schema.")
    return Source(material, found)


def source_again(record: Mapping[str, Any], seed: int) -> Source | None:
    """The source of a run that is resumed; None for one of the project's changes."""
    kept = derived_record(record)
    if kept is None or record.get("own") is None:
        return None
    name = kept["workload"]
    gathered = {**record, "workloads": [name], "corpora": {name: kept["corpus"]}}
    return source_of(gather_again(gathered), seed)
