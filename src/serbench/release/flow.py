"""The run in memory that a check of a release is made of."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from serbench.engine.twins import twin_name
from serbench.experiments.memory.flow import MemoryFlow, Request
from serbench.experiments.memory.plan import PRESETS

# Two codecs leave time for more forks than a ranking has. An odd number has a median among its values.
CHECKED = replace(PRESETS["standard"], forks=41, jit_forks=15)
# What every application does with messages; access, for formats in which decoding reads nothing.
_OPERATIONS = ("encode", "decode", "access-all")


def request(*, count: bool) -> Request:
    """The request for what a check compares; with ``count`` instructions are counted by callgrind where the
    processor's counter is unreadable."""
    return Request(operations=_OPERATIONS, named_operations=(), count=count)


@dataclass(frozen=True)
class ReleaseFlow(MemoryFlow):
    """A run of both releases in the same rounds, without floors. In an A/A check the one codec has a twin, in
    another layout where its language can lay code out."""

    def twins(self, codecs: Collection[str]) -> dict[str, str]:
        return {twin_name(codec): codec for codec in codecs} if len(self.codecs) == 1 else {}
