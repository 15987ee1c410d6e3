"""Templates make no decisions: they look macros up and ask by name (serbench.languages.steps), and compare no
kinds of steps and values."""

import re
from pathlib import Path

from serbench.languages import languages
from serbench.locations import CHECKOUT

# How often templates still do it. It may only fall.
_MOST = 21
_TAG = re.compile(r"\{\{.*?\}\}|\{%.*?%\}", re.DOTALL)
_KIND = r"\b(?:\w*kind|label|leaf|shape|unit)"
_COMPARISON = re.compile(
    rf"{_KIND}(?:\s*[=!]=|\s+(?:not\s+)?in\b|\.(?:split|startswith|endswith)\b)"
    r'|"\w*kind", "(?:equalto|eq|ne|in)"'
)


def comparisons(text: str) -> list[str]:
    """The comparisons of kinds in the tags of a template; what stands outside them is generated code."""
    return [found for tag in _TAG.findall(text) for found in _COMPARISON.findall(tag)]


def templates() -> list[Path]:
    folders = [CHECKOUT / "src", *(language.folder for language in languages())]
    return sorted(path for folder in folders for path in folder.rglob("*.j2"))


def test_comparisons_of_kinds_are_found() -> None:
    assert comparisons('{% if step.kind == "map" and value.shape != "leaf" %}') == ["kind ==", "shape !="]
    assert comparisons('{{ step.kind.split("_")[0] }}{% if key_kind not in keys %}') == [
        "kind.split",
        "key_kind not in",
    ]
    assert comparisons('{{ steps | selectattr("kind", "equalto", "map") }}') == ['"kind", "equalto"']
    assert comparisons("{{ build[step.label](step) }} if (kind == 0) {% if step.is_map %}") == []


def test_templates_compare_ever_fewer_kinds() -> None:
    found = {str(path): len(comparisons(path.read_text("utf-8"))) for path in templates()}
    assert len(found) > 200
    assert sum(found.values()) <= _MOST, {name: count for name, count in found.items() if count}


def test_no_name_is_made_by_cutting_its_package_off() -> None:
    """A value has its name as ``leaf.bare``."""
    assert [path for path in templates() if 'replace("plain.", "")' in path.read_text("utf-8")] == []
