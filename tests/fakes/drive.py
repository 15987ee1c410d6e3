"""Runs the command line over fakes instead of built runners: ``drive.py FOLDER run …``.

The codecs are the fakes named in ``FAKES`` of the environment, of which those in ``LACKING`` cannot be had.
Results and corpus lie in FOLDER.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

from fakes.tiny import BRIEF, codec, make_corpus, make_workload, runner

from serbench.cli import main, verify
from serbench.engine import material, session
from serbench.experiments.memory import command, counting, execute, flow
from serbench.record import run_folder
from serbench.selection.choice import choose


def install(folder: Path, fakes: Sequence[str], unavailable: dict[str, str] | None = None) -> None:
    """Lets ``run`` and ``verify`` find these fakes, one workload and a brief preset."""
    os.environ["SERBENCH_CACHE"] = str(folder / "cache")
    known = [codec(name, sets=("default",), traits=("floor",) if name == "decoder" else ()) for name in fakes]
    replaced: dict[str, Any] = {
        "select_codecs": lambda patterns: choose(known, patterns),
        "find_workloads": lambda names: (make_workload(folder / "workload"),),
        "make_ready": lambda codecs, tell: dict(unavailable or {}),
        "expected_lacks": lambda codecs: dict(unavailable or {}),
        "build_runners": lambda codecs, workloads, **options: [
            replace(runner(codec.short_name), workload=workload.name, built_for="tiny")
            for codec in codecs
            for workload in workloads
        ],
        "corpus_of": lambda workload, seed=1: make_corpus(folder / "corpus"),
    }
    for module in (command, flow, session, verify, material):
        for name, function in replaced.items():
            setattr(module, name, function)
    _replace(command, PRESETS={"quick": BRIEF})
    _replace(session, machine_record=lambda folders: {})
    # What is measured is no conformance workload; what is verified is one.
    proved = make_workload(folder / "workload")
    _replace(material, find_workloads=lambda names: (replace(proved, conformance=False),))
    _replace(verify, all_workload_names=lambda: ("tiny",))
    # What else this machine does must not change a test.
    _replace(session, watch=lambda seconds: None)
    _replace(execute, interference_between=lambda before, after: None)
    # A fake that hangs hangs there too.
    _replace(counting, _TIMEOUT_S=5.0)
    for module in (session, run_folder):
        _replace(module, results_directory=lambda: folder / "results")


def _replace(module: ModuleType, **values: object) -> None:
    for name, value in values.items():
        setattr(module, name, value)


if __name__ == "__main__":
    # What a shell starts in the background ignores SIGINT, and so does all that tests start there.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    lacking = dict.fromkeys(filter(None, os.environ.get("LACKING", "").split(",")), "It is not here.")
    install(Path(sys.argv[1]), os.environ["FAKES"].split(","), lacking)
    sys.exit(main.main(sys.argv[2:]))
