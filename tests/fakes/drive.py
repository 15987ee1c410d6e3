"""Brief runs of fakes in memory: ``drive.py FOLDER CODEC,… OP,…`` begins one and
``drive.py FOLDER --resume RUN`` continues it. Results, data and cache lie in FOLDER."""

import signal
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from fakes import packages
from fakes.tiny import BRIEF, NUMBERS, make_own_data

from serbench.cli.main import main
from serbench.engine import session
from serbench.engine.asked import Asked
from serbench.engine.material import gather_own
from serbench.engine.session import Session
from serbench.experiments.memory.execute import EXPERIMENT
from serbench.experiments.memory.flow import MemoryFlow, Request
from serbench.experiments.reporting import Extras, draw_ranking, show_run
from serbench.selection.choice import select_codecs


def begin(
    folder: Path,
    *codecs: str,
    operations: tuple[str, ...] | None = None,
    floors: Sequence[str] = (),
    batches: tuple[int, ...] = (),
    numbers: Sequence[int] = NUMBERS,
    as_json: bool = False,
    quiet: bool = True,
    forks: int = BRIEF.forks,
    against: str | None = None,
) -> int:
    """Measures these codecs, of which some are ``floors``, over own data; the exit status of ``run``."""
    show = partial(show_run, as_json=as_json, extras=Extras())
    run = Session(EXPERIMENT, "run", 1, quiet, as_json, draw_ranking, show)
    material = gather_own(replace(make_own_data(folder, numbers), batches=batches), run.voice.tell)
    chosen = (
        replace(codec, traits=("floor",) if codec.short_name in floors else ())
        for codec in select_codecs(codecs)
    )
    preset = replace(BRIEF, forks=forks)
    asked = Asked(None, preset, 1, folder / "results", against=against)
    return run.begin(MemoryFlow(asked, material, tuple(chosen), Request(operations)))


if __name__ == "__main__":
    # What a shell starts in the background ignores SIGINT, and so does all that tests start there.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    folder, codecs, what = sys.argv[1:]
    patches = pytest.MonkeyPatch()
    packages.fakes_only(Path(folder), patches)
    # As in tests/conftest.py: every run has the same order.
    patches.setattr(session, "free_name", lambda place, now: "1")
    if codecs == "--resume":
        sys.exit(main(["run", "--resume", what, "--json", "--quiet"]))
    operations = tuple(what.split(","))
    sys.exit(begin(Path(folder), *codecs.split(","), operations=operations, as_json=True, quiet=False))
