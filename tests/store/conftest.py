"""The command line of the store over fakes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fakes.tiny import codec, make_corpus, make_workload, runner

from serbench.engine import preparation, session
from serbench.experiments.store import command, execute, flow, material, shelf_flow
from serbench.experiments.store.pool import Pool
from serbench.selection.choice import choose


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Lets the command find one honest codec, ``cpp/storer``, and one whose disk is full, ``cpp/full``."""
    monkeypatch.setenv("SERBENCH_CACHE", str(tmp_path / "cache"))
    workload = replace(make_workload(tmp_path / "workload"), conformance=False)
    known = [
        codec("storer", sets=("default",)),
        codec("full"),
        codec("other", format="other"),
        codec("second", format="other"),
        codec("whole"),
    ]
    runners = {
        "cpp/storer": runner("storer"),
        "cpp/full": runner("storer", "write", "full", codec="cpp/full"),
        "cpp/second": runner("storer", codec="cpp/second"),
        "cpp/whole": runner("storer", "describe", "whole", codec="cpp/whole"),
    }
    replaced: dict[str, Any] = {
        "select_codecs": lambda patterns: choose(known, patterns),
        "make_ready": lambda codecs, tell: {},
        "build_runners": lambda codecs, workloads, **options: [
            replace(runners[c.name], workload=workloads[0].name, built_for="tiny") for c in codecs
        ],
        "expected_lacks": lambda codecs: {},
        "machine_record": lambda folders: {"lay": {name: str(path) for name, path in folders.items()}},
        # What else this machine does must not change a test.
        "watch": lambda seconds: None,
        "interference_between": lambda before, after: None,
    }
    for name, function in replaced.items():
        for module in (session, command, flow, shelf_flow, execute):
            monkeypatch.setattr(module, name, function, raising=False)
    monkeypatch.setattr(preparation, "machine_record", dict)
    monkeypatch.setattr(material, "find_workloads", lambda names: (workload,))
    pool = Pool(make_corpus(tmp_path / "corpus"), None)
    monkeypatch.setattr(material, "pool_of", lambda workload, seed: pool)
    return tmp_path
