"""The README of each language names what its harness asks of an adapter."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from serbench.languages import language_names
from serbench.locations import CHECKOUT

MOST_LINES = 90
# Every adapter has these, however its language writes them.
EVERYWHERE = {"encode", "decode", "decodereuse", "access", "touch", "updatenumber", "build", "extract"}


def of_cpp(harness: Path) -> set[str]:
    text = (harness / "adapter.hpp").read_text(encoding="utf-8")
    typed = re.findall(r"typename C::(\w+)", text)
    return {*re.findall(r"\bcodec\.(\w+)\(", text), *re.findall(r" C::(\w+);", text), *typed}


def of_go(harness: Path) -> set[str]:
    text = (harness / "adapter" / "adapter.go").read_text(encoding="utf-8")
    interfaces = re.findall(r"^type \w+ interface \{\n(.*?)^\}", text, re.MULTILINE | re.DOTALL)
    return {name for body in interfaces for name in re.findall(r"^\t(\w+)\(", body, re.MULTILINE)}


def of_java(harness: Path) -> set[str]:
    adapters = (harness / "src" / "main" / "java" / "serbench").glob("*Adapter.java")
    texts = [path.read_text(encoding="utf-8") for path in adapters]
    return {name for text in texts for name in re.findall(r"^  [\w<>, ]+ (\w+)\(.*[;{]$", text, re.MULTILINE)}


def of_javascript(harness: Path) -> set[str]:
    text = (harness / "adapter" / "adapter.js").read_text(encoding="utf-8")
    lists = re.findall(r"^//   (\w[\w, ]*)(?:\(|  )", text, re.MULTILINE)
    return {
        *re.findall(r'"(\w+)" in adapter', text),
        *(name for names in lists for name in names.strip().split(", ")),
    }


def of_python(harness: Path) -> set[str]:
    text = (harness / "adapter" / "__init__.py").read_text(encoding="utf-8")
    return {*re.findall(r"    def (\w+)\(self", text), *re.findall(r"``(\w+)(?:\([^`]*\))?``", text)}


def of_rust(harness: Path) -> set[str]:
    text = (harness / "src" / "codec.rs").read_text(encoding="utf-8")
    traits = re.findall(r"^pub trait \w+: 'static \{\n(.*?)^\}", text, re.MULTILINE | re.DOTALL)
    return {
        name for body in traits for name in re.findall(r"^    (?:fn|const|type) (\w+)", body, re.MULTILINE)
    }


CONTRACTS: dict[str, Callable[[Path], set[str]]] = {
    "cpp": of_cpp,
    "go": of_go,
    "java": of_java,
    "javascript": of_javascript,
    "python": of_python,
    "rust": of_rust,
}


def test_each_language_has_a_contract() -> None:
    assert sorted(CONTRACTS) == sorted(language_names())


@pytest.mark.parametrize("language", CONTRACTS)
def test_the_readme_names_each_method_of_the_contract(language: str) -> None:
    methods = CONTRACTS[language](CHECKOUT / language / "harness")
    spelled = {name.lower().replace("_", "") for name in methods}
    # C++ decodes into a used object by decode itself.
    expected = EVERYWHERE - {"decodereuse"} | {"decodereuses"} if language == "cpp" else EVERYWHERE
    assert expected <= spelled
    text = (CHECKOUT / language / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`\n]+)`", text))))
    assert not methods - named
    assert len(text.splitlines()) <= MOST_LINES
