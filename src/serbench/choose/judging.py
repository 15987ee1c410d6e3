"""The end of measuring: whether the places of a short list are certain, and which codecs cannot reach it any
more. Pure."""

from dataclasses import dataclass

from serbench.choose.costs import Times, read_of, written
from serbench.choose.decision import Decision, assured_of
from serbench.choose.options import Known, Option
from serbench.choose.request import Request


@dataclass(frozen=True, slots=True)
class Judgement:
    """The state of a run: whether the places of its list are certain, and the ``hopeless`` codecs."""

    is_certain: bool = False
    hopeless: frozenset[str] = frozenset()


UNJUDGED = Judgement()


def judge(decision: Decision, known: Known) -> Judgement:
    """Judges a decision over what is known so far."""
    return Judgement(decision.is_certain, hopeless(decision, known))


def hopeless(decision: Decision, known: Known) -> frozenset[str]:
    """The measured codecs of options that another one is certainly faster than, with no more bytes and all
    that they satisfy, and those that another library of their option is certainly faster than. What runs
    now is never among them, and nothing is where no option has a cost."""
    request = decision.request
    options = [option for option in decision.sorted.options if option.cost is not None]
    if not options:
        return frozenset()
    kept = set(request.now)
    for option in options:
        if any(_beats(other, option) for other in options):
            continue
        for name in option.codecs.values():
            kept |= {name, *_near(name, option, request, known)}
    measured = {codec for codec, _ in known.rows}
    return frozenset(measured - kept)


def _beats(other: Option, option: Option) -> bool:
    """Whether an option is certainly behind another one, whatever more measurements tell."""
    if other.cost is None or option.cost is None:
        return False
    return (
        other.cost.total.is_below(option.cost.total)
        and other.cost.bytes <= option.cost.bytes
        and assured_of(other) >= assured_of(option)
    )


def _near(name: str, option: Option, request: Request, known: Known) -> set[str]:
    """The other libraries of a codec's language and format that may yet be faster. One program has options of
    single libraries."""
    if "/" in option.id:
        return set()
    candidates = {one.name: one for one in known.candidates}
    chosen, own = candidates[name], _time(name, request, known)
    alike = [
        one.name
        for one in known.candidates
        if (one.format, one.language) == (chosen.format, chosen.language) and one.name != name
    ]
    times = {other: _time(other, request, known) for other in alike}
    return {other for other, time in times.items() if time and own and not own.is_below(time)}


def _time(name: str, request: Request, known: Known) -> Times | None:
    """The time of a codec on its sides; None where it is not known."""
    language = name.partition("/")[0]
    rows = [
        *([written(name, known.rows)] if language in request.write else []),
        *([read_of(name, request, known.rows)] if language in request.read else []),
    ]
    amounts = [row.amount(request.measure) if row else None for row in rows]
    found = [one for one in amounts if one is not None]
    return Times.total(found, [1.0] * len(found)) if found and len(found) == len(rows) else None
