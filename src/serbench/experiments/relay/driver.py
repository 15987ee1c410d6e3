"""The driver: one native program that plays sources and sinks, knows no codec, and starts the relay as its
child (``driver/``). For the engine driver and relay are one process that speaks PROTOCOL.md."""

from pathlib import Path

from serbench.build.runners import build_program

_SOURCES = Path(__file__).parent / "driver"


def driver_program() -> Path:
    """The driver, compiled now where the cache does not have it.

    Raises BadInput where its toolchain is missing and SerbenchError where it does not compile.
    """
    return build_program(_SOURCES)
