"""Measured facts, kept in the cache until the codec's files change."""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from serbench.cache.keys import content_key, files_state, folder_contents
from serbench.codecs.manifest import CodecManifest
from serbench.errors import SerbenchError
from serbench.facts.document import document_of, facts_of_document
from serbench.facts.fact import Fact
from serbench.facts.known import known_facts
from serbench.facts.published import published_facts
from serbench.facts.releases import published_release
from serbench.locations import cache_directory
from serbench.record.run_folder import write_atomically

_RELEASED = "released"


def facts_of(codec: CodecManifest, codecs: Sequence[CodecManifest]) -> dict[str, Fact]:
    """All that is known of a codec now: measured here, else published, else declared. ``codecs`` are all that
    there are. Raises SerbenchError for a manifest whose table is invalid."""
    known = known_facts(codec, codecs)
    return known | measured_or_published(codec, known)


def measured_or_published(codec: CodecManifest, known: Mapping[str, Fact]) -> dict[str, Fact]:
    """The facts of a codec that were measured here, or else published of the version that was measured here,
    or else of the one that is ``known``."""
    here = measured_facts(codec)
    found = published_facts(codec.name, {**known, **here}) | here
    day = published_release(codec.name, {**known, **found}) if _RELEASED not in {*known, *found} else None
    return found if day is None else {**found, _RELEASED: day}


def measured_facts(codec: CodecManifest) -> dict[str, Fact]:
    """The facts that were measured of the codec as it is now; none where nothing was, or the file is
    damaged."""
    with suppress(OSError, ValueError, SerbenchError):
        document = json.loads(_file(codec).read_text(encoding="utf-8"))
        return facts_of_document(document, _file(codec)).get(codec.name, {})
    return {}


def keep_measured(codec: CodecManifest, facts: Mapping[str, Fact]) -> None:
    """Keeps facts that were measured now, in the place of earlier ones of their kinds."""
    path = _file(codec)
    text = json.dumps(document_of({codec.name: measured_facts(codec) | dict(facts)}))
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, text)


def key_of(codec: CodecManifest) -> str:
    """The key of the codec's name, of all files in its folders, the lock file of its library among them, and
    of the state of a library that the user has registered."""
    return content_key(codec.name, _library_state(codec.library_path), *map(folder_contents, codec.folders))


def _library_state(path: Path | None) -> str:
    """Empty for no library of the user's; the path alone for one that is no longer there."""
    if path is None:
        return ""
    with suppress(OSError):
        if path.is_dir():
            return content_key(str(path), files_state(path))
        return content_key(str(path), path.read_bytes())
    return str(path)


def _file(codec: CodecManifest) -> Path:
    return cache_directory() / "facts" / f"{key_of(codec)}.json"
