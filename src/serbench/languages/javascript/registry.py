"""Asks npm for the newest release of packages."""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

from serbench.errors import SerbenchError
from serbench.toolchain.releases import (
    Answer,
    Pin,
    Registry,
    Release,
    ask_each,
    day_of,
    oldest_first,
    replied,
    withdrawn_words,
)

_OPTIONS = ("--json", "--fetch-retries=0", "--fetch-timeout=20000")
# Of versions with a single field npm prints no names of fields.
_DEPRECATED = ("name", "version", "deprecated")


def newest(pins: Sequence[Pin], folder: Path) -> Answer:
    """The release that each package's tag ``latest`` names, with its day."""

    def ask(package: str) -> Release:
        return parse(replied(("npm", "view", package, "dist-tags.latest", "time", *_OPTIONS), folder))

    return ask_each(pins, ask)


def parse(text: str) -> Release:
    """The release in a reply of ``npm view``; SerbenchError for any other text."""
    try:
        found = json.loads(text)
        version = str(found["dist-tags.latest"])
        return Release(version, day_of(found.get("time", {}).get(version)))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise SerbenchError("npm names no newest release.") from error


def listed(package: str, folder: Path) -> list[Release]:
    """All releases of a package with their days, as npm lists them. It marks none that is withdrawn, so all
    but pre-releases are asked for that."""
    found = releases_in(replied(("npm", "view", package, "versions", "time", *_OPTIONS), folder))
    # Of any version (*) npm tells but the newest.
    words = ("npm", "view", f"{package}@>=0", *_DEPRECATED, *_OPTIONS)
    reasons = deprecated_in(replied(words, folder))
    return [replace(one, withdrawn=reasons.get(one.version, "")) for one in found]


def withdrawn(pin: Pin, folder: Path) -> str:
    """How a release was withdrawn; npm installs it nevertheless."""
    words = ("npm", "view", f"{pin.package}@{pin.version}", *_DEPRECATED, *_OPTIONS)
    return deprecated_in(replied(words, folder)).get(pin.version, "")


def deprecated_in(text: str) -> dict[str, str]:
    """How each version that is withdrawn was, by a reply of ``npm view`` about one version or several, which
    is empty for none; SerbenchError for any other text."""
    if not text.strip():
        return {}
    try:
        found = json.loads(text)
        versions = found if isinstance(found, list) else [found]
        return {
            str(one["version"]): withdrawn_words("deprecated", one["deprecated"])
            for one in versions
            if one.get("deprecated")
        }
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise SerbenchError("npm does not tell which releases are deprecated.") from error


def releases_in(text: str) -> list[Release]:
    """The releases in a reply of ``npm view``, the oldest first; SerbenchError for any other text."""
    try:
        found = json.loads(text)
        versions = [found["versions"]] if isinstance(found["versions"], str) else found["versions"]
        ordered = oldest_first(map(str, versions))
        return [Release(version, day_of(found.get("time", {}).get(version))) for version in ordered]
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise SerbenchError("npm lists no releases.") from error


def released(pin: Pin, folder: Path) -> date | None:
    """The day of a pinned release."""
    return day_in(replied(("npm", "view", pin.package, "time", *_OPTIONS), folder), pin.version)


def day_in(text: str, version: str) -> date | None:
    """The day of a version in a reply of ``npm view``; SerbenchError for any other text."""
    try:
        return day_of(json.loads(text).get(version))
    except (ValueError, AttributeError) as error:
        raise SerbenchError("npm names no days of releases.") from error


REGISTRY = Registry("npm", "npm", newest, released, listed, withdrawn)
