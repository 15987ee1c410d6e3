"""PRODUCT CORPUS OPERATION…: prints each operation and the nanoseconds of one, by pyperf."""

import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from time import perf_counter
from typing import Any

import pyperf

# As pyperf asks of the processes that it starts: this one is such a worker, so that nothing is timed in
# another. A worker is told its number of loops, so a rotation is repeated within one, for 0.1 s at least.
_WORKER = ("--worker", "--quiet", "--values=3", "--warmups=1", "--loops=1")
_LEAST_S = 0.1


def main(product: str, path: str, operations: Sequence[str]) -> None:
    sys.path.insert(0, product)
    from codec import new_adapter
    from harness.adapter import judge_value
    from harness.experiments.memory.nothing import Nothing
    from harness.timing.collector import fix_runtime, freeze
    from harness.values.corpus import load_corpus_to_measure
    from rendered.walks.form import PlainForm

    fix_runtime()
    form = PlainForm()
    corpus = load_corpus_to_measure(path, form)
    adapter = new_adapter()
    messages = [bytes(adapter.encode(object)) for object in corpus.objects]
    for message, digest in zip(messages, corpus.digests, strict=True):
        judge_value(form, adapter.decode(message), digest)
    freeze()
    inputs = {"encode": corpus.objects, "decode": messages}
    runner = pyperf.Runner()
    runner.parse_args(_WORKER)
    for operation in operations:
        of = inputs[operation]
        with redirect_stdout(sys.stderr):
            whole = _seconds(runner, operation, getattr(adapter, operation), of)
            loop = _seconds(runner, f"{operation}, empty", getattr(Nothing(adapter), operation), of)
        print(operation, (whole - loop) * 1e9)


def _seconds(runner: Any, name: str, work: Callable[[Any], object], inputs: Sequence[Any]) -> float:
    """The mean of one call, of all inputs in turn."""

    def rotate(times: int) -> None:
        for _ in range(times):
            for one in inputs:
                work(one)

    times, took_s = 1, 0.0
    while took_s < _LEAST_S:
        times *= 2
        began_s = perf_counter()
        rotate(times)
        took_s = perf_counter() - began_s
    mean: float = runner.bench_func(name, rotate, times, inner_loops=times * len(inputs)).mean()
    return mean


main(sys.argv[1], sys.argv[2], sys.argv[3:])
