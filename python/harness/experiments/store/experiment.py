"""The verbs of a store."""

from dataclasses import dataclass

from harness.experiments import Bench, Verb
from harness.experiments.store import reading, writing
from harness.experiments.store.index import Identity
from harness.experiments.store.level import require_level
from harness.experiments.store.number_list import NumberList
from harness.experiments.store.phases import BYTES_A_BLOCK, OBJECTS_A_BLOCK, OBJECTS_A_RANDOM_BLOCK
from harness.experiments.store.pool import Pool
from harness.experiments.store.reader import Reader
from harness.experiments.store.telling import tell_collected, tell_end, tell_phases
from harness.experiments.store.writer import Writer
from harness.protocol.refusal import refuse
from harness.protocol.replies import Digest
from harness.protocol.request import Request
from harness.timing.collector import Collecting, freeze
from harness.timing.resident_memory import resident_bytes


def require_one_thread(threads: int) -> None:
    """Refuses what only threads that run at the same time can do: in CPython they take turns."""
    if threads == 0:
        raise refuse("At least one thread is needed.")
    if threads > 1:
        raise refuse("This runner works with one thread.")


@dataclass(frozen=True, slots=True)
class _Setting:
    """What both verbs need."""

    pool: Pool
    data: str
    index: str
    objects: int
    direct: bool
    warmup_ns: int


def _setting_of(request: Request) -> _Setting:
    data, index = request.path("data"), request.path("index")
    objects, threads = request.number("objects"), request.number("threads")
    direct, warmup_ns = request.number("direct") != 0, request.number("warmup_ns")
    corpus = request.path("corpus")
    require_one_thread(threads)
    pool = Pool(corpus, request.optional_path("numbers"))
    freeze()
    return _Setting(pool, data, index, objects, direct, warmup_ns)


def _tell_corpus(bench: Bench, pool: Pool) -> None:
    bench.replies.send("corpus", objects=len(pool), bytes=pool.size_bytes, digest=Digest(pool.digest))


def _serve_write(bench: Bench) -> None:
    setting = _setting_of(bench.request)
    order = NumberList(bench.request.optional_path("order"))
    # The writer empties the files, which a wrong list must not do.
    order.require_order(setting.objects)
    identity = Identity(bench.about.codec, bench.about.workload, setting.pool.digest, setting.objects)
    writer = Writer(setting.data, setting.index, identity, direct=setting.direct)
    _tell_corpus(bench, setting.pool)
    codec = bench.new_adapter()
    asked = writing.Asked(setting.pool, bench.form, writer, order, hasattr(codec, "form"))
    done = writing.Writing(asked, codec)
    tell_end(bench.replies, "write", lambda: _write(bench, setting, writer, done))


def _write(bench: Bench, setting: _Setting, writer: Writer, done: writing.Writing) -> None:
    done.warm_up(setting.warmup_ns)
    with Collecting() as collected:
        done.run(setting.objects)
    data_bytes = writer.finish()
    done.sync()
    tell_phases(bench.replies, done.phases)
    tell_collected(bench.replies, "write", collected)
    bench.replies.send("stored", objects=setting.objects, bytes=done.size_bytes, data_bytes=data_bytes)


def _serve_read(bench: Bench) -> None:
    request = bench.request
    setting = _setting_of(request)
    level, keeps = request.path("level"), request.number("keep_objects") != 0
    codec = bench.new_adapter()
    require_level(level, codec)
    reader = Reader(setting.data, setting.index, direct=setting.direct)
    found = reader.identity
    if (found.workload, found.corpus_digest) != (bench.about.workload, setting.pool.digest):
        what = f"{found.workload} with the corpus {found.corpus_digest:016x}"
        raise refuse(f"The store in {setting.data} holds other objects: {what}.")
    _tell_corpus(bench, setting.pool)
    ids = request.optional_path("ids")
    most = OBJECTS_A_BLOCK if ids is None else OBJECTS_A_RANDOM_BLOCK
    block = setting.pool.block_objects(most, BYTES_A_BLOCK)
    numbers = NumberList(ids)
    asked = reading.Asked(setting.pool, bench.form, reader, level, block, keeps, numbers)
    done = reading.Reading(asked, codec)
    tell_end(bench.replies, level, lambda: _read(bench, setting, level, keeps, done))


def _read(bench: Bench, setting: _Setting, level: str, keeps: bool, done: reading.Reading) -> None:
    done.warm_up(setting.warmup_ns)
    before = resident_bytes()
    with Collecting() as collected:
        done.run(setting.objects)
    held = resident_bytes()
    if keeps:
        done.free()
    tell_phases(bench.replies, done.phases)
    tell_collected(bench.replies, level, collected)
    if keeps:
        bench.replies.send("held", bytes=max(0, held - before))
    bench.replies.send(
        "fetched",
        objects=setting.objects,
        bytes=done.size_bytes,
        digest=Digest(done.digest),
        touch=done.touch,
    )


VERBS = (
    Verb("store-write", _serve_write),
    Verb("store-read", _serve_read),
)
