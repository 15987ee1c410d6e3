"""The memory that decoded objects take which a run keeps alive."""

from collections.abc import Mapping, Sequence

from serbench.corpus.manifest import Corpus
from serbench.errors import BadInput
from serbench.languages import language_of
from serbench.pools.resources import free_memory, size_words

# An object in memory takes several times its bytes.
_FACTOR = 6


def require_room(keep: int, corpora: Mapping[str, Corpus], codecs: Sequence[str]) -> None:
    """Raises BadInput where the last ``keep`` decoded objects do not fit into the memory that is left, or
    into the heap of a codec's process."""
    for workload, corpus in corpora.items():
        told = corpus.manifest
        kept_bytes = _FACTOR * keep * told.bytes // max(1, told.objects)
        heaps = [size for codec in codecs if (size := language_of(codec).heap_bytes)]
        room_bytes = min(free_memory(), *heaps) if heaps else free_memory()
        if kept_bytes > room_bytes:
            raise BadInput(
                f"Keeping {keep} objects of {workload} takes about {size_words(kept_bytes)}, and a process of"
                f" these codecs has {size_words(room_bytes)}: keep fewer, or leave languages with a heap out."
            )
