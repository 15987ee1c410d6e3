"""Memory that direct input and output can use."""

import mmap

from harness.experiments.store.file import PAGE_BYTES, round_up


class PageBuffer:
    """Memory that begins at a page's boundary; ``view`` is all of it, and a slice of ``memory`` is a copy."""

    def __init__(self, size: int) -> None:
        """At least ``size`` bytes and hardly more, for a buffer that has to fit a budget."""
        whole = round_up(max(size, 1), PAGE_BYTES)
        self.memory = mmap.mmap(-1, whole, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        self.view = memoryview(self.memory)
        self.size_bytes = whole


def required(buffer: PageBuffer, size: int) -> PageBuffer:
    """The buffer if it has room for ``size`` bytes, else a larger one, with nothing in it."""
    return buffer if size <= buffer.size_bytes else PageBuffer(2 * size)


def place_all(buffer: PageBuffer, messages: list[bytes], extents: list[tuple[int, int]], end: int) -> None:
    """Copies messages to their places in the buffer, up to ``end``, with zeros between."""
    memory, filled = buffer.memory, 0
    for message, (offset, size) in zip(messages, extents, strict=True):
        memory[filled:offset] = bytes(offset - filled)
        filled = offset + size
        memory[offset:filled] = message
    memory[filled:end] = bytes(end - filled)
