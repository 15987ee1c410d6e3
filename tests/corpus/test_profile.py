"""The counts over objects."""

from serbench.corpus.profile import Bar, Coverage, Profile, histogram, mean, quantile


def test_fields_lists_depth_and_shares_are_counted() -> None:
    profile = Profile()
    profile.add({"a": 1, "b": None, "c": {"d": "é"}, "e": [1, 2]}, 10)
    profile.add({"a": 2, "e": [], "f": [{"g": True}, {}]}, 20)
    assert profile.coverage() == {
        "a": Coverage(2, 2),
        "c": Coverage(1, 2),
        "c.d": Coverage(1, 1),
        "e": Coverage(2, 2),
        "f": Coverage(1, 2),
        "f[].g": Coverage(1, 2),
    }
    assert profile.list_lengths == {"e": {2: 1, 0: 1}, "f": {2: 1}}
    assert (profile.sizes_bytes, profile.depths) == ({10: 1, 20: 1}, {2: 2})
    assert profile.values == {"numbers": 4, "text": 1, "bools": 1}
    assert profile.value_bytes == {"numbers": 32, "text": 2, "bools": 1}
    assert profile.field_bytes == {"a": 16, "c.d": 2, "e[]": 16, "f[].g": 1}
    assert profile.field_kinds == {"a": "numbers", "c.d": "text", "e[]": "numbers", "f[].g": "bools"}


def test_the_largest_field_has_the_largest_share_of_all_values() -> None:
    profile = Profile()
    assert profile.largest_field() == ("", 0.0)
    profile.add({"id": 1, "note": "twelve bytes"}, 30)
    profile.add({"id": 2, "note": "twelve bytes"}, 30)
    assert profile.largest_field() == ("note", 0.6)


def test_sizes_stand_in_powers_of_two() -> None:
    counted = {3: 1, 4: 1, 7: 2, 17: 1}
    assert histogram(counted) == [Bar(2, 4, 1), Bar(4, 8, 3), Bar(8, 16, 0), Bar(16, 32, 1)]
    assert histogram({}) == []


def test_quantiles_are_values_that_occur() -> None:
    assert [quantile({4: 1, 1: 1, 3: 1, 2: 1}, share) for share in (0.25, 0.5, 0.9)] == [1, 2, 4]
    assert [quantile({7: 99, 1000: 1}, share) for share in (0.5, 0.99, 1.0)] == [7, 7, 1000]


def test_the_mean_is_that_of_what_was_counted() -> None:
    assert mean({1: 3, 5: 1}) == 2.0


def test_a_name_with_a_dot_is_none_of_another_object() -> None:
    profile = Profile()
    profile.add({"room": {"floor": 1}, "room.floor": 2, "a.b": {"c.d": 1}}, 1)
    profile.add({"room": {"floor": 1}}, 1)
    shares = {path: (found.present, found.of) for path, found in profile.coverage().items()}
    assert shares == {
        "room": (2, 2),
        "room.floor": (2, 2),
        '"room.floor"': (1, 2),
        '"a.b"': (1, 2),
        '"a.b"."c.d"': (1, 1),
    }


def test_a_name_that_looks_like_another_path_is_none() -> None:
    profile = Profile()
    profile.add({"": {"a": 1}, "a": [{"b": 1}], "a[]": {"b": 2}}, 1)
    profile.add({"": {"a": 2}}, 1)
    shares = {path: (found.present, found.of) for path, found in profile.coverage().items()}
    assert shares == {
        '""': (2, 2),
        '"".a': (2, 2),
        "a": (1, 2),
        "a[].b": (1, 1),
        '"a[]"': (1, 2),
        '"a[]".b': (1, 1),
    }
