"""The lowering decides the annotations, kinds and names of Python's classes, and what one struct packs."""

from render.schemas import schema_of

from serbench.languages.python.lowering import PythonMessage, PythonStep, lower_to_python
from serbench.languages.python.names import attribute_name, class_name


def message_named(name: str, text: str) -> PythonMessage:
    schema = lower_to_python(schema_of(text))
    message = next(one for one in schema.messages if one.name == name)
    assert isinstance(message, PythonMessage)
    return message


def test_each_label_and_leaf_has_its_kind_and_annotation() -> None:
    message = message_named(
        "Item",
        """message Item { bool a = 1; optional sint64 b_c = 2; repeated bytes d = 3; map<uint32, Leaf> e = 4;
           Leaf f = 5; Item g = 6; float class = 7; Kind i = 8; optional string j = 9; }
           message Leaf {} enum Kind { Z = 0; }""",
    )
    assert [(step.name, step.kind, step.value, step.type, step.written) for step in message.steps] == [
        ("a", "plain_bool", "bool", "bool", "bool"),
        ("b_c", "optional_number", "int64", "int | None", "int"),
        ("d", "repeated_bytes", "bytes", "list[bytes]", "bytes"),
        ("e", "map_message", "Leaf", "dict[int, Leaf]", "Leaf"),
        ("f", "optional_message", "Leaf", "Leaf | None", "Leaf"),
        ("g", "boxed_message", "Item", "Item | None", "Item"),
        ("class_", "plain_number", "float", "float", "float"),
        ("i", "plain_enum", "Kind", "int", "int"),
        ("j", "optional_string", "string", "str | None", "str"),
    ]


def test_a_oneof_has_a_class_for_each_case() -> None:
    message = message_named(
        "Item", "message Item { oneof v { int32 a = 1; Item b = 2; } Item_v_a c = 3; } message Item_v_a {}"
    )
    step = message.steps[0]
    types = [case.type_name for case in step.cases]
    assert len({*types, "Item_v_a", "Item"}) == 4
    assert step.type == f"{types[0]} | {types[1]} | None"
    assert [(case.position, case.kind) for case in step.cases] == [
        (1, "case_number"),
        (2, "case_boxed_message"),
    ]


def test_one_struct_packs_neighbours_and_the_head_of_what_follows() -> None:
    message = message_named(
        "Item",
        """message Item { bool a = 1; double b = 2; string c = 3; uint64 d = 4; optional int32 e = 5;
           Item f = 6; repeated float g = 7; sfixed32 h = 8; }""",
    )
    pieces = [(piece.struct, piece.size, piece.places) for piece in message.pieces]
    assert pieces == [
        ("S_odI", 13, ("f0", "f1", "n")),
        ("S_QB", 9, ("f3", "n")),
        ("S_B", 1, ("n",)),
        ("S_I", 4, ("n",)),
        ("S_i", 4, ("f7",)),
    ]
    tails = [piece.tail.name if isinstance(piece.tail, PythonStep) else None for piece in message.pieces]
    assert tails == ["c", "e", "f", "g", None]
    assert [piece.is_presence for piece in message.pieces] == [False, False, True, False, False]


def test_a_presence_byte_alone_needs_no_struct() -> None:
    def formats(text: str) -> set[str]:
        return {one.codes for one in lower_to_python(schema_of(text)).formats}

    assert "B" not in formats("message Item { optional int32 a = 1; }")
    assert "iB" in formats("message Item { int32 a = 1; optional int32 b = 2; }")


def test_names_are_no_words_of_the_language() -> None:
    assert [attribute_name(name) for name in ("class", "self", "__x", "_y", "id")] == [
        "class_",
        "self_",
        "x__x",
        "_y",
        "id",
    ]
    assert [class_name(name) for name in ("Item", "None", "ValueError", "Struct", "lower", "A_NAMES")] == [
        "Item",
        "T_None",
        "T_ValueError",
        "T_Struct",
        "T_lower",
        "T_A_NAMES",
    ]
