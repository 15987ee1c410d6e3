"""The codecs' pages as they were when a run began, kept in its folder: the code that was measured."""

import json
from collections.abc import Sequence

from serbench.builds.rendered import page_sources
from serbench.codecs.manifest import CodecManifest
from serbench.errors import BadInput
from serbench.record.names import CodecName, Line, Text
from serbench.record.reading import document_in, read_bytes, typed
from serbench.record.run_folder import RunFolder, write_atomically

FILE_NAME = "pages.json"
Pages = dict[CodecName, dict[Line, Text]]


def keep_pages(folder: RunFolder, codecs: Sequence[CodecManifest]) -> None:
    """Writes the sources of each codec, by the paths of their files."""
    pages = {codec.name: page_sources(codec) for codec in codecs}
    write_atomically(folder.path / FILE_NAME, json.dumps(pages, indent=1) + "\n")


def kept_pages(folder: RunFolder) -> Pages:
    """What ``keep_pages`` wrote; nothing where a run has none, or what is there is something else."""
    place = folder.path / FILE_NAME
    try:
        return typed(document_in(read_bytes(place), place), Pages, place)
    except (FileNotFoundError, BadInput):
        return {}
