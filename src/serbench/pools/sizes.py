"""Sizes of memory as users write them."""

import re

from serbench.errors import BadInput

_BYTES_OF_UNIT = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30}


def parse_size(option: str, text: str) -> int:
    """The bytes of ``64M``, the value of an option; BadInput for anything else."""
    found = re.fullmatch(r"([1-9][0-9]{0,14})([KMG]?)", text)
    if found is None:
        raise BadInput(f"{option} is {text} where a size such as 64M belongs.")
    return int(found[1]) * _BYTES_OF_UNIT[found[2]]


def size_text(size_bytes: int) -> str:
    """``64M``: a size as it is asked for."""
    for unit in ("G", "M", "K"):
        if size_bytes % _BYTES_OF_UNIT[unit] == 0:
            return f"{size_bytes // _BYTES_OF_UNIT[unit]}{unit}"
    return str(size_bytes)
