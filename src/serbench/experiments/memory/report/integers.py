"""Whether a workload has integers that a language holds as another type than smaller ones, in words. Pure."""

from collections.abc import Iterable

from serbench.languages import language_of


def integer_words(workload: str, counted: tuple[int, int] | None, codecs: Iterable[str]) -> list[str]:
    """A sentence for each language among the codecs whose numbers do not hold all integers of 64 bits.
    ``counted`` are those beyond its numbers and all, None where they were not counted."""
    if counted is None or not counted[1]:
        return []
    beyond, total = counted
    found = {language.name: language for language in map(language_of, codecs)}
    return [
        f"{beyond or 'None'} of the first {total} integers of 64 bits in {workload}"
        f" {'is' if beyond < 2 else 'are'} beyond 2^{language.number_bits} − 1, up to which numbers of"
        f" {language.title} are exact: {language.beyond_numbers[beyond > 0]}."
        for language in found.values()
        if language.number_bits
    ]
