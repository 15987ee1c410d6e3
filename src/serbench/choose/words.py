"""The sentences of an answer: what is first, what is tied, what would change it. Pure."""

from collections.abc import Iterator, Sequence

from serbench.choose.checks import Check
from serbench.choose.constraint_words import flag_of, is_usual
from serbench.choose.decision import Decision, Sensitivity, excluded_by, preferences_of
from serbench.choose.ends import ends_of, nothing_left, of_others
from serbench.choose.messages import BATCH
from serbench.choose.options import Excluded, Option
from serbench.choose.request import TIME, UNCOMPRESSED, Access, Measure, Request
from serbench.choose.rules import the_rules
from serbench.choose.shape import shape_sentences
from serbench.report.words import listed

_BEHIND = {
    "message:zstd": "Bytes and times include zstd, each message on its own.",
    "batch:zstd": f"Bytes and times include zstd, {BATCH} messages together.",
    "dictionary:zstd": (
        "Bytes and times include zstd with a dictionary of 32 KiB, trained on other messages of yours; its"
        " own bytes are not counted."
    ),
}
# The commands that settle what is unknown of codecs, which are separated by commas or by spaces.
_SETTLED = {
    "evolves": "evolve --codecs {0}",
    "trusted": "torture --codecs {0}",
    "same-bytes": "facts {1}",
    "runtime": "facts {1}",
    "max-binary": "facts {1} --footprint",
    "max-bundle": "facts {1} --footprint",
}
_REFUSES = "refuses"
# What malformed input does that is accepted from those who may send it.
_HARMS = {
    "reads-outside": "makes it read outside of the message",
    "dies": "ends the process",
    "over-allocates": "makes it ask for much memory",
}
# Of N cases without a finding, less than this divided by N have one, at 95 %.
_OF_NOTHING = 3
_NOT_BEHIND = "Bytes are those before compression, which is not measured yet."
_MEASURES: dict[Measure, str] = {
    "time": "CPU time",
    "instructions": "instructions",
    "allocations": "allocations",
}
_FIELDS: dict[Access, str] = {"one": "one field", "tenth": "a tenth of the fields", "all": "all fields"}
_PRICES = {"core_hour": "an hour of a core", "gigabyte": "a gigabyte"}


def sentences(decision: Decision) -> list[str]:
    """The answer in sentences: whether it matters and what the shape of the data says come first."""
    return list(_sentences(decision))


def _sentences(decision: Decision) -> Iterator[str]:
    if decision.matters is False:
        yield (
            "At this rate the choice saves less than a twentieth of a core and a gigabyte a day: decide by"
            " upkeep and by what you already depend on, as the list is ordered."
        )
    # The shape of synthesized objects says nothing of the user's.
    if decision.shape and decision.provenance.kind != "synthesized":
        yield from shape_sentences(decision.shape)
    if not decision.sorted.options:
        yield nothing_left(decision)
        return
    yield _basis(decision)
    if decision.request.compressed != UNCOMPRESSED:
        yield _BEHIND[decision.request.compressed] if decision.is_behind else _NOT_BEHIND
    if access := decision.request.access:
        yield f"Readers take {_FIELDS[access]}, in the bytes if a library can, else by decoding."
    for one in decision.request.constraints:
        if isinstance(one.value, str) and (said := the_rules().named(one.id).says.get(one.value)):
            yield said
    titles = titles_of(decision)
    places = decision.short.listed
    if places and (lacking := [one for one in ends_of(decision) if one not in places[0].option.codecs]):
        yield of_others(lacking, decision.request)
    if places and decision.short.first:
        yield f"{places[0].option.title} costs least{_of_measured(decision)}{_than_now(decision)}."
    elif places:
        first = [one.option.title for one in places if one.low == 1]
        yield f"{listed(first)} are tied for the first place{_of_measured(decision)}{_than_now(decision)}."
    elif not any(one.codecs for one in decision.sorted.options):
        number, ends = len(decision.sorted.options), listed(ends_of(decision))
        yield f"No codec here is for {ends}: of the {number} formats that are left nothing can be measured."
    else:
        number = len(decision.sorted.options)
        are = "1 option is" if number == 1 else f"{number} options are"
        yield f"{are} left: {listed(list(titles.values()))}."
    changes = [one for one in decision.sensitivity if one.first != decision.short.first]
    if places and (changes or decision.matters is not False):
        yield (
            _of_changes(changes, titles, decision.request.measure)
            if changes
            else f"No {changed_words(decision.request)} changes the first place."
        )


def _basis(decision: Decision) -> str:
    """The evidence of the answer: this machine and whose data, earlier runs, or facts."""
    if decision.basis == "measured":
        return f"Measured on this machine{decision.provenance.measured_on}."
    if decision.basis == "facts":
        return "From facts alone: nothing is measured yet."
    return f"From {decision.source}."


def _of_measured(decision: Decision) -> str:
    """How many options were compared, where others could be but are not measured."""
    unmeasured = [one for one in decision.short.unmeasured if one.codecs]
    compared = len(decision.sorted.options) - len(decision.short.unmeasured)
    return f" of the {compared} that are measured" if unmeasured and compared > 1 else ""


def changed_words(request: Request) -> str:
    """The changes that were tried."""
    return f"{'other price' if request.price else 'weight doubled'} and no constraint dropped"


def titles_of(decision: Decision) -> dict[str, str]:
    """How options are called by their ids."""
    return {option.id: option.title for option in decision.sorted.options}


def _than_now(decision: Decision) -> str:
    now, places = decision.now, decision.short.listed
    if now is None or now.cost is None or not places or places[0].option.cost is None:
        return ""
    first, names, request = places[0].option.cost, listed(list(now.codecs)), decision.request
    if request.price is not None:
        ratio = first.price(request) / now.cost.price(request)
        return f", {ratio:.2g} × as much as {names}"
    amount = ratio_words(first.total.median, now.cost.total.median)
    size = ratio_words(first.bytes, now.cost.bytes)
    return f", with {amount} × the {request.measure} and {size} × the bytes of {names}"


def ratio_words(amount: float, of: float) -> str:
    """A ratio in words; of nothing there is none."""
    return f"{amount / of:.2f}" if of else "–"


def _of_changes(changes: Sequence[Sensitivity], titles: dict[str, str], measure: Measure) -> str:
    words = [
        f"{change_words(one, measure)}, {titles.get(one.first or '', one.first) or 'a tie'}"
        for one in changes
    ]
    return f"What would change it: {'; '.join(words)}."


def change_words(one: Sensitivity, measure: Measure = TIME) -> str:
    """``with bytes at twice the weight``, ``with an hour of a core above 0.3``, ``without --same-bytes``."""
    if "weight" in one.change:
        axis = "bytes" if one.change["weight"] == "bytes" else _MEASURES[measure]
        return f"with {axis} at twice the weight"
    if "drop" not in one.change:
        return f"with {' or '.join(_price_words(name, price) for name, price in one.change.items())}"
    return f"without {flag_of(one.change['drop'])}"


def _price_words(name: str, price: float) -> str:
    """``an hour of a core above 0.3``."""
    what, _, side = name.rpartition("_")
    return f"{_PRICES[what]} {side} {price:.3g}"


def deciding(option: Option, decision: Decision) -> str:
    """The words that decide for or against an option: where it is least, its modes and what is unknown."""
    others = [one.option for one in decision.short.listed if one.option.cost]
    found: list[str] = []
    if option.cost and len(others) > 1:
        if option.cost.bytes == min(one.cost.bytes for one in others if one.cost):
            found.append("fewest bytes")
        if option.cost.total.median == min(one.cost.total.median for one in others if one.cost):
            measure = decision.request.measure
            found.append("least time" if measure == TIME else f"fewest {measure}")
    if option.cost and option.cost.decodes:
        found.append("reads by decoding")
    if option.cost and decision.is_behind:
        found.append(f"{option.cost.raw_bytes:.0f} bytes before zstd")
    trusted = [check for check in option.checks if check.constraint == "trusted" and check.verdict == "yes"]
    harms = {check.fact.value for check in trusted if check.fact}
    found += [f"malformed input {words}" for harm, words in _HARMS.items() if harm in harms]
    needs = {check.fact.value for check in option.checks if check.constraint == "dynamic" and check.fact}
    found += ["takes only types that the build knows"] if False in needs else []
    preferred = sorted(preferences_of(option))
    found += [f"as preferred: {', '.join(preferred)}"] if preferred else []
    found += [_mode_words(check, len(option.codecs) > 1) for check in option.checks if check.holds_in_a_mode]
    unknown = dict.fromkeys(check.constraint for check in option.unknown)
    found += [f"unknown: {', '.join(unknown)}"] if unknown else []
    found += [f"no codec here for {name}" for name in option.unmeasured]
    return "; ".join([*found, *([option.note] if option.note else [])])


def _mode_words(check: Check, of_several: bool) -> str:
    """The mode that a constraint needs, and whether the codec here is measured in it."""
    mode = f"{mode_of(check)} of {check.codec}" if of_several else mode_of(check)
    if check.is_here:
        return f"{flag_of(check.constraint)} by {mode}, as measured here"
    return f"{flag_of(check.constraint)} by {mode}, not measured so"


def excluded_lines(decision: Decision, most: int = 6) -> list[str]:
    """All that falls, one line a reason, with how it is known."""
    lines = []
    groups = excluded_by((*decision.sorted.excluded, *decision.sorted.codecs))
    for (constraint, why), of in sorted(groups.items(), key=lambda group: len(group[1])):
        names = [_name(one) for one in of]
        shown = ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")
        flag = "" if is_usual(constraint) else f"{flag_of(constraint)}, "
        lines.append(f"{why} ({flag}{_evidence_of(of)}): {shown}")
    return lines


def _evidence_of(group: Sequence[Excluded]) -> str:
    """The evidence that all of a group share, or that against the first, with its name."""
    evidence = evidence_words(group[0].checks[0])
    shared = all(evidence_words(one.checks[0]) == evidence for one in group)
    return evidence if shared else f"{group[0].checks[0].codec}: {evidence}"


def _name(one: Excluded) -> str:
    # That a library is missing says enough.
    more = 0 if one.by[0] in ("write", "read") else len(one.by) - 1
    if not more:
        return one.id
    return f"{one.id} (and {more} more {'reason' if more == 1 else 'reasons'})"


def evidence_words(check: Check) -> str:
    """``declared, its documentation`` or the command that measured it."""
    if check.fact is None:
        return "unknown"
    where = check.fact.source or check.fact.command
    return ", ".join(filter(None, (check.fact.how, where, check.fact.date)))


def malformed_lines(decision: Decision) -> list[str]:
    """The readers of the list that no malformed input harmed, by how many cases they were given, with the
    share of such input that could still harm them, and what their authors promise."""
    readers: dict[int, dict[str, None]] = {}
    promises: dict[str, None] = {}
    checks = (check for one in decision.short.listed for check in one.option.checks)
    for check in (check for check in checks if check.constraint == "trusted" and check.verdict == "yes"):
        fact, promise = check.fact, check.promise
        if fact and fact.cases and fact.value == _REFUSES:
            limits = f" (with {', '.join(check.beside)})" if check.beside else ""
            readers.setdefault(fact.cases, {})[f"{check.codec}{limits}"] = None
        if promise:
            where = ", ".join(filter(None, (promise.source, promise.date)))
            promises[f"{check.codec} promises: {promise.value} ({where})"] = None
    found = [
        f"of {cases:,} cases each none harmed {', '.join(names)}: less than {_OF_NOTHING / cases:.3%} of such"
        " input does, at 95 %"
        for cases, names in sorted(readers.items(), reverse=True)
    ]
    return [*found, *promises]


def behind(decision: Decision) -> list[str]:
    """The options that were measured and that others beat, the nearest first."""
    return [option.title for option in decision.short.beaten]


def not_measured(decision: Decision) -> list[str]:
    """The options that are left without a figure; those of which nothing is here are marked."""
    unmeasured = decision.short.unmeasured
    if decision.basis == "facts":
        # Those that are here are in the table.
        unmeasured = tuple(one for one in unmeasured if not one.codecs)
    return [f"{one.title}{_lacking(one)}" for one in unmeasured]


def _lacking(option: Option) -> str:
    """The programs of an option for which a library exists that is not here."""
    if not option.codecs:
        return " (no codec here)"
    return f" (no codec here for {listed(option.unmeasured)})" if option.unmeasured else ""


def unknown_lines(decision: Decision) -> list[str]:
    """All that is unknown for the listed options, or for all that are left, with what settles it."""
    options = [one.option for one in decision.short.listed] or decision.sorted.options
    unknown: dict[tuple[str, str], dict[str, None]] = {}
    for option in options:
        for check in option.unknown:
            unknown.setdefault((check.constraint, mode_of(check)), {})[check.codec] = None
    return [
        f"{name}: {listed(list(names))}. {settling(name, list(names), mode)}"
        for (name, mode), names in unknown.items()
    ]


def mode_of(check: Check) -> str:
    """The mode of a library in which a constraint may hold; empty where that is the usual one."""
    return check.fact.mode if check.fact else ""


def settling(constraint: str, codecs: Sequence[str], mode: str = "") -> str:
    """The command or sentence that settles what is unknown, in a mode of the library or in the usual one."""
    if mode:
        return f"Possible {mode}, but no codec here is measured so: see the library's documentation."
    if constraint in _SETTLED:
        command = _SETTLED[constraint].format(*(mark.join(codecs) for mark in (",", " ")))
        return f"Settle it with: ./serbench {command}"
    return "See the library's documentation."
