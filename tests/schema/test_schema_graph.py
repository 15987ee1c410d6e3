from corpus.tours import TOURS, schema_of, tour

from serbench.schema.model import Kind, Schema


def _cyclic(schema: Schema) -> set[str]:
    return {message.name for message in schema.messages if message.on_cycle}


def _cyclic_fields(schema: Schema) -> set[str]:
    return {f"{m.name}.{f.name}" for m in schema.messages for f in m.fields if f.on_cycle}


def test_a_type_that_holds_itself() -> None:
    schema = schema_of("message T { T t = 1; M m = 2; int32 a = 3; } message M {}")
    assert _cyclic(schema) == {"p.T"}
    assert _cyclic_fields(schema) == {"p.T.t"}


def test_cycles_go_through_lists_maps_and_oneofs() -> None:
    schema = schema_of(
        "message T { repeated A a = 1; } message A { map<int32, B> b = 1; M m = 2; }"
        "message B { oneof o { int32 x = 1; T t = 2; M m = 3; } } message M {}"
    )
    assert _cyclic(schema) == {"p.T", "p.A", "p.B"}
    assert _cyclic_fields(schema) == {"p.T.a", "p.A.b", "p.B.t"}


def test_a_root_before_a_cycle_is_not_on_it() -> None:
    schema = schema_of("message T { A a = 1; } message A { B b = 1; } message B { A a = 1; }")
    assert _cyclic(schema) == {"p.A", "p.B"}
    assert _cyclic_fields(schema) == {"p.A.b", "p.B.a"}


def test_a_field_between_two_cycles_is_on_neither() -> None:
    schema = schema_of("message T { T t = 1; U u = 2; } message U { repeated U u = 1; }")
    assert _cyclic(schema) == {"p.T", "p.U"}
    assert _cyclic_fields(schema) == {"p.T.t", "p.U.u"}


def _assert_ordered(schema: Schema) -> None:
    seen: set[str] = set()
    for message in schema.messages:
        for field in message.fields:
            if field.type.kind is Kind.MESSAGE and not field.on_cycle:
                assert field.type.name in seen
        seen.add(message.name)


def test_a_type_follows_all_it_holds_by_value() -> None:
    diamond = schema_of(
        "message T { A a = 1; B b = 2; } message A { C c = 1; } message B { A a = 1; C c = 2; } message C {}"
    )
    _assert_ordered(diamond)
    assert [m.name for m in diamond.messages] == ["p.C", "p.A", "p.B", "p.T"]
    # X and Y hold each other, and each holds something by value that has to come before both.
    cycle = schema_of(
        "message X { Y y = 1; V v = 2; } message Y { X x = 1; W w = 2; } message V { W w = 1; } message W {}"
    )
    _assert_ordered(cycle)
    assert {m.name for m in cycle.messages[:2]} == {"p.V", "p.W"}


def test_the_tours_are_ordered() -> None:
    for name in TOURS:
        _assert_ordered(tour(name).schema)
    assert _cyclic(tour("tour-recursive").schema) == {
        f"serbench.tour.recursive.{name}" for name in ("Node", "Fork", "Even", "Odd")
    }
