"""The builds with known slowdowns: how one is made, and what is counted of their checks."""

from pathlib import Path
from typing import Any

import pytest
from known_slowdowns import CALLS, make_build, repeating, table


def check(head: str, **verdicts: str) -> dict[str, Any]:
    measures = [{"measure": name, "of": "encode", "verdict": verdict} for name, verdict in verdicts.items()]
    return {"head": head, "measures": [*measures, {"measure": "instructions", "of": "", "verdict": "equal"}]}


def test_what_was_found_is_counted_by_build() -> None:
    checks = [
        check("rust/postcard@local-five-percent", time="worse", instructions="worse"),
        check("rust/postcard@local-five-percent", time="cannot tell", instructions="worse"),
        check("rust/postcard@local-one-percent", time="equal"),
    ]
    assert table(checks).splitlines()[2:] == [
        "| five-percent | time | 2 | 1 | 1 | 0 |",
        "| five-percent | instructions | 2 | 2 | 0 | 0 |",
        "| one-percent | time | 1 | 0 | 0 | 1 |",
    ]


def test_a_build_repeats_its_calls(tmp_path: Path) -> None:
    sources = tmp_path / "sources"
    for name, (place, _) in CALLS.items():
        (sources / name).parent.mkdir(parents=True)
        (sources / name).write_text(f"{place}}}\n")
    (sources / "src/lib.rs").write_text("mod de;\n")
    make_build(sources, tmp_path / "build", 21)
    for name, (place, repeated) in CALLS.items():
        assert (tmp_path / "build" / name).read_text() == f"{place}{repeated}}}\n"
    assert "const EVERY: u32 = 21;" in (tmp_path / "build/src/lib.rs").read_text()
    with pytest.raises(ValueError, match="0 places are"):
        repeating("fn f() {}", "let t", "")
