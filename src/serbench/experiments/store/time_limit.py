"""How long one write or read of a store may take before it counts as hung."""

from __future__ import annotations

from serbench.experiments.store.plan import Step

# The start of a runner, its warm-up and the loading of its pool and of its index.
_BASE_S = 120.0
# A rotational disk takes 8 to 12 ms for a cold fetch; the slowest method that the complex-object study has
# published took 18.5 ms for each in the mean; the slowest of its scans and writes took 0.4 ms for an object.
_FETCH_S = 0.05
_OBJECT_S = 0.005
# Objects can be large: a memory card writes several times as many bytes per second, and so does a text codec.
_BYTES_PER_S = 1_000_000


def time_limit_s(step: Step, count: int, mean_bytes: float) -> float:
    """Several times what the slowest codec takes on the slowest disk for this many objects of this mean size:
    a slow codec is measured, and a runner that hangs is still ended."""
    object_s = _FETCH_S if step.operation == "random" else _OBJECT_S
    return _BASE_S + count * (object_s + mean_bytes / _BYTES_PER_S)
