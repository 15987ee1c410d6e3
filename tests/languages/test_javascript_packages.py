"""Lock files of JavaScript."""

import json
from pathlib import Path

import pytest

from serbench.errors import SerbenchError
from serbench.languages.javascript.packages import parse_packages

PACKAGE = json.dumps({"dependencies": {"five": "1"}})
PATH = Path("codec/package.json")


def lock(**packages: dict[str, str]) -> str:
    places = {f"node_modules/{name}": entry for name, entry in packages.items()}
    return json.dumps({"packages": {"": {"name": "codec"}, **places}})


def test_libraries_are_as_the_lock_has_them() -> None:
    entry = {"version": "1.2.3", "integrity": "sha512-x"}
    assert parse_packages(PACKAGE, lock(five=entry, six=entry), PATH).libraries == (("five", "1.2.3"),)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (lock(six={"version": "1", "integrity": "x"}), "does not pin five, which package.json names"),
        (
            lock(five={"version": "1", "integrity": "x"}, six={"version": "1"}),
            "has no integrity of node_modules/six",
        ),
        (lock(five={"version": "1"}), "has no integrity of node_modules/five"),
    ],
)
def test_a_lock_that_pins_not_all_is_refused(text: str, fault: str) -> None:
    with pytest.raises(SerbenchError, match=rf"^codec/package-lock\.json {fault}\.$"):
        parse_packages(PACKAGE, text, PATH)
