"""The few codecs that stand for all others where there is no time for all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from serbench.codecs.manifest import CodecManifest

# The format of the corpus, whose code is rendered and calls no library.
_OWN_FORMAT = "handcoded"


def representatives(codecs: Sequence[CodecManifest]) -> tuple[CodecManifest, ...]:
    """One codec of each family in each language. It is the one whose format most languages have, so that
    representatives read each other's bytes, and then the one that is the most usual."""
    languages = Counter(name for name, _ in {(codec.format, codec.language) for codec in codecs})
    defaults = Counter(codec.format for codec in codecs if codec.default)

    def order(codec: CodecManifest) -> tuple[int, int, bool, str]:
        return -languages[codec.format], -defaults[codec.format], not codec.default, codec.name

    found: dict[tuple[str, str], CodecManifest] = {}
    for codec in sorted(codecs, key=order):
        found.setdefault((codec.language, family(codec)), codec)
    return tuple(sorted(found.values(), key=lambda codec: codec.name))


def family(codec: CodecManifest) -> str:
    """How a codec comes to its code and its bytes: what codecs of one family share, a test of one shows."""
    for trait in ("floor", "zero-copy", "text"):
        if trait in codec.traits:
            return trait
    if codec.format == _OWN_FORMAT:
        return "hand-written"
    if codec.idl:
        return "idl"
    return "self-describing" if "self-describing" in codec.traits else "visited"
