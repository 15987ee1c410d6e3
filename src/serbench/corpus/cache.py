"""Makes corpora and keeps them in the cache, each under a key of everything it is made from."""

import hashlib
import inspect
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import xxhash

from serbench.cache.entries import damage, discard, is_sealed, keep, tell_made_again
from serbench.cache.keys import content_key
from serbench.cache.products import folder_next_to
from serbench.corpus import container, encoding, layout, leaves
from serbench.corpus import touch as touch_module
from serbench.corpus.container import ContainerWriter
from serbench.corpus.encoding import Encoder
from serbench.corpus.layout import FORMAT_NUMBER
from serbench.corpus.manifest import UNITS, Corpus, Manifest
from serbench.corpus.touch import MASK, Touch
from serbench.corpus.workload import Workload, free_objects, labelled_objects
from serbench.errors import BadInput, CacheDamaged, SerbenchError
from serbench.locations import cache_directory
from serbench.schema import access
from serbench.schema.access import access_plans
from serbench.schema.model import Schema

FILLED_BYTES = 2**20
_CORPORA = "corpora"
FEWEST_OBJECTS = 16
MOST_OBJECTS = 1024
OBJECTS_WHEN_LARGE = 4
_MOST_BYTES = 8 * 2**20

_Labelled = tuple[tuple[str, ...], dict[str, Any]]
Written = tuple[tuple[str, ...], dict[str, Any], bytes]


def corpus_of(workload: Workload, seed: int = 1) -> Corpus:
    """The corpus of a workload, made when the cache does not hold it.

    It appears under its name atomically, so a reader finds it complete. Raises BadInput when the
    generator fails or gives a value that the schema does not allow, and SerbenchError when the cache
    cannot be written.
    """
    key = corpus_key(workload.name, workload.schema, (str(seed), *generator_texts(workload)))
    return find_corpus(key) or keep_corpus(
        key, workload.name, lambda folder: make_corpus(workload, seed, folder)
    )


def find_corpus(key: str) -> Corpus | None:
    """The corpus that the cache holds under a key. One that is damaged is removed, which is said, because
    every codec would read it as another."""
    folder = _folder(key)
    if not folder.exists():
        return None
    what = _damage(folder)
    if what is None:
        return Corpus.load(folder)
    discard(folder)
    tell_made_again(folder, what)
    return None


def corpus_in(folder: Path) -> Corpus:
    """The corpus in a folder, of data that need not be there any more. Raises CacheDamaged where it is not
    what it was."""
    corpus = Corpus.load(folder)
    if what := _damage(folder):
        raise CacheDamaged(
            f"The corpus in {folder} is damaged ({what}), and only its data could make it again: start a new"
            " run with them."
        )
    return corpus


def kept_corpus(folder: str, workload: Workload) -> Corpus:
    """The corpus of a workload in a recorded folder. Raises BadInput where that is not of the cache, as a
    record may be anyone's, or is no longer there, or is of another schema."""
    place = Path(folder)
    if place.resolve().parent != (cache_directory() / _CORPORA).resolve():
        raise BadInput(f"The objects of {workload.name} are recorded outside of the cache: {folder}.")
    if not place.is_dir():
        raise BadInput(f"The objects of {workload.name} are no longer in the cache: {folder} is missing.")
    corpus = corpus_in(place)
    if corpus.manifest.schema != workload.schema.sha256():
        raise BadInput(f"The objects in {folder} are not of {workload.name}.")
    return corpus


def keep_corpus(key: str, name: str, make: Callable[[Path], object]) -> Corpus:
    """Puts the corpus that ``make`` writes into a folder under its key, in one step.

    Raises what ``make`` raises, and SerbenchError, with the workload's name, when the cache cannot be
    written.
    """
    folder = _folder(key)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with folder_next_to(folder) as making:
            make(making)
            keep(making, folder)
    except OSError as error:
        raise SerbenchError(
            f"The corpus of {name} cannot be written to {folder.parent}: {error.strerror}."
        ) from error
    return Corpus.load(folder)


def object_count(mean_bytes: float, least: int = 1) -> int:
    """How many objects of this mean size a corpus holds: enough that branch predictors do not learn them,
    few enough that they stay in the cache. Predictors learn no single large object, so of those there are
    ``least`` if more would make a rotation take seconds."""
    if mean_bytes > FILLED_BYTES:
        return max(least, min(OBJECTS_WHEN_LARGE, int(_MOST_BYTES // mean_bytes)))
    count = FEWEST_OBJECTS
    while count < MOST_OBJECTS and count * mean_bytes < FILLED_BYTES:
        count *= 2
    return count


def corpus_key(name: str, schema: Schema, parts: Iterable[str]) -> str:
    """The workload's name, for people, and a hash of all that decides what the corpus holds: ``parts`` tell
    where its objects come from."""
    texts = [name, schema.sha256(), str(FORMAT_NUMBER), *parts]
    modules = (layout, leaves, encoding, container, touch_module, access, sys.modules[__name__])
    texts += [inspect.getsource(module) for module in modules]
    return f"{name}-{content_key(*texts)}"


def generator_texts(workload: Workload) -> Iterator[str]:
    """The generator, and the code and words that may accompany it."""
    for path in sorted(workload.folder.iterdir()):
        if path.suffix in (".py", ".json"):
            yield path.name
            yield path.read_text(encoding="utf-8")


def _folder(key: str) -> Path:
    return cache_directory() / _CORPORA / key


def _damage(folder: Path) -> str | None:
    """The damage of a corpus, in a few words; None where it is whole.
    A corpus of an older version has no sums but those in its manifest."""
    if is_sealed(folder):
        return damage(folder)
    try:
        manifest = Corpus.load(folder).manifest
        with (folder / "corpus.bin").open("rb") as file:
            is_whole = hashlib.file_digest(file, "sha256").hexdigest() == manifest.sha256
        digests = (folder / "corpus.digests").read_bytes()
    except (SerbenchError, OSError) as error:
        return str(error)
    if is_whole and xxhash.xxh64_hexdigest(digests) == manifest.digest:
        return None
    return "it is not what its manifest says"


def make_corpus(workload: Workload, seed: int, folder: Path) -> Corpus:
    """Writes the three files of a corpus into a folder. One object at a time is in memory.

    Raises BadInput as ``corpus_of`` does, and OSError when the folder cannot be written.
    """
    encoder = Encoder(workload.schema)
    objects = labelled_objects(workload) if workload.conformance else _free(workload, seed, encoder)
    labelled = (
        (labels, obj, _encoded(workload, encoder, index, obj)) for index, (labels, obj) in enumerate(objects)
    )
    corpus = write_corpus(folder, workload.name, workload.schema, seed, labelled, workload.conformance)
    if not corpus.manifest.objects:
        raise BadInput(f"The generator {workload.generator} made no objects.")
    return corpus


def write_corpus(
    folder: Path, name: str, schema: Schema, seed: int, objects: Iterable[Written], conformance: bool = False
) -> Corpus:
    """Writes the three files of a corpus of objects that come with their features and their bytes.

    Raises OSError when the folder cannot be written.
    """
    plans = access_plans(schema)
    touches = {unit: {plan.name: Touch(schema, plan, unit) for plan in plans} for unit in UNITS}
    sums = {unit: {plan.name: 0 for plan in plans} for unit in UNITS}
    digests = bytearray()
    features: list[tuple[str, ...]] = []
    size_bytes = 0
    with ContainerWriter(folder / "corpus.bin") as file:
        for labels, obj, data in objects:
            file.add(data)
            size_bytes += len(data)
            digests += xxhash.xxh64_intdigest(data).to_bytes(8, "little")
            features.append(labels)
            for unit, by_plan in touches.items():
                for plan_name, touch in by_plan.items():
                    sums[unit][plan_name] = (sums[unit][plan_name] + touch(obj)) & MASK
    (folder / "corpus.digests").write_bytes(digests)
    with (folder / "corpus.bin").open("rb") as written:
        sha256 = hashlib.file_digest(written, "sha256").hexdigest()
    manifest = Manifest(
        workload=name,
        root=schema.root,
        schema=schema.sha256(),
        seed=seed,
        objects=len(features),
        bytes=size_bytes,
        sha256=sha256,
        digest=xxhash.xxh64_hexdigest(bytes(digests)),
        touch=sums,
        features=tuple(features) if conformance else None,
    )
    (folder / "corpus.json").write_text(manifest.to_json(), encoding="utf-8")
    return Corpus(folder, manifest)


def _free(workload: Workload, seed: int, encoder: Encoder) -> Iterator[_Labelled]:
    """As many objects as fill the corpus, judged by the first ones."""
    sizes: list[int] = []
    first = free_objects(workload, FEWEST_OBJECTS, seed)
    for index, obj in enumerate(islice(first, FEWEST_OBJECTS)):
        sizes.append(len(_encoded(workload, encoder, index, obj)))
        if sum(sizes) > FEWEST_OBJECTS * FILLED_BYTES:
            break
    for obj in free_objects(workload, object_count(sum(sizes) / len(sizes)), seed):
        yield (), obj


def _encoded(workload: Workload, encoder: Encoder, index: int, obj: dict[str, Any]) -> bytes:
    try:
        return encoder.encode(obj)
    except BadInput as error:
        raise BadInput(f"Object {index} of {workload.generator}: {error}") from error
