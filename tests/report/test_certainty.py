"""The sentences about certainty: each follows from what was computed."""

import random
from collections.abc import Mapping
from dataclasses import dataclass

import pytest

from serbench.report.cells import Result, Results
from serbench.report.certainty import Family, comparison_words, families_in, families_of
from serbench.report.standing import standings
from serbench.report.words import interval_text, interval_words
from serbench.statistics.estimate import Estimate
from serbench.statistics.noise import NO_NOISE, NoiseFloor
from serbench.statistics.power import found_from


@pytest.mark.parametrize(
    ("forks", "text"),
    [
        ([97.0, 99.0, 100.0, 102.0, 103.0], "±3%"),
        ([99.5, 99.8, 100.0, 102.0, 104.0], "−0.5/+4%"),
        ([60.0, 100.0, 100.0, 100.0, 101.0], "−40/+1%"),
        ([100.0, 100.0, 100.0, 100.0, 108.0], "−0.0/+8%"),
        ([99.5, 100.0, 100.0, 100.0, 125.0], "−0/+25%"),
        # Exactly twice is not more than twice.
        ([98.0, 99.0, 100.0, 100.5, 101.0], "±2%"),
        ([100.0] * 5, "±0.0%"),
        ([90.0, 100.0, 110.0], "±10%"),
        ([90.0, 110.0], "±?"),
        ([90.0], "once"),
    ],
)
def test_both_halves_where_they_differ(forks: list[float], text: str) -> None:
    assert interval_text(Estimate.of(forks)) == text


def test_the_legend_has_the_levels_that_occur() -> None:
    def words(*forks: int) -> str:
        return interval_words([Estimate.of([1.0] * number) for number in forks], "applications")

    assert words(12, 5, 12).startswith(
        "± holds within this run: the interval of the median at 96 % (12 applications) and 94 % (5"
        " applications); both halves"
    )
    assert "at 96 % (12 applications), unknown below 3;" in words(12, 2)
    assert words(1, 2) == "± is unknown from fewer than 3 applications; once: measured once."


def times_of(codecs: dict[str, float], forks: int) -> dict[str, Estimate]:
    """Times of these middles, each with a spread of two per cent between its forks."""
    chance = random.Random(1)
    return {
        codec: Estimate.of([middle * chance.lognormvariate(0, 0.02) for _ in range(forks)])
        for codec, middle in codecs.items()
    }


NATIVE = times_of({f"{language}/{name}": 100.0 for language in ("cpp", "rust") for name in "abc"}, 12)
JIT = times_of({f"java/{name}": 100.0 for name in "abcde"}, 5)


def families(times: dict[str, Estimate], is_across: bool = False) -> list[Family]:
    return families_of(times, standings(times), is_across)


def test_the_family_that_is_named_is_that_of_the_correction() -> None:
    found = families(NATIVE | JIT)
    assert [(family.title, [*family.times], family.is_corrected) for family in found] == [
        ("C++", ["cpp/a", "cpp/b", "cpp/c"], True),
        ("Java", [*JIT], False),
        ("Rust", ["rust/a", "rust/b", "rust/c"], True),
    ]
    assert comparison_words(found, NO_NOISE)[:2] == [
        "The comparisons of one list and language hold at 95 % together in C++ and Rust (rank-sum test,"
        " Holm's correction).",
        "Each comparison holds at 95 % on its own in Java; with so few forks no correction is possible.",
    ]
    (across,) = families(NATIVE, is_across=True)
    assert (across.title, len(across.times), across.is_corrected) == ("", 6, True)
    assert comparison_words([across], NO_NOISE)[0] == (
        "The comparisons of one list hold at 95 % together (rank-sum test, Holm's correction)."
    )
    assert comparison_words(families(times_of({"cpp/a": 1.0}, 12)), NO_NOISE) == []


@dataclass(frozen=True, slots=True, kw_only=True)
class Timed(Result):
    """A result that is its time in one way."""

    time: Estimate
    done: str

    @property
    def way(self) -> str:
        return self.done

    @property
    def ranked_by(self) -> Estimate:
        return self.time


def results_of(**lists: Mapping[str, Estimate]) -> Results[Timed]:
    """A run with these times by the ways in which codecs were measured."""
    rows = [
        Timed(
            codec=codec,
            workload="tuples",
            floor=False,
            measured=len(times[codec].fork_values),
            standing=standing,
            time=times[codec],
            done=way,
        )
        for way, times in lists.items()
        for codec, standing in standings(times).items()
    ]
    return Results(tuple(rows), (), ())


def test_a_list_of_one_language_is_named_beside_those_of_several() -> None:
    alone = times_of({f"cpp/{name}": 100.0 for name in "abcde"}, 5)
    results = results_of(fresh=NATIVE | JIT, reuse=alone)
    found = families_in(results, False)
    assert [family.title for family in found] == ["C++", "Java", "Rust", "C++"]
    words = comparison_words(found, NO_NOISE)
    assert words == [
        "The comparisons of one list and language hold at 95 % together in Rust (rank-sum test, Holm's"
        " correction).",
        "Each comparison holds at 95 % on its own in C++ and Java; with so few forks no correction is"
        " possible.",
        "A tie means less than about 6 % apart in C++ and Java, 5 % in Rust: more is found in 9 of 10 cases.",
    ]
    assert [family.title for family in families_in(results, True)] == ["", ""]
    assert [family.title for family in families_in(results_of(reuse=alone), False)] == [""]


def test_a_tie_says_how_far_apart_it_may_be() -> None:
    found = families(NATIVE | JIT)
    words = comparison_words(found, NO_NOISE)[-1]
    assert words == (
        "A tie means less than about 5 % apart in C++ and Rust, 6 % in Java: more is found in 9 of 10 cases."
    )
    by_title = {family.title: family for family in found}
    for title, percent in (("C++", 5), ("Java", 6), ("Rust", 5)):
        family = by_title[title]
        apart = found_from([*family.times.values()], family.ties if family.is_corrected else 1)
        assert apart is not None and round(100 * apart) == percent
    assert (
        "less than about 2"
        in comparison_words(found, dict.fromkeys(("cpp", "java", "rust"), NoiseFloor(0.2, 1, 1)))[-1]
    )


def test_without_ties_nothing_is_said_of_them() -> None:
    apart = times_of({"cpp/a": 100.0, "cpp/b": 200.0, "cpp/c": 400.0}, 12)
    assert not any("tie" in line for line in comparison_words(families(apart), NO_NOISE))
