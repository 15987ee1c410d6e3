"""Which codec to take for which purpose: over all languages and in each. Pure."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from serbench.operations import OPERATION_BY_NAME
from serbench.report.cell_link import cell_link
from serbench.report.languages import language_of, titles
from serbench.report.rows import ranking_operations
from serbench.report.view import View, size_of
from serbench.statistics import Estimate, places

OVER_ALL = "over all"
_FEW_FIELDS = ("access-tenth", "access-one")


@dataclass(frozen=True, slots=True)
class First:
    """Those that are first together; ``value`` is what the first of them reaches, with its unit, and ``link``
    the place of that measurement on the page."""

    codecs: tuple[str, ...]
    value: str
    link: str


@dataclass(frozen=True, slots=True)
class Best:
    """Who is first for one purpose within one scope, those that cannot be told apart together.

    Where the first are all code rendered for the schema, ``library`` has the first that are libraries.
    ``is_exact``: equal values are equal and not just near.
    """

    first: First
    library: First | None = None
    is_exact: bool = False

    @property
    def codecs(self) -> tuple[str, ...]:
        return self.first.codecs

    @property
    def value(self) -> str:
        return self.first.value


@dataclass(frozen=True, slots=True)
class Purpose:
    """A question and its answers by scope: ``over all``, then the languages."""

    question: str
    answers: tuple[tuple[str, Best], ...]

    def best_in(self, scope: str) -> Best | None:
        return dict(self.answers).get(scope)


def purposes_of(view: View, own_code: Collection[str]) -> tuple[Purpose, ...]:
    """Speed, size and reading a few fields, as far as they were measured. ``own_code`` names the codecs that
    are no library."""
    found = []
    operations = ranking_operations([*view.rows.values()])
    times = {codec: total[0] for codec, total in view.totals.items()}
    if times:
        question = f"fastest to {' and '.join(operations)}"
        found.append(_fastest(question, " + ".join(operations), times, view, own_code))
    sizes = {codec: size for codec in view.ranked_codecs() if (size := size_of(view.rows, codec))}
    if sizes:
        found.append(_smallest(sizes, view, own_code))
    few = next((name for name in _FEW_FIELDS if _has_own(view, name)), None)
    of_few = _where_all_were_measured(view, few) if few else {}
    if few and of_few:
        share = "a tenth of the fields" if few == "access-tenth" else "one field"
        found.append(_fastest(f"fastest to read {share}", few, of_few, view, own_code))
    return tuple(purpose for purpose in found if purpose.answers)


def over_workloads(purposes: Sequence[tuple[str, Sequence[Purpose]]]) -> tuple[Purpose, ...]:
    """The same questions with the answers over all languages, by workload instead of by language."""
    found: dict[str, list[tuple[str, Best]]] = {}
    for workload, of_workload in purposes:
        for purpose in of_workload:
            best = purpose.best_in(OVER_ALL)
            if best:
                found.setdefault(purpose.question, []).append((workload, best))
    return tuple(Purpose(question, tuple(answers)) for question, answers in found.items())


def scopes_of(purposes: Sequence[Purpose]) -> tuple[str, ...]:
    """All scopes that any of the purposes has, in their order."""
    return tuple(dict.fromkeys(scope for purpose in purposes for scope, _ in purpose.answers))


def _has_own(view: View, operation: str) -> bool:
    """Whether any codec reads without a full decode; otherwise the answer is that of decoding."""
    return any(name == operation and not result.shown_as_decode for (_, name), result in view.rows.items())


def _where_all_were_measured(view: View, operation: str) -> dict[str, Estimate]:
    """The times of an operation in the languages of which no codec lacks it: who is first is not known where
    some that can do it were not measured, as quick leaves access out in Java."""
    measured = {codec: result.cpu for (codec, name), result in view.rows.items() if name == operation}
    incomplete = {language_of(codec) for codec in view.ranked_codecs() if codec not in measured}
    return {codec: time for codec, time in measured.items() if language_of(codec) not in incomplete}


def _scopes(codecs: Collection[str]) -> list[tuple[str, list[str]]]:
    scopes = [(OVER_ALL, sorted(codecs))]
    for name in titles():
        of_language = sorted(codec for codec in codecs if language_of(codec) == name)
        if of_language:
            scopes.append((name, of_language))
    return scopes if len(scopes) > 2 else scopes[:1]


def _fastest(
    question: str,
    operation: str,
    times: Mapping[str, Estimate],
    view: View,
    own_code: Collection[str],
) -> Purpose:
    """Who is first in each scope in which anybody could be told apart."""

    def first_of(codecs: Sequence[str]) -> First | None:
        found = places({codec: times[codec] for codec in codecs}, view.noise_floor)
        leading = [codec for codec, place in found.items() if place.rank == 1]
        if not leading:
            return None
        first = sorted(leading, key=lambda codec: times[codec].median)
        value = view.duration_with_interval(times[first[0]])
        return First(tuple(first), value, cell_link(first[0], view.workload, operation))

    return _purpose(question, _scopes(times), own_code, first_of)


def _smallest(sizes: Mapping[str, float], view: View, own_code: Collection[str]) -> Purpose:
    def first_of(codecs: Sequence[str]) -> First:
        least = min(sizes[codec] for codec in codecs)
        first = tuple(codec for codec in codecs if sizes[codec] == least)
        # Any of a codec's measurements tells the size of its messages.
        operation = next(name for name in OPERATION_BY_NAME if (first[0], name) in view.rows)
        return First(first, f"{least:.0f} bytes", cell_link(first[0], view.workload, operation))

    found = _purpose("smallest", _scopes(sizes), own_code, first_of)
    return replace(found, answers=tuple((scope, replace(one, is_exact=True)) for scope, one in found.answers))


def _purpose(
    question: str,
    scopes: Sequence[tuple[str, Sequence[str]]],
    own_code: Collection[str],
    first_of: Callable[[Sequence[str]], First | None],
) -> Purpose:
    found = [(scope, _best(codecs, own_code, first_of)) for scope, codecs in scopes]
    return Purpose(question, tuple((scope, best) for scope, best in found if best))


def _best(
    codecs: Sequence[str], own_code: Collection[str], first_of: Callable[[Sequence[str]], First | None]
) -> Best | None:
    first = first_of(codecs)
    libraries = [codec for codec in codecs if codec not in own_code]
    if first is None:
        return None
    if not libraries or not set(first.codecs) <= set(own_code):
        return Best(first)
    return Best(first, first_of(libraries))
