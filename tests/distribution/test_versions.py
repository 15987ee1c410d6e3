"""A release has one version in all places that name it."""

import re

from serbench import __version__
from serbench.locations import CHECKOUT


def test_the_citation_has_the_version() -> None:
    citation = (CHECKOUT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.findall(r"^version: (.*)$", citation, re.MULTILINE) == [__version__]
