"""The provenance of the data of a choice: whose objects they are, and how they differ from these. Pure.

Example: 1000 objects that were synthesized from a schema, or 1000 of 20 000 objects, without a field.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from serbench.choose.shape import Shape
from serbench.report.words import listed

Kind = Literal["own", "synthesized", "workload"]
# So many notes are shown; the document and the report have all of them.
MOST_NOTES = 8
# The ends of notes that say that nothing was left out, which are shown last.
_WHOLE = (" are taken.", ".proto")


@dataclass(frozen=True, slots=True)
class Provenance:
    """The ``kind`` of the data, the ``workloads`` that they are of, where they are the project's, and
    ``notes``: sentences about the sample, what was ignored and values that are not as they were."""

    kind: Kind = "own"
    workloads: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """The objects in words; empty for the user's own."""
        if self.kind == "synthesized":
            return "objects that are synthesized from the schema"
        return f"objects of the workload {listed(self.workloads)}" if self.kind == "workload" else ""

    @property
    def measured_on(self) -> str:
        """The end of the sentence that says where it was measured."""
        return f", on {self.words}, not on your data" if self.words else ""

    def of(self, shape: Shape | None) -> str:
        """Data of a shape in words, with whose they are where they are not the user's; empty without any."""
        if shape is None:
            return ""
        return f"{self.words}: {shape.words}" if self.words else shape.words

    def lines(self) -> list[str]:
        """The notes that are shown."""
        return list(self._lines())

    def _lines(self) -> Iterator[str]:
        yield from self.notes[:MOST_NOTES]
        if (more := len(self.notes) - MOST_NOTES) > 0:
            yield f"{more} more, which --json and the report have."

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "workloads": list(self.workloads), "notes": list(self.notes)}


OWN = Provenance()


def provenance_of(own: Mapping[str, Any] | None, workloads: Sequence[str]) -> Provenance:
    """The provenance of the data of a run or of material, by its record of ``own`` data and its workloads."""
    if own is None:
        return Provenance("workload", tuple(workloads))
    found = [note for each in own.get("types", (own,)) for note in each.get("notes", ())]
    notes = tuple(sorted(dict.fromkeys(found), key=lambda note: note.endswith(_WHOLE)))
    return Provenance("synthesized" if own.get("synthesized") else "own", (), notes)
