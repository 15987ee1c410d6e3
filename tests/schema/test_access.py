from corpus.tours import schema_of

from serbench.schema.access import Read, Reading, access_plans, leaf_fields
from serbench.schema.model import Schema

NESTED = """message T { int32 a = 1; M m = 2; map<string, M> by = 3; repeated N n = 4;
    oneof o { bool c = 5; N d = 6; } map<int32, double> e = 7; }
    message M { repeated string s = 1; N n = 2; T t = 3; } message N { bytes x = 1; }"""


def _numbered(schema: Schema) -> list[str]:
    return [
        f"{leaf.message.rpartition('.')[2]}.{leaf.field}{':' if leaf.side else ''}{leaf.side}"
        for leaf in leaf_fields(schema)
    ]


def _reads(plan_reads: tuple[Read, ...]) -> dict[str, str]:
    return {read.member.name: str(read.reading) for read in plan_reads}


def test_leaf_fields_are_numbered_where_a_type_is_first_met() -> None:
    assert _numbered(schema_of(NESTED)) == ["T.a", "M.s", "N.x", "T.by:key", "T.c", "T.e:key", "T.e:value"]


def test_the_numbering_goes_by_declaration_not_by_field_number() -> None:
    schema = schema_of("message T { int32 z = 9; oneof o { int32 y = 7; int32 x = 8; } int32 w = 1; }")
    assert _numbered(schema) == ["T.z", "T.y", "T.x", "T.w"]


def test_access_all_reads_everything_and_every_case() -> None:
    schema = schema_of(NESTED)
    plan = access_plans(schema)[2]
    assert plan.name == "all"
    assert set(plan.reads) == {"p.T", "p.M", "p.N"}
    for reads in plan.reads.values():
        assert {read.reading for read in reads} == {Reading.WHOLE}
    (oneof,) = [read for read in plan.reads["p.T"] if read.member.name == "o"]
    assert oneof.cases == {1, 2}


def test_access_tenth_of_few_fields_is_the_middle_one() -> None:
    # F = 7, k = 1: 7 // 2 = 3, the key of by. M leads back to T, so m and by's values are on the way;
    # N leads nowhere.
    plan = access_plans(schema_of(NESTED))[1]
    assert plan.name == "tenth"
    assert _reads(plan.reads["p.T"]) == {
        "a": "skip",
        "m": "whole",
        "by": "whole",
        "n": "skip",
        "o": "skip",
        "e": "skip",
    }
    assert _reads(plan.reads["p.M"]) == {"s": "skip", "n": "skip", "t": "whole"}
    assert "p.N" not in plan.reads


def test_access_tenth_of_a_key_a_value_and_a_case() -> None:
    # F = 3, k = 1: field 1.
    schema = schema_of("message T { int32 a = 1; map<int32, int32> m = 2; }")
    assert _reads(access_plans(schema)[1].reads["p.T"]) == {"a": "skip", "m": "keys"}
    schema = schema_of("message T { map<int32, int32> m = 1; }")
    assert _reads(access_plans(schema)[1].reads["p.T"]) == {"m": "values"}
    schema = schema_of("message T { oneof o { int32 a = 1; int32 b = 2; int32 c = 3; } }")
    (read,) = access_plans(schema)[1].reads["p.T"]
    assert (read.reading, read.cases) == (Reading.WHOLE, frozenset({2}))


def test_access_tenth_of_fifteen_and_twentyfive_fields() -> None:
    def chosen(count: int) -> list[int]:
        fields = " ".join(f"int32 f{i} = {i + 1};" for i in range(count))
        reads = access_plans(schema_of(f"message T {{ {fields} }}"))[1].reads["p.T"]
        return [index for index, read in enumerate(reads) if read.reading is Reading.WHOLE]

    assert chosen(1) == [0]
    assert chosen(2) == [1]
    assert chosen(14) == [7]
    assert chosen(15) == [3, 11]  # 15 // 4, 45 // 4
    assert chosen(25) == [4, 12, 20]  # 25 // 6, 75 // 6, 125 // 6


def test_a_schema_without_leaves_is_not_read_by_tenth() -> None:
    plans = access_plans(schema_of("message T { T t = 1; M m = 2; } message M {}"))
    assert _reads(plans[1].reads["p.T"]) == {"t": "skip", "m": "skip"}
    assert access_plans(schema_of("message T {}"))[1].reads == {"p.T": ()}


def test_access_one_goes_down_and_reads_one_place() -> None:
    schema = schema_of(
        "message T { T t = 1; M m = 2; } message M { map<int32, int32> x = 1; repeated N n = 2; }"
        "message N { optional int32 a = 1; optional int32 b = 2; oneof o { int32 c = 3; } }"
    )
    one = access_plans(schema)[0]
    assert one.name == "one"
    assert _reads(one.reads["p.T"]) == {"t": "skip", "m": "whole"}
    assert _reads(one.reads["p.M"]) == {"x": "skip", "n": "middle"}
    assert _reads(one.reads["p.N"]) == {"a": "skip", "b": "whole", "o": "skip"}


def test_access_one_takes_the_first_member_whole_when_nothing_else_applies() -> None:
    one = access_plans(schema_of("message T { oneof o { T a = 1; int32 b = 2; } T t = 3; }"))[0]
    (oneof, field) = one.reads["p.T"]
    assert (oneof.reading, oneof.cases, field.reading) == (Reading.ALL, frozenset({1, 2}), Reading.SKIP)
