"""The measures of runs that are made by hand: what a check finds in them, and the page that shows it."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fakes.samples import measured, runners
from report.folders import folder_of

from serbench.compare.side import Side
from serbench.engine.twins import twin_name
from serbench.facts.fact import MEASURED, Fact
from serbench.record.row import Failure, Row
from serbench.release.check import Check
from serbench.release.fact_changes import changed_facts
from serbench.release.judging import Measure, Verdict
from serbench.release.measures import Pair, failures_between, measures_of_run
from serbench.release.outcomes import outcomes_of
from serbench.release.page import markdown_of, sentence_of

BASE, HEAD = "cpp/a@1", "cpp/a"
PAIR = Pair(BASE, HEAD)
EQUAL, WORSE, BETTER = Verdict.EQUAL, Verdict.WORSE, Verdict.BETTER


def rows(codec: str, factor: float = 1.0, **counts: Any) -> list[Row]:
    """Nine forks of encode, ever slower ones."""
    found = [measured(codec, "encode", fork, round(1000 * factor * (1 + fork))) for fork in range(9)]
    return [replace(row, **counts) for row in found]


def crossing(writer: str, reader: str, result: str, detail: str = "", at_fault: str = "") -> dict[str, Any]:
    ends = {"writer": writer, "reader": reader, "result": result, "detail": detail, "at_fault": at_fault}
    return {"format": "f", "workload": "record", "objects": 4, **ends}


def found(tmp_path: Path, pair: Pair, of: list[Row], **record: Any) -> dict[tuple[str, str], Measure]:
    return {(one.name, one.of): one for one in measures_of_run(folder_of(tmp_path, of, **record), pair)}


@pytest.mark.parametrize(
    ("factor", "instructions", "verdict"),
    [
        (1.08, 4000, Verdict.CANNOT_TELL),
        (0.92, 4000, Verdict.CANNOT_TELL),
        (1.08, 4100, WORSE),
        (1.08, 3900, Verdict.CANNOT_TELL),
        (1.2, 4000, WORSE),
        (1.08, None, WORSE),
    ],
)
def test_the_layout_of_code_is_no_change_of_a_release(
    factor: float, instructions: int | None, verdict: Verdict, tmp_path: Path
) -> None:
    counted: dict[str, Any] = {"instructions": 4000, "instructions_by": "callgrind"} if instructions else {}
    both = [
        *rows(BASE, **counted),
        *rows(HEAD, factor, **(counted | ({"instructions": instructions} if instructions else {}))),
    ]
    assert found(tmp_path, PAIR, both)["time", "encode"].verdict is verdict


def test_times_counts_and_sizes_of_both(tmp_path: Path) -> None:
    both = [
        *rows(BASE, allocations=128, instructions=4000, instructions_by="callgrind"),
        *rows(HEAD, 1.2, allocations=64, instructions=4000, instructions_by="callgrind"),
    ]
    measures = found(tmp_path, PAIR, both)
    time = measures["time", "encode"]
    assert time.verdict is WORSE and time.ratio is not None and round(time.ratio.ratio, 3) == 1.2
    assert measures["allocations", "encode"].verdict is BETTER
    assert measures["instructions", "encode"].verdict is EQUAL
    assert measures["message bytes", ""].verdict is EQUAL
    assert measures["mutual reading", ""].verdict is Verdict.NOT_MEASURED
    check = Check(PAIR, "record", tuple(measures.values()), {"run": "R"}, {"cpu_model": "A_B"}, "2026", "c")
    assert check.status == 1 and check.verdict is WORSE
    assert sentence_of(check) == (
        "cpp/a beside cpp/a@1 on record: 1 measure is worse: time of encode 1.20 (1.20 to 1.20)."
    )
    (note,) = check.notes
    assert note.startswith("Time and instructions disagree on encode: time is worse, instructions are equal.")
    assert "may cost no time" not in note
    page = markdown_of(check)
    assert page.startswith("### Release check: worse\n\n")
    assert "| better | allocations of encode | 0.500 |" in page and "A\\_B; run R. Again: `c`" in page
    document = json.loads(json.dumps(check.to_json()))
    assert (document["verdict"], document["status"], document["base"]) == ("worse", 1, BASE)
    assert document["measures"][0]["ratio"]["ratio"] == 1.2


def test_a_buffer_that_grows_now_and_then_is_no_change(tmp_path: Path) -> None:
    # Of 1024 objects, as one in 500 says nothing of the others.
    def verdict(before: int, after: int) -> Verdict:
        grown = [replace(row, objects=1024, allocations=before) for row in rows(BASE)]
        others = [replace(row, objects=1024, allocations=after) for row in rows(HEAD)]
        return found(tmp_path, PAIR, [*grown, *others])["allocations", "encode"].verdict

    assert (verdict(0, 6), verdict(6, 0), verdict(0, 1024)) == (EQUAL, EQUAL, WORSE)


def test_the_command_survives_backticks() -> None:
    check = Check(PAIR, "record", (), {}, {}, "2026", "./serbench 'a`b``'")
    assert markdown_of(check).endswith("Again: ``` ./serbench 'a`b``' ```\n")


def test_an_aa_check_compares_the_twin(tmp_path: Path) -> None:
    twin = twin_name(BASE)
    measures = found(tmp_path, Pair(BASE, BASE), [*rows(BASE), *rows(twin)], twins={twin: BASE})
    assert measures["time", "encode"].verdict is EQUAL
    assert {name for name, _ in measures} == {"time", "message bytes"}


def test_each_must_read_what_the_other_wrote(tmp_path: Path) -> None:
    both = [*rows(BASE), *rows(HEAD)]
    same = [crossing(BASE, HEAD, "identical-bytes"), crossing(HEAD, BASE, "identical-bytes")]
    measures = found(tmp_path, PAIR, both, interop=same)
    assert [measures[name, ""].verdict for name in ("HEAD reads BASE", "BASE reads HEAD", "bytes")] == [
        EQUAL
    ] * 3
    broken = [crossing(BASE, HEAD, "fails", "No tag 7.", "both"), crossing(HEAD, BASE, "same-value")]
    measures = found(tmp_path, PAIR, both, interop=broken)
    assert measures["HEAD reads BASE", ""].verdict is WORSE
    assert measures["HEAD reads BASE", ""].details == ("No tag 7.",)
    assert measures["BASE reads HEAD", ""].verdict is EQUAL
    assert measures["bytes", ""].verdict is Verdict.CHANGED
    declared = [crossing(BASE, HEAD, "declared", "It is strict."), crossing(HEAD, BASE, "same-value")]
    measures = found(tmp_path, PAIR, both, interop=declared)
    assert measures["HEAD reads BASE", ""].verdict is Verdict.NOT_MEASURED


@pytest.mark.parametrize(
    ("at_fault", "of_base", "of_head"),
    [
        # Verdicts on what BASE wrote for HEAD, and on what HEAD wrote for BASE.
        ("writer", Verdict.CANNOT_TELL, WORSE),
        ("reader", WORSE, Verdict.CANNOT_TELL),
        ("both", WORSE, WORSE),
        ("", Verdict.CANNOT_TELL, Verdict.CANNOT_TELL),
    ],
)
def test_head_is_blamed_for_its_own_writing_and_reading(
    tmp_path: Path, at_fault: str, of_base: Verdict, of_head: Verdict
) -> None:
    failing = [crossing(*ends, "fails", "No.", at_fault) for ends in ((BASE, HEAD), (HEAD, BASE))]
    measures = found(tmp_path, PAIR, [*rows(BASE), *rows(HEAD)], interop=failing)
    assert measures["HEAD reads BASE", ""].verdict is of_base
    assert measures["BASE reads HEAD", ""].verdict is of_head


def test_what_fails_in_head_alone_is_worse(tmp_path: Path) -> None:
    def failing(*codecs: str, outcome: str = "build", **record: Any) -> Measure:
        told = [
            {"codec": name, "workload": "record", "operation": None, "outcome": outcome, "detail": "No."}
            for name in codecs
        ]
        return found(tmp_path, PAIR, rows(BASE), failures=told, **record)["work", "time"]

    assert failing(HEAD).verdict is WORSE
    assert failing(HEAD).details == ("cpp/a on record: build. No.",)
    assert failing(BASE).verdict is BETTER
    assert failing(BASE, HEAD).verdict is Verdict.CANNOT_TELL
    assert failing(HEAD, unavailable={HEAD: "No network."}).verdict is Verdict.CANNOT_TELL
    assert failing(BASE, HEAD, outcome="unsupported").verdict is Verdict.NOT_MEASURED
    assert failing(HEAD, outcome="unsupported").verdict is WORSE
    assert failing(HEAD, outcome="disk").verdict is Verdict.CANNOT_TELL


def test_each_operation_that_fails_is_judged_alone() -> None:
    def failing(*cells: tuple[str, str | None]) -> dict[str, Verdict]:
        failures = [Failure(codec, "record", operation, "wrong", "No.") for codec, operation in cells]
        return {one.of: one.verdict for one in failures_between(failures, PAIR, "time")}

    assert failing((BASE, "encode"), (HEAD, "decode"), (BASE, "access-all"), (HEAD, "access-all")) == {
        "encode": BETTER,
        "decode": WORSE,
        "access-all": Verdict.CANNOT_TELL,
    }
    # All of HEAD fails, and one operation of BASE.
    assert failing((BASE, "encode"), (HEAD, None)) == {"encode": Verdict.CANNOT_TELL, "time": WORSE}


def test_libraries_are_named(tmp_path: Path) -> None:
    first, *_ = runners(a="k")
    record = [
        {**first, "codec": BASE, "libraries": {"a": "1"}},
        {**first, "codec": HEAD, "libraries": {"a": "2"}},
    ]
    measure = found(tmp_path, PAIR, [*rows(BASE), *rows(HEAD)], runners=record)["library", ""]
    assert (measure.base, measure.head, measure.verdict) == ("a 1", "a 2", Verdict.CHANGED)


def side(outcomes: dict[tuple[str, str, str], str], *failures: Failure) -> Side:
    return Side(
        "R", False, {}, {}, outcomes=outcomes, worst_last=("same", "refused", "dies"), failures=failures
    )


def test_outcomes_that_are_others() -> None:
    before = {(BASE, "add", "back"): "refused", (BASE, "drop", "back"): "same"}
    (measure,) = outcomes_of("changes", side(before | {(HEAD, "add", "back"): "refused"}), PAIR)
    assert (measure.verdict, measure.head) == (EQUAL, "1 same")
    after = {(HEAD, "add", "back"): "same", (HEAD, "drop", "back"): "dies"}
    (measure,) = outcomes_of("changes", side(before | after), PAIR)
    assert (measure.verdict, measure.head) == (WORSE, "1 worse, 1 better")
    assert measure.details == ("drop, back: same → dies.", "add, back: refused → same.")
    failed = Failure(HEAD, "w", None, "crashed", "It died.")
    work, nothing = outcomes_of("changes", side(before, failed), PAIR)
    assert (work.verdict, nothing.verdict) == (WORSE, Verdict.NOT_MEASURED)


def test_facts_that_are_others() -> None:
    def facts(**values: Any) -> dict[str, Fact]:
        return {name: Fact(value, MEASURED, command="c") for name, value in values.items()}

    base = facts(version="1", same_bytes="processes", text=True, added_bytes=1000)
    added, same = changed_facts(base, {**base, **facts(version="2", added_bytes=1020)})
    assert (added.verdict, same.verdict, same.head) == (WORSE, EQUAL, "3 same")
    (changed,) = changed_facts(facts(text=True), facts(text=False))
    assert (changed.verdict, changed.base, changed.head) == (Verdict.CHANGED, "yes", "no")
    assert changed_facts({}, base) == []
    (same,) = changed_facts(facts(same_bytes="languages"), facts(same_bytes="processes"))
    assert (same.verdict, same.head) == (EQUAL, "1 same")
