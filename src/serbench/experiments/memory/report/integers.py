"""Whether a workload has integers that a language holds as another type than smaller ones, in words. Pure."""

from collections.abc import Iterable

from serbench.codecs.flags import NUMBERS_SUFFIX
from serbench.languages import language_of
from serbench.languages.language import Language

_AS_NUMBERS = "its objects hold them as numbers (--int64 number)"
_AS_BOTH = "its objects hold them as BigInt, or as numbers where a name has int64=number"


def integer_words(workload: str, counted: tuple[int, int] | None, codecs: Iterable[str]) -> list[str]:
    """A sentence for each language among the codecs whose numbers do not hold all integers of 64 bits.
    ``counted`` are those beyond its numbers and all, None where they were not counted."""
    if counted is None or not counted[1]:
        return []
    beyond, total = counted
    found: dict[str, list[str]] = {}
    for codec in codecs:
        found.setdefault(language_of(codec).name, []).append(codec)
    return [
        f"{beyond or 'None'} of the first {total} 64-bit integers of {workload}"
        f" {'is' if beyond < 2 else 'are'} beyond 2^{language.number_bits} − 1, the largest that"
        f" {language.title}'s numbers hold exactly; {_held(language, beyond, names)}."
        for names in found.values()
        if (language := language_of(names[0])).number_bits
    ]


def _held(language: Language, beyond: int, names: Iterable[str]) -> str:
    """The type that they have in an application's objects, in words."""
    as_numbers = {NUMBERS_SUFFIX in name for name in names}
    if as_numbers == {False}:
        return language.beyond_numbers[beyond > 0]
    return _AS_NUMBERS if as_numbers == {True} else _AS_BOTH
