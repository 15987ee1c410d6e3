"""The modes of JavaScript's relay in which objects change on their way."""

from collections.abc import Callable
from typing import ClassVar

import pytest
from runners.relay_cases import ENCODING
from runners.relay_change_tests import Changes, finding
from runners.relays import Relayed

pytestmark = pytest.mark.slow
RAW = "javascript/memcpy"
CODECS = ("javascript/handcoded", RAW)


@pytest.fixture(scope="module")
def relayed(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Relayed]:
    return finding(CODECS, "utf16", tmp_path_factory)


class TestChanges(Changes):
    codecs: ClassVar = CODECS
    floor = RAW
    # The event loop reads.
    steps: ClassVar = ENCODING[1:]
    unwrapping: ClassVar = ("decode", "route", "write")
