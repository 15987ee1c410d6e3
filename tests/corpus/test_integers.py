"""Integers of 64 bits that numbers of some languages do not hold."""

from corpus.tours import schema_of

from serbench.corpus.integers import has_long_integers, integers_beyond

SCHEMA = schema_of("""message T { int64 a = 1; optional uint64 b = 2; repeated sint64 c = 3;
    map<uint64, M> d = 4; oneof o { fixed64 e = 5; M f = 6; } int32 g = 7; double h = 8; }
    message M { int64 x = 1; T t = 2; }""")
MOST = 2**53


def test_values_of_64_bits_are_counted_wherever_they_are() -> None:
    obj = {
        "a": MOST - 1,
        "c": [MOST, -MOST, 1 - MOST],
        "d": {MOST + 1: {"x": 0}, 1: {"x": 2**63 - 1}},
        "f": {"x": 5, "t": {"a": 0, "b": 2**64 - 1, "c": [], "d": {}, "g": 1, "h": 1.0}},
        "g": 2**31 - 1,
        "h": 1e300,
    }
    # a, three of c, two keys with their x, and of f: x, a and b.
    assert integers_beyond(SCHEMA, [obj], 53) == (5, 11)
    assert integers_beyond(SCHEMA, [], 53) == (0, 0)


def test_a_schema_without_them_is_known() -> None:
    assert has_long_integers(SCHEMA)
    assert has_long_integers(schema_of("message T { map<int64, string> a = 1; }"))
    assert not has_long_integers(schema_of("message T { int32 a = 1; double b = 2; }"))


def test_deep_objects_are_counted() -> None:
    obj: dict[str, object] = {"a": 0}
    for _ in range(5_000):
        obj = {"a": 1, "f": {"x": 2, "t": obj}}
    assert integers_beyond(SCHEMA, [obj], 53) == (0, 10_001)
