"""Advice on which codec to take for which purpose."""

from collections.abc import Mapping
from dataclasses import replace

from fakes.samples import RECORD, measured

from serbench.experiments.memory.report.best import (
    OVER_ALL,
    answer,
    answer_over_each,
    fast,
    over_workloads,
    purposes_of,
)
from serbench.experiments.memory.report.means import Mean, means, means_of_each
from serbench.experiments.memory.report.results import memory_results
from serbench.experiments.memory.report.view import View
from serbench.report.report import Best, Choice
from serbench.statistics.noise import NoiseFloor


def view_of(times: dict[str, tuple[float, int]], hand_written: str = "") -> View:
    operations = ("encode", "decode", "access-tenth")
    rows = [
        measured(codec, operation, fork, time + fork / 100, size_bytes=64 * size)
        for codec, (time, size) in times.items()
        for operation in operations
        for fork in range(5)
    ]
    runners = [
        {"codec": codec, "workload": "record", "operations": dict.fromkeys(operations, "application")}
        | {"traits": ["hand-written"] if codec == hand_written else []}
        for codec in times
    ]
    return View.of(memory_results({**RECORD, "runners": runners}, rows), "record")


def test_each_scope_has_its_own_first_and_ties_stand_together() -> None:
    view = view_of({"cpp/a": (100, 9), "cpp/b": (200, 7), "rust/c": (100.01, 8), "rust/d": (50, 8)})
    speed, size, reading = purposes_of(view)
    assert (speed.question, size.question) == ("fastest to encode and decode", "smallest")
    assert reading.question == "fastest to read a tenth of the fields"
    assert Choice("record", (speed, size)).scopes == ("C++", "Rust", OVER_ALL)
    found = {scope: (best.codecs, best.value) for scope, best in speed.answers}
    assert found == {
        OVER_ALL: (("rust/d",), "100 ns ±0.0%"),
        "C++": (("cpp/a",), "200 ns ±0.0%"),
        "Rust": (("rust/d",), "100 ns ±0.0%"),
    }
    assert {scope: (best.codecs, best.value) for scope, best in size.answers} == {
        OVER_ALL: (("cpp/b",), "7 bytes"),
        "C++": (("cpp/b",), "7 bytes"),
        "Rust": (("rust/c", "rust/d"), "8 bytes"),
    }


def test_fast_is_within_twice_the_time_of_the_fastest_of_the_language_everywhere() -> None:
    first = view_of({"cpp/a": (100, 9), "cpp/b": (190, 9), "cpp/c": (210, 9), "rust/d": (500, 9)})
    assert fast([first]) == ("cpp/a", "cpp/b", "rust/d")
    second = view_of({"cpp/a": (300, 9), "cpp/b": (100, 9), "cpp/c": (100, 9), "rust/d": (50, 9)})
    assert fast([first, second]) == ("cpp/b", "rust/d")
    assert fast([]) == ()


def test_code_written_by_hand_does_not_say_what_is_fast() -> None:
    assert fast([view_of({"cpp/a": (100, 9), "cpp/hand": (10, 9)}, "cpp/hand")]) == ("cpp/a",)


def test_nobody_is_first_where_some_were_not_measured() -> None:
    whole = view_of({"cpp/a": (100, 9), "cpp/b": (200, 9), "rust/c": (300, 9), "rust/d": (400, 9)})
    rows = {key: result for key, result in whole.rows.items() if key != ("rust/c", "access-tenth")}
    _, _, reading = purposes_of(replace(whole, rows=rows))
    assert [(scope, best.codecs) for scope, best in reading.answers] == [(OVER_ALL, ("cpp/a",))]


def test_those_that_cannot_be_told_apart_are_first_together() -> None:
    view = view_of({"cpp/a": (100, 9), "cpp/b": (100.01, 9)})
    best = purposes_of(view)[0].best_in(OVER_ALL)
    assert best and best.codecs == ("cpp/a", "cpp/b")


def test_nobody_is_first_where_the_forks_tell_nobody_apart() -> None:
    rows = [
        measured(codec, operation, fork, 100 + fork)
        for codec, forks in (("cpp/a", 7), ("cpp/b", 7), ("java/c", 3), ("java/d", 3))
        for operation in ("encode", "decode")
        for fork in range(forks)
    ]
    view = View.of(memory_results({**RECORD, "runners": []}, rows), "record")
    speed = purposes_of(view)[0]
    assert [scope for scope, _ in speed.answers] == ["C++", OVER_ALL]
    few = View.of(memory_results({**RECORD, "runners": []}, rows[-12:]), "record")
    assert [purpose.question for purpose in purposes_of(few)] == ["smallest"]


def test_code_written_by_hand_is_named_with_the_first_library_and_never_first() -> None:
    view = view_of({"cpp/own": (50, 7), "cpp/a": (100, 8), "cpp/b": (200, 9)}, hand_written="cpp/own")
    speed, smallest = (purpose.best_in(OVER_ALL) for purpose in purposes_of(view)[:2])
    link = "#cell/cpp%2Fa/record/encode%20%2B%20decode"
    assert speed == Best(("cpp/a",), "200 ns ±0.0%", link)
    assert smallest and (smallest.value, smallest.link) == ("8 bytes", "#cell/cpp%2Fa/record/encode")
    assert answer(view) == [
        "On record, cpp/a is the fastest: encoding and decoding one object takes it 200 ns.",
        "cpp/b takes 2.00 times as long as cpp/a (2.00 to 2.00).",
        "cpp/own, hand-written for this schema, takes 100 ns.",
        "cpp/a writes the smallest messages: 8 bytes on average.",
    ]


def test_a_run_of_nothing_but_code_written_by_hand_ranks_nothing() -> None:
    view = view_of({"cpp/own": (50, 7)}, hand_written="cpp/own")
    assert purposes_of(view) == ()
    assert answer(view) == [
        "On record no library was ranked.",
        "cpp/own, hand-written for this schema, takes 100 ns.",
    ]


def test_the_first_sentence_leaves_out_no_language() -> None:
    view = view_of({f"{name}/a": (100, 9) for name in ("cpp", "go", "java", "javascript", "python", "rust")})
    of_each = [f"{name}/a (200 ns) in " for name in ("cpp", "go", "java", "javascript", "python", "rust")]
    assert all(words in answer(view)[0] for words in of_each)


def test_the_first_sentence_is_within_each_language_and_across_on_request() -> None:
    view = view_of({"cpp/a": (100, 9), "rust/c": (50, 8), "rust/d": (50.01, 8), "rust/e": (90, 8)})
    assert answer(view)[0] == (
        "The fastest libraries to encode and decode an object of record are cpp/a (200 ns) in C++ and"
        " rust/c and rust/d (100 ns, no significant difference) in Rust."
    )
    assert view.libraries == ["cpp/a", "rust/c", "rust/d", "rust/e"]
    across = replace(view, is_across=True)
    assert across.libraries == ["rust/c", "rust/d", "rust/e", "cpp/a"]
    assert answer(across)[:2] == [
        "On record, rust/c and rust/d are the fastest and cannot be distinguished: encoding and decoding one"
        " object takes rust/c 100 ns.",
        "rust/e takes 1.80 times as long as rust/c (1.80 to 1.80).",
    ]


def test_reading_is_no_question_where_every_codec_can_only_decode() -> None:
    rows = [
        measured(codec, name, fork, 10)
        for codec in ("cpp/a", "cpp/b")
        for name in ("encode", "decode")
        for fork in range(5)
    ]
    view = View.of(memory_results(RECORD, rows), "record")
    assert [purpose.question for purpose in purposes_of(view)] == [
        "fastest to encode and decode",
        "smallest",
    ]


def test_one_library_is_first_of_nothing() -> None:
    assert purposes_of(view_of({"cpp/a": (100, 9)})) == ()


def test_over_several_workloads_the_scopes_are_the_workloads() -> None:
    purposes = purposes_of(view_of({"cpp/a": (100, 9), "rust/b": (50, 9)}))
    found = over_workloads([("record", purposes), ("tweet", purposes)])
    assert [purpose.question for purpose in found] == [purpose.question for purpose in purposes]
    assert [(scope, best.codecs) for scope, best in found[0].answers] == [
        ("record", ("rust/b",)),
        ("tweet", ("rust/b",)),
    ]


def means_of(times: Mapping[str, tuple[float, int]]) -> tuple[Mean, ...]:
    """Of three workloads, from each codec's time and its forks."""
    rows = [
        replace(measured(codec, operation, fork, time + fork / 100), workload=workload)
        for codec, (time, forks) in times.items()
        for workload in ("one", "two", "three")
        for operation in ("encode", "decode")
        for fork in range(forks)
    ]
    return means(memory_results({**RECORD, "runners": []}, rows))


def test_several_workloads_have_a_mean_for_each_language() -> None:
    times = {"cpp/a": 100, "cpp/own": 10, "rust/b": 400, "rust/c": 800}
    rows = [
        replace(measured(codec, operation, fork, time + fork / 100), workload=workload)
        for codec, time in times.items()
        for workload in ("one", "two")
        for operation in ("encode", "decode")
        for fork in range(5)
    ]
    # As runs of before there was the trait say it.
    runners = [{"codec": "cpp/own", "library": "none: code rendered for the schema"}]
    results = memory_results({**RECORD, "runners": runners}, rows)
    found = means_of_each(results, False)
    assert {title: [(m.codec, round(m.over_best.ratio)) for m in of] for title, of in found.items()} == {
        "C++": [("cpp/a", 1)],
        "Rust": [("rust/b", 1), ("rust/c", 2)],
    }
    assert [(m.codec, round(m.over_best.ratio)) for m in means_of_each(results, True)[""]] == [
        ("cpp/a", 1),
        ("rust/b", 4),
        ("rust/c", 8),
    ]


def test_several_workloads_are_answered_by_their_geometric_means() -> None:
    found = means_of({"cpp/a": (100, 5), "cpp/b": (200, 5), "cpp/c": (100.001, 5)})
    assert answer_over_each({"": found}, {}) == [
        "Over 3 workloads, cpp/a and cpp/c are the fastest and cannot be distinguished by the geometric mean"
        " of their times.",
        "cpp/b takes 2.00 times as long as cpp/a (2.00 to 2.00).",
    ]
    assert answer_over_each({}, {}) == []


def test_over_several_workloads_too_the_noise_floor_tells_nothing_apart() -> None:
    found = means_of({"cpp/a": (100, 5), "cpp/b": (104, 5), "cpp/c": (107, 5)})
    assert found[1].over_best.low > 1
    assert answer_over_each({"": found}, {"cpp": NoiseFloor(0.05, 1, 1)}) == [
        "Over 3 workloads, cpp/a and cpp/b are the fastest and cannot be distinguished by the geometric mean"
        " of their times.",
        "cpp/c takes 1.07 times as long as cpp/a (1.07 to 1.07).",
    ]
    assert answer_over_each({"": found}, {})[0].startswith("Over 3 workloads, cpp/a is the fastest by")


def test_over_several_workloads_few_forks_make_nobody_first_or_slower() -> None:
    assert answer_over_each(
        {"": means_of({"cpp/a": (100, 7), "java/b": (9000, 3), "cpp/c": (200, 7)})},
        {"cpp": NoiseFloor(0.01, 1, 1)},
    ) == [
        "Over 3 workloads, cpp/a is the fastest by the geometric mean of their times.",
        "cpp/c takes 2.00 times as long as cpp/a (2.00 to 2.00).",
        "java/b has too few forks for an interval of that mean.",
    ]
    assert answer_over_each({"C++": means_of({"cpp/a": (100, 3), "cpp/b": (900, 3)})}, {}) == [
        "Over 3 workloads in C++, cpp/a is the fastest by the geometric mean of its times; so few forks"
        " distinguish nothing."
    ]
