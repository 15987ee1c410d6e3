"""Recursive objects, through each kind of field and both through two types and through one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

Labelled = tuple[tuple[str, ...], dict[str, Any]]
Node = dict[str, object]

# Messages inside one another, the root being the first.
DEPTH = 20
TAIL: Node = {"text": "tail", "tip": {"data": b"tip"}}


def labelled_objects() -> Iterator[Labelled]:
    yield ("plain",), {"number": 1, "label": "alone", "tail": TAIL, "leaf": -2, "after": 0.5}
    yield ("all-default",), {}
    yield from _shallow()
    for features, wrap in (
        (("recursion-optional",), _in_next),
        (("recursion-list", "list-of-message"), _in_children),
        (("recursion-map", "map-string-key", "map-message-value"), _in_by_name),
        (("recursion-map", "map-int-key", "map-message-value"), _in_by_number),
        (("recursion-oneof", "oneof-message"), _in_deeper),
    ):
        yield (*features, "depth-20"), _nested(DEPTH, wrap)
        yield features, _nested(4, wrap)
    yield ("mutual-recursion", "depth-20"), {"number": 1, "label": "root", "even": _even(DEPTH - 1)}
    yield ("mutual-recursion", "oneof-message", "oneof-default", "depth-20"), _forked(DEPTH)
    yield _everything(), _mixed()
    yield (
        ("recursion-list", "list-of-message", "list-many"),
        {"number": 1, "children": [_node(i) for i in range(300)]},
    )


def _node(number: int) -> Node:
    return {"number": number, "label": f"node {number}"}


def _shallow() -> Iterator[Labelled]:
    yield ("recursion-optional",), _node(1) | {"next": _node(2)}
    yield ("recursion-optional", "empty-vs-absent"), _node(1) | {"next": {}}
    yield ("recursion-list", "list-of-message"), _node(1) | {"children": [_node(2), {}, _node(3)]}
    yield (
        ("recursion-map", "map-string-key", "map-message-value"),
        _node(1) | {"by_name": {"z": _node(2), "a": _node(3), "empty": {}}},
    )
    yield (
        ("recursion-map", "map-int-key", "map-message-value"),
        _node(1) | {"by_number": {5: _node(2), -5: _node(3)}},
    )
    yield ("recursion-oneof", "oneof-message"), _node(1) | {"deeper": _node(2) | {"leaf": 3}}
    yield ("recursion-oneof", "oneof-message", "oneof-default"), _node(1) | {"deeper": {}}
    yield ("mutual-recursion",), _node(1) | {"even": {"count": 2, "odd": {"count": 1, "even": {"count": 3}}}}
    yield (
        ("mutual-recursion", "list-of-message"),
        _node(1) | {"even": {"count": 9, "odd": {"count": 8, "others": [_even(2), {"count": 5}, _even(3)]}}},
    )
    yield ("empty-vs-absent", "empty-message"), _node(1) | {"tail": {}, "even": {}}


def _nested(depth: int, wrap: Callable[[int, Node], Node]) -> Node:
    node = _node(depth)
    for number in range(depth - 1, 0, -1):
        node = _node(number) | wrap(number, node)
    return node


def _in_next(number: int, node: Node) -> Node:
    return {"next": node}


def _in_children(number: int, node: Node) -> Node:
    return {"children": [_node(-number), node]}


def _in_by_name(number: int, node: Node) -> Node:
    return {"by_name": {f"level {number}": node}}


def _in_by_number(number: int, node: Node) -> Node:
    return {"by_number": {-number: node}}


def _in_deeper(number: int, node: Node) -> Node:
    return {"deeper": node}


def _even(depth: int) -> Node:
    """Even and Odd in turn, so many messages deep."""
    inner: Node = {"count": depth}
    for level in range(depth - 1, 0, -1):
        # The outermost is an Even, and the levels below it alternate.
        inner = {"count": level, "odd" if level % 2 == 1 else "even": inner}
    return inner


def _forked(depth: int) -> Node:
    """Node and Fork in turn, so many messages deep."""
    inner = _node(depth) if depth % 2 == 1 else {}
    for level in range(depth - 1, 0, -1):
        inner = _node(level) | {"fork": inner} if level % 2 == 1 else {"left": inner, "right": _node(-level)}
    return inner


def _everything() -> tuple[str, ...]:
    kinds = ("recursion-optional", "recursion-list", "recursion-map", "recursion-oneof", "mutual-recursion")
    return (*kinds, "list-of-message", "map-string-key", "map-int-key", "map-message-value", "oneof-message")


def _mixed() -> Node:
    """All kinds of recursion in one object, one inside another."""
    leaf = _node(9) | {"leaf": 99, "tail": TAIL}
    fork = {"left": leaf, "right": _node(8), "tines": [{"left": leaf}, {}]}
    named = _node(7) | {"by_name": {"fork": _node(6) | {"fork": fork}, "leaf": leaf}}
    listed = _node(5) | {"children": [named, _node(4)], "by_number": {3: leaf, -3: named}}
    return _node(1) | {"next": listed, "deeper": _node(2) | {"next": leaf}, "even": _even(3), "after": 1.5}
