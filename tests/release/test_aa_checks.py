"""The counting of false alarms in a log of A/A checks."""

from typing import Any

from aa_checks import alarms_in, table, turn


def check(codec: str, verdict: str, *verdicts: str) -> dict[str, Any]:
    measures = [{"measure": "time", "of": "encode", "verdict": one} for one in verdicts]
    return {"base": codec, "verdict": verdict, "measures": measures}


def test_alarms_are_counted_by_codec() -> None:
    checks = [
        check("go/a", "equal", "equal"),
        check("go/a", "cannot tell", "cannot tell", "better"),
        check("go/b", "cannot tell", "cannot tell"),
    ]
    assert [alarms_in(one) for one in checks] == [[], ["time encode"], []]
    assert table(checks).splitlines()[2:] == [
        "| all | 3 | 1 | 1 |",
        "| go/a | 2 | 1 | 0 |",
        "| go/b | 1 | 0 | 1 |",
    ]
    assert [turn(done, ("go/a", "go/b")) for done in range(3)] == ["go/a", "go/b", "go/a"]
