"""What a failing runner has in the cache: each entry is examined once, and made again where it is damaged."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from serbench.cache.entries import discard_damaged, tell_made_again
from serbench.codecs.runner import Runner
from serbench.errors import CacheDamaged, SerbenchError

# A codec that fails does so in every fork, so what this process has seen whole is not read again.
_examined: set[Path] = set()
_examining = threading.Lock()
_Found = TypeVar("_Found")


def again_if_damaged(
    runner: Runner, measure: Callable[[], _Found], is_sound: Callable[[_Found], bool]
) -> _Found:
    """What ``measure`` finds; where that is not sound and the runner's entries were damaged, what it finds
    with new ones. Raises CacheDamaged where there are none."""
    found = measure()
    return measure() if not is_sound(found) and made_whole(runner) else found


def made_whole(runner: Runner) -> bool:
    """Whether entries of a runner were damaged and have been made again now, so that it may do better.
    Raises CacheDamaged where they could not be."""
    if runner.remake is None:
        return False
    with _examining:
        parts = [part for part in runner.parts if part not in _examined]
        _examined.update(parts)
        damaged = discard_damaged(parts)
        if not damaged:
            return False
        try:
            runner.remake()
        except SerbenchError as error:
            entries = " and ".join(map(str, damaged))
            raise CacheDamaged(
                f"The cache entry {entries} was damaged and could not be built again: {error}"
            ) from error
    for entry, what in damaged.items():
        tell_made_again(entry, what)
    return True
