"""Chooses a codec for each format."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence

from serbench.codecs.manifest import HAND_WRITTEN, CodecManifest
from serbench.codecs.sets import DEFAULT
from serbench.errors import BadInput, did_you_mean
from serbench.languages import language_of
from serbench.setup.readiness import expected_lacks

EVERY = "all"
Lacks = Callable[[Sequence[CodecManifest]], Mapping[str, str]]


def one_of_each(
    codecs: Sequence[CodecManifest], formats: Sequence[str] | None, lacks: Lacks = expected_lacks
) -> tuple[CodecManifest, ...]:
    """For each of the formats one codec of a library, which can be had here if any can: the first of those
    that compile to the machine's code, are in the default set and are no variants. Without names the formats
    are those that libraries of several languages write: one between programs is chosen among these. Raises
    BadInput for a format that is not known."""
    found = [codec for codec in codecs if not codec.floor and HAND_WRITTEN not in codec.traits]
    known = dict.fromkeys(codec.format for codec in found)
    wanted = _wanted(formats, known, found)
    candidates = [codec for codec in found if codec.format in wanted]
    lacking = lacks(candidates)
    chosen = (
        min((codec for codec in candidates if codec.format == name), key=lambda codec: _after(codec, lacking))
        for name in wanted
    )
    return tuple(sorted(chosen, key=lambda codec: codec.name))


def _wanted(
    formats: Sequence[str] | None, known: Collection[str], codecs: Sequence[CodecManifest]
) -> list[str]:
    if formats is None:
        languages = {(codec.format, codec.language) for codec in codecs}
        counts = Counter(name for name, _ in languages)
        return [name for name in known if counts[name] > 1] or list(known)
    if EVERY in formats:
        return list(known)
    for name in formats:
        if name not in known:
            hint = did_you_mean(name, known, "`./serbench list formats` shows them.")
            raise BadInput(f"There is no format {name}; {hint}")
    return list(dict.fromkeys(formats))


def _after(codec: CodecManifest, lacking: Collection[str]) -> tuple[object, ...]:
    """Sorts the codecs of a format."""
    native, is_usual = language_of(codec.name).native, codec.belongs_to(DEFAULT)
    has_ended = codec.ended is not None
    return (codec.name in lacking, not native, not is_usual, bool(codec.base), has_ended, codec.name)
