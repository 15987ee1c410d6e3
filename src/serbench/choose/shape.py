"""The shape of data: sizes, the largest field, long lists and repeated values, and what they say before
anything is measured (rule 12 of the design: the shape speaks first)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Annotated, Any

from msgspec import Meta

from serbench.choose.request import Constraint, Request
from serbench.corpus.container import read_objects
from serbench.corpus.decoding import Decoder
from serbench.corpus.json_values import json_text
from serbench.corpus.profile import Profile, mean, quantile
from serbench.corpus.sampled import objects_read
from serbench.engine.material import Material
from serbench.record.names import Count, Text
from serbench.record.titles import Titles

Share = Annotated[float, Meta(ge=0, le=1)]
# Where a field has so much of all bytes, lists are so long, messages so small, or sizes so far apart, the
# shape decides more than the serializer.
_ONE_FIELD, _LONG_LIST, _SMALL_BYTES, _WIDE, _REPEATED = 0.9, 1000, 64, 20, 0.3
_OTHER_TYPE = 10
# Every library here that is known to limit depth takes so many levels by default.
_LEAST_DEPTH = 32
# A shorter value that is repeated is no longer than a reference to it.
_LEAST_REPEATED_BYTES = 8
# Counts of types are weighed by how often the data have them, in whole numbers.
_WEIGHT = 1000
# So many bytes of a workload show its shape, because its objects are drawn alike. A user's are all profiled.
_MOST_BYTES = 4_000_000


@dataclass(frozen=True, slots=True)
class Shape:
    """The shape of ``messages`` of so many ``types``. Sizes are bytes of JSON text. ``largest_field`` is the
    path of the field with the largest share of the bytes of all values, and ``largest_kind`` what it holds;
    ``long_list`` is the path of a list of messages whose median length is ``list_length``, the longest such.
    ``repeated_share`` are text and bytes that an object has already had, of all of its values.
    ``large_type`` is ten times as large as any other in the mean; empty where none is. ``deepest`` is how
    many messages lie in one another at most, the whole one among them."""

    messages: Count
    types: Count
    p50_bytes: Count
    p99_bytes: Count
    largest_field: Text
    largest_kind: Text
    largest_field_share: Share
    long_list: Text = ""
    list_length: Count = 0
    repeated_share: Share = 0.0
    large_type: Text = ""
    deepest: Count = 0

    def to_json(self) -> dict[str, Any]:
        """The figures of the data for programs."""
        return {
            "messages": self.messages,
            "types": self.types,
            "p50_bytes": self.p50_bytes,
            "p99_bytes": self.p99_bytes,
            "largest_field": self.largest_field,
            "largest_field_share": round(self.largest_field_share, 4),
            "deepest": self.deepest,
        }

    @property
    def words(self) -> str:
        """The figures in words: ``300 messages, 1 type, p50 412 and p99 2 950 bytes of JSON``."""
        types = f"{self.types} type{'s' * (self.types > 1)}"
        share = f"{self.largest_field_share:.0%} of the bytes of all values (numbers count as 8 bytes)"
        largest = f"; {self.largest_field} has {share}"
        sizes = f"p50 {self.p50_bytes} and p99 {self.p99_bytes} bytes of JSON"
        messages = f"{self.messages} message{'s' * (self.messages != 1)}"
        return f"{messages}, {types}, {sizes}{largest if self.largest_field else ''}"


@dataclass(slots=True)
class Seen:
    """The profile of the objects of one type, and the bytes of text and bytes that an object repeats."""

    profile: Profile = field(default_factory=Profile)
    repeated_bytes: int = 0

    @classmethod
    def of(cls, objects: Iterable[Mapping[str, Any]]) -> "Seen":
        seen = cls()
        for obj in objects:
            seen.profile.add(obj, len(json_text(obj).encode("utf-8", "surrogatepass")))
            seen.repeated_bytes += _repeated_bytes(obj)
        return seen


def shape_of_material(material: Material) -> Shape:
    """The shape of the objects that are measured, of several types each as often as the data have it."""
    seen, counts = {}, {}
    titles = Titles.of(material.own, [workload.name for workload in material.workloads])
    for workload in material.workloads:
        decoder = Decoder(workload.schema)
        corpus, title = material.corpora[workload.name], titles.in_text(workload.name)
        step = 1 if material.own else step_of(corpus.path.stat().st_size)
        objects = islice(read_objects(corpus.path), 0, None, step)
        seen[title] = Seen.of(map(decoder.decode, objects))
        counts[title] = objects_read(corpus)
    return shape_of(seen, counts)


def step_of(size_bytes: int) -> int:
    """The step from one object that is profiled to the next, in a corpus of this size; pure."""
    return max(1, -(-size_bytes // _MOST_BYTES))


def shape_of(seen: Mapping[str, Seen], counts: Mapping[str, int]) -> Shape:
    """The shape of types, of each of which the data have so many; pure."""
    sizes: Counter[int] = Counter()
    fields: Counter[str] = Counter()
    kinds: dict[str, str] = {}
    lists: dict[str, int] = {}
    repeated = 0.0
    for name, one in seen.items():
        profile = one.profile
        factor = counts[name] / max(1, profile.sizes_bytes.total())
        start = f"{name}: " if len(seen) > 1 else ""
        for size, count in profile.sizes_bytes.items():
            sizes[size] += round(_WEIGHT * factor * count)
        for path, size in profile.field_bytes.items():
            fields[start + path] += round(_WEIGHT * factor * size)
            kinds[start + path] = profile.field_kinds[path]
        lists |= {start + path: length for path, length in _lists_of_messages(profile)}
        repeated += _WEIGHT * factor * one.repeated_bytes
    largest, size = fields.most_common(1)[0] if fields else ("", 0)
    longest = max(lists, key=lambda path: lists[path], default="")
    whole = fields.total() or 1
    return Shape(
        sum(counts.values()),
        len(seen),
        quantile(sizes, 0.5) if sizes else 0,
        quantile(sizes, 0.99) if sizes else 0,
        largest,
        kinds.get(largest, ""),
        min(1.0, size / whole),
        longest,
        lists.get(longest, 0),
        min(1.0, repeated / whole),
        _large_type(seen),
        max((depth for one in seen.values() for depth in one.profile.depths), default=0),
    )


def with_depth(request: Request, shape: Shape | None) -> Request:
    """The request with the depth of the data, where the usual limit of some library is below it."""
    if shape is None or shape.deepest <= _LEAST_DEPTH:
        return request
    return request.also(Constraint("max-depth", shape.deepest, "detected"))


def shape_sentences(shape: Shape) -> Iterator[str]:
    """The sentences that a shape says, each with the figure that it rests on; none where it says nothing."""
    alone = shape.largest_kind in ("text", "bytes") and not shape.largest_field.endswith("[]")
    if alone and shape.largest_field_share >= _ONE_FIELD:
        yield (
            f"{shape.largest_field} has {shape.largest_field_share:.0%} of the bytes, so the serializer"
            " hardly matters: store it outside the message, or in it as bytes, never as a list or base64."
        )
    if shape.list_length >= _LONG_LIST:
        yield (
            f"{shape.long_list} has a median of {shape.list_length} objects of one type: if programs read"
            " them field by field, a columnar format (parquet, arrow-ipc) suits them better."
        )
    if shape.p50_bytes < _SMALL_BYTES:
        yield (
            f"Half of the messages have at most {shape.p50_bytes} bytes of JSON: framing and calls dominate,"
            " so send them in batches."
        )
    if shape.large_type:
        yield (
            f"{shape.large_type} is at least {_OTHER_TYPE} times as large as every other type: decide for"
            " each type on its own, because this one decides the mean."
        )
    elif shape.p99_bytes >= _WIDE * max(1, shape.p50_bytes):
        yield (
            f"The largest 1 % of the messages have at least {shape.p99_bytes} bytes of JSON, half have at"
            f" most {shape.p50_bytes}: the large ones decide the mean, so also measure them on their own."
        )
    if shape.repeated_share >= _REPEATED:
        yield (
            f"{shape.repeated_share:.0%} of the bytes repeat a value of the same message: compression, or a"
            " format that writes references, saves them."
        )


def _lists_of_messages(profile: Profile) -> Iterator[tuple[str, int]]:
    """The lists whose elements are messages, with their median lengths."""
    for path, lengths in profile.list_lengths.items():
        if profile.parents[f"{path}[]"]:
            yield path, quantile(lengths, 0.5)


def _large_type(seen: Mapping[str, Seen]) -> str:
    """The type whose messages are in the mean ten times as large as those of any other; empty for none."""
    means = sorted(
        (mean(one.profile.sizes_bytes), name) for name, one in seen.items() if one.profile.sizes_bytes
    )
    return means[-1][1] if len(means) > 1 and means[-1][0] >= _OTHER_TYPE * means[-2][0] else ""


def _repeated_bytes(obj: Any) -> int:
    """The bytes of text and bytes that an object has had before."""
    counts = Counter(value for value in _values(obj) if len(value) >= _LEAST_REPEATED_BYTES)
    return sum(
        (count - 1) * len(value.encode("utf-8", "surrogatepass") if isinstance(value, str) else value)
        for value, count in counts.items()
    )


def _values(value: Any) -> Iterator[str | bytes]:
    """All text and bytes in a value."""
    if isinstance(value, str | bytes):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _values(each)
    elif isinstance(value, list):
        for each in value:
            yield from _values(each)
