"""The user's own data as a workload: their schema and a sample of their objects."""

from __future__ import annotations

import hashlib
import inspect
import sys
from collections.abc import Callable
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from serbench.corpus import drawing
from serbench.corpus.cache import corpus_key, find_corpus
from serbench.corpus.drawing import Distribution, Drawer
from serbench.corpus.encoding import Encoder
from serbench.corpus.manifest import Corpus
from serbench.corpus.own_objects import Reading
from serbench.corpus.own_schema import OwnSchema
from serbench.corpus.sample import CORPUS_EXTENT, Extent, Sample
from serbench.corpus.sampled import Sampled, keep_sample, sampled_of
from serbench.corpus.variant import BATCH_MEMBER
from serbench.corpus.workload import Workload
from serbench.errors import BadInput
from serbench.inputs.several import Only, opened_part


def own_workload(
    own: OwnSchema,
    data_path: str,
    relaxed: bool = False,
    tell: Callable[[str], object] = lambda sentence: None,
    batch: int = 0,
    name: str = "",
    extent: Extent = CORPUS_EXTENT,
    kind: str | None = None,
    only: Only | None = None,
) -> tuple[Workload, Corpus]:
    """The workload of the user's schema, and a corpus of their objects, or of ``only`` those of one type. The
    file is of a ``kind`` of input (None: as it begins, or is called).

    Every object is validated; the corpus has as many messages as ``extent`` says, spread evenly over the
    file, which is read twice. With a ``batch``, that many consecutive objects are one message; what is left
    over at the end is ignored. The workload depends only on the schema, so other data compile nothing.
    ``tell`` gets sentences about the sample, in which ``name`` is the file. Raises BadInput for a
    schema or an object that is invalid, the latter with its place and the path of the field, and where there
    are too few objects for one message; UndeclaredNumbers where the schema must declare more.
    """
    own = own.with_descriptors()
    schema = own.read()
    workload = own.workload(schema, batch)
    with opened_part(data_path, kind, name, only) as objects:
        reading = Reading(own, schema, workload, objects, extent, relaxed, only)
        key = reading.key(_file_sha256(objects.source.path))
        corpus = find_corpus(key) or keep_sample(key, workload, *reading.take())
    for sentence in sampled_of(corpus).sentences(objects.source.name, extent.is_timed):
        tell(sentence)
    return workload, corpus


def drawn_workload(
    own: OwnSchema,
    count: int,
    seed: int,
    distribution: Distribution,
    tell: Callable[[str], object],
    batch: int = 0,
    extent: Extent = CORPUS_EXTENT,
) -> tuple[Workload, Corpus]:
    """The workload of the user's schema, and a corpus of ``count`` objects that are drawn, as many as
    ``extent`` says of them. Raises BadInput where they are too few for a message."""
    schema = own.read()
    workload = own.workload(schema, batch)
    parts = ("drawn", str(count), str(seed), distribution.words(), str(extent.most_objects))
    texts = (inspect.getsource(drawing), inspect.getsource(sys.modules[__name__]))
    key = corpus_key(workload.name, workload.schema, (*parts, *texts))
    corpus = find_corpus(key)
    if corpus is None:
        encoder, sample = Encoder(workload.schema), Sample(seed, extent)
        objects = Drawer(schema, distribution, seed).objects(count)
        while members := list(islice(objects, batch or 1)):
            if len(members) == (batch or 1):
                obj = {BATCH_MEMBER: members} if batch else members[0]
                sample.add(1, partial(_message, encoder, obj))
        if not sample.objects:
            raise BadInput(f"--synthesize {count} makes too few objects for one message of {batch}.")
        taken = sample.take()
        corpus = keep_sample(key, workload, taken, Sampled(sample.objects, len(taken), {}, batch=batch))
    for sentence in sampled_of(corpus).sentences("the synthesized data", extent.is_timed):
        tell(sentence)
    return workload, corpus


def _message(encoder: Encoder, obj: dict[str, Any], number: int) -> bytes:
    return encoder.encode(obj)


def _file_sha256(path: str) -> str:
    """The hash of a file, or of the files of a folder in the order of their names."""
    try:
        if Path(path).is_dir():
            files = sorted(file for file in Path(path).iterdir() if file.is_file())
            return hashlib.sha256("".join(_file_sha256(str(file)) for file in files).encode()).hexdigest()
        with Path(path).open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}.") from None
