"""The lowering decides the annotations, kinds and names of Python's classes, and what one struct packs."""

from render.schemas import schema_of

from serbench.languages.python.lowering import PythonMessage, PythonStep, lower_to_python
from serbench.languages.python.names import attribute_name, class_name, enum_member_name
from serbench.languages.python.plain import PlainStyle

STYLE = PlainStyle(
    imports=("enum", "lib"),
    base="lib.Struct",
    field='lib.field({default}, "{name}")',
    taken=("lib",),
    enum="enum.Enum",
    absent="lib.UNSET",
    absent_type="lib.Unset",
    cases="members",
    text_keys=("number",),
)


def message_named(name: str, text: str, style: PlainStyle = PlainStyle()) -> PythonMessage:  # noqa: B008
    schema = lower_to_python(schema_of(text), style=style)
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


def test_plain_types_follow_the_library() -> None:
    message = message_named(
        "Item",
        """message Item { sint32 lib = 1; optional Kind b = 2; map<uint32, Kind> c = 3;
           map<string, bool> d = 4; oneof e { bytes class = 5; Item f = 6; } repeated string g = 7;
           Kind h = 8; map<bool, bytes> i = 9; } enum Kind { mro = 0; }""",
        STYLE,
    )
    assert [(step.name, f"{step.type}{step.initial}") for step in message.steps] == [
        ("lib_", 'int = lib.field(0, "lib")'),
        ("b", 'Kind | None | lib.Unset = lib.field(lib.UNSET, "b")'),
        ("c", 'dict[str, Kind] = lib.field({}, "c")'),
        ("d", 'dict[str, bool] = lib.field({}, "d")'),
        ("e", 'Item_e | None | lib.Unset = lib.field(lib.UNSET, "e")'),
        ("g", 'list[str] = lib.field([], "g")'),
        ("h", 'Kind = lib.field(Kind.mro_, "h")'),
        ("i", 'dict[bool, bytes] = lib.field({}, "i")'),
    ]
    assert [step.has_text_keys for step in message.steps if isinstance(step, PythonStep) and step.is_map] == [
        True,
        False,
        False,
    ]
    assert [(case.name, f"{case.type}{case.initial}") for case in message.steps[4].cases] == [
        ("class_", 'bytes | lib.Unset = lib.field(lib.UNSET, "class")'),
        ("f", 'Item | lib.Unset = lib.field(lib.UNSET, "f")'),
    ]


def test_fields_are_renamed_and_bytes_annotated_as_the_library_wants() -> None:
    style = PlainStyle(
        base="lib.Model",
        taken=("lib",),
        field="{default}",
        renamed='({default}, "{name}")',
        private="_",
        bytes="lib.B",
    )
    message = message_named(
        "Item", "message Item { bytes _a = 1; optional bytes b = 2; bytes Item = 3; }", style
    )
    assert [(step.name, f"{step.type}{step.initial}") for step in message.steps] == [
        ("x_a", 'lib.B = (b"", "_a")'),
        ("b", "lib.B | None = None"),
        ("Item_", 'lib.B = (b"", "Item")'),
    ]


def test_members_of_an_enum_have_no_names_of_its_own() -> None:
    assert [enum_member_name(name) for name in ("mro", "None", "_a_", "RED")] == [
        "mro_",
        "None_",
        "x_a_",
        "RED",
    ]
