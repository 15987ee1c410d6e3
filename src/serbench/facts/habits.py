"""Facts that cases of strictness tell of a codec: the way in which it reads what is disputed.

Example: of JSON in which a name occurs twice, a case states the value that the second member gives. A codec
that reads another one takes the first.
"""

from collections.abc import Mapping, Sequence

from serbench.facts.strictness import ACCEPTED, DIED, HUNG, OTHER_VALUE, REFUSED, Strictness

# The words for the outcomes of the case that tells a fact.
_ALWAYS = {REFUSED: "refused", DIED: "died", HUNG: "hung"}
HABITS: Mapping[str, Mapping[str, str]] = {
    "duplicate_names": {ACCEPTED: "last", OTHER_VALUE: "first", **_ALWAYS},
    "name_case": {ACCEPTED: "matters", OTHER_VALUE: "ignored", **_ALWAYS},
    "unknown_fields": {ACCEPTED: "skipped", OTHER_VALUE: "misread", **_ALWAYS},
    "invalid_utf8": {ACCEPTED: "accepted", **_ALWAYS},
}


def habits_of(outcomes: Sequence[Strictness]) -> dict[str, str]:
    """The facts that the outcomes of a codec tell, by their ids."""
    return {
        one.case.fact: HABITS[one.case.fact][one.outcome]
        for one in outcomes
        if one.case.fact and one.outcome in HABITS[one.case.fact]
    }
