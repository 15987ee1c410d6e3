"""The types that borrow: which they are, and what stands on their fields."""

from render.schemas import schema_of

from serbench.languages.rust.borrowing import BorrowedStyle, lower_to_borrowed
from serbench.schema.model import Kind

STYLE = BorrowedStyle(
    {"borrowed": ("lent",), "case_borrowed": ("lent {name}",)},
    spelled={Kind.STRING: "&'a str", Kind.BYTES: "&'a [u8]"},
)
TEXT = """message Root { repeated string a = 1; Deep b = 2; map<string, Bare> c = 3; Root d = 4;
          oneof e { bytes f = 5; int32 g = 6; } oneof h { bool i = 7; Bare j = 8; } Kind k = 9; }
          message Deep { repeated Deeper a = 1; } message Deeper { bytes a = 1; }
          message Bare { int32 a = 1; } enum Kind { Z = 0; }"""


def test_a_type_borrows_where_a_text_or_bytes_can_be_reached() -> None:
    lowered = lower_to_borrowed(schema_of(TEXT), STYLE)
    assert {message.type for message in lowered.messages} == {
        "crate::borrowed::Root<'a>",
        "crate::borrowed::Deep<'a>",
        "crate::borrowed::Deeper<'a>",
    }
    assert [(step.name, step.written, step.attributes) for step in lowered.root.steps] == [
        ("a", "Vec<&'a str>", ("lent",)),
        ("b", "Option<crate::borrowed::Deep<'a>>", ("lent",)),
        ("c", "std::collections::BTreeMap<&'a str, crate::plain::Bare>", ("lent",)),
        ("d", "Option<Box<crate::borrowed::Root<'a>>>", ("lent",)),
        ("e", "Option<crate::borrowed::Root_e<'a>>", ("lent",)),
        ("h", "Option<crate::plain::Root_h>", ()),
        ("k", "crate::plain::Kind", ()),
    ]


def test_a_oneof_is_declared_again_where_a_case_borrows() -> None:
    root = lower_to_borrowed(schema_of(TEXT), STYLE).root
    borrowing, owning = (step for step in root.steps if step.kind == "oneof")
    assert (borrowing.type_name, borrowing.value) == ("Root_e", "crate::borrowed::Root_e")
    assert [(case.written, case.attributes) for case in borrowing.cases] == [
        ("&'a [u8]", ("lent f",)),
        ("i32", ()),
    ]
    assert (owning.type_name, owning.value) == ("", "crate::plain::Root_h")


def test_messages_on_a_cycle_stay_plain_where_a_derive_cannot_have_them() -> None:
    style = BorrowedStyle(spelled={Kind.STRING: "&'a str"}, recursive=False)
    text = """message Root { Loop a = 1; Leaf b = 2; } message Loop { Loop a = 1; string b = 2; }
              message Leaf { string a = 1; }"""
    lowered = lower_to_borrowed(schema_of(text), style)
    assert {message.name for message in lowered.messages} == {"Root", "Leaf"}
    assert [step.written for step in lowered.root.steps] == [
        "Option<crate::plain::Loop>",
        "Option<crate::borrowed::Leaf<'a>>",
    ]


def test_what_a_library_cannot_lend_stays_owned() -> None:
    texts_alone = BorrowedStyle(spelled={Kind.STRING: "&'a str"})
    lowered = lower_to_borrowed(schema_of(TEXT), texts_alone)
    assert [message.name for message in lowered.messages] == ["Root"]
    assert lowered.root.steps[1].written == "Option<crate::plain::Deep>"
    assert lower_to_borrowed(schema_of("message Root { int32 a = 1; }"), STYLE).messages == ()
