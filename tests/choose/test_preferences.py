"""Preferences: what satisfies them is not beaten by what does not, and comes first among equals."""

from dataclasses import dataclass, replace
from typing import Any, cast

import pytest
from choose.knowing import asking, codec, knowing

from serbench.choose.decision import Decision, decide, preferences_of
from serbench.choose.known import declared_facts
from serbench.choose.options import sorted_options
from serbench.choose.request import Constraint, Origin
from serbench.choose.table import deciding_lines
from serbench.cli._preferences import preferred_value
from serbench.errors import BadInput
from serbench.selection.discovery import find_adapters


def listed(decision: Decision) -> list[tuple[str, int, int]]:
    return [(one.option.id, one.low, one.high) for one in decision.short.listed]


def test_what_is_preferred_is_not_beaten_by_what_is_only_cheaper() -> None:
    codecs = [
        codec("go/fast", "f", 100, viewer=()),
        codec("go/seen", "g", 300, viewer=("jq",)),
        codec("go/slow", "h", 900, viewer=("od",)),
    ]
    known = knowing(codecs)
    assert listed(decide(asking("go", "go"), known, "measured")) == [("go/fast", 1, 1)]
    decision = decide(asking("go", "go", {"viewer": True}), known, "measured")
    assert listed(decision) == [("go/fast", 1, 1), ("go/seen", 2, 2)]
    assert [option.id for option in decision.short.beaten] == ["go/slow"]
    assert deciding_lines(decision)[1].endswith("as preferred: viewer")


def test_what_is_known_to_satisfy_a_constraint_is_not_beaten_by_what_may_not() -> None:
    codecs = [codec("cpp/fast", "f", 100), codec("cpp/sure", "g", 300, buffer_given=True)]
    known = knowing([*codecs, codec("cpp/slow", "h", 900, buffer_given=True)])
    request = asking("cpp", "cpp", buffer=True, maintained="2025-01-01")
    decision = decide(request, known, "measured")
    assert listed(decision) == [("cpp/fast", 1, 1), ("cpp/sure", 2, 2)]
    # Of a usual constraint that nobody asked for nothing needs to be known.
    dated = knowing([codecs[0], codec("cpp/dated", "g", 300, released="2026-01-01")])
    both = [("cpp/fast", 1, 1), ("cpp/dated", 2, 2)]
    for origin, expected in (("default", both[:1]), ("option", both)):
        one = Constraint("maintained", "2025-01-01", cast(Origin, origin))
        decision = decide(replace(asking("cpp", "cpp"), constraints=(one,)), dated, "measured")
        assert listed(decision) == expected
        assert [check.constraint for check in decision.short.listed[0].option.unknown] == (
            [] if origin == "default" else ["maintained"]
        )


def test_among_those_that_share_a_place_the_preferred_comes_first() -> None:
    codecs = [
        codec("go/a", "f", 100, 100),
        codec("go/b", "g", 101, 100, viewer=("jq",)),
        codec("go/c", "h", 300, 90, viewer=("jq",)),
    ]
    decision = decide(asking("go", "go", {"viewer": True}), knowing(codecs), "measured")
    assert [name for name, _, _ in listed(decision)] == ["go/b", "go/a", "go/c"]


def test_a_preference_excludes_nothing_where_less_of_the_same_must_hold() -> None:
    codecs = [
        codec("go/fast", "f", 100, same_bytes="process"),
        codec("go/same", "g", 300, same_bytes="processes"),
        codec("go/none", "h", 10, same_bytes="none"),
    ]
    request = asking("go", "go", {"same-bytes": "processes"}, same_bytes="process")
    decision = decide(request, knowing(codecs), "measured")
    assert listed(decision) == [("go/fast", 1, 1), ("go/same", 2, 2)]
    assert [(one.id, len(one.checks)) for one in decision.sorted.excluded] == [("go/none", 1)]
    preferred = {one.id: preferences_of(one) for one in decision.sorted.options}
    assert preferred == {"go/fast": frozenset(), "go/same": frozenset({"same-bytes"})}
    # Without the must the preference stays.
    assert request.without("same-bytes") == asking("go", "go", {"same-bytes": "processes"})


def test_all_codecs_of_an_option_must_satisfy_a_preference() -> None:
    codecs = [
        codec("go/a", "f", 1, viewer=("jq",)),
        codec("python/a", "f", 1),
        codec("go/b", "g", 1, viewer=("jq",)),
        codec("python/b", "g", 1, viewer=("jq",)),
    ]
    request = asking("go", "python", {"viewer": True})
    options = sorted_options(request, knowing(codecs)).options
    assert {one.id: preferences_of(one) for one in options} == {
        "f": frozenset(),
        "g": frozenset({"viewer"}),
    }
    # That a preference is unknown is not told.
    assert [one.unknown for one in options] == [(), ()]


def test_libraries_tell_what_they_know_and_what_they_add() -> None:
    facts = declared_facts(find_adapters())
    assert facts["python/msgspec-json"]["library_formats"].value == ["json", "msgpack-named"]
    assert facts["python/orjson"]["library_formats"].value == ["json"]
    assert facts["python/orjson"]["added_library"].value == "orjson"
    assert facts["go/json"]["added_library"].value == ""


@dataclass
class Asked:
    """The options that preferences follow from."""

    now: str | None = None
    format: str | None = None


@pytest.mark.parametrize(
    ("name", "options", "value"),
    [
        ("no-build-tool", Asked(), True),
        ("viewer", Asked(), True),
        ("one-library", Asked(format="json,msgpack-named"), ["json", "msgpack-named"]),
        ("no-new-dependency", Asked(now="python/orjson"), ["", "orjson"]),
        ("no-new-dependency", Asked(), [""]),
        ("reads-old-bytes", Asked(now="go/json,python/msgpack"), ["json", "msgpack-named"]),
        ("same-derives", Asked(now="rust/postcard"), "serde"),
    ],
)
def test_the_value_of_a_preference_follows_from_other_options(name: str, options: Asked, value: Any) -> None:
    assert preferred_value(name, options) == value


@pytest.mark.parametrize(
    ("name", "options", "said"),
    [
        ("speed", Asked(), "no constraint speed to prefer"),
        ("one-library", Asked(format="json"), "for several formats"),
        ("reads-old-bytes", Asked(), "name its codecs, as --now go/json"),
        ("same-derives", Asked(now="rust/rkyv"), "which nothing of --now takes"),
    ],
)
def test_a_preference_that_follows_from_nothing_is_refused(name: str, options: Asked, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        preferred_value(name, options)
