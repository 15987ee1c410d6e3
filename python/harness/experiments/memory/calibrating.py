"""The verb calibrate: the sampler itself."""

from collections.abc import Sequence

from harness.experiments import Bench
from harness.timing.clocks import start_process
from harness.timing.collector import freeze
from harness.timing.sampler import Sample, SamplingPlan, take
from harness.values.corpus import load_corpus_to_measure
from harness.values.image import ImageForm


class _Copies:
    """Copies of each object's bytes through the sampler, and calls that copy nothing."""

    def __init__(self, sources: Sequence[bytes]) -> None:
        self._sources = sources

    def copy(self, rotations: int) -> None:
        turn, sources = self._turn, self._sources
        for _ in range(rotations):
            for source in sources:
                turn(source)

    def nothing(self, rotations: int) -> None:
        turn, sources = self._no_turn, self._sources
        for _ in range(rotations):
            for source in sources:
                turn(source)

    def hand_written(self, rotations: int) -> Sample:
        sources = self._sources
        watch = start_process()
        for _ in range(rotations):
            for source in sources:
                bytearray(source)
        cpu_ns = watch.cpu_ns()
        return Sample(rotations * len(sources), cpu_ns, watch.wall_ns())

    def _turn(self, source: bytes) -> bytearray:
        return bytearray(source)

    def _no_turn(self, source: bytes) -> None:
        pass


def calibrate(bench: Bench) -> None:
    """Measures the sampler. The samples of the three loops are taken in turn, so that a change of the
    machine's speed affects all. What the sampler says of a copy is without the loop, as of every
    operation."""
    plan = SamplingPlan(bench.request.number("sample_ns"), bench.request.number("samples"))
    corpus = load_corpus_to_measure(bench.request.path("corpus"), ImageForm(bench.plain))
    copies, objects = _Copies([image.data for image in corpus.objects]), len(corpus.objects)
    freeze()
    empty = plan.calibrated_rotations(lambda count: take(copies.nothing, objects, count))
    copied = plan.calibrated_rotations(lambda count: take(copies.copy, objects, count))
    for _ in range(plan.samples):
        whole, loop = take(copies.copy, objects, copied), take(copies.nothing, objects, copied)
        samples = {
            "empty": take(copies.nothing, objects, empty),
            "sampler-memcpy": Sample(whole.n, whole.cpu_ns - loop.cpu_ns, whole.wall_ns - loop.wall_ns),
            "hand-memcpy": copies.hand_written(copied),
        }
        for name, sample in samples.items():
            bench.replies.send(
                "calibration", name=name, n=sample.n, cpu_ns=sample.cpu_ns, wall_ns=sample.wall_ns
            )
