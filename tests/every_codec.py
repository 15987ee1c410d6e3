"""The parameters of tests that every codec has to pass."""

import pytest

from serbench.selection.discovery import find_codecs

# One codec of each family shows what the whole tests show of all.
EVERY_CODEC = [
    pytest.param(codec, id=codec.name, marks=() if codec.representative else pytest.mark.slow)
    for codec in find_codecs()
]
