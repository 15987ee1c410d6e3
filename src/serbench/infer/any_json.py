"""Places with values of several kinds, of which ``google.protobuf.Value`` can hold all."""

from serbench.corpus.lossy import GREATEST_EXACT
from serbench.infer.observation import Place, Seen, has_lone_surrogate

ANY_JSON = "google.protobuf.Value"
_HELD = frozenset(
    (Seen.NULL, Seen.BOOL, Seen.WHOLE, Seen.NUMBER, Seen.SPECIAL, Seen.TEXT, Seen.OBJECT, Seen.LIST)
)


def is_any_json(place: Place) -> bool:
    """Whether Value holds everything at and within a place, each number with its value."""
    waiting, passed = [place], set[int]()
    while waiting:
        each = waiting.pop()
        if id(each) in passed:
            continue
        passed.add(id(each))
        if each.declared is not None or not _HELD.issuperset(each.seen):
            return False
        if each.least < -GREATEST_EXACT or each.greatest > GREATEST_EXACT:
            return False
        members = each.shape.members if each.shape else {}
        if any(map(has_lone_surrogate, members)):
            return False
        waiting += [inner for inner in (*members.values(), each.element, each.entry) if inner is not None]
    return True
