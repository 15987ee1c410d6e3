"""A corpus of four numbers made by hand, and the runners that work on it."""

import hashlib
import struct
import sys
from collections.abc import Iterable
from pathlib import Path

import xxhash

from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import Runner
from serbench.corpus.manifest import Corpus, Manifest
from serbench.corpus.workload import Workload
from serbench.engine.own_options import OwnData
from serbench.experiments.memory.plan import Preset
from serbench.schema.build import read_schema
from serbench.terminal.options import OwnDataOptions

NUMBERS = (1, 2, 300, 70000)
FEATURES = (("small",), ("small",), ("large",), ("large", "huge"))
SCHEMA = "5" * 64
FAKES = Path(__file__).resolve().parent
# Small enough that a fork of a fake takes only the start of an interpreter.
BRIEF = Preset("brief", forks=3, samples=4, sample_ns=1000, warmup_ns=1000, budget_ns=10_000, twins=0)


def make_corpus(
    folder: Path,
    features: tuple[tuple[str, ...], ...] | None = None,
    numbers: tuple[int, ...] = NUMBERS,
) -> Corpus:
    """Writes the corpus and its manifest as FORMAT.md defines them."""
    objects = [struct.pack("<I", number) for number in numbers]
    content = b"SERBCRP1" + struct.pack("<Q", len(objects))
    content += b"".join(struct.pack("<I", len(data)) + data for data in objects)
    digests = b"".join(xxhash.xxh64_intdigest(data).to_bytes(8, "little") for data in objects)
    touch = dict.fromkeys(("one", "tenth", "all"), sum(numbers))
    manifest = Manifest(
        workload="tiny",
        root="Tiny",
        schema=SCHEMA,
        seed=1,
        objects=len(objects),
        bytes=sum(map(len, objects)),
        sha256=hashlib.sha256(content).hexdigest(),
        digest=xxhash.xxh64_hexdigest(digests),
        touch={"utf8": touch, "utf16": touch},
        features=features,
    )
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "corpus.bin").write_bytes(content)
    (folder / "corpus.digests").write_bytes(digests)
    (folder / "corpus.json").write_text(manifest.to_json())
    return Corpus(folder, manifest)


def make_workload(folder: Path) -> Workload:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "schema.proto").write_text('syntax = "proto3";\nmessage Tiny { uint32 id = 1; }\n')
    schema = read_schema(folder / "schema.proto")
    return Workload("tiny", folder, schema, conformance=True, summary="Four numbers.")


def make_own_data(folder: Path, numbers: Iterable[int] = NUMBERS) -> OwnData:
    """The numbers as objects of a user, with their schema."""
    schema = make_workload(folder / "own").folder / "schema.proto"
    data = folder / "own" / "ids.jsonl"
    data.write_text("".join(f'{{"id": {number}}}\n' for number in numbers))
    return OwnData(str(data), OwnDataOptions(schema=schema), "", ())


def own_words(folder: Path, numbers: Iterable[int] = NUMBERS) -> tuple[str, ...]:
    """The options that name them."""
    own = make_own_data(folder, numbers)
    return ("--schema", str(own.options.schema), "--data", own.data)


def runner(fake: str, *words: str, codec: str | None = None) -> Runner:
    """The runner of a fake, named after it unless ``codec`` says otherwise."""
    name = codec or f"cpp/{fake}"
    command = command_of(fake, "tiny", SCHEMA, *words, name)
    return Runner(command, name, "tiny", SCHEMA, product_key=f"key of {name}")


def command_of(fake: str, workload: str, schema: str, *words: str) -> tuple[str, ...]:
    """The command that starts a fake that says it is built for a workload of this schema."""
    return (sys.executable, str(FAKES / "launch.py"), fake, workload, schema, *words)


def codec(name: str, **fields: object) -> CodecManifest:
    """A manifest of a fake; the fields that matter to a test are given by name."""
    given = {"folder": FAKES, "library": "fake", "format": "fake", "licence": "MIT", "homepage": "", **fields}
    return CodecManifest(name=f"cpp/{name}", **given)  # type: ignore[arg-type]
