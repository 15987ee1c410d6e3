"""The modes of a codec."""

from collections.abc import Callable
from dataclasses import dataclass

from harness.adapter import Codec, has_access
from harness.experiments import Bench
from harness.experiments.relay.byte_modes import Forward, Message, Peek
from harness.experiments.relay.object_modes import Envelope, Objects, Split, Update, UpdateBytes
from harness.experiments.relay.steps import Steps
from harness.protocol.refusal import refuse
from harness.values.form import Relayed


@dataclass(frozen=True, slots=True)
class Route:
    """To how many sinks messages go, and whether by their fields."""

    sinks: int
    by_fields: bool


@dataclass(frozen=True, slots=True)
class Mode:
    """``reads_keys``: a message can go where a field of it says."""

    name: str
    reads_keys: bool
    make: Callable[[Bench, Route], Steps]


_FORWARD = Mode("forward", False, lambda bench, route: Forward())
_PEEK = Mode("peek", True, lambda bench, route: Peek(bench.new_adapter))
_REUSE = Mode("reuse", True, lambda bench, route: Objects(bench.new_adapter, bench.form, fresh=False))
_FRESH = Mode("fresh", True, lambda bench, route: Objects(bench.new_adapter, bench.form, fresh=True))
_UPDATE = Mode("update", True, lambda bench, route: Update(bench.new_adapter, bench.form))
_UPDATE_BYTES = Mode("update", True, lambda bench, route: UpdateBytes(bench.new_adapter, bench.form))
_ENVELOPE = Mode("envelope", True, lambda bench, route: Envelope(bench.new_adapter, bench.form))
_SPLIT = Mode(
    "split",
    True,
    lambda bench, route: Split(bench.new_adapter, bench.form, route.sinks, by_numbers=route.by_fields),
)


def modes_of(bench: Bench) -> list[Mode]:
    """Those that the codec has."""
    codec = bench.new_adapter()
    modes = [_FORWARD]
    if has_access(codec):
        modes.append(_PEEK)
    # A floor's object is its bytes already.
    if hasattr(codec, "form"):
        return modes
    if hasattr(codec, "decode_reuse"):
        modes.append(_REUSE)
    modes.append(_FRESH)
    if bench.form.relayed is not None:
        modes += _modes_of_schema(codec, bench.form.relayed)
    if getattr(codec, "rewrites", False):
        modes.append(
            Mode("message", hasattr(codec, "touch"), lambda bench, route: Message(bench.new_adapter))
        )
    return modes


def _modes_of_schema(codec: Codec, relayed: Relayed) -> list[Mode]:
    """Those that not every schema has."""
    modes: list[Mode] = []
    if relayed.has_number:
        modes.append(_UPDATE_BYTES if hasattr(codec, "update_number") else _UPDATE)
    if relayed.has_batch:
        modes.append(_SPLIT)
    if relayed.is_envelope:
        modes.append(_ENVELOPE)
    return modes


def mode_named(modes: list[Mode], name: str, route: str) -> Mode:
    """The mode of a name; refuses one that the codec lacks, and one that cannot route in this way."""
    for mode in modes:
        if mode.name == name:
            if route == "shuffle" or (route == "fields" and mode.reads_keys):
                return mode
            raise refuse(f'The mode "{name}" of this codec has no route "{route}".')
    raise refuse(f'This codec has no mode "{name}".')
