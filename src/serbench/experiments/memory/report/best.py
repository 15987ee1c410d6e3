"""The fastest and the smallest libraries, and so the ones to take for each purpose; also in sentences. Pure.

The sentences, the report and Markdown take the first libraries from here.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

from serbench.engine.twins import noise_of
from serbench.experiments.memory.report.means import Mean
from serbench.experiments.memory.report.view import View
from serbench.languages import title_of
from serbench.operations import OPERATION_BY_NAME
from serbench.report.report import Best, Purpose
from serbench.report.standing import by_language, rankings
from serbench.report.table import cell_link
from serbench.report.words import duration_text, interval_text, listed
from serbench.statistics.comparison import places
from serbench.statistics.estimate import Estimate, ratio
from serbench.statistics.noise import NoiseFloors, noise_between

# At most this many times the least time.
_FAST = 2
OVER_ALL = "over all"
_FEW_FIELDS = ("access-tenth", "access-one")
_VERBS = {
    **{"encode": "encoding", "decode": "decoding"},
    **{"serialize": "serializing", "deserialize": "deserializing"},
}


def fastest(times: Mapping[str, Estimate], noise: NoiseFloors) -> tuple[str, ...]:
    """The codecs that no other is significantly faster than, the least time first. None
    where there are too few forks to tell any apart; ``noise`` are the noise floors."""
    if len(times) == 1:
        return tuple(name for name, time in times.items() if not time.is_range)
    found = places(times, noise_of(times, noise))
    leading = [codec for codec in times if codec in found and found[codec].is_first]
    return tuple(sorted(leading, key=lambda codec: times[codec].median))


def fast(views: Sequence[View]) -> tuple[str, ...]:
    """The libraries that take at most twice as long as the fastest of their language, on each workload."""
    found = [_fast_on(view) for view in views]
    return tuple(sorted(frozenset.intersection(*found))) if found else ()


def _fast_on(view: View) -> frozenset[str]:
    times = {codec: view.totals[codec].median for codec in view.libraries if codec in view.totals}
    groups = by_language(times).values()
    return frozenset(
        codec
        for codecs in groups
        for codec in codecs
        if times[codec] <= _FAST * min(times[one] for one in codecs)
    )


def smallest(sizes: Mapping[str, float]) -> tuple[str, ...]:
    """The codecs of the least size, by name."""
    least = min(sizes.values())
    return tuple(sorted(codec for codec, size in sizes.items() if size == least))


def purposes_of(view: View) -> tuple[Purpose, ...]:
    """Speed, size and reading a few fields, as far as they were measured."""
    found = []
    operations = view.ranking_operations
    if view.totals:
        question = f"fastest to {' and '.join(operations)}"
        found.append(_fastest(question, " + ".join(operations), view.totals, view))
    if any(view.sizes.values()):
        found.append(_smallest(view))
    few = next((name for name in _FEW_FIELDS if _has_own(view, name)), None)
    of_few = _where_all_were_measured(view, few) if few else {}
    if few and of_few:
        share = "a tenth of the fields" if few == "access-tenth" else "one field"
        found.append(_fastest(f"fastest to read {share}", few, of_few, view))
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


def _has_own(view: View, operation: str) -> bool:
    """Whether any codec reads without a full decode; otherwise the answer is that of decoding."""
    return any(name == operation and not result.shown_as_decode for (_, name), result in view.rows.items())


def _where_all_were_measured(view: View, operation: str) -> dict[str, Estimate]:
    """The times of an operation in the languages of which no codec lacks it: first place is unknown where
    some that can do it were not measured, as quick leaves access out in Java."""
    measured = {codec: result.cpu for (codec, name), result in view.rows.items() if name == operation}
    incomplete = {title_of(codec) for codec in view.codecs() if codec not in measured}
    return {codec: time for codec, time in measured.items() if title_of(codec) not in incomplete}


def _fastest(question: str, operation: str, times: Mapping[str, Estimate], view: View) -> Purpose:
    """First place in each scope in which any codecs could be distinguished."""

    def first_of(codecs: Sequence[str]) -> Best | None:
        first = fastest({codec: times[codec] for codec in codecs}, view.results.noise)
        if not first:
            return None
        time = times[first[0]]
        value = f"{view.time(time)} {view.unit} {interval_text(time)}"
        return Best(first, value, cell_link(first[0], view.workload, operation))

    return _purpose(question, times, view, first_of)


def _smallest(view: View) -> Purpose:
    def first_of(codecs: Sequence[str]) -> Best:
        first = smallest({codec: sizes[codec] for codec in codecs})
        # Any of a codec's measurements has the size of its messages.
        operation = next(name for name in OPERATION_BY_NAME if (first[0], name) in view.rows)
        value = f"{sizes[first[0]]:.0f} bytes"
        return Best(first, value, cell_link(first[0], view.workload, operation), is_exact=True)

    sizes = {codec: size for codec, size in view.sizes.items() if size}
    return _purpose("smallest", sizes, view, first_of)


def _purpose(
    question: str, codecs: Collection[str], view: View, first_of: Callable[[Sequence[str]], Best | None]
) -> Purpose:
    """Who comes first; no answer where there is nothing to be chosen from."""
    libraries = sorted(codec for codec in codecs if codec not in view.hand_written)
    languages = by_language(libraries)
    scopes = (languages if len(languages) > 1 else {}) | {OVER_ALL: libraries}
    answers = []
    for scope, of_scope in scopes.items() if len(libraries) > 1 else ():
        first = first_of(of_scope)
        if first:
            named = tuple(view.name_of(codec) for codec in first.codecs)
            answers.append((scope, replace(first, codecs=named)))
    return Purpose(question, tuple(answers))


def answer(view: View) -> list[str]:
    """The sentences about one workload, within each language unless the view ranks across. They follow the
    ranks, so they claim nothing that is not significant."""
    codecs = [codec for codec in view.libraries if codec in view.totals]
    ranked = rankings(codecs, view.is_across)
    if not codecs:
        sentences = [f"On {view.workload} no library was ranked."]
    elif len(ranked) > 1:
        sentences = [_first_of_each(view, ranked)]
    else:
        sentences = [_first(view, codecs), *_next(view, codecs)]
    sentences += [*_unranked(view, codecs), *_hand_written(view), *_of_messages(view)]
    return sentences + ([_smallest_sentence(view)] if len(codecs) > 1 else [])


def answer_over_each(
    found: Mapping[str, Sequence[Mean]], noise: NoiseFloors, noun: str = "forks"
) -> list[str]:
    """The sentences about several workloads together, language by language; none where they have no common
    ranking. A mean of too few forks for an interval is called neither first nor slower; ``noise`` are
    the noise floors, and ``noun`` is what the values of an estimate are called."""
    return [said for title, means in found.items() for said in _answer_over(means, noise, title, noun)]


def _answer_over(found: Sequence[Mean], noise: NoiseFloors, language: str, noun: str) -> list[str]:
    best = found[0]
    where = f"Over {len(best.workloads)} {'types' if best.is_mix else 'workloads'}"
    where += f" in {language}" if language else ""
    if best.over_best.is_range:
        return [
            f"{where}, {best.codec} is the fastest by the {_kind(best)} of its times; so few"
            f" {noun} distinguish nothing."
        ]
    sure = [mean for mean in found if not mean.over_best.is_range]
    tied = [mean.codec for mean in sure if _is_tied(mean, best, noise)]
    verb = "is the fastest" if len(tied) == 1 else "are the fastest and cannot be distinguished"
    sentences = [f"{where}, {listed(tied)} {verb} by the {_kind(best)} of their times."]
    slower = next((mean for mean in sure if mean.codec not in tied), None)
    if slower:
        over = slower.over_best
        interval = f"{over.low:.2f} to {over.high:.2f}"
        sentences.append(f"{slower.codec} takes {over.ratio:.2f} times as long as {best.codec} ({interval}).")
    few = [mean.codec for mean in found if mean.over_best.is_range]
    if few:
        verb = "has" if len(few) == 1 else "have"
        sentences.append(f"{listed(few)} {verb} too few {noun} for an interval of that mean.")
    return sentences


def _kind(mean: Mean) -> str:
    return "weighted mean" if mean.is_mix else "geometric mean"


def _is_tied(mean: Mean, best: Mean, noise: NoiseFloors) -> bool:
    """Whether a mean does not differ from the lowest one, by the rule for two codecs on one workload."""
    codecs = (mean.codec, best.codec)
    floor = noise_between(noise_of(codecs, noise), *codecs)
    return mean.over_best.low <= 1 or mean.over_best.ratio <= 1 + floor


def _first_of_each(view: View, ranked: Mapping[str, Sequence[str]]) -> str:
    """The fastest library of each language."""
    firsts = []
    for language, codecs in ranked.items():
        names = [codec for codec in codecs if codec in view.places and view.places[codec].is_first]
        first = (names or codecs)[0]
        notes = [duration_text(view.totals[first])]
        notes += [] if names or len(codecs) == 1 else [f"too few {view.results.noun} to distinguish it"]
        notes += ["no significant difference"] if len(names) > 1 else []
        firsts.append(f"{listed(names or [first])} ({', '.join(notes)}) in {language}")
    operations = " and ".join(view.ranking_operations)
    every = listed(firsts, most=len(firsts))
    where = f"{view.name.capitalize()}, the" if view.name else "The"
    return f"{where} fastest libraries to {operations} an object of {view.workload} are {every}."


def _of_messages(view: View) -> list[str]:
    """The sentence about the first of each language among the messages; none where there is one view."""
    return [_first_of_messages(one) for one in view.views[1:] if one.totals]


def _first_of_messages(view: View) -> str:
    ranked = rankings([codec for codec in view.libraries if codec in view.totals], view.is_across)
    return _first_of_each(view, ranked) if len(ranked) > 1 else _first(view, *ranked.values())


def _hand_written(view: View) -> list[str]:
    """The sentence that tells the times of code hand-written for the schema; none without such times."""
    times = [
        (codec, duration_text(view.totals[codec])) for codec in view.hand_written if codec in view.totals
    ]
    if not times:
        return []
    (first, time), *others = times
    rest = "".join(f"; {codec} {took}" for codec, took in others)
    return [f"{first}, hand-written for this schema, takes {time}{rest}."]


def _first(view: View, codecs: Sequence[str]) -> str:
    names = fastest({codec: view.totals[codec] for codec in codecs}, view.results.noise)
    first = names[0] if names else codecs[0]
    did = " and ".join(_VERBS.get(name, name) for name in view.ranking_operations)
    time = duration_text(view.totals[first])
    if len(codecs) == 1:
        return f"{_where(view)}, {did} one object took {first} {time}; nothing else was ranked."
    if not names:
        return (
            f"{_where(view)}, {first} comes first, {time} for {did} one object; so few"
            f" {view.results.noun} distinguish nothing."
        )
    if len(names) == 1:
        return f"{_where(view)}, {first} is the fastest: {did} one object takes it {time}."
    return (
        f"{_where(view)}, {listed(names)} are the fastest and cannot be distinguished:"
        f" {did} one object takes {first} {time}."
    )


def _where(view: View) -> str:
    """``On media, from your objects``: the workload, and of two views which one."""
    return ", ".join(filter(None, (f"On {view.workload}", view.name)))


def _next(view: View, codecs: Sequence[str]) -> list[str]:
    """How much slower the next codec is, where one is significantly slower."""
    places_of = {codec: view.places[codec] for codec in codecs if codec in view.places}
    best = next(iter(places_of), "")
    slower = [codec for codec, place in places_of.items() if place.behind and best not in place.tied]
    if not slower:
        return []
    found = ratio(view.totals[slower[0]], view.totals[best])
    sure = f"{found.low:.2f} to {found.high:.2f}"
    return [f"{slower[0]} takes {found.ratio:.2f} times as long as {best} ({sure})."]


def _unranked(view: View, codecs: Sequence[str]) -> list[str]:
    """The codecs without a rank, where others have one."""
    alone = {of[0] for of in view.rankings.values() if len(of) == 1}
    few = [codec for codec in codecs if codec not in view.places and codec not in alone]
    if not few or len(few) == len(codecs):
        return []
    verb = "has" if len(few) == 1 else "have"
    return [f"{listed(few)} {verb} too few {view.results.noun} for a rank."]


def _smallest_sentence(view: View) -> str:
    sizes = {codec: view.sizes[codec] for codec in view.libraries}
    names = smallest(sizes)
    verb = "writes" if len(names) == 1 else "write"
    return f"{listed(names)} {verb} the smallest messages: {sizes[names[0]]:.0f} bytes on average."
