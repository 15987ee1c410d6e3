"""The commands that a report names: all cases of a codec again, and one finding again. Pure."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from serbench.engine.own_options import data_words
from serbench.locations import CHECKOUT

_COMMAND = ("./serbench", "torture")


def input_words(workloads: Sequence[str], own: Mapping[str, Any] | None) -> tuple[str, ...]:
    """The words that name the messages of a run: its workloads, or the user's data, whose workload no command
    knows."""
    if own is None:
        return tuple(workloads)
    return (*filter(None, [own.get("family")]), *data_words(own))


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
