"""Facts of codecs in first place, beside what to take."""

from dataclasses import replace
from pathlib import Path

import pytest
from report.folders import folder_of, html, rows_of

from serbench.choose.known import recorded_facts
from serbench.experiments.reporting import report_of
from serbench.facts.fact import MEASURED, Fact
from serbench.report.facts import evidence_text, facts_of_first, value_text
from serbench.selection.discovery import find_adapters


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing was measured here, nor published."""
    monkeypatch.setenv("SERBENCH_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("serbench.facts.measured.published_facts", lambda *_: {})


def test_each_codec_of_the_checkout_has_its_facts_once() -> None:
    names = ("rust/bincode (ended 2025-12)", "cpp/nowhere", "../rust", "rust/postcard", "rust/bincode")
    table = facts_of_first(names)
    assert table is not None
    assert table.header == ("codec", "equal bytes", "types", "schema", "licence", "portable", "ended")
    by_codec = {line.texts[0]: dict(zip(table.header, line.texts, strict=True)) for line in table.lines}
    assert list(by_codec) == ["rust/bincode", "rust/postcard"]
    assert by_codec["rust/bincode"]["ended"] == "2025-12*"
    assert by_codec["rust/postcard"] == {
        "codec": "rust/postcard",
        "equal bytes": "–",
        "types": "serde*",
        "schema": "yes*",
        "portable": "yes*",
        "licence": "MIT OR Apache-2.0*",
        "ended": "no*",
    }
    assert facts_of_first(("cpp/nowhere", "rust/postcard@1.0.8")) is None


def test_the_report_has_the_facts_of_first_places_beside_the_choice(tmp_path: Path) -> None:
    rows = [replace(row, codec="rust/postcard") if row.codec == "cpp/a" else row for row in rows_of()]
    folder = folder_of(tmp_path, rows)
    choice = report_of(folder).contents.choice
    facts = choice.facts() if choice else None
    assert facts is not None and [line.texts[0] for line in facts.lines] == ["rust/postcard"]
    text = html(folder)
    assert "<summary>Facts of these codecs</summary>" in text
    assert "Facts are of the releases that this checkout pins." in text


def test_a_report_of_codecs_that_are_not_here_has_no_facts(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, rows_of())
    choice = report_of(folder).contents.choice
    assert choice is not None and choice.facts() is None
    assert "Facts of these codecs" not in html(folder)


@pytest.mark.parametrize(
    ("fact", "text"),
    (
        (Fact(True, MEASURED, command="./serbench facts a"), "measured: ./serbench facts a"),
        (Fact(1, MEASURED, "published in b", command="c"), "measured: c, published in b"),
        (Fact("2026-01-01", MEASURED, "published in b"), "measured: published in b"),
        (Fact(True, source="https://d", date="2026-01-01"), "declared: https://d, 2026-01-01"),
    ),
)
def test_evidence_has_what_is_known_of_it(fact: Fact, text: str) -> None:
    assert evidence_text(fact) == text


def test_no_value_that_is_recorded_reads_as_of_python() -> None:
    recorded = recorded_facts(find_adapters())
    texts = {value_text(fact) for of_codec in recorded.values() for fact in of_codec.values()}
    assert "unknown" in texts and "yes" in texts
    assert not texts & {"None", "True", "False", ""} and not [text for text in texts if "(" in text]
