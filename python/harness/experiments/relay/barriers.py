"""How far sources are: sending, waiting with a barrier that has not come from the others, or ended."""

from harness.experiments.relay.frames import cannot_go_on

_NUMBER_MASK = 0xFFFF_FFFF


class Barriers:
    """The sources with the barriers that have come from them."""

    def __init__(self, sources: int) -> None:
        self._waiting: dict[int, int] = {}
        self._sending = set(range(sources))

    def came(self, source: int, barrier: int) -> None:
        self._sending.remove(source)
        self._waiting[source] = barrier

    def end(self, source: int) -> None:
        self._sending.remove(source)

    def is_sending(self, source: int) -> bool:
        """Whether more of the source is to be read or handled."""
        return source in self._sending

    def take_due(self) -> int | None:
        """The barrier that has come from every source that has not ended. Then all go on."""
        if self._sending or not self._waiting:
            return None
        first, *others = self._waiting.values()
        for other in others:
            if other != first:
                one, two = number_of(other), number_of(first)
                raise cannot_go_on(f"One source sends the barrier {one} where another sends {two}.")
        self._sending.update(self._waiting)
        self._waiting.clear()
        return first


def number_of(barrier: int) -> int:
    """The number of a barrier."""
    return barrier & _NUMBER_MASK
