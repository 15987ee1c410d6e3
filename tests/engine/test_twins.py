"""The codecs that are measured twice, and what their disagreement says."""

import pytest

from serbench.engine.twins import choose_twins, noise_floor

CODECS = ["cpp/a", "cpp/b", "cpp/c", "java/a"]


def test_each_language_has_so_many_twins_and_no_more_than_it_has_codecs() -> None:
    one = choose_twins(CODECS, 1, seed=1)
    assert sorted(name.partition("/")[0] for name in one.values()) == ["cpp", "java"]
    assert sorted(choose_twins(CODECS, 3, seed=1).values()) == CODECS
    assert choose_twins(CODECS, 0, seed=1) == {}


def test_the_seed_draws_the_twins() -> None:
    assert choose_twins(CODECS, 1, seed=1) == choose_twins(CODECS[::-1], 1, seed=1)
    drawn = {next(iter(choose_twins(CODECS[:3], 1, seed).values())) for seed in range(20)}
    assert drawn == {"cpp/a", "cpp/b", "cpp/c"}


def test_the_noise_floor_is_the_largest_disagreement_of_what_ranks() -> None:
    twins = {"cpp/a (twin)": "cpp/a", "cpp/b (twin)": "cpp/b"}
    medians = {
        ("cpp/a", "w", "encode"): 100.0,
        ("cpp/a (twin)", "w", "encode"): 102.0,
        ("cpp/b", "w", "encode"): 105.0,
        ("cpp/b (twin)", "w", "encode"): 100.0,
        ("cpp/a", "w", "access-one"): 10.0,
        ("cpp/a (twin)", "w", "access-one"): 20.0,
    }
    assert noise_floor(medians, twins, ("encode", "decode")) == pytest.approx(0.05)
    assert noise_floor(medians, {}, ("encode",)) is None
    assert noise_floor({("cpp/a (twin)", "w", "encode"): 1.0}, twins, ("encode",)) is None
