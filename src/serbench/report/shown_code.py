"""The ``./serbench show`` command for the code that a run has measured. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from serbench.codecs.manifest import AXIS_MARK


def shown_as(record: Mapping[str, Any]) -> dict[str, str]:
    """The codecs whose code has another's name: twins, and those that were built in several ways."""
    twins = record.get("twins", {})
    named = {runner["codec"] for runner in record.get("runners", ())} | twins.keys()
    known = {codec: twins.get(codec, codec).partition(AXIS_MARK)[0] for codec in sorted(named)}
    return {codec: name for codec, name in known.items() if codec != name}


def show_options(record: Mapping[str, Any], run: str) -> list[str]:
    """What the command needs besides a codec and a workload: own data is found through its run."""
    return ["--run", run] if record.get("own") else []
