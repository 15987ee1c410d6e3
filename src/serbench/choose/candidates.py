"""Candidates: codecs as a choice sees them, and families of formats that are profiles of one. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from serbench.codecs.manifest import CodecManifest
from serbench.codecs.naming import language_name

# A format that is a profile of another: the family, and the profile in words.
_PROFILES = {
    "msgpack": ("MessagePack", "by position"),
    "msgpack-named": ("MessagePack", "by name"),
    "cbor": ("CBOR", "maps"),
    "cbor-array": ("CBOR", "arrays"),
    "thrift-binary": ("Thrift", "binary"),
    "thrift-compact": ("Thrift", "compact"),
    "avro": ("Avro", "plain"),
    "avro-single-object": ("Avro", "single object"),
    "avro-file": ("Avro", "file"),
    "capnproto": ("Cap'n Proto", ""),
    "capnproto-packed": ("Cap'n Proto", "packed"),
}


@dataclass(frozen=True, slots=True)
class Candidate:
    """A codec that may be chosen. ``base`` is the codec of which it is a variant, ``known`` says whether a
    set of well-known or fast codecs has it, and ``unread`` are the codecs whose messages it does not read at
    all, with the reasons (``cannot_read`` of its manifest)."""

    name: str
    format: str
    library: str
    base: str = ""
    known: bool = False
    unread: Mapping[str, str] = field(default_factory=dict)

    @property
    def language(self) -> str:
        return language_name(self.name)


def family_of(format_name: str) -> tuple[str, str | None]:
    """The family of a format and its profile, which is None where the format is alone."""
    family, profile = _PROFILES.get(format_name, (format_name, ""))
    return family, profile or None


def candidates_of(codecs: Iterable[CodecManifest]) -> tuple[Candidate, ...]:
    """The codecs that stand for a library. Hand-written code and floors are never chosen."""
    listed = [codec for codec in codecs if not codec.reference]
    return tuple(
        Candidate(
            codec.name,
            codec.format,
            codec.library,
            f"{codec.language}/{codec.base}" if codec.base else "",
            bool({"default", "fastest"} & set(codec.sets)),
            {other.name: reason for other in listed if (reason := codec.unread_of(other.name).get("any"))},
        )
        for codec in listed
    )
