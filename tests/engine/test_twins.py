"""The codecs that are measured twice, and what their disagreement says."""

from math import exp, log

import pytest

from serbench.engine.twins import (
    Twin,
    choose_twins,
    earlier_twins,
    noise_floors,
    noise_sentence,
    twins_in,
    with_twins,
)
from serbench.statistics.noise import NoiseFloor

CODECS = ["cpp/a", "cpp/b", "cpp/c", "java/a"]


def test_each_language_has_so_many_twins_and_no_more_than_it_has_codecs() -> None:
    one = choose_twins(CODECS, 1, "run")
    assert sorted(name.partition("/")[0] for name in one.values()) == ["cpp", "java"]
    assert sorted(choose_twins(CODECS, 3, "run").values()) == CODECS
    assert choose_twins(CODECS, 0, "run") == {}


def test_the_name_of_a_run_draws_its_twins() -> None:
    assert choose_twins(CODECS, 1, "run") == choose_twins(CODECS[::-1], 1, "run")
    drawn = {next(iter(choose_twins(CODECS[:3], 1, f"run {number}").values())) for number in range(20)}
    assert drawn == {"cpp/a", "cpp/b", "cpp/c"}


def test_a_twin_is_its_codec_in_another_layout_where_there_is_one() -> None:
    subjects = {("cpp/a", "w"): "a", ("cpp/b", "w"): "b", ("java/a", "w"): "j"}
    twins = {"cpp/a (twin)": "cpp/a", "java/a (twin)": "java/a"}
    assert with_twins(subjects, twins, {("cpp/a", "w"): "a laid out"}) == {
        **subjects,
        ("cpp/a (twin)", "w"): "a laid out",
        ("java/a (twin)", "w"): "j",
    }


def test_what_twins_tell_is_the_ratio_of_each_operation_that_ranks() -> None:
    medians = {
        ("cpp/a", "w", "encode"): 100.0,
        ("cpp/a (twin)", "w", "encode"): 102.0,
        ("cpp/a", "w", "decode"): 100.0,
        ("cpp/a (twin)", "w", "decode"): 99.0,
        ("cpp/a", "w", "access-one"): 10.0,
        ("cpp/a (twin)", "w", "access-one"): 20.0,
        ("cpp/b", "w", "encode"): 105.0,
        ("cpp/c (twin)", "w", "encode"): 1.0,
    }
    twins = {f"{codec} (twin)": codec for codec in CODECS}
    (found,) = twins_in("r", medians, twins, ("encode", "decode"))
    assert (found.run, found.codec, found.workload) == ("r", "cpp/a", "w")
    assert found.log_ratios == pytest.approx([log(1.02), log(0.99)])
    assert twins_in("r", medians, {}, ("encode",)) == ()


def test_the_noise_floor_of_a_language_is_of_its_twins_in_this_and_earlier_runs() -> None:
    own = Twin("2", "cpp/a", "w", (0.01, -0.03))
    record = {
        "earlier_twins": [
            {"run": "1", "codec": "cpp/b", "workload": "w", "log_ratios": [0.02]},
            {"run": "1", "codec": "go/a", "workload": "w", "log_ratios": [-0.002]},
        ]
    }
    found = noise_floors((own, *earlier_twins(record)))
    mean_square = (0.01**2 + 0.03**2 + 0.02**2) / 3
    assert found["cpp"].share == pytest.approx(exp(1.96 * mean_square**0.5) - 1, rel=1e-4)
    assert (found["cpp"].twins, found["cpp"].runs) == (2, 2)
    assert found["go"].share == pytest.approx(exp(1.96 * 0.002) - 1, rel=1e-4)
    assert (found["go"].twins, found["go"].runs) == (1, 1)
    assert noise_floors(earlier_twins({})) == {}


def test_the_sentence_names_each_floor_and_the_languages_without() -> None:
    noise = {"cpp": NoiseFloor(0.012, 9, 4), "rust": NoiseFloor(0.031, 1, 1)}
    assert noise_sentence(noise, ["cpp/a", "java/b"]) == (
        "Noise floor: C++ 1.2% (9 twins in 4 runs); none in Java, where nothing was measured twice. The"
        " same code, measured twice, differs by less in 19 of 20 cases; smaller differences are not"
        " significant."
    )
