"""Asks PyPI, or the index that pip is set up for, for the newest release of packages."""

import json
import re
import sys
import urllib.request
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any

from serbench.errors import SerbenchError
from serbench.toolchain.releases import (
    Answer,
    Pin,
    Registry,
    Release,
    ask_each,
    day_of,
    is_pre_release,
    oldest_first,
    replied,
    withdrawn_words,
)

# Only at this verbosity pip tells from which address it has its answer.
_OPTIONS = ("-vvv", "--no-input", "--disable-pip-version-check", "--retries", "0", "--timeout", "20")
_JSON = "application/vnd.pypi.simple.v1+json"
_TIMEOUT_S = 20
_LARGEST_BYTES = 64 * 2**20


def newest(pins: Sequence[Pin], folder: Path) -> Answer:
    """The newest release of each package with its day. Pip is asked once, for the address of the index: it
    takes seconds for each package, and shows no days."""
    index = _index(min(pin.package for pin in pins), folder)

    def ask(package: str) -> Release:
        return newest_in(_page(f"{index}{normal_name(package)}/"))

    return ask_each(pins, ask)


def released(pin: Pin, folder: Path) -> date | None:
    """The day of the first file of a pinned release."""
    return day_in(_page(f"{_index(pin.package, folder)}{normal_name(pin.package)}/"), pin.version)


def listed(package: str, folder: Path) -> list[Release]:
    """All releases of a package, the oldest first."""
    return releases_in(_page(f"{_index(package, folder)}{normal_name(package)}/"))


def _index(package: str, folder: Path) -> str:
    """The address from which pip takes packages, by what it says of one."""
    return index_in(replied((sys.executable, "-m", "pip", "index", "versions", *_OPTIONS, package), folder))


def index_in(text: str) -> str:
    """The address of the index, by what pip says of a package. SerbenchError where it says none."""
    found = re.search(r"^\* (https?://\S+/)[^/\s]+/$", text, re.MULTILINE)
    if found is None:
        raise SerbenchError("pip does not tell from where it takes packages.")
    return found[1]


def releases_in(page: str) -> list[Release]:
    """All releases of which a page of an index has a file, the oldest first."""
    with _understood():
        document = json.loads(page)
        files, versions = document["files"], oldest_first(map(str, document["versions"]))
        own = ((version, [one for one in files if _is_of(one["filename"], version)]) for version in versions)
        return [Release(version, _first_day(found), _yanked(found)) for version, found in own if found]


def withdrawn(pin: Pin, folder: Path) -> str:
    """How a release was withdrawn; pip installs one that is named by its exact version."""
    page = _page(f"{_index(pin.package, folder)}{normal_name(pin.package)}/")
    return next((one.withdrawn for one in releases_in(page) if one.version == pin.version), "")


def _yanked(files: Sequence[Mapping[str, Any]]) -> str:
    """How files are withdrawn, where all of a release are (PEP 592)."""
    first = files[0].get("yanked")
    return withdrawn_words("yanked", first) if all(one.get("yanked") for one in files) else ""


def newest_in(page: str) -> Release:
    """The newest release of which a page of an index has a file that is not withdrawn (PEP 691 and 700), with
    the day of its first file. SerbenchError where there is none."""
    with _understood():
        document = json.loads(page)
        files = [one for one in document["files"] if not one.get("yanked")]
        versions = [str(version) for version in document["versions"] if not is_pre_release(version)]
        for version in reversed(oldest_first(versions)):
            if own := [one for one in files if _is_of(one["filename"], version)]:
                return Release(version, _first_day(own))
    raise SerbenchError("the index has no release.")


def day_in(page: str, version: str) -> date | None:
    """The day of the first file that a page of an index has of a version."""
    with _understood():
        return _first_day(one for one in json.loads(page)["files"] if _is_of(one["filename"], version))


@contextmanager
def _understood() -> Iterator[None]:
    """Raises SerbenchError for a page that has another form."""
    try:
        yield
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise SerbenchError("the index does not answer in the form of PEP 691.") from error


def _is_of(file: str, version: str) -> bool:
    return f"-{version}-" in file or file.endswith((f"-{version}.tar.gz", f"-{version}.zip"))


def _first_day(files: Iterable[dict[str, Any]]) -> date | None:
    return min((day for one in files if (day := day_of(one.get("upload-time")))), default=None)


def _page(address: str) -> str:
    request = urllib.request.Request(address, headers={"Accept": _JSON})
    try:
        with urllib.request.urlopen(request, timeout=_TIMEOUT_S) as reply:
            page: bytes = reply.read(_LARGEST_BYTES)
    except (OSError, ValueError) as error:
        raise SerbenchError(f"the index does not answer: {error}.") from error
    return page.decode("utf-8", "replace")


def normal_name(package: str) -> str:
    """The name as indexes have it."""
    return re.sub(r"[-_.]+", "-", package).lower()


REGISTRY = Registry("pypi", "PyPI", newest, released, listed, withdrawn)
