"""Files of users as they should not be, by hypothesis; and what every reader does with them."""

import resource
import sys
from collections.abc import Callable
from typing import TypeVar

from hypothesis import strategies as st

from serbench.errors import BadInput

_Result = TypeVar("_Result")
MOST_EDITS = 4
# Far more than reading small files takes, far less than a small file may claim to hold.
_MOST_GROWTH_BYTES = 256 * 2**20
_LONGEST_SENTENCE = 2000


def damaged(contents: st.SearchStrategy[bytes]) -> st.SearchStrategy[bytes]:
    """Contents with bytes that are changed, missing, repeated or foreign."""
    return st.tuples(contents, st.lists(_edits(), min_size=1, max_size=MOST_EDITS)).map(
        lambda pair: _edited(*pair)
    )


_Edit = Callable[[bytes], bytes]


def _edits() -> st.SearchStrategy[_Edit]:
    """Edits at places that are shares of the content, so that any content will do."""
    place = st.floats(0, 1)
    return st.one_of(
        st.tuples(place, st.integers(0, 7)).map(lambda at: lambda data: _flipped(data, *at)),
        place.map(lambda at: lambda data: data[: int(at * len(data))]),
        st.tuples(place, place).map(lambda at: lambda data: _repeated(data, *sorted(at))),
        st.tuples(place, place).map(lambda at: lambda data: _without(data, *sorted(at))),
        st.tuples(place, st.binary(max_size=8)).map(lambda at: lambda data: _with(data, *at)),
    )


def _edited(data: bytes, edits: list[_Edit]) -> bytes:
    for edit in edits:
        data = edit(data)
    return data


def _flipped(data: bytes, share: float, bit: int) -> bytes:
    at = min(int(share * len(data)), len(data) - 1)
    return data[:at] + bytes([data[at] ^ 1 << bit]) + data[at + 1 :] if data else data


def _repeated(data: bytes, low: float, high: float) -> bytes:
    start, end = int(low * len(data)), int(high * len(data))
    return data[:end] + data[start:]


def _without(data: bytes, low: float, high: float) -> bytes:
    return data[: int(low * len(data))] + data[int(high * len(data)) :]


def _with(data: bytes, share: float, foreign: bytes) -> bytes:
    at = int(share * len(data))
    return data[:at] + foreign + data[at:]


def read_or_refused(read: Callable[[], _Result]) -> _Result | None:
    """The result of reading; None where it raises BadInput with one sentence. Anything else fails, and so
    does reading that takes much memory."""
    before = _most_bytes()
    try:
        return read()
    except BadInput as error:
        sentence = str(error)
        assert sentence and "\n" not in sentence and len(sentence) < _LONGEST_SENTENCE, sentence
        return None
    finally:
        if sys.exc_info()[0] is None:
            assert _most_bytes() - before < _MOST_GROWTH_BYTES


def _most_bytes() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
