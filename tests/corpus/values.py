"""Hypothesis strategies for the objects of any schema."""

from typing import Any

from hypothesis import strategies as st

from serbench.schema.model import Field, Kind, Label, Oneof, Schema, Type

_INTEGERS = {
    Kind.INT32: st.integers(-(2**31), 2**31 - 1),
    Kind.UINT32: st.integers(0, 2**32 - 1),
    Kind.INT64: st.integers(-(2**63), 2**63 - 1),
    Kind.UINT64: st.integers(0, 2**64 - 1),
}
_DEEPEST = 3


def objects(schema: Schema) -> st.SearchStrategy[dict[str, Any]]:
    """Objects as the reader gives them: everything without an absent form is there. No NaN, which is not
    equal to itself."""
    return _Strategies(schema).message(schema.root, 0)


class _Strategies:
    def __init__(self, schema: Schema) -> None:
        self._schema = schema

    def message(self, name: str, depth: int) -> st.SearchStrategy[dict[str, Any]]:
        required: dict[str, st.SearchStrategy[Any]] = {}
        optional: dict[str, st.SearchStrategy[Any]] = {}
        oneofs: list[Oneof] = []
        for member in self._schema.message(name).members:
            if isinstance(member, Oneof):
                oneofs.append(member)
            elif member.label is Label.OPTIONAL:
                if member.type.is_leaf or depth < _DEEPEST:
                    optional[member.name] = self._value(member.type, depth)
            else:
                required[member.name] = self._required(member, depth)
        found = st.fixed_dictionaries(required, optional=optional)
        for oneof in oneofs:
            found = st.tuples(found, self._oneof(oneof, depth)).map(lambda pair: pair[0] | pair[1])
        return found

    def _required(self, field: Field, depth: int) -> st.SearchStrategy[Any]:
        most = 3 if field.type.is_leaf else (2 if depth < _DEEPEST else 0)
        value = self._value(field.type, depth) if most else st.nothing()
        if field.label is Label.REPEATED:
            return st.lists(value, max_size=most)
        if field.label is Label.MAP:
            assert field.key is not None
            return st.dictionaries(self._value(field.key, depth), value, max_size=most)
        return value

    def _oneof(self, oneof: Oneof, depth: int) -> st.SearchStrategy[dict[str, Any]]:
        choices: list[st.SearchStrategy[dict[str, Any]]] = [st.just({})]
        for case in oneof.cases:
            if case.type.is_leaf or depth < _DEEPEST:
                choices.append(st.fixed_dictionaries({case.name: self._value(case.type, depth)}))
        return st.one_of(choices)

    def _value(self, type_: Type, depth: int) -> st.SearchStrategy[Any]:
        kind = type_.kind
        if kind in _INTEGERS:
            return _INTEGERS[kind]
        if kind is Kind.MESSAGE:
            return st.deferred(lambda: self.message(type_.name, depth + 1))
        if kind is Kind.ENUM:
            return st.sampled_from(sorted(self._schema.enum(type_.name).numbers))
        if kind is Kind.BOOL:
            return st.booleans()
        if kind is Kind.STRING:
            return st.text(max_size=8)
        if kind is Kind.BYTES:
            return st.binary(max_size=8)
        return st.floats(allow_nan=False, width=32 if kind is Kind.FLOAT else 64)
