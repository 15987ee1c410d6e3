"""The modes of C++'s relay in which objects change on their way."""

from collections.abc import Callable
from typing import ClassVar

import pytest
from runners.relay_change_tests import Changes, finding
from runners.relays import Relayed

pytestmark = pytest.mark.slow
RAW = "cpp/memcpy"
# That of RapidJSON decodes only into fresh objects.
CODECS = ("cpp/protobuf", "cpp/rapidjson", RAW)


@pytest.fixture(scope="module")
def relayed(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Relayed]:
    return finding(CODECS, "utf8", tmp_path_factory)


class TestChanges(Changes):
    codecs: ClassVar = CODECS
    floor = RAW
