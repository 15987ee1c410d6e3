"""The request of a choice: who writes and reads, the constraints, and what a cost weighs. Pure."""

from dataclasses import asdict, dataclass, field, replace
from typing import Annotated, Any, Literal, Self

from msgspec import Meta

from serbench.record.names import Line, Word

Level = Literal["must", "prefer"]
Origin = Literal["option", "answer", "default", "detected"]
MUST: Level = "must"
PREFER: Level = "prefer"
Axis = Literal["cpu", "bytes"]
CPU: Axis = "cpu"
BYTES: Axis = "bytes"
Compressed = Literal["none", "message:zstd", "batch:zstd", "dictionary:zstd"]
UNCOMPRESSED: Compressed = "none"
Measure = Literal["time", "instructions", "allocations"]
TIME: Measure = "time"
INSTRUCTIONS: Measure = "instructions"
ALLOCATIONS: Measure = "allocations"
Access = Literal["one", "tenth", "all"]
Weight = Annotated[float, Meta(ge=0, le=1000)]
Amount = Annotated[float, Meta(ge=0, lt=1e6)]
Rate = Annotated[float, Meta(ge=0, le=1e12)]


@dataclass(frozen=True, slots=True)
class Constraint:
    """A constraint by the ``id`` of its rule, with its ``value``; ``origin`` says whether the user gave it or
    it was assumed."""

    id: Word
    value: Any
    origin: Origin = "option"
    level: Level = "must"


@dataclass(frozen=True, slots=True)
class Price:
    """The price of an hour of a core, of the traffic of a gigabyte (1e9 bytes), and of a ``month`` in which a
    gigabyte is stored, in one currency; bytes are ``kept`` for so many months."""

    core_hour: Amount
    gigabyte: Amount
    month: Amount = 0.0
    kept: Amount = 0.0

    @property
    def whole_gigabyte(self) -> float:
        """The price of a gigabyte with its storage."""
        return self.gigabyte + self.month * self.kept


@dataclass(frozen=True, slots=True)
class Request:
    """The request for a choice. ``write`` and ``read`` name the languages, or other programs and systems, at
    both ends; ``now`` are the codecs that run now; names that serbench lacks are shown without figures.
    ``rate_per_s`` is messages a second, None where that is unknown. ``weights`` are those of CPU time and
    bytes, ``read_share`` is how many messages are read for each that is written. ``refused`` says that a
    refused message excludes in schema changes. ``codecs`` are patterns of the codecs that may be chosen, none
    where all may. ``compressed`` is the compressor behind which bytes and times are counted;
    with a ``price`` the weights are factors of its two parts. ``measure`` is what the processor's work is
    counted in. ``access`` is the share of the fields that readers need, None where they need objects."""

    write: tuple[Line, ...]
    read: tuple[Line, ...]
    constraints: tuple[Constraint, ...] = ()
    now: tuple[Line, ...] = ()
    rate_per_s: Rate | None = None
    weights: dict[Axis, Weight] = field(default_factory=lambda: {CPU: 1.0, BYTES: 1.0})
    read_share: Weight = 1.0
    refused: bool = False
    codecs: tuple[Line, ...] = ()
    compressed: Compressed = UNCOMPRESSED
    price: Price | None = None
    measure: Measure = TIME
    access: Access | None = None

    @property
    def is_one_program(self) -> bool:
        """Whether one language does all, so that options are libraries."""
        return len({*self.write, *self.read}) == 1

    def without(self, name: str) -> Self:
        """The request without a constraint that must hold."""
        left = (one for one in self.constraints if (one.id, one.level) != (name, MUST))
        return replace(self, constraints=tuple(left))

    def also(self, constraint: Constraint) -> Self:
        """The request with a constraint, where it has none of this id."""
        has = any(one.id == constraint.id for one in self.constraints)
        return self if has else replace(self, constraints=(*self.constraints, constraint))

    def weighing(self, axis: Axis, factor: float) -> Self:
        """The request with a weight multiplied."""
        return replace(self, weights={**self.weights, axis: self.weights.get(axis, 1.0) * factor})

    def to_json(self) -> dict[str, Any]:
        return asdict(self)
