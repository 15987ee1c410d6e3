"""The digests of FORMAT.md, section 3, which are XXH64 with seed 0."""

import struct
from collections.abc import Sequence
from typing import Any

from xxhash import xxh64_intdigest as xxh64

from harness.values.form import Form

__all__ = ["digest_of", "digest_of_digests", "xxh64"]


def digest_of(form: Form, object: Any) -> int:
    """The digest of an object."""
    return xxh64(form.write(object))


def digest_of_digests(digests: Sequence[int]) -> int:
    """The digest of objects whose digests are given in order."""
    return xxh64(struct.pack(f"<{len(digests)}Q", *digests))
