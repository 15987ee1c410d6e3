"""The verb measure."""

from collections.abc import Callable, Sequence
from functools import partial

from harness.adapter import failure_of, judge_touch, judge_value
from harness.experiments import Bench
from harness.experiments.memory.messages import AtObject, encoded, given_messages
from harness.experiments.memory.nothing import Nothing
from harness.experiments.memory.operation import Entry, Operation, entries_of
from harness.experiments.memory.subject import Proof, Subject
from harness.protocol.refusal import refuse
from harness.protocol.replies import Digest
from harness.protocol.request import Request
from harness.timing.clocks import start_process
from harness.timing.collector import Collecting, freeze
from harness.timing.resident_memory import peak_resident_bytes
from harness.timing.sampler import Sample, SamplingPlan, take
from harness.values.corpus import Corpus, load_corpus_to_measure
from harness.values.digest import digest_of_digests, xxh64

_LARGEST_KEEP = 2**28
# The quickest of so many runs of the empty loop is what the loop costs.
_EMPTY_RUNS = 5


def measure(bench: Bench) -> None:
    request = bench.request
    plan, keep = _plan_of(request)
    names = request.list("operations")
    corpus = load_corpus_to_measure(request.path("corpus"), bench.form)
    given = request.optional_path("encoded")
    chosen = _chosen_of(entries_of(bench.new_adapter()), names, given is not None)
    if given is None:
        messages: Callable[[], list[bytes]] = partial(encoded, bench.new_adapter(), corpus.objects)
    else:
        messages = given_messages(given, len(corpus.objects))
    _Measuring(bench, corpus, plan).all(chosen, messages, keep)


def _plan_of(request: Request) -> tuple[SamplingPlan, int]:
    keys = ("sample_ns", "samples", "warmup_ns", "budget_ns")
    plan = SamplingPlan(**{key: request.number(key) for key in keys})
    keep = request.optional_number("keep") or 0
    if keep > _LARGEST_KEEP:
        raise refuse(f"The value of keep is {keep}, and at most {_LARGEST_KEEP} objects can be kept.")
    return plan, keep


def _chosen_of(entries: Sequence[Entry], names: Sequence[str], from_file: bool) -> list[Entry]:
    """The operations of these names; with messages from a file they must start from bytes."""
    by_name = {entry.name: entry for entry in entries}
    for name in names:
        if name not in by_name:
            raise refuse(f'This codec has no operation "{name}".')
        if from_file and not by_name[name].from_bytes:
            raise refuse(
                f'The operation "{name}" does not start from messages, so it cannot read those of a file.'
            )
    return [by_name[name] for name in names]


class _Measuring:
    def __init__(self, bench: Bench, corpus: Corpus, plan: SamplingPlan) -> None:
        self._bench, self._corpus, self._plan = bench, corpus, plan
        self._send = bench.replies.send

    def all(self, chosen: Sequence[Entry], messages: Callable[[], list[bytes]], keep: int) -> None:
        corpus = self._corpus
        objects = len(corpus.objects)
        self._send("corpus", objects=objects, bytes=corpus.bytes, digest=Digest(corpus.digest))
        try:
            on = Subject(corpus.objects, messages(), keep)
        except AtObject as fault:
            for entry in chosen:
                self._failed(entry.name, fault)
        else:
            freeze()
            for entry in chosen:
                try:
                    self._one(entry, on)
                except BaseException as fault:
                    self._failed(entry.name, fault)
        self._send("memory", peak_bytes=peak_resident_bytes())

    def _failed(self, name: str, fault: BaseException) -> None:
        """Reports how an operation failed. While timing nobody counts the objects, so a failure there has no
        index."""
        at = {"index": fault.index} if isinstance(fault, AtObject) else {}
        failure = fault.failure if isinstance(fault, AtObject) else failure_of(fault)
        self._send("failed", operation=name, outcome=failure.outcome, **at, detail=failure.detail)

    def _one(self, entry: Entry, on: Subject) -> None:
        ready = entry.make(self._bench.new_adapter, on)
        empty = entry.make(lambda: Nothing(self._bench.new_adapter()), on)
        self._proven(entry.name, "before", ready)
        self._sampled(entry.name, ready, empty)
        self._proven(entry.name, "after", ready)

    def _sampled(self, name: str, ready: Operation, empty: Operation) -> None:
        objects = len(self._corpus.objects)
        rotations = self._plan.calibrated_rotations(lambda count: take(ready.rotate, objects, count))
        self._send("calibrated", operation=name, n=rotations * objects)
        loop = _least([take(empty.rotate, objects, rotations) for _ in range(_EMPTY_RUNS)])
        taken, watch = 0, start_process()
        with Collecting() as collecting:
            while self._plan.goes_on(taken, watch.wall_ns()):
                sample = take(ready.rotate, objects, rotations)
                self._send(
                    "sample",
                    operation=name,
                    n=sample.n,
                    # What only returns its argument takes no longer than the empty loop, or less by chance.
                    cpu_ns=max(1, sample.cpu_ns - loop.cpu_ns),
                    wall_ns=max(1, sample.wall_ns - loop.wall_ns),
                    loop_ns=loop.cpu_ns,
                )
                taken += 1
        self._send("gc", operation=name, gc_ns=collecting.ns, collections=collecting.collections)

    def _proven(self, name: str, phase: str, ready: Operation) -> None:
        """Runs an operation over every object and compares."""
        digests: list[int] = []
        written: list[int] = []
        read: list[int] = []
        touch = size = 0
        for index in range(len(self._corpus.objects)):
            try:
                found = ready.prove(index)
                digests += self._judged(index, found)
            except BaseException as fault:
                raise AtObject(index, failure_of(fault)) from fault
            touch += found.touch
            size += found.size
            written += [] if found.written is None else [xxh64(found.written)]
            read += [] if found.read is None else [found.read]
        self._send(
            "verified",
            operation=name,
            phase=phase,
            digest=_digest_of_any(digests),
            touch=touch % 2**64,
            bytes=size,
            messages=_digest_of_any(written),
            **({"read": sum(read)} if read else {}),
        )

    def _judged(self, index: int, found: Proof) -> list[int]:
        """The digest of the value that came back, if one did; raises a Failure for what is wrong."""
        form = self._bench.form
        if found.plan:
            judge_touch(form, found.touch, found.plan, self._corpus.objects[index])
            return []
        return [judge_value(form, found.value, self._corpus.digests[index])]


def _least(samples: Sequence[Sample]) -> Sample:
    return min(samples, key=lambda sample: sample.cpu_ns)


def _digest_of_any(digests: Sequence[int]) -> Digest:
    """0 where there are none."""
    return Digest(digest_of_digests(digests) if digests else 0)
