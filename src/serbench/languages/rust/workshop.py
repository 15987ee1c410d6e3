"""What Rust does for shared code."""

from __future__ import annotations

from serbench.languages.rust.build import build_runners, render_codec
from serbench.languages.rust.calibration import peer
from serbench.languages.rust.linters import linters
from serbench.languages.rust.probe import probe
from serbench.languages.workshop import Workshop

WORKSHOP = Workshop(probe=probe, build=build_runners, render=render_codec, linters=linters, peer=peer)
