"""The codecs' pages as they were when a run began, kept in its folder: the code that was measured."""

import json
from collections.abc import Sequence

from serbench.build.rendered import page_sources
from serbench.codecs.manifest import CodecManifest
from serbench.record.run_folder import RunFolder, write_atomically

FILE_NAME = "pages.json"
Pages = dict[str, dict[str, str]]


def keep_pages(folder: RunFolder, codecs: Sequence[CodecManifest]) -> None:
    """Writes the sources of each codec, by the paths of their files."""
    pages = {codec.name: page_sources(codec) for codec in codecs}
    write_atomically(folder.path / FILE_NAME, json.dumps(pages, indent=1) + "\n")


def kept_pages(folder: RunFolder) -> Pages:
    """What ``keep_pages`` wrote; nothing where a run has none."""
    try:
        found = json.loads((folder.path / FILE_NAME).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
