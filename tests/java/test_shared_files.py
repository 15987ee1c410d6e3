"""The Java files that all codecs share name none of them."""

import re

from serbench.locations import CHECKOUT

JAVA = CHECKOUT / "java"


def test_the_build_and_the_harness_name_no_codec() -> None:
    shared = [JAVA / "pom.xml", *(path for path in (JAVA / "harness").rglob("*") if path.is_file())]
    assert len(shared) > 50
    codecs = "|".join(re.escape(path.parent.name) for path in (JAVA / "codecs").glob("*/codec.toml"))
    assert codecs
    named = re.compile(rf"\b(codecs|java)/({codecs})\b|<module>codecs")
    found = {str(path): named.findall(path.read_text("utf-8")) for path in shared}
    assert {path: names for path, names in found.items() if names} == {}
