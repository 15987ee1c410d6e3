"""The integers of a run's data that some of its languages hold as another type than smaller ones."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from serbench.codecs.manifest import CodecManifest
from serbench.corpus.container import read_objects
from serbench.corpus.decoding import Decoder
from serbench.corpus.integers import has_long_integers, integers_beyond
from serbench.corpus.manifest import Corpus
from serbench.corpus.workload import Workload
from serbench.errors import BadInput
from serbench.languages import language_of

# Decoding takes up to 1 µs a byte, and what the first objects hold tells enough.
_READ_BYTES = 2**19


def long_integers_in(
    workloads: Sequence[Workload], corpora: Mapping[str, Corpus], codecs: Sequence[CodecManifest]
) -> dict[str, tuple[int, int]]:
    """By workload how many integers of 64 bits its first objects have beyond the numbers of a language of the
    codecs, and how many in all. Without such a language, or such a field, nothing is counted."""
    bits = {language_of(codec.name).number_bits for codec in codecs} - {0}
    found: dict[str, tuple[int, int]] = {}
    for workload in workloads if bits else ():
        if has_long_integers(workload.schema):
            decoder = Decoder(workload.schema)
            objects = map(decoder.decode, _first(read_objects(corpora[workload.name].path)))
            found[workload.name] = integers_beyond(workload.schema, objects, min(bits))
    return found


def require_numbers(
    workloads: Sequence[Workload], corpora: Mapping[str, Corpus], codecs: Sequence[CodecManifest]
) -> None:
    """Raises BadInput where codecs are to hold integers of 64 bits as numbers, and one of these in any object
    of a workload is beyond the numbers of their language."""
    found = {one.name: one for codec in codecs if codec.flags.numbers for one in [language_of(codec.name)]}
    for language in found.values():
        for workload in filter(lambda one: has_long_integers(one.schema), workloads):
            decoder = Decoder(workload.schema)
            objects = map(decoder.decode, read_objects(corpora[workload.name].path))
            beyond, total = integers_beyond(workload.schema, objects, language.number_bits)
            if beyond:
                raise BadInput(
                    f"{workload.name} cannot be measured with --int64 number: {beyond} of its {total} 64-bit"
                    f" integers {'is' if beyond == 1 else 'are'} beyond 2^{language.number_bits} − 1, the"
                    f" largest that {language.title}'s numbers hold exactly."
                )


def _first(objects: Iterable[bytes]) -> Iterator[bytes]:
    """Objects until they have as many bytes as are read, one at least."""
    read_bytes = 0
    for data in objects:
        yield data
        read_bytes += len(data)
        if read_bytes >= _READ_BYTES:
            return
