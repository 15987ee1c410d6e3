"""Two sides cell by cell: ratios with their intervals, rankings, what only one of them has. Pure."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import correlation, geometric_mean

from serbench.codecs.naming import language_name
from serbench.compare.controls import Controls, Verdict, controls_between
from serbench.compare.differences import differences_between, on_same_machine
from serbench.compare.side import Key, Side
from serbench.errors import BadInput
from serbench.report.standing import by_language, standings
from serbench.statistics.comparison import Place
from serbench.statistics.estimate import Estimate, Ratio, ratio
from serbench.statistics.noise import noise_between

# Differences between two runs of the same code on a shared machine lie below this.
DEFAULT_THRESHOLD = 0.05


@dataclass(frozen=True, slots=True)
class Change:
    """One cell on both sides. ``ratio`` is after / before: 2 where it takes twice as long after. Where a side
    is claimed by others, times are multiples of what ``Comparison.relative_to`` names; sizes are None where
    they are unknown."""

    codec: str
    workload: str
    operation: str
    before: Estimate
    after: Estimate
    ratio: Ratio
    size_before: float | None
    size_after: float | None
    verdict: Verdict

    @property
    def key(self) -> Key:
        return (self.codec, self.workload, self.operation)


@dataclass(frozen=True, slots=True)
class Ranking:
    """One workload ranked by both sides: for each codec its change, the fastest before first, and its places
    within its language, None where it has none.
    ``correlation`` is Spearman's, None where there is nothing to correlate."""

    workload: str
    operations: str
    changes: tuple[Change, ...]
    places: Mapping[str, tuple[Place | None, Place | None]]
    correlation: float | None


@dataclass(frozen=True, slots=True)
class Turn:
    """An outcome that is another one after; ``worse`` where it is behind the one before in the sides'
    order."""

    key: Key
    before: str
    after: str
    worse: bool


@dataclass(frozen=True, slots=True)
class Comparison:
    """``only_before`` and ``only_after`` are cells of one side alone, with the reason where it is a failure;
    ``differences`` describe what else differs, ``same_machine`` whether the machines are the same.
    ``relative_to`` is the codec whose times are 1 on both sides of a claim, empty for the geometric mean of
    the codecs that both have. ``controls`` tell what may be said of times, and ``turns`` are the outcomes
    that are not the same."""

    before: Side
    after: Side
    changes: tuple[Change, ...]
    rankings: tuple[Ranking, ...]
    only_before: tuple[tuple[Key, str], ...]
    only_after: tuple[tuple[Key, str], ...]
    differences: tuple[str, ...]
    same_machine: bool
    controls: Controls
    relative_to: str = ""
    turns: tuple[Turn, ...] = ()

    @property
    def claimed(self) -> bool:
        return self.before.claimed or self.after.claimed

    @property
    def less_work(self) -> Mapping[str, str]:
        """The codecs that both sides have and for which a claim's authors did less work, and what it did."""
        codecs = {change.codec for change in self.changes}
        claims = {**self.before.less_work, **self.after.less_work}
        return {codec: what for codec, what in claims.items() if codec in codecs}

    def slower(self, threshold: float) -> tuple[Change, ...]:
        """The changes that take significantly longer than the threshold (0.05 for 5 %) allows, each measured
        by what the same executables took. The whole interval of the ratio lies beyond the threshold, and the
        ratio beyond the noise of both runs."""
        return tuple(
            change
            for change in self.changes
            if change.verdict is Verdict.LONGER
            and change.ratio.low > (1 + threshold) * self.controls.factor(change.codec)
            and change.ratio.ratio > (1 + self._noise_of(change.codec)) * self.controls.factor(change.codec)
        )

    def _noise_of(self, codec: str) -> float:
        """The noise floor of a codec's language, the larger one of both runs."""
        language = language_name(codec)
        return max(noise_between(side.noise, language) for side in (self.before, self.after))

    def undecided(self) -> tuple[Change, ...]:
        """The changes of which nobody can tell whether the code or the machine made them, or whether they are
        any."""
        return tuple(change for change in self.changes if change.verdict is Verdict.UNDECIDED)

    def larger(self, threshold: float) -> tuple[Change, ...]:
        """One change for each codec and workload whose messages have grown by more than the threshold."""
        grown = {
            (change.codec, change.workload): change
            for change in self.changes
            if change.size_before
            and change.size_after
            and change.size_after > change.size_before * (1 + threshold)
        }
        return tuple(grown.values())

    def turned_worse(self, threshold: float) -> tuple[Turn, ...]:
        """The outcomes that are worse after; one that is a number, by more than the threshold."""
        numbers = not self.after.worst_last
        return tuple(
            turn
            for turn in self.turns
            if turn.worse and not (numbers and float(turn.after) <= float(turn.before) * (1 + threshold))
        )

    def is_worse(self, threshold: float) -> bool:
        """Whether anything became worse than the threshold allows, which a gate refuses."""
        found = (self.slower(threshold), self.larger(threshold), self.turned_worse(threshold), self.broken())
        return any(found)

    def broken(self) -> tuple[tuple[Key, str], ...]:
        """The cells that were measured before and fail after, each with the reason."""
        return tuple((key, reason) for key, reason in self.only_before if reason)


def compare(
    before: Side,
    after: Side,
    other_data: bool = False,
    *,
    alternated: bool = False,
    changed: Collection[str] = (),
) -> Comparison:
    """Compares two sides; ``alternated`` means that both were measured in the same rounds. The codecs in
    ``changed`` count as changed although their executables are the same, which shows what would be claimed of
    unchanged code. Raises BadInput if the two measured different data (unless ``other_data``) or share
    nothing."""
    if not other_data:
        _require_same_data(before, after)
    common = before.times.keys() & after.times.keys()
    if not common and not before.outcomes.keys() & after.outcomes.keys():
        raise BadInput(f"{before.name} and {after.name} have no cell in common.")
    # That to which a claim relates its times, if both sides have it wherever they have anything.
    reference = before.reference or after.reference
    if not all((reference, *key[1:]) in common for key in common):
        reference = ""
    claimed = before.claimed or after.claimed
    a, b = (_relative(side, common, reference) if claimed else side for side in (before, after))
    controls = controls_between(a, b, alternated, changed)
    return Comparison(
        before,
        after,
        tuple(_change(key, a.times[key], b.times[key], a, b, controls) for key in sorted(common)),
        tuple(_rankings(a, b, controls)),
        _only(before, after),
        _only(after, before),
        tuple(differences_between(before, after)),
        on_same_machine(before, after),
        controls,
        reference,
        tuple(_turns(before, after)),
    )


def _turns(before: Side, after: Side) -> Iterator[Turn]:
    for key in sorted(before.outcomes.keys() & after.outcomes.keys()):
        was, became = before.outcomes[key], after.outcomes[key]
        if was != became:
            yield Turn(key, was, became, _is_worse(was, became, after.worst_last))


def _is_worse(was: str, became: str, order: Sequence[str]) -> bool:
    """Whether an outcome is worse than another; one that the order does not know is. Without an order they
    are numbers."""
    if not order:
        return float(became) > float(was)
    return was not in order or became not in order or order.index(became) > order.index(was)


def _require_same_data(before: Side, after: Side) -> None:
    for workload in sorted(before.corpora.keys() & after.corpora.keys()):
        if before.corpora[workload] != after.corpora[workload]:
            raise BadInput(
                f"{before.name} and {after.name} measured different data of {workload} (corpora"
                f" {before.corpora[workload][:12]} and {after.corpora[workload][:12]}); --other-data compares"
                " them anyway."
            )


def _relative(side: Side, common: set[Key], reference: str) -> Side:
    """The side with times as multiples of the reference's, or of the geometric mean of what is common."""
    groups: dict[tuple[str, str], dict[str, float]] = {}
    for key in common:
        groups.setdefault(key[1:], {})[key[0]] = side.times[key].median
    units = {group: of.get(reference) or geometric_mean(of.values()) for group, of in groups.items()}
    times = {
        key: Estimate.of([value / units[key[1:]] for value in estimate.fork_values])
        for key, estimate in side.times.items()
        if key in common
    }
    return replace(side, times=times)


def _change(key: Key, a: Estimate, b: Estimate, before: Side, after: Side, controls: Controls) -> Change:
    codec, workload, operation = key
    sizes = (before.sizes.get((codec, workload)), after.sizes.get((codec, workload)))
    found = ratio(b, a)
    verdict = controls.verdict(codec, workload, found)
    # The true time may lie below its upper bound, on the other side of the other time.
    bounds = {Verdict.LONGER: after.bounds, Verdict.SHORTER: before.bounds}.get(verdict, ())
    verdict = Verdict.UNDECIDED if key in bounds else verdict
    return Change(codec, workload, operation, a, b, found, *sizes, verdict)


def _rankings(before: Side, after: Side, controls: Controls) -> list[Ranking]:
    """By the operations that rank each workload on both sides; by each operation where a side has none."""
    if before.totals and after.totals:
        ranked = [
            (workload, before.total_of[workload], before.totals[workload], after.totals[workload])
            for workload in before.totals.keys() & after.totals.keys()
            if before.total_of[workload] == after.total_of[workload]
        ]
    else:
        ranked = [
            (*way, _of(before, way), _of(after, way))
            for way in dict.fromkeys(key[1:] for key in before.times if key in after.times)
        ]
    rankings = [
        _ranking(*of_way, before, after, controls) for of_way in sorted(ranked, key=lambda way: way[0])
    ]
    return [ranking for ranking in rankings if ranking]


def _of(side: Side, way: tuple[str, str]) -> dict[str, Estimate]:
    return {codec: estimate for (codec, *of), estimate in side.times.items() if tuple(of) == way}


def _ranking(
    workload: str,
    operations: str,
    a: Mapping[str, Estimate],
    b: Mapping[str, Estimate],
    before: Side,
    after: Side,
    controls: Controls,
) -> Ranking | None:
    codecs = sorted(a.keys() & b.keys(), key=lambda codec: (a[codec].median, codec))
    if not codecs:
        return None
    hand_written = before.hand_written | after.hand_written
    ranked = [codec for codec in codecs if codec not in hand_written]
    way = (workload, operations)
    places_before, places_after = _places(a, ranked, before, way), _places(b, ranked, after, way)
    return Ranking(
        workload,
        operations,
        tuple(
            _change((codec, workload, operations), a[codec], b[codec], before, after, controls)
            for codec in codecs
        ),
        {codec: (places_before.get(codec), places_after.get(codec)) for codec in codecs},
        spearman([a[codec].median for codec in codecs], [b[codec].median for codec in codecs]),
    )


def _places(
    times: Mapping[str, Estimate], codecs: Sequence[str], side: Side, way: tuple[str, str]
) -> dict[str, Place | None]:
    """The places among the libraries of a language that both sides have, None for one with too few forks; a
    claim has no forks, so its own order counts."""
    if not side.claimed:
        bounds = {codec for codec in codecs if (codec, *way) in side.bounds}
        found = standings({codec: times[codec] for codec in codecs}, side.noise, bounds)
        return {codec: standing.within for codec, standing in found.items()}
    claimed: dict[str, Place | None] = {}
    for of_language in by_language(codecs).values():
        ordered = sorted(times[codec].median for codec in of_language)
        for codec in of_language:
            claimed[codec] = Place.certain(1 + ordered.index(times[codec].median))
    return claimed


def _only(one: Side, other: Side) -> tuple[tuple[Key, str], ...]:
    """The cells that one side has and the other lacks. A claim has one operation of one workload; what it
    cannot have is not missing there."""
    claimed = {key[1:] for key in other.times} if other.claimed else None
    return tuple(
        (key, _failure(other, key))
        for key in sorted({*one.times, *one.outcomes} - {*other.times, *other.outcomes})
        if claimed is None or key[1:] in claimed
    )


def _failure(side: Side, key: Key) -> str:
    codec, workload, operation = key
    return next(
        (
            f"{failure.outcome}. {failure.detail}"
            for failure in side.failures
            if (failure.codec, failure.workload) == (codec, workload)
            # An operation may have its parameters behind its name.
            and failure.operation in (operation.partition(" ")[0], None)
        ),
        "",
    )


def spearman(a: Sequence[float], b: Sequence[float]) -> float | None:
    """Spearman's rank correlation: 1 for the same order, -1 for the opposite; equal values share the mean of
    their ranks. None where it is undefined: fewer than two pairs, or one side all equal."""
    if len(a) < 2 or len(set(a)) == 1 or len(set(b)) == 1:
        return None
    return correlation(mean_ranks(a), mean_ranks(b))


def mean_ranks(values: Sequence[float]) -> list[float]:
    """The rank of each value; the smallest has rank 1."""
    ordered = sorted(values)
    first = {value: ordered.index(value) for value in set(values)}
    return [first[value] + (ordered.count(value) + 1) / 2 for value in values]
