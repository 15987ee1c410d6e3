"""PRODUCT CODEC CORPUS OPERATION…: prints each operation and the nanoseconds of one, by pyperf.

The adapter makes only the inputs. What is timed are the calls that a program of the library's users has in
its own loop, less what the same loop takes without them; it is CPU time, which other programs disturb least.
"""

import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from time import process_time
from typing import Any

import pyperf

# As pyperf asks of the processes that it starts; a rotation is repeated within a loop, for 0.1 s at least.
_WORKER = ("--worker", "--quiet", "--values=3", "--warmups=1", "--loops=1")
_LEAST_S = 0.1
Loop = Callable[[int], None]


def protobuf(objects: Sequence[Any], messages: Sequence[bytes]) -> dict[str, Loop]:
    from touching import MESSAGE

    opened = [MESSAGE.FromString(message) for message in messages]

    def serialize(times: int) -> None:
        for _ in range(times):
            for message in opened:
                message.SerializeToString()

    def deserialize(times: int) -> None:
        for _ in range(times):
            for message in messages:
                MESSAGE.FromString(message)

    return {"serialize": serialize, "deserialize": deserialize}


def msgspec(objects: Sequence[Any], messages: Sequence[bytes]) -> dict[str, Loop]:
    from library import Decoder, Encoder
    from rendered.plain import SerbenchRoot

    encoder, decoder, buffer = Encoder(), Decoder(SerbenchRoot), bytearray(64)

    def encode(times: int) -> None:
        for _ in range(times):
            for one in objects:
                encoder.encode_into(one, buffer)

    def decode(times: int) -> None:
        for _ in range(times):
            for message in messages:
                decoder.decode(message)

    return {"encode": encode, "decode": decode}


USES = {"protobuf": protobuf, "msgspec-json": msgspec, "msgspec-msgpack": msgspec}


def main(product: str, codec: str, path: str, operations: Sequence[str]) -> None:
    sys.path.insert(0, product)
    from codec import new_adapter
    from harness.timing.collector import fix_runtime, freeze
    from harness.values.corpus import load_corpus_to_measure
    from rendered.walks.form import PlainForm

    fix_runtime()
    objects = load_corpus_to_measure(path, PlainForm()).objects
    adapter = new_adapter()
    messages = [bytes(adapter.encode(one)) for one in objects]
    uses = USES[codec](objects, messages)
    freeze()

    def empty(times: int) -> None:
        for _ in range(times):
            for _one in messages:
                pass

    runner = pyperf.Runner()
    runner.parse_args(_WORKER)
    for name in operations:
        with redirect_stdout(sys.stderr):
            whole_s = _seconds(runner, name, uses[name], len(messages))
            loop_s = _seconds(runner, f"{name}, empty", empty, len(messages))
        print(name, (whole_s - loop_s) * 1e9)


def _seconds(runner: Any, name: str, loop: Loop, inner: int) -> float:
    """The mean of one call, of all inputs in turn."""

    def cpu_s(times: int) -> float:
        began_s = process_time()
        loop(times)
        return process_time() - began_s

    times = 1
    while cpu_s(times) < _LEAST_S:
        times *= 2
    mean: float = runner.bench_time_func(name, lambda _: cpu_s(times), inner_loops=times * inner).mean()
    return mean


main(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:])
