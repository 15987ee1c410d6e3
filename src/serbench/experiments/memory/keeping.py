"""The memory that decoded objects take which a run keeps alive."""

from collections.abc import Mapping, Sequence

from serbench.codecs.naming import language_name
from serbench.corpus.manifest import Corpus
from serbench.errors import BadInput
from serbench.languages import language_named
from serbench.pools.resources import free_memory, held_bytes, size_words


def require_room(keep: int, corpora: Mapping[str, Corpus], codecs: Sequence[str]) -> None:
    """Raises BadInput where the last ``keep`` decoded objects do not fit into the memory that is left, or
    into the heap of a codec's process."""
    languages = [language_named(name) for name in sorted(set(map(language_name, codecs)))]
    for workload, corpus in corpora.items():
        told = corpus.manifest
        kept_bytes = held_bytes(keep, told.bytes / max(1, told.objects))
        takes = f"Keeping {keep} objects of {workload} takes about {size_words(kept_bytes)}"
        if kept_bytes > (left := free_memory()):
            raise BadInput(f"{takes}, and {size_words(left)} are left here: keep fewer.")
        for language in languages:
            if 0 < language.heap_bytes < kept_bytes:
                raise BadInput(
                    f"{takes}, and a process of {language.title} has a heap of"
                    f" {size_words(language.heap_bytes)}: keep fewer, or leave {language.title} out."
                )
