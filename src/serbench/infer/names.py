"""Names of a .proto that are made of the names in data: of messages, fields and labels."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

# What is made of a member's name, a number behind it included, is no longer than a schema's names may be.
_LONGEST_NAME = 100
_IDENTIFIER = re.compile(rf"[A-Za-z_][A-Za-z0-9_]{{0,{_LONGEST_NAME - 1}}}")


def singular(member: str) -> str:
    """The English name of one element of a list: ``url_entities`` become ``url_entity``."""
    if member.endswith("ies") and len(member) > len("ties"):
        return member[:-3] + "y"
    return member[:-1] if member.endswith("s") and not member.endswith("ss") else member


def message_name(wanted: str) -> str:
    """``user_mentions`` as the name of a message: ``UserMentions``."""
    words = [word for word in re.split(r"[^A-Za-z0-9]+", wanted) if word]
    joined = "".join(word[0].upper() + word[1:] for word in words)[:_LONGEST_NAME]
    return joined if joined[:1].isalpha() else f"Item{joined}"


def field_names(members: Iterable[str]) -> dict[str, tuple[str, bool]]:
    """A field's name for each member, and whether the member's own must be given as json_name: where .proto
    does not accept it, and where the name that protobuf derives for JSON is also another member's."""
    # Members that can keep their names come before those that must be renamed.
    ordered = sorted(members, key=lambda member: _IDENTIFIER.fullmatch(member) is None)
    derived = Counter(folded(member) for member in ordered)
    taken: set[str] = set()
    numbers: dict[str, int] = {}
    found: dict[str, tuple[str, bool]] = {}
    for member in ordered:
        base = member if _IDENTIFIER.fullmatch(member) else _safe(member)
        candidate = first_free(base, "_", taken, numbers, folded)
        found[member] = (candidate, candidate != member or derived[folded(member)] > 1)
    return found


def first_free(
    base: str, mark: str, taken: set[str], numbers: dict[str, int], compared: Callable[[str], str]
) -> str:
    """The name itself, or with ``mark`` and the first number that makes it differ from all that are
    ``taken``, as they are ``compared``; it is taken then. ``numbers`` has the next one to try by name."""
    number = numbers.get(base, 1)
    while compared(candidate := base if number == 1 else f"{base}{mark}{number}") in taken:
        number += 1
    taken.add(compared(candidate))
    numbers[base] = number + 1
    return candidate


def _safe(member: str) -> str:
    name = re.sub(r"[^A-Za-z0-9]+", "_", member).strip("_")[:_LONGEST_NAME]
    return name if name[:1].isalpha() else f"member_{name}".rstrip("_")


def are_labels(symbols: Sequence[str]) -> bool:
    """Whether an enum can have these labels, of which no two may differ only in case and underscores."""
    distinct = {folded(symbol) for symbol in symbols}
    return all(map(_IDENTIFIER.fullmatch, symbols)) and len(distinct) == len(symbols) > 0


def folded(name: str) -> str:
    """The name as it is compared with others: protobuf derives names for JSON, and compares labels, without
    underscores, and no two are to differ only in case."""
    return name.replace("_", "").lower()
