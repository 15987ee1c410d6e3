"""Frames that are sent on as they came."""

from harness.experiments.relay.connection import Connection
from harness.experiments.relay.frames import Frame, what_was_written

# As many pieces as the system takes at once.
_MOST_PIECES = 1024
# Fewer bytes are copied sooner than the system takes them as a piece of their own.
_LEAST_PIECE_BYTES = 2048


class Gathered:
    """The places of one sink's frames in the bytes of a source: they are written from where they lie, if that
    pays."""

    def __init__(self) -> None:
        self._places: list[tuple[int, int]] = []

    def add(self, frame: Frame) -> None:
        if self._places and self._places[-1][1] == frame.begin:
            self._places[-1] = (self._places[-1][0], frame.end)
        else:
            self._places.append((frame.begin, frame.end))

    def write(self, content: bytes, to: Connection) -> tuple[int, int, int]:
        """Writes all, and forgets it: the bytes of the messages that were written, the frames that are lost,
        and how many bytes were copied."""
        if not self._places:
            return 0, 0, 0
        pieces, copied = _cut(content, self._places)
        self._places = []
        message_bytes = lost = 0
        for piece, done in zip(pieces, _sent(pieces, to), strict=True):
            written, missing = what_was_written(piece, done)
            message_bytes += written
            lost += missing
        return message_bytes, lost, copied


def _cut(content: bytes, places: list[tuple[int, int]]) -> tuple[list[memoryview], int]:
    """The pieces that are written in turn: large places where they lie, and what is between them copied
    together. The frames at the only place lie together already."""
    view, pieces, copied = memoryview(content), [], 0
    small: list[memoryview] = []
    for begin, end in places:
        piece = view[begin:end]
        if len(places) > 1 and len(piece) < _LEAST_PIECE_BYTES:
            small.append(piece)
            copied += len(piece)
            continue
        if small:
            pieces.append(memoryview(b"".join(small)))
            small = []
        pieces.append(piece)
    if small:
        pieces.append(memoryview(b"".join(small)))
    return pieces, copied


def _sent(pieces: list[memoryview], to: Connection) -> list[int]:
    """How many bytes of each piece were written."""
    done, first = [0] * len(pieces), 0
    while to.is_open and first < len(pieces):
        count = to.send_some([pieces[first][done[first] :], *pieces[first + 1 : first + _MOST_PIECES]])
        while count:
            taken = min(count, len(pieces[first]) - done[first])
            done[first] += taken
            count -= taken
            first += done[first] == len(pieces[first])
    return done
