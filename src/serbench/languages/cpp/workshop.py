"""What C++ does for shared code."""

from __future__ import annotations

from serbench.languages.cpp.build import build_runners, render_project, rendered_files
from serbench.languages.cpp.calibration import peer, slowed_runners
from serbench.languages.cpp.classic import benchmark
from serbench.languages.cpp.counting import counting_library
from serbench.languages.cpp.linters import linters
from serbench.languages.cpp.probe import look_in, probe
from serbench.languages.cpp.source_build import build_library_of
from serbench.languages.cpp.source_recipe import has_recipe
from serbench.languages.workshop import Workshop

WORKSHOP = Workshop(
    probe=probe,
    build=build_runners,
    render=rendered_files,
    linters=linters,
    look_in=look_in,
    has_recipe=has_recipe,
    build_library=build_library_of,
    counting_library=counting_library,
    peer=peer,
    slowed=slowed_runners,
    classic=benchmark,
    render_project=render_project,
)
