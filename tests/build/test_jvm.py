"""A user's flags of the JVM beside the usual ones."""

from __future__ import annotations

import shutil

import pytest

from serbench.errors import BadInput
from serbench.languages.java.jvm import JVM_FLAGS, flags_of_jvm, require_startable

_JDK = pytest.mark.skipif(shutil.which("javac") is None, reason="there is no JDK")


def test_other_flags_stand_behind_the_usual_ones() -> None:
    assert flags_of_jvm("") == JVM_FLAGS
    assert flags_of_jvm("-XX:-Inline -Dx=y") == (*JVM_FLAGS, "-XX:-Inline", "-Dx=y")


def test_another_collector_replaces_ours() -> None:
    found = flags_of_jvm("-XX:+UseG1GC")
    assert [flag for flag in found if "GC" in flag or "Adaptive" in flag] == ["-XX:+UseG1GC"]
    assert "-Xms192m" in found


def test_a_largest_heap_replaces_how_ours_begins() -> None:
    found = flags_of_jvm("-Xmx64m")
    assert [flag for flag in found if flag.startswith(("-Xms", "-Xmn"))] == []
    assert found.index("-Xmx512m") < found.index("-Xmx64m")


@_JDK
@pytest.mark.parametrize("flags", ["-XX:+UseG1GC", "-XX:+UseSerialGC -Xmx64m", "-Xmx1g"])
def test_jvms_start_with_flags_that_contradict_ours(flags: str) -> None:
    require_startable(flags)


@_JDK
def test_a_jvm_that_does_not_start_says_why() -> None:
    with pytest.raises(BadInput) as error:
        require_startable("-XX:+Bogus")
    assert str(error.value) == (
        "The JVM does not start with --jvm-flags \"-XX:+Bogus\": Unrecognized VM option 'Bogus'."
    )
    with pytest.raises(BadInput, match="Multiple garbage collectors selected"):
        require_startable("-XX:+UseG1GC -XX:+UseZGC")
