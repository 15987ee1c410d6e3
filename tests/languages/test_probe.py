"""The reply of the C++ project about its libraries."""

from serbench.languages.builder import Availability
from serbench.languages.cpp.probe import parse_codecs


def test_lines_are_parsed_and_reasons_decoded() -> None:
    text = (
        "codec name=cereal available=1 version=1.3.2 reason=\n"
        "codec name=yas available=0 version= reason=yas/serialize.hpp%20was%20not%20found\n"
        "another line\n"
    )
    assert parse_codecs(text) == {
        "cpp/cereal": Availability(True, "1.3.2", ""),
        "cpp/yas": Availability(False, "", "yas/serialize.hpp was not found"),
    }
