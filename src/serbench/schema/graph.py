"""The graph of the message types that hold each other: the order of declaration, and the cycles."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from serbench.schema.limits import require_levels
from serbench.schema.model import Enum, Field, Kind, Member, Message, Oneof, Schema

# The message types that each of them holds, or that hold it.
_Graph = Mapping[str, Sequence[str]]


def order_and_mark_cycles(root: str, messages: dict[str, Message], enums: tuple[Enum, ...]) -> Schema:
    """The schema with its messages in an order in which each follows all that it holds by value, and
    with the types and fields on a cycle marked. Raises BadInput where they are nested too deeply."""
    held = {name: _targets(message) for name, message in messages.items()}
    cycle_of = _cycles(held)
    order = _declared(root, held, cycle_of)
    return Schema(root, tuple(_marked(messages[name], held, cycle_of) for name in order), enums)


def _targets(message: Message) -> list[str]:
    """The message types that the message's fields hold, each once, in schema order."""
    return list(dict.fromkeys(f.type.name for f in message.fields if f.type.kind is Kind.MESSAGE))


def _post_order(starts: Iterable[str], following: _Graph, entered: set[str]) -> Iterator[str]:
    """Depth-first, each name that has not been ``entered`` after those that follow it."""
    path: list[tuple[str | None, Iterator[str]]] = [(None, iter(starts))]
    while path:
        name, rest = path[-1]
        step = next((other for other in rest if other not in entered), None)
        if step is not None:
            entered.add(step)
            path.append((step, iter(following[step])))
            continue
        path.pop()
        if name is not None:
            yield name


def _cycles(held: _Graph) -> dict[str, tuple[str, ...]]:
    """For each type those that it reaches and that reach it, itself included, in the order of ``held`` (the
    strongly connected components, after Kosaraju)."""
    holders: dict[str, list[str]] = {name: [] for name in held}
    for name, targets in held.items():
        for target in targets:
            holders[target].append(name)
    place = {name: at for at, name in enumerate(held)}
    found: dict[str, tuple[str, ...]] = {}
    entered: set[str] = set()
    for name in reversed(list(_post_order(held, held, set()))):
        together = tuple(sorted(_post_order([name], holders, entered), key=place.__getitem__))
        found.update(dict.fromkeys(together, together))
    return found


def _declared(root: str, held: _Graph, cycle_of: Mapping[str, tuple[str, ...]]) -> list[str]:
    """Depth-first, each type after all that it reaches and that do not reach it back.

    Types of one cycle refer to each other only through indirection, so their order among themselves is
    free; what they hold by value lies outside the cycle and has to come before all of them.
    """
    # A cycle stands under the name of its first type.
    outside = {
        members[0]: list(
            dict.fromkeys(
                cycle_of[target][0]
                for member in members
                for target in held[member]
                if cycle_of[target] is not members
            )
        )
        for members in cycle_of.values()
    }
    levels: dict[str, int] = {}
    for first in _post_order([cycle_of[root][0]], outside, set()):
        inner = max((levels[other] for other in outside[first]), default=0)
        levels[first] = len(cycle_of[first]) + inner
    require_levels(levels[cycle_of[root][0]])
    return [member for first in levels for member in cycle_of[first]]


def _marked(message: Message, held: _Graph, cycle_of: Mapping[str, tuple[str, ...]]) -> Message:
    together = cycle_of[message.name]

    def mark(field: Field) -> Field:
        is_message = field.type.kind is Kind.MESSAGE
        return replace(field, on_cycle=is_message and cycle_of[field.type.name] is together)

    members: list[Member] = [
        replace(member, cases=tuple(mark(case) for case in member.cases))
        if isinstance(member, Oneof)
        else mark(member)
        for member in message.members
    ]
    on_cycle = len(together) > 1 or message.name in held[message.name]
    return replace(message, members=tuple(members), on_cycle=on_cycle)
