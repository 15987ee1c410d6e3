"""The command that names the values which codecs changed."""

from typing import Any

import pytest
from fakes.samples import failed, measured

from serbench.engine.changed import changed_words

ROWS = [
    measured("cpp/a", "encode", 0, 10),
    failed("go/b", "encode", 0, "wrong", "Object 0: The value that came back is another."),
    failed("go/b (twin)", "encode", 0, "wrong", "Object 0: The value that came back is another."),
    failed("cpp/c:opt=O0 (against)", "decode", 0, "wrong", "Object 0: The value that came back is another."),
    failed("cpp/d", "decode", 0, "crashed", "It died."),
]


@pytest.mark.parametrize(
    ("own", "inputs"),
    [
        (None, "record"),
        (
            {"family": "orders", "words": ["--data", "FILE", "--without", "a b"]},
            "orders --data FILE --without 'a b'",
        ),
    ],
)
def test_the_command_has_the_data_and_each_codec_once(own: dict[str, Any] | None, inputs: str) -> None:
    assert changed_words({"own": own, "twins": {"go/b (twin)": "go/b"}}, ROWS) == (
        f"To see which values came back changed: ./serbench verify {inputs} --codecs cpp/c,go/b"
    )


def test_where_every_value_came_back_nothing_is_said() -> None:
    assert changed_words({}, [ROWS[0], ROWS[-1]]) is None
