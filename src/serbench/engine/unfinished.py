"""Whether a run has all that it was to measure."""

from serbench.engine.attempts import unmeasured
from serbench.engine.work import Fork
from serbench.record.reading import typed
from serbench.record.run_files import RECORD
from serbench.record.run_folder import RunFolder

# A run for one of these ends once its answer is certain, whatever it planned.
_ENDS_EARLY = "choice"


def unfinished_sentence(folder: RunFolder) -> str | None:
    """How much of a run is measured, with the command for the rest; None where all is, or enough."""
    if _ENDS_EARLY in folder.record:
        return None
    planned = typed(folder.record.get("plan", {}).get("forks", []), list[Fork], RECORD, "plan.forks")
    left = len(unmeasured(planned, folder.rows))
    if not left:
        return None
    return (
        f"{len(planned) - left} of {len(planned)} forks are measured; the others by: {folder.resume_command}"
    )
