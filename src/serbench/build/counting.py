"""The libraries that count when they are preloaded into a native runner."""

from __future__ import annotations

from pathlib import Path

from serbench.errors import SerbenchError
from serbench.languages import languages
from serbench.languages.workshop import Counted


def counting_library(counted: Counted) -> Path:
    """The library, built now where the cache does not have it, by the language that has its sources.
    SerbenchError where it cannot be built."""
    for language in languages():
        build = language.workshop.counting_library
        if build is not None:
            return build(counted)
    raise SerbenchError(f"No language has a library that counts {counted}.")
