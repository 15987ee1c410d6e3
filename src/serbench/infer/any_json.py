"""Places with values of several kinds, of which ``google.protobuf.Value`` can hold all."""

from serbench.infer.observation import Place, Seen

ANY_JSON = "google.protobuf.Value"
# Its numbers are doubles, which have all whole numbers up to here.
_GREATEST_EXACT = 1 << 53
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
        if each.least < -_GREATEST_EXACT or each.greatest > _GREATEST_EXACT:
            return False
        members = each.shape.members.values() if each.shape else ()
        waiting += [inner for inner in (*members, each.element, each.entry) if inner is not None]
    return True
