"""Proves that a sorted store has the objects of its input, whole, once each and in order. Only files are
read, no runner is asked."""

import mmap
from array import array
from collections.abc import Sequence
from dataclasses import dataclass

from serbench.errors import SerbenchError
from serbench.pools.index import Index, UnsoundStore, mapped, read_index
from serbench.pools.resources import RECORD_ALIGNMENT
from serbench.pools.shelf import StorePlace


class Disproved(SerbenchError):
    """The sorted store is not what it must be, or, with another ``outcome``, this is not known; the text says
    why."""

    def __init__(self, text: str, outcome: str = "wrong") -> None:
        super().__init__(text)
        self.outcome = outcome


@dataclass(frozen=True, slots=True)
class Proved:
    """The index of a sorted store, in order. ``altered`` are the objects whose bytes are not those of the
    input: nothing is proved of their values yet."""

    index: Index
    altered: "array[int]"


def proved(sorted_place: StorePlace, input_place: StorePlace, order: Sequence[int], codec: str) -> Proved:
    """Compares a sorted store with its input; ``order`` is that which must be found, ``codec`` the writer's
    name. Raises Disproved with the first fault."""
    try:
        before, index = read_index(input_place), read_index(sorted_place)
        _require_identity(index, before, codec)
        found = _order_in_file(index, order)
        _require_order(found, order, index)
        with mapped(sorted_place.data) as data, mapped(input_place.data) as source:
            _require_no_more(index, found, data)
            altered = array("Q", (i for i in found if not _same(i, index, data, before, source)))
    except UnsoundStore as unsound:
        raise Disproved(f"The sorted store is unsound: {unsound}") from None
    return Proved(index, altered)


def _require_identity(index: Index, before: Index, codec: str) -> None:
    if index.objects != before.objects:
        raise Disproved(f"The sorted store has {index.objects} objects where {before.objects} belong.")
    for what, own, right in (
        ("written by", index.codec, codec),
        ("of the workload", index.workload, before.workload),
        ("of the pool", index.digest, before.digest),
    ):
        if own != right:
            raise Disproved(f"The sorted store says it is {what} {own} and not {right}.")


def _order_in_file(index: Index, order: Sequence[int]) -> "array[int]":
    """The numbers of the objects as they lie in the file. Messages without bytes may lie at one place, in the
    right order then."""
    return array("Q", sorted(order, key=index.offsets.__getitem__))


def _require_order(found: "array[int]", order: Sequence[int], index: Index) -> None:
    end, before = 0, None
    for at, (number, right) in enumerate(zip(found, order, strict=True)):
        offset = index.offsets[number]
        if offset % RECORD_ALIGNMENT:
            raise Disproved(f"Object {number} of the sorted store lies at {offset}, where no record begins.")
        if offset < end:
            raise Disproved(
                f"Objects {before} and {number} lie at one place of the sorted store: one is missing and the"
                " other there twice."
            )
        if number != right:
            raise Disproved(
                f"The order is wrong at place {at}: object {number} lies where object {right} belongs."
            )
        end, before = offset + index.sizes[number], number
    if end > index.data_bytes:
        raise Disproved(f"Object {before} of the sorted store ends after the data.")


def _require_no_more(index: Index, found: "array[int]", data: mmap.mmap) -> None:
    """Only zeros lie between the records."""
    end = 0
    for number in found:
        _require_zeros(data, end, index.offsets[number], number)
        end = index.offsets[number] + index.sizes[number]
    _require_zeros(data, end, index.data_bytes, None)


def _require_zeros(data: mmap.mmap, begin: int, end: int, number: int | None) -> None:
    if any(data[begin:end]):
        where = "after its last object" if number is None else f"before object {number}"
        raise Disproved(f"The sorted store has bytes {where} that belong to no object.")


def _same(number: int, index: Index, data: mmap.mmap, before: Index, source: "mmap.mmap") -> bool:
    at, size = index.offsets[number], index.sizes[number]
    from_, of_input = before.offsets[number], before.sizes[number]
    return size == of_input and data[at : at + size] == source[from_ : from_ + of_input]
