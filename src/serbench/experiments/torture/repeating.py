"""The commands that a report names: all cases of a codec again, and one finding again. Pure."""

from collections.abc import Sequence
from pathlib import Path

from serbench.locations import CHECKOUT

_COMMAND = ("./serbench", "torture")


def repeat_words(
    inputs: Sequence[str], codec: str, cases: int, sanitizers: Sequence[str], seed: int
) -> tuple[str, ...]:
    """``./serbench torture media --codecs cpp/a --cases 20000 --seed 1``."""
    built = ("--sanitize", ",".join(sanitizers)) if sanitizers else ()
    return (*_COMMAND, *inputs, "--codecs", codec, "--cases", str(cases), *built, "--seed", str(seed))


def replay_words(run: Path, file: str) -> tuple[str, ...]:
    """``file`` is that of a finding within the folder of the run, which is in ``results/`` or where a user
    has put it: a page that is shared names no such folder."""
    place = Path("results" if run.absolute().parent == CHECKOUT / "results" else "DIR")
    return (*_COMMAND, "replay", str(place / run.name / file))
