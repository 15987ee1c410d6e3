"""The years of libraries, and the warning about old ones."""

from typing import Any

from serbench.report.ages import dated_sentence, ended_sentence, library_words, runtime_words


def runner(codec: str, released: str | None, **libraries: str) -> dict[str, Any]:
    return {"codec": codec, "libraries": libraries, "released": released}


def test_a_library_is_named_with_its_version_and_year() -> None:
    assert library_words(runner("cpp/a", "2022-12-14", five="3.21")) == "five 3.21 (2022)"
    assert library_words(runner("cpp/a", None, five="3.21", six="1")) == "five 3.21, six 1"
    assert library_words({"codec": "cpp/memcpy"}) == ""


def test_a_runtime_is_named_with_its_age_where_the_run_tells() -> None:
    assert (
        runtime_words({"codec": "java/a", "runtime": {"words": "JDK 17.0.15, 2025-04"}})
        == "JDK 17.0.15, 2025-04"
    )
    assert runtime_words({"codec": "java/a", "runtime": None}) == runtime_words({"codec": "java/a"}) == ""


def test_libraries_older_than_two_years_are_named_once() -> None:
    old, young = runner("cpp/a", "2022-12-14", five="3.21"), runner("cpp/b", "2024-11-23", six="1")
    record = {"started_at": "2026-11-23T03:00:00+00:00", "runners": [old, old, young, runner("cpp/c", None)]}
    assert dated_sentence(record) == (
        "Older than two years when this was measured: cpp/a (five 3.21 (2022))."
        " `./serbench setup --latest all` builds current releases where a registry has them."
    )
    part = {**runner("cpp/a", "2022-12-14"), "runtime": {"words": "Five 3, 2022-12"}}
    assert "cpp/a (Five 3, 2022-12)." in dated_sentence(record | {"runners": [part]})
    # One day later the other is older, too.
    later = dated_sentence(record | {"started_at": "2026-11-24T03:00:00+00:00"})
    assert "cpp/a (five 3.21 (2022)), cpp/b (six 1 (2024))." in later


def test_without_old_libraries_nothing_is_said() -> None:
    assert dated_sentence({"started_at": "2026-11-23", "runners": [runner("cpp/c", None)]}) == ""
    assert dated_sentence({}) == ""


def test_projects_that_have_ended_are_named_once_with_the_reason() -> None:
    ended = {"since": "2026-01", "reason": "archived", "source": "https://a.example", "advisories": ["CVE-1"]}
    quiet = {"since": "2025-12", "reason": "stopped", "source": "https://b.example", "advisories": []}
    runners = [{"codec": "go/a", "ended": ended}] * 2 + [{"codec": "go/b", "ended": quiet}, {"codec": "go/c"}]
    assert ended_sentence({"runners": runners}) == (
        "Projects that have ended: go/a since 2026-01 (archived; not mended: CVE-1; https://a.example);"
        " go/b since 2025-12 (stopped; https://b.example)."
    )
    assert ended_sentence({"runners": [{"codec": "go/c", "ended": None}]}) == ""
