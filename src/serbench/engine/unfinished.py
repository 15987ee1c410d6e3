"""How much a run has of what it was to measure."""

from dataclasses import dataclass

from serbench.engine.attempts import unmeasured
from serbench.engine.work import Fork
from serbench.record.reading import typed
from serbench.record.run_files import RECORD
from serbench.record.run_folder import RunFolder

# The field of a run that was made for a choice: it ends once its answer is certain, whatever it planned.
CHOICE = "choice"


@dataclass(frozen=True, slots=True)
class Share:
    """How many of the ``planned`` forks of a run are ``measured``; ``command`` measures the rest."""

    measured: int
    planned: int
    command: str

    @classmethod
    def of(cls, folder: RunFolder) -> "Share":
        forks = typed(folder.record.get("plan", {}).get("forks", []), list[Fork], RECORD, "plan.forks")
        left = unmeasured(forks, folder.rows)
        return cls(len(forks) - len(left), len(forks), folder.resume_command)

    @property
    def sentence(self) -> str:
        if self.measured == self.planned:
            return f"All {self.planned} forks are measured."
        return f"{self.measured} of {self.planned} forks are measured; continue with: {self.command}"


def unfinished_sentence(folder: RunFolder) -> str | None:
    """How much of a run is measured, with the command for the rest; None where all is, or enough."""
    share = Share.of(folder)
    is_whole = share.measured == share.planned or CHOICE in folder.record
    return None if is_whole else share.sentence
