"""The histories of checks: what is a point of change in made-up ones, and how they are shown."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from serbench.cli.main import main
from serbench.errors import BadInput
from serbench.release.history import Series, read_history, series_of

BASE, HEAD = "rust/a@1", "rust/a@1+local"
QUIET = 0.01


def check(day: int, *measures: dict[str, Any], base: str = BASE, head: str = HEAD) -> str:
    return json.dumps(
        {
            "format": "serbench.check-release/1",
            "base": base,
            "head": head,
            "workload": "media",
            "began": f"2026-11-{day:02}T10:00:00.5+00:00",
            "machine": {"cpu_model": "A", "logical_cores": 2},
            "verdict": "equal",
            "measures": list(measures),
            "notes": [],
        }
    )


def time(ratio: float, half: float = QUIET, **other: Any) -> dict[str, Any]:
    found = {"ratio": ratio, "low": ratio - half, "high": ratio + half, "is_range": False} | other
    words = {"measure": "time", "of": "encode", "verdict": "equal", "unit": "ns"}
    return {**words, "base": 10.0, "head": 11.0, "ratio": found, "threshold": 0.05, "details": []}


def count(head: float) -> dict[str, Any]:
    return {"measure": "instructions", "of": "encode", "verdict": "equal", "head": head, "threshold": 0.01}


def of(path: Path, *lines: str) -> Path:
    path.write_text("".join(f"{line}\n" for line in lines))
    return path


def series(tmp_path: Path, *lines: str) -> Series:
    return series_of(read_history(of(tmp_path / "h", *lines)))[0]


def changes(tmp_path: Path, *ratios: dict[str, Any]) -> list[tuple[int, float, float, bool]]:
    found = series(tmp_path, *(check(day, one) for day, one in enumerate(ratios, 1)))
    return [(one.at, round(one.before, 3), one.after, one.is_new) for one in found.changes]


def test_a_step_that_stays_is_a_change(tmp_path: Path) -> None:
    steady = [time(1.0), time(1.01), time(0.99)]
    assert changes(tmp_path, *steady) == []
    assert changes(tmp_path, *steady, time(1.08), time(1.07), time(1.08)) == [(3, 1.0, 1.08, False)]
    back = changes(tmp_path, *steady, time(1.08), time(1.07), time(1.0), time(1.01))
    assert back == [(3, 1.0, 1.08, False), (5, 1.075, 1.0, False)]


def test_one_check_that_is_far_from_the_others_is_none(tmp_path: Path) -> None:
    assert changes(tmp_path, time(1.0), time(1.2), time(1.0), time(1.01)) == []
    assert changes(tmp_path, time(1.0), time(1.2), time(0.8), time(1.0)) == []


def test_a_change_of_the_last_check_is_new(tmp_path: Path) -> None:
    assert changes(tmp_path, time(1.0), time(1.0), time(0.9)) == [(2, 1.0, 0.9, True)]


def test_intervals_that_overlap_and_small_steps_are_no_change(tmp_path: Path) -> None:
    assert changes(tmp_path, time(1.0, 0.05), time(1.08, 0.05), time(1.08, 0.05)) == []
    assert changes(tmp_path, time(1.0, 0.001), time(1.02, 0.001), time(1.02, 0.001)) == []


def test_twins_say_how_large_a_step_must_be(tmp_path: Path) -> None:
    step = [check(day, time(ratio)) for day, ratio in enumerate((1.0, 1.0, 1.08, 1.08), 1)]
    loud = [check(9, time(0.9), base=BASE, head=BASE), check(10, time(1.01), base=BASE, head=BASE)]
    assert len(series(tmp_path, *step).changes) == 1
    found = series(tmp_path, *step, *loud)
    assert (found.changes, found.twins, round(found.noise, 3)) == ([], 2, 0.111)
    of_another = check(9, time(0.9), base="rust/b", head="rust/b")
    assert len(series(tmp_path, *step, of_another).changes) == 1


def test_counts_change_beyond_their_threshold_also_in_small_steps(tmp_path: Path) -> None:
    found = series(
        tmp_path, *(check(day, count(head)) for day, head in enumerate((1000, 1006, 1009, 1013), 1))
    )
    assert [(one.at, one.before, one.after) for one in found.changes] == [(3, 1000, 1013)]
    assert found.levels == [(0, 3, 1006), (3, 4, 1013)]


def test_ranges_and_words_are_no_points(tmp_path: Path) -> None:
    words = {"measure": "bytes", "of": "", "verdict": "equal", "base": None, "head": "same", "ratio": None}
    lines = of(tmp_path / "h", check(1, time(1.0, is_range=True), words), check(2, time(1.0), words))
    (found,) = series_of(read_history(lines))
    assert (found.measure, len(found.points)) == ("time of encode", 1)


def test_a_time_without_a_ratio_is_no_point(tmp_path: Path) -> None:
    bare = {**time(1.0), "head": 0.0, "ratio": None}
    (found,) = series_of(
        read_history(of(tmp_path / "h", check(1, bare, head=BASE), check(2, time(1.0), head=BASE)))
    )
    assert (len(found.points), found.noise) == (1, 0.025)


def test_a_ratio_that_no_check_finds_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = of(tmp_path / "h", check(1, time(1e-320, low=1e-320, high=1.0), head=BASE))
    assert main(["report", "--history", str(path)]) == 2
    assert f"What {path} holds does not fit together" in capsys.readouterr().err


def test_another_pair_is_another_series(tmp_path: Path) -> None:
    lines = of(tmp_path / "h", check(1, time(1.0)), check(2, time(2.0), base="rust/a@2"))
    assert [one.subject.base for one in series_of(read_history(lines))] == [BASE, "rust/a@2"]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("", "h has no check yet; `check-release --history"),
        ("{}\n", "h, line 1: the field format is missing."),
        (check(1, time(-1.0)) + "\n", "h, line 1: measures[0].ratio.ratio: -1.0:"),
        (check(1).replace("rust/a@1", "<b>") + "\n", 'h, line 1: base: "<b>" is not the name of a codec.'),
    ],
)
def test_a_file_that_is_no_history(tmp_path: Path, content: str, sentence: str) -> None:
    (tmp_path / "h").write_text(content)
    with pytest.raises(BadInput, match=re.escape(sentence)):
        read_history(tmp_path / "h")
    with pytest.raises(BadInput, match="nothing is not there; `check-release --history"):
        read_history(tmp_path / "nothing")


def test_a_table_and_a_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ratios = (time(1.0), time(1.0), time(1.08), time(1.08))
    lines = [check(day, one, count(371_072)) for day, one in enumerate(ratios, 1)]
    file, page = of(tmp_path / "<b>", *lines), tmp_path / "page.html"
    assert main(["report", "--history", str(file)]) == 0
    table = " ".join(capsys.readouterr().out.split())
    assert "rust/a@1+local beside rust/a@1 on media, A" in table
    assert "time of encode 4 1.00 1.08 2.5% 2026-11-03: 1.00 → 1.08" in table
    assert "instructions of encode 4 371,072 371,072 1.0%" in table
    assert main(["report", "--history", str(file), "--html", str(page)]) == 0
    assert capsys.readouterr().out.strip() == str(page)
    text = page.read_text()
    assert "Change point 2026-11-03: 1.00 → 1.08." in text
    assert "<h1>Checks of releases: &lt;b&gt;</h1>" in text
    assert text.count("<circle") == 8 and text.count('class="change"') == 1
    assert "<script" not in text and "http" not in text.replace("http-equiv", "")
    assert main(["report", "--history", str(file), "--csv"]) == 2
    assert "--history is shown in a terminal or with --html FILE" in capsys.readouterr().err
