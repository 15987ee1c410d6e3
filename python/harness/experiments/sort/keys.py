"""What objects are sorted by."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from harness.experiments import Bench
from harness.protocol.refusal import refuse

_MASK = 0xFFFF_FFFF_FFFF_FFFF


@dataclass(frozen=True, slots=True)
class Keys:
    """``of`` reads the key of an object; ``listed`` are keys by the objects' numbers, where the contract
    takes them from a file; only ``distinct`` different ones are left, unless that is 0."""

    of: Callable[[Any], int]
    distinct: int
    is_study: bool
    listed: Sequence[int] = ()

    def cut(self, key: int) -> int:
        """Leaves only some different keys."""
        return key % self.distinct if self.distinct else key


def keys_named(name: str, distinct: int, bench: Bench) -> Keys:
    """Refuses a key that objects of the workload lack. A floor, which holds none, takes keys from a list."""
    if name == "access":
        return Keys(lambda made: bench.form.touched(made, "one"), distinct, is_study=False)
    if name != "study":
        raise refuse(f'There is no key "{name}".')
    study = bench.plain.study_key
    if study is None:
        raise refuse(f'The objects of {bench.about.workload} have no key "study".')
    return Keys(lambda made: study(made) & _MASK, distinct, is_study=True)
