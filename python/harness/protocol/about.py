"""Who a runner is."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class About:
    """The identity of a runner; its values are rendered for each. ``libraries`` are pairs of a name and the
    version that is installed."""

    codec: str
    workload: str
    schema: str
    libraries: tuple[tuple[str, str], ...]
    compiler: str
    flags: str
