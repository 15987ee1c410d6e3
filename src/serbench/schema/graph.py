"""Which message types hold which: the order of declaration, and the cycles."""

from dataclasses import replace

from serbench.schema.model import Enum, Field, Kind, Member, Message, Oneof, Schema


def order_and_mark_cycles(root: str, messages: dict[str, Message], enums: tuple[Enum, ...]) -> Schema:
    """The schema with its messages in an order in which each follows all that it holds by value, and
    with the types and fields on a cycle marked."""
    reachable = {name: _reachable(name, messages) for name in messages}
    ordered = [_marked(messages[name], reachable) for name in _post_order(root, messages, reachable)]
    return Schema(root, tuple(ordered), enums)


def _targets(message: Message) -> list[str]:
    """The message types that the message's fields hold, each once, in schema order."""
    return list(dict.fromkeys(f.type.name for f in message.fields if f.type.kind is Kind.MESSAGE))


def _reachable(start: str, messages: dict[str, Message]) -> frozenset[str]:
    """The types that can be reached in one step or more."""
    found = _targets(messages[start])
    for name in found:
        found += [target for target in _targets(messages[name]) if target not in found]
    return frozenset(found)


def _post_order(root: str, messages: dict[str, Message], reachable: dict[str, frozenset[str]]) -> list[str]:
    """Depth-first, each type after all that it reaches and that do not reach it back.

    Types of one cycle refer to each other only through indirection, so their order among themselves is
    free; what they hold by value lies outside the cycle and has to come before all of them.
    """
    done: dict[str, None] = {}

    def component(name: str) -> list[str]:
        together = [other for other in messages if other in reachable[name] and name in reachable[other]]
        return together or [name]

    def visit(name: str) -> None:
        if name in done:
            return
        members = component(name)
        for member in members:
            for target in _targets(messages[member]):
                if target not in members:
                    visit(target)
        for member in members:
            done.setdefault(member)

    visit(root)
    return list(done)


def _marked(message: Message, reachable: dict[str, frozenset[str]]) -> Message:
    def mark(field: Field) -> Field:
        on_cycle = field.type.kind is Kind.MESSAGE and (
            field.type.name == message.name or message.name in reachable[field.type.name]
        )
        return replace(field, on_cycle=on_cycle)

    members: list[Member] = [
        replace(member, cases=tuple(mark(case) for case in member.cases))
        if isinstance(member, Oneof)
        else mark(member)
        for member in message.members
    ]
    return replace(message, members=tuple(members), on_cycle=message.name in reachable[message.name])
