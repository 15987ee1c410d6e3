"""The cache entries of a failing runner: each is examined once, and made again where it is damaged."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from serbench.cache.entries import SUMS, discard_damaged, tell_made_again
from serbench.cache.products import locked
from serbench.codecs.runner import Runner
from serbench.errors import CacheDamaged, SerbenchError
from serbench.locations import cache_directory

_Found = TypeVar("_Found")


@dataclass(slots=True)
class _Seen:
    """The entries that this process has examined, and why some of them could not be made again."""

    examined: set[Path] = field(default_factory=set)
    lost: dict[Path, str] = field(default_factory=dict)


# A codec that fails does so in every fork, so what has been found whole is not read again.
_seen = _Seen()
_examining = threading.Lock()


def again_if_damaged(
    runner: Runner, measure: Callable[[], _Found], is_sound: Callable[[_Found], bool]
) -> _Found:
    """The finding of ``measure``.
    Where it is not sound and the runner's entries were damaged, it is the finding with new entries. Raises
    CacheDamaged where there are none."""
    before = _stamps(runner)
    found = measure()
    return measure() if not is_sound(found) and _made_whole(runner, before) else found


def _made_whole(runner: Runner, before: Sequence[int]) -> bool:
    """Whether entries of a runner have been made again since they had the stamps ``before``, here or by
    another process, so that it may do better. Raises CacheDamaged where they could not be."""
    if runner.remake is None:
        return False
    # Others neither remove what is made again here nor take it for missing in the meantime.
    with _examining, locked(cache_directory() / "healing"):
        for part in runner.parts:
            if part in _seen.lost:
                raise CacheDamaged(_seen.lost[part])
        parts = [part for part in runner.parts if part not in _seen.examined]
        _seen.examined.update(parts)
        damaged = discard_damaged(parts)
        if damaged:
            _make_again(runner.remake, damaged)
    return _stamps(runner) != before


def _stamps(runner: Runner) -> list[int]:
    """When the sums of each entry were written; 0 for one without."""
    return [_stamp(part / SUMS) for part in runner.parts]


def _stamp(sums: Path) -> int:
    try:
        return sums.stat().st_mtime_ns
    except OSError:
        return 0


def _make_again(remake: Callable[[], object], damaged: dict[Path, str]) -> None:
    try:
        remake()
    except SerbenchError as error:
        entries = " and ".join(map(str, damaged))
        sentence = f"The cache entry {entries} was damaged and could not be built again: {error}"
        _seen.lost |= dict.fromkeys(damaged, sentence)
        raise CacheDamaged(sentence) from error
    for entry, what in damaged.items():
        tell_made_again(entry, what)
