"""The driver: one native program that plays sources and sinks, knows no codec, and starts the relay as its
child (``relay-driver`` in a language's folder). For the engine both are one process that
speaks PROTOCOL.md."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from serbench.builds.runners import build_program
from serbench.parallel import usable_cores

_PROGRAM = "relay-driver"


def driver_program() -> Path:
    """The driver, compiled now where the cache does not have it.

    Raises BadInput where its toolchain is missing and SerbenchError where it does not compile.
    """
    return build_program(_PROGRAM)


@dataclass(frozen=True, slots=True)
class Cores:
    """The cores of driver and relay; the same one where a process may use only one, None where they are not
    pinned."""

    driver: int | None
    relay: int | None

    @classmethod
    def here(cls) -> "Cores":
        allowed = usable_cores()
        return cls(allowed[-1], allowed[0])

    @property
    def alone(self) -> tuple[str, ...]:
        """The words that start the driver without a relay."""
        return (*_on_core(self.driver), str(driver_program()))

    def driving(self, keys: Mapping[str, object], relay: Sequence[str]) -> tuple[str, ...]:
        """The words that start the driver with these keys, and behind them those that start the relay; what
        the relay is asked follows them."""
        # A driver that is pinned sees one core however many there are.
        all_keys = {**keys, "busy": int(self.driver != self.relay)}
        words = (f"{key}={value}" for key, value in all_keys.items())
        return (*self.alone, "drive", *words, "--", *_on_core(self.relay), *relay)


def _on_core(core: int | None) -> Sequence[str]:
    return () if core is None else ("taskset", "-c", str(core))
