"""The codecs' adapters as they were when a run began, kept in its folder: the code that was measured."""

import json
from collections.abc import Sequence

from serbench.builds.rendered import adapter_sources
from serbench.codecs.manifest import CodecManifest
from serbench.errors import BadInput
from serbench.record.names import CodecName, Line, Text
from serbench.record.reading import document_in, read_bytes, typed
from serbench.record.run_folder import RunFolder, write_atomically

FILE_NAME = "adapters.json"
Adapters = dict[CodecName, dict[Line, Text]]


def keep_adapters(folder: RunFolder, codecs: Sequence[CodecManifest]) -> None:
    """Writes the sources of each codec, by the paths of their files."""
    adapters = {codec.name: adapter_sources(codec) for codec in codecs}
    write_atomically(folder.path / FILE_NAME, json.dumps(adapters, indent=1) + "\n")


def kept_adapters(folder: RunFolder) -> Adapters:
    """The sources that ``keep_adapters`` wrote; empty where it wrote none, or its file is something else."""
    place = folder.path / FILE_NAME
    try:
        return typed(document_in(read_bytes(place), place), Adapters, place)
    except (FileNotFoundError, BadInput):
        return {}
