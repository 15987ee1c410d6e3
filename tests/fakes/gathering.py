"""Gathers data as experiments do, by their options, without anything that would be measured."""

from pathlib import Path
from typing import Any

from serbench.corpus.container import read_objects
from serbench.corpus.decoding import Decoder
from serbench.engine.material import Material, gather
from serbench.engine.own_options import own_data
from serbench.terminal.options import OwnDataOptions


def gathered_from(
    folder: Path, text: str, schema: str = "", suffix: str = ".jsonl", **options: Any
) -> tuple[Material, list[dict[str, Any]], list[str]]:
    """The material of data in a file of this suffix, its objects, and the sentences that were told, in which
    the file is called data. Without a schema it is inferred."""
    data, told = folder / f"data{suffix}", list[str]()
    data.write_text(text)
    if schema:
        (folder / "schema.proto").write_text(schema)
        options["schema"] = folder / "schema.proto"
    own = own_data((), OwnDataOptions(data=str(data), **options))
    material = gather((), own, 1, told.append)
    (workload,) = material.workloads
    decoder = Decoder(workload.schema)
    objects = [decoder.decode(each) for each in read_objects(material.corpora[workload.name].path)]
    return material, objects, [sentence.replace(str(data), "data") for sentence in told]
