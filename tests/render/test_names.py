"""Names from a schema must be legal, unique, and unable to become anything but a name."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from serbench.languages.cpp.names import CPP_KEYWORDS, cpp_identifier
from serbench.render.names import short_type_names, unique_names


@pytest.mark.parametrize(
    ("name", "identifier"),
    [
        ("ids", "ids"),
        ("in_reply_to", "in_reply_to"),
        ("class", "class_"),
        ("errno", "errno_"),
        ("NULL", "NULL_"),
        ("BIG_ENDIAN", "BIG_ENDIAN_"),
        ("_x", "n_x_"),
        ("__x", "n_x_"),
        ("a__b", "a_b_"),
        ("_", "n_"),
        ("std", "std"),
        ("String", "String"),
    ],
)
def test_cpp_identifier(name: str, identifier: str) -> None:
    assert cpp_identifier(name) == identifier


@given(st.lists(st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,8}", fullmatch=True), unique=True))
def test_unique_names_are_legal_and_all_different(names: list[str]) -> None:
    escaped = unique_names(names, cpp_identifier)
    assert len(set(escaped)) == len(names)
    for identifier in escaped:
        assert re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", identifier)
        assert identifier not in CPP_KEYWORDS
        assert "__" not in identifier


def test_an_escaped_name_does_not_push_a_safe_one_aside() -> None:
    assert unique_names(["class", "class_"], cpp_identifier) == ("class_2", "class_")


def test_type_names_keep_their_last_part_unless_two_types_share_it() -> None:
    names = short_type_names(["a.Order", "a.Order.Item", "a.Cart.Item"], cpp_identifier)
    assert names == {"a.Order": "Order", "a.Order.Item": "a_Order_Item", "a.Cart.Item": "a_Cart_Item"}
