"""Codecs that cannot reach the short list any more, and the operations that are measured of each."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from choose.knowing import asking, codec, knowing

from serbench.choose.decision import decide
from serbench.choose.flow import ChoiceFlow, measured_for
from serbench.choose.judging import hopeless
from serbench.choose.request import Request
from serbench.engine.asked import Asked
from serbench.engine.material import Material
from serbench.experiments.memory.plan import PRESETS, Cell


def left(codecs: Sequence[dict[str, Any]], request: Request, spread: float = 0.3) -> set[str]:
    """The codecs that need more forks; the intervals are those of one."""
    known = knowing(codecs, spread=spread)
    return {one.name for one in known.candidates} - hopeless(decide(request, known, "measured"), known)


def test_what_another_option_is_certainly_before_is_left() -> None:
    codecs = [
        codec("go/fast", "f", 100, 100),
        codec("go/near", "g", 150, 110),
        codec("go/slow", "h", 400, 110),
        codec("go/small", "i", 400, 90),
    ]
    request = asking("go", "go")
    assert left(codecs, request) == {"go/fast", "go/near", "go/small"}
    # With more measurements the near one is apart.
    assert left(codecs, request, spread=0.02) == {"go/fast", "go/small"}
    assert "go/slow" in left(codecs, replace(request, now=("go/slow",)))


def test_what_is_preferred_is_measured_on() -> None:
    codecs = [codec("go/fast", "f", 100), codec("go/seen", "g", 900, viewer=("jq",))]
    assert left(codecs, asking("go", "go")) == {"go/fast"}
    assert left(codecs, asking("go", "go", {"viewer": True})) == {"go/fast", "go/seen"}


def test_of_several_libraries_those_stay_that_may_be_the_fastest() -> None:
    codecs = [
        codec("go/a", "f", 100),
        codec("go/b", "f", 140),
        codec("go/c", "f", 500),
        codec("python/a", "f", 900),
        codec("python/slow", "g", 9000, 200),
        codec("go/d", "g", 100, 200),
    ]
    assert left(codecs, asking("go", "python")) == {"go/a", "go/b", "python/a"}


def test_without_any_cost_nothing_is_left() -> None:
    codecs = [codec("go/a", "f"), codec("go/b", "g")]
    assert left(codecs, asking("go", "go")) == {"go/a", "go/b"}


@pytest.mark.parametrize(
    ("request_", "needed"),
    [
        (asking("go", "java"), {("go/json", "encode"), ("java/json", "decode")}),
        (
            replace(asking("go", "java"), access="one"),
            {("go/json", "encode"), ("java/json", "decode"), ("java/json", "access-one")},
        ),
    ],
)
def test_a_codec_is_measured_on_its_sides_alone(request_: Request, needed: set[tuple[str, str]]) -> None:
    asked = Asked(None, PRESETS["quick"], 1)
    flow = ChoiceFlow(asked, Material((), {}), (), measured_for(request_), choice=request_.to_json())
    operations = ("encode", "decode", "access-one") if request_.access else ("encode", "decode")
    cells = [Cell(name, "own", operation) for name in ("go/json", "java/json") for operation in operations]
    assert {(cell.codec, cell.operation) for cell in cells if flow.needs(cell)} == needed
