"""The codecs that the sort measures.
They are those of languages that keep what they hold within a budget of memory."""

from collections.abc import Callable, Sequence

from serbench.codecs.manifest import CodecManifest
from serbench.errors import BadInput
from serbench.languages import language_of
from serbench.record.row import Failure
from serbench.terminal.values import named_outright


def supported(
    codecs: Sequence[CodecManifest],
    patterns: Sequence[str] | None,
    workload: str,
    tell: Callable[[str], object],
) -> tuple[tuple[CodecManifest, ...], tuple[Failure, ...]]:
    """The codecs whose languages have a sort, and failures of those that were named and have none. Says each
    language without one once. Raises BadInput where no codec is left."""
    reasons = {
        language.name: f"{language.title} has no sort: {language.no_memory_budget}."
        for language in map(language_of, dict.fromkeys(codec.name for codec in codecs))
        if language.no_memory_budget
    }
    found = tuple(codec for codec in codecs if codec.language not in reasons)
    if not found:
        raise BadInput(" ".join(reasons.values()))
    for reason in reasons.values():
        tell(reason)
    named = named_outright(codecs, patterns)
    failures = (
        Failure(codec.name, workload, None, "unsupported", reasons[codec.language])
        for codec in codecs
        if codec.language in reasons and codec.name in named
    )
    return found, tuple(failures)
