"""When the release of a codec's library appeared, where only its registry tells."""

from collections.abc import Callable, Sequence
from datetime import date

from serbench.codecs.manifest import CodecManifest
from serbench.errors import SerbenchError
from serbench.toolchain.pinned_days import day_of_pin
from serbench.toolchain.releases import Pin
from serbench.toolchain.support import Runtime


def released_as_pinned(
    pins: Callable[[CodecManifest], Sequence[Pin]], runtime: Callable[[], Runtime]
) -> Callable[[CodecManifest], date | None]:
    """The answer of a language to ``released``: the day of the first package that a codec pins. A library
    without one is part of what compiles or runs the code, and is as old as that."""

    def released(codec: CodecManifest) -> date | None:
        try:
            pinned = pins(codec)
            return day_of_pin(pinned[0]) if pinned else runtime().released
        except SerbenchError:
            return None

    return released
