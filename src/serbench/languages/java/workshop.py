"""What Java does for shared code."""

from __future__ import annotations

from serbench.languages.java.build import build_runners
from serbench.languages.java.calibration import peer
from serbench.languages.java.jvm import require_startable
from serbench.languages.java.linters import linters
from serbench.languages.java.probe import probe
from serbench.languages.java.sources import render
from serbench.languages.workshop import Workshop

WORKSHOP = Workshop(
    probe=probe,
    build=build_runners,
    render=render,
    linters=linters,
    check_flags=require_startable,
    peer=peer,
)
