"""How the languages are written."""

from __future__ import annotations

LANGUAGE_NAMES = {"cpp": "C++", "java": "Java", "rust": "Rust"}


def language_of(codec: str) -> str:
    """The name of a codec's language as people write it: ``C++`` of ``cpp/protobuf``."""
    folder = codec.partition("/")[0]
    return LANGUAGE_NAMES.get(folder, folder)
