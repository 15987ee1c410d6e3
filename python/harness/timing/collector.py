"""The rules of the collector, the same for all codecs and recorded, and what it does."""

import gc
from time import perf_counter_ns
from types import TracebackType
from typing import Self

# As every program has them that changes nothing.
_THRESHOLDS = (700, 10, 10)
RULES = f"gc=on thresholds={','.join(map(str, _THRESHOLDS))} freeze=after-corpus"


def fix_runtime() -> None:
    """Sets the rules, whatever a library has set on being imported."""
    gc.enable()
    gc.set_threshold(*_THRESHOLDS)


def freeze() -> None:
    """Keeps the objects that are there, such as those of the corpus and the modules, out of all collections:
    those of an application would not be looked at again and again while one message is decoded."""
    gc.collect()
    gc.freeze()


class Collecting:
    """A context that counts the ``collections`` within it and their wall time, ``ns``."""

    def __init__(self) -> None:
        self.collections = 0
        self.ns = 0
        self._began = 0

    def __enter__(self) -> Self:
        gc.callbacks.append(self._heard)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        gc.callbacks.remove(self._heard)

    def _heard(self, phase: str, _info: dict[str, int]) -> None:
        if phase == "start":
            self._began = perf_counter_ns()
        else:
            self.ns += perf_counter_ns() - self._began
            self.collections += 1
