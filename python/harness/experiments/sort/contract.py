"""What a sort holds of its records, and how it comes by their keys."""

from enum import Enum

from harness.page import Codec, has_access
from harness.protocol.refusal import refuse


class Contract(Enum):
    """Objects are held, of which the keys are read; or bytes are held, with keys that access-one reads, with
    keys of objects that are released at once, without keys because every comparison reads them, or with keys
    from a file."""

    OBJECTS = "objects"
    KEPT_BY_ACCESS = "kept by access"
    KEPT_BY_DECODING = "kept by decoding"
    LAZY = "lazy"
    RAW = "raw"


def contract_named(name: str, codec: Codec, *, by_study: bool) -> Contract:
    """Refuses a contract that the codec lacks. No codec reads the key of the study by access."""
    floor, accesses = hasattr(codec, "form"), has_access(codec)
    if floor:
        return _only(name, "raw", Contract.RAW)
    if name == "kept":
        return Contract.KEPT_BY_ACCESS if accesses and not by_study else Contract.KEPT_BY_DECODING
    if name == "lazy" and accesses:
        if by_study:
            raise refuse('No codec has the contract "lazy" with the key "study".')
        return Contract.LAZY
    return _only(name, "objects", Contract.OBJECTS)


def _only(name: str, expected: str, contract: Contract) -> Contract:
    if name != expected:
        raise refuse(f'This codec has no contract "{name}".')
    return contract
