"""The days of releases that published runs tell."""

import json
from pathlib import Path

import pytest

from serbench.facts.fact import DECLARED, VERSION, Fact
from serbench.facts.releases import published_release


def entry(archive: Path, day: str, *runners: dict[str, object]) -> None:
    place = archive / "machine" / f"{day}-memory-media"
    place.mkdir(parents=True)
    (place / "run.json").write_text(json.dumps({"runners": runners, "machine": {}}))


def runner(codec: str, version: str, released: str | None, **more: object) -> dict[str, object]:
    return {"codec": codec, "libraries": {"lib": version, "other": "9"}, "released": released, **more}


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    entry(tmp_path, "2026-11-01", runner("go/a", "1.0", "2023-01-02"), runner("go/b", "2.0", "2020-02-03"))
    entry(
        tmp_path,
        "2026-11-02",
        runner("go/a", "1.1", "2024-05-06T10:00:00Z"),
        runner("cpp/c", "3.0", "2020-01-01", packaged=True),
        runner("go/d", "1.0", None),
    )
    entry(tmp_path, "2026-11-03")
    (tmp_path / "machine/2026-11-03-memory-media/run.json").write_text("{")
    return tmp_path


def test_the_newest_run_of_the_version_that_is_known_tells_the_day(archive: Path) -> None:
    def day(codec: str, version: str | None = None) -> object:
        known = {} if version is None else {VERSION: Fact(version, DECLARED)}
        found = published_release(codec, known, archive)
        return found and found.value

    assert (day("go/a", "1.1"), day("go/a"), day("go/a", "1.0")) == ("2024-05-06", "2024-05-06", None)
    assert (day("go/b", "2.0"), day("go/d"), day("go/nosuch")) == ("2020-02-03", None, None)
    # The release of a distribution is not the newest.
    assert day("cpp/c", "3.0") is None


def test_the_fact_names_its_run(archive: Path) -> None:
    found = published_release("go/b", {}, archive)
    assert found is not None and found.source.endswith("2026-11-01-memory-media")
