"""The modes of Rust's relay in which objects change on their way."""

from collections.abc import Callable
from typing import ClassVar

import pytest
from runners.relay_change_tests import Changes, finding
from runners.relays import Relayed

pytestmark = pytest.mark.slow
RAW = "rust/memcpy"
# With decode-reuse and without, with messages of the library's own and without.
CODECS = ("rust/handcoded", "rust/json", "rust/protobuf", RAW)


@pytest.fixture(scope="module")
def relayed(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Relayed]:
    return finding(CODECS, "utf8", tmp_path_factory)


class TestChanges(Changes):
    codecs: ClassVar = CODECS
    floor = RAW
