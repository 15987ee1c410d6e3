"""Ages of runtimes, and until when they are mended."""

import json
import re
from datetime import date
from pathlib import Path

import pytest

from serbench.codecs.evidence import LOOKED_AT
from serbench.languages import languages
from serbench.languages.go import LANGUAGE as GO
from serbench.languages.java import LANGUAGE as JAVA
from serbench.languages.javascript import runtime
from serbench.languages.python import LANGUAGE as PYTHON
from serbench.toolchain.support import Runtime, Support, dated, support_of, to_json, words


def test_a_runtime_belongs_to_the_line_of_its_first_numbers() -> None:
    node = support_of(Runtime("Node", "20.20.2"))
    assert (node.line, node.began, node.until) == ("20", date(2023, 4, 18), date(2026, 4, 30))
    assert support_of(Runtime("Node", "200.1")).line == ""
    assert support_of(Runtime("Python", "3.11.7")).until == date(2027, 10, 31)
    assert support_of(Runtime("Tcl", "9")) == Support()


def test_a_release_of_rust_is_mended_until_the_next() -> None:
    found = support_of(Runtime("Rust", "1.95.0", date(2026, 4, 14)))
    assert found.until == date(2026, 5, 26)
    assert support_of(Runtime("Rust", "1.95.0")).until is None


def test_support_ends_behind_its_last_day() -> None:
    support = Support(until=date(2026, 4, 30))
    assert not support.ended(date(2026, 4, 30))
    assert support.ended(date(2026, 5, 1))
    assert not Support().ended(date(2026, 5, 1))


def test_words_have_the_month_of_the_release_or_of_its_line() -> None:
    assert words(Runtime("JDK", "17.0.15", date(2025, 4, 15))) == "JDK 17.0.15, 2025-04"
    assert words(Runtime("Python", "3.11.7")) == "Python 3.11.7, 3.11 began 2022-10"
    assert words(Runtime("Clang", "19.1")) == "Clang 19.1"


def test_a_record_keeps_the_words_with_the_facts() -> None:
    assert to_json(Runtime("JDK", "17.0.15", date(2025, 4, 15))) == {
        "product": "JDK",
        "version": "17.0.15",
        "released": "2025-04-15",
        "words": "JDK 17.0.15, 2025-04",
    }
    assert to_json(Runtime("Clang", "19.1"))["released"] is None


def test_a_file_of_the_runtime_tells_its_day(tmp_path: Path) -> None:
    (tmp_path / "VERSION").write_text("go1.26.8\ntime 2026-08-28T16:20:06Z\n", encoding="utf-8")
    found = dated("Go", "1.26.8", tmp_path / "VERSION", r"^time (\S+)$")
    assert found == Runtime("Go", "1.26.8", date(2026, 8, 28))
    assert dated("Go", "1.26.8", tmp_path / "none", "(x)") == Runtime("Go", "1.26.8")


@pytest.mark.parametrize("name", ["cpp", "go", "java", "javascript", "python", "rust"])
def test_every_language_says_what_runs_its_code(name: str) -> None:
    (language,) = (one for one in languages() if one.name == name)
    found = language.runtime()
    assert found is not None
    assert re.match(r"\d+\.\d+", found.version)
    assert found.product in {"GCC", "Clang", "Go", "JDK", "Node", "Python", "Rust"}


def test_what_this_checkout_pins_or_proposes_was_supported_when_it_was_looked_at() -> None:
    """By a date in the repository: whoever moves it on replaces what has expired."""
    package = json.loads((runtime.PINNED / "package.json").read_text(encoding="utf-8"))
    nodes = package["optionalDependencies"].values()
    go = re.search(r"go(\d[\d.]*)\.linux", GO.requirements[0].command)
    jdk = re.search(r"\d+", JAVA.requirements[0].packages[0])
    python = ".".join(map(str, PYTHON.requirements[0].versions[0][1]))
    assert go and jdk and len(nodes) == 2
    proposed = [("Go", go[1]), ("JDK", jdk[0]), ("Python", python), *(("Node", node) for node in nodes)]
    for product, version in proposed:
        support = support_of(Runtime(product, version))
        assert support.until is not None, (product, version)
        assert not support.ended(LOOKED_AT), (product, version)
        assert support.source.startswith("https://")
