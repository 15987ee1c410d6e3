"""Cargo's locks of two packages as one."""

import tomllib
from typing import Any

from serbench.languages.rust.locks import merged_lock, pins_of

OWN = """version = 4

[[package]]
name = "app"
version = "0.0.0"
dependencies = ["five", "six 1.4.0", "six 2.0.0"]

[[package]]
name = "five"
version = "0.1.2"
source = "registry"
checksum = "f12"

[[package]]
name = "six"
version = "1.4.0"
source = "registry"
checksum = "s140"

[[package]]
name = "six"
version = "2.0.0"
source = "registry"
checksum = "s200"
"""
ADDED = """version = 4

[[package]]
name = "bench"
version = "0.0.0"
dependencies = ["five", "six"]

[[package]]
name = "five"
version = "0.2.0"
source = "registry"
checksum = "f20"
dependencies = ["six"]

[[package]]
name = "six"
version = "1.9.0"
source = "registry"
checksum = "s190"
"""


def packages(lock: str) -> dict[tuple[str, str], dict[str, Any]]:
    return {(entry["name"], entry["version"]): entry for entry in tomllib.loads(lock)["package"]}


def test_what_both_have_is_pinned_as_the_first_has_it() -> None:
    merged = merged_lock(OWN, ADDED)
    assert pins_of(merged) - pins_of(OWN) == {("bench", "0.0.0", ""), ("five", "0.2.0", "f20")}
    assert pins_of(merged) > pins_of(OWN)
    # Behind a leading 0 the next number tells what is compatible.
    assert packages(merged)["five", "0.2.0"]["dependencies"] == ["six 1.4.0"]


def test_every_dependency_says_which_version_it_means() -> None:
    merged = packages(merged_lock(OWN, ADDED))
    assert merged["app", "0.0.0"]["dependencies"] == ["five 0.1.2", "six 1.4.0", "six 2.0.0"]
    assert merged["bench", "0.0.0"]["dependencies"] == ["five 0.2.0", "six 1.4.0"]


def test_what_nothing_is_added_to_keeps_its_pins() -> None:
    assert pins_of(merged_lock(OWN, "version = 4\n")) == pins_of(OWN)
