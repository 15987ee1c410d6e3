"""The codecs that read the stores of a shelf."""

from collections.abc import Callable, Sequence

from serbench.codecs.manifest import CodecManifest
from serbench.errors import BadInput
from serbench.pools.shelf import Shelf
from serbench.record.row import Failure
from serbench.selection.choice import select_codecs
from serbench.terminal.values import named_outright


def readers_of(
    patterns: Sequence[str] | None, shelf: Shelf, tell: Callable[[str], object]
) -> tuple[tuple[CodecManifest, ...], tuple[Failure, ...]]:
    """The codecs that wrote, or the requested ones that can read the stores; and failures of those that were
    named and cannot. Raises BadInput where none can."""
    if patterns is None:
        codecs = select_codecs(sorted(shelf.formats), lock=False)
    else:
        codecs = select_codecs(patterns)
    readers = tuple(codec for codec in codecs if shelf.place_for(codec) is not None)
    if all(codec.floor for codec in readers) and not all(codec.floor for codec in codecs):
        raise BadInput(f"None of these codecs reads the stores in {shelf.folder}.")
    failures: list[Failure] = []
    named = named_outright(codecs, patterns)
    for codec in codecs:
        if codec not in readers:
            reason = f"No store in {shelf.folder} is of the format {codec.format}."
            tell(f"{codec.name} is not measured: {reason}")
            if codec.name in named:
                failures.append(Failure(codec.name, shelf.workload, None, "unsupported", reason))
    return readers, tuple(failures)
