"""The same executables on both sides tell a changed machine from changed code."""

import random
from collections.abc import Mapping
from dataclasses import replace

import pytest

from serbench.compare.comparison import compare
from serbench.compare.controls import Verdict
from serbench.compare.side import Side
from serbench.compare.telling import sentences_on_controls
from serbench.experiments.alternated import summary
from serbench.statistics.estimate import Estimate

CONTROLS = ("cpp/a", "cpp/b", "cpp/c", "cpp/d", "cpp/e")
Way = tuple[str, str]


def side(times: Mapping[Way, list[float]], **given: object) -> Side:
    """A run with these values of forks by codec and operation; an executable is as its codec is called."""
    keys = {(codec, "record", operation): Estimate.of(values) for (codec, operation), values in times.items()}
    executables = {(codec, "record"): codec for codec, _ in times}
    known = {"executables": executables, "corpora": {"record": "ab"}, **given}
    return Side("run", False, keys, {}, **known)  # type: ignore[arg-type]


def forks(median: float, spread: float = 0.004) -> list[float]:
    return [median * (1 + spread * (number - 6) / 6) for number in range(13)]


def times(moved: float = 1.0, **factors: float) -> dict[Way, list[float]]:
    """Six codecs; the controls drift by up to half a per cent around what the machine did."""
    found = {}
    for at, codec in enumerate((*CONTROLS, "cpp/new")):
        drift = 1 + (at - 2) * 0.0025 * (moved != 1)
        for operation in ("encode", "decode"):
            factor = moved * drift * factors.get(codec.partition("/")[2], 1.0)
            found[codec, operation] = forks(1000 * factor)
    return found


def verdicts(before: Side, after: Side, **how: object) -> dict[str, set[Verdict]]:
    found: dict[str, set[Verdict]] = {}
    for change in compare(before, after, **how).changes:  # type: ignore[arg-type]
        found.setdefault(change.codec, set()).add(change.verdict)
    return found


def changed(after: Side, *codecs: str) -> Side:
    return replace(
        after, executables={**after.executables, **{(codec, "record"): "other" for codec in codecs}}
    )


def test_a_change_beyond_the_controls_is_claimed_and_one_within_is_not() -> None:
    before = side(times())
    for moved in (0.9, 1.0, 1.1):
        for factor, expected in (
            (1.0, Verdict.TIED),
            (1.05, Verdict.LONGER),
            (1 / 1.05, Verdict.SHORTER),
        ):
            after = changed(side(times(moved, new=factor)), "cpp/new")
            assert verdicts(before, after)["cpp/new"] == {expected}, (moved, factor)
    found = compare(before, changed(side(times(1.1, new=1.08)), "cpp/new"))
    assert {change.codec for change in found.slower(0.05)} == {"cpp/new"}
    assert found.slower(0.1) == ()


def test_a_control_is_never_claimed() -> None:
    assert verdicts(side(times()), side(times(a=1.5)))["cpp/a"] == {Verdict.CONTROL}


def test_of_unchanged_executables_of_another_hour_nothing_is_claimed_whichever_counts_as_changed() -> None:
    before, after = side(times()), side(times(1.058))
    for codec in CONTROLS:
        found = compare(before, after, changed=[codec])
        assert {c.verdict for c in found.changes if c.codec == codec} == {Verdict.TIED}
        assert (found.slower(0.0), found.undecided()) == ((), ())
        assert found.controls.shifts["cpp"].factor == pytest.approx(1.058, rel=0.004)


def test_leaving_each_out_claims_a_few_per_cent_of_noise_and_five_per_cent_of_slowdown() -> None:
    """Hours that move all by 6 %, each cell by 1 % more, and forks by 1 %."""
    draw = random.Random(7)
    codecs = [f"cpp/c{number}" for number in range(9)]

    def run(moved: float, by_cell: float) -> dict[Way, list[float]]:
        cells = [(codec, operation) for codec in codecs for operation in ("encode", "decode")]
        at = {cell: 1000 * moved * (1 + draw.gauss(0, by_cell)) for cell in cells}
        return {cell: [time * (1 + draw.gauss(0, 0.01)) for _ in range(13)] for cell, time in at.items()}

    unchanged, gated, found, tried = 0, 0, 0, 0
    for _ in range(40):
        before, after = side(run(1.0, 0.0)), run(1.06, 0.01)
        codec = codecs[draw.randrange(len(codecs))]
        same = compare(before, side(after), changed=[codec])
        tried += 2
        unchanged += sum(one.verdict in (Verdict.LONGER, Verdict.SHORTER) for one in same.changes)
        gated += bool(same.slower(0.05))
        planted = {
            cell: [time * 1.05 for time in of] if cell[0] == codec else of for cell, of in after.items()
        }
        slow = compare(before, side(planted), changed=[codec])
        found += sum(one.verdict is Verdict.LONGER for one in slow.changes)
    assert gated == 0
    assert unchanged <= 0.06 * tried
    assert found >= 0.95 * tried


def test_fewer_than_three_controls_decide_nothing() -> None:
    before = side(times())
    after = changed(side(times(new=2)), "cpp/c", "cpp/d", "cpp/e", "cpp/new")
    found = compare(before, after)
    assert {one.codec for one in found.undecided()} == {"cpp/c", "cpp/d", "cpp/e", "cpp/new"}
    assert found.slower(0.0) == ()
    assert verdicts(before, changed(after, "cpp/a", "cpp/b"), alternated=True)["cpp/new"] == {Verdict.LONGER}


def test_controls_of_another_language_tell_nothing() -> None:
    more = {("rust/new", "encode"): forks(1000)}
    slower = {("rust/new", "encode"): forks(1500)}
    found = compare(side(times() | more), changed(side(times() | slower), "rust/new"))
    assert [one.codec for one in found.undecided()] == ["rust/new"]


def test_a_codec_with_other_data_or_of_which_nothing_is_known_is_no_control() -> None:
    before, after = side(times()), side(times(), corpora={"record": "cd"})
    assert set.union(*verdicts(before, after, other_data=True).values()) == {Verdict.UNDECIDED}
    assert set.union(*verdicts(before, side(times(), executables={})).values()) == {Verdict.UNDECIDED}


def test_ranges_of_few_forks_are_never_claimed_and_no_controls() -> None:
    few = {cell: values[:4] for cell, values in times().items()}
    slow = {cell: values[:4] for cell, values in times(new=3).items()}
    assert verdicts(side(few), changed(side(slow), "cpp/new"))["cpp/new"] == {Verdict.UNDECIDED}
    assert verdicts(side(few), changed(side(slow), "cpp/new"), alternated=True)["cpp/new"] == {
        Verdict.UNDECIDED
    }
    assert compare(side(few), side(slow)).controls.shifts == {}


def test_times_that_are_only_bounds_are_no_controls() -> None:
    bounds = frozenset((codec, "record", way) for codec in CONTROLS[:3] for way in ("encode", "decode"))
    found = compare(side(times()), changed(side(times(), bounds=bounds), "cpp/new"))
    assert found.controls.of_language == {"cpp": ("cpp/d", "cpp/e")}
    assert {one.codec for one in found.undecided()} == {"cpp/new"}


def test_controls_of_too_few_forks_are_named_as_the_reason() -> None:
    few = {cell: values[:4] for cell, values in times().items()}
    found = compare(side(few), changed(side(few), "cpp/new"))
    assert sentences_on_controls(found) == [
        "For C++ this comparison cannot tell a changed machine from changed code: fewer than 3 codecs have"
        " the same executable in A and B and at least 5 forks, repetitions or blocks in each. Times are shown"
        " and nothing is marked. In memory, `./serbench run --against RUN_A` measures both alternately.",
        "Where A or B has fewer than 5 forks, repetitions or blocks, only ranges are known: nothing is marked"
        " there.",
    ]


def test_what_was_measured_alternately_in_too_few_forks_is_unknown() -> None:
    few = {cell: values[:4] for cell, values in times().items()}
    found = compare(side(few), changed(side(few), "cpp/new"), alternated=True)
    assert sentences_on_controls(found)[1:] == [
        "Where A or B has fewer than 5 forks, repetitions or blocks, only ranges are known: nothing is marked"
        " there."
    ]
    assert summary(found, "RUN") == (
        "Against run, measured in the same rounds, 0 of 12 times are longer and 0 shorter, 2 unknown;"
        " ./serbench compare RUN shows them."
    )
    sure = compare(side(times()), changed(side(times()), "cpp/new"), alternated=True)
    assert "0 of 12 times are longer and 0 shorter;" in summary(sure, "RUN")


@pytest.mark.parametrize(
    ("factor", "bounded", "expected"),
    [
        (2.0, "after", Verdict.UNDECIDED),
        (2.0, "before", Verdict.LONGER),
        (0.5, "before", Verdict.UNDECIDED),
        (0.5, "after", Verdict.SHORTER),
    ],
)
def test_of_an_upper_bound_only_what_it_implies_is_claimed(
    factor: float, bounded: str, expected: Verdict
) -> None:
    bounds = {"bounds": frozenset({("cpp/new", "record", "encode")})}
    before = side(times(), **(bounds if bounded == "before" else {}))
    after = side(times(new=factor), **(bounds if bounded == "after" else {}))
    found = compare(before, changed(after, "cpp/new"))
    (encode,) = [one for one in found.changes if (one.codec, one.operation) == ("cpp/new", "encode")]
    assert encode.verdict is expected
    said = any("Where a time is only an upper bound, a" in one for one in sentences_on_controls(found))
    assert said == (expected is Verdict.UNDECIDED)
