"""Times libraries of Python as serbench does and as a program of their users would, by pyperf.

In each round a process of the runner and one of pyperf do the same over all messages of a workload, in turn;
of each side the fastest process counts, because other programs only add to a time. Both are CPU time. It
prints both in ns and the quotient.

    .venv/bin/python benchmarks/own_use.py [WORKLOAD] [ROUNDS]

pyperf is the one of python/calibration; what it times is benchmarks/own_use_timed.py.
"""

import sys
from pathlib import Path
from statistics import median

from asking import asking
from timed_command import CHECKOUT

sys.path.insert(0, str(CHECKOUT / "src"))

from serbench.builds.runners import build_runners
from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import Runner
from serbench.corpus.cache import corpus_of
from serbench.corpus.manifest import Corpus
from serbench.corpus.workload import find_workloads
from serbench.experiments.memory.plan import PRESETS
from serbench.languages.python.build import FLAGS
from serbench.languages.python.calibration import interpreter_with_pyperf
from serbench.languages.tool import benchmark_ns
from serbench.runner.process import ask
from serbench.selection.choice import codecs_named
from serbench.setup.readiness import make_ready

# The operations in which a library's own form of the data is used.
OPERATIONS = {
    "python/protobuf": ("serialize", "deserialize"),
    "python/msgspec-json": ("encode", "decode"),
    "python/msgspec-msgpack": ("encode", "decode"),
}
ROUNDS = 15
TIMED = Path(__file__).with_name("own_use_timed.py")
TIMEOUT_S = 300.0


def ours_ns(runner: Runner, corpus: Corpus) -> dict[str, float]:
    """The CPU time of one of each operation in a process of the runner: medians of its samples."""
    operations = OPERATIONS[runner.codec]
    request = PRESETS["standard"].request_of(runner.codec)
    arguments = {"corpus": corpus.path, "operations": ",".join(operations), **request}
    done = ask(runner, "measure", arguments, TIMEOUT_S)
    if done.outcome != "ok":
        sys.exit(f"{runner.codec}: {done.sentence}")
    samples = [reply for reply in done.replies if reply.tag == "sample"]
    return {
        name: median(
            one.integer("cpu_ns") / one.integer("n") for one in samples if one.text("operation") == name
        )
        for name in operations
    }


def theirs_ns(codec: CodecManifest, runner: Runner, corpus: Corpus) -> dict[str, float]:
    """The same by pyperf, of the library's own functions as its documentation calls them."""
    product = str(Path(runner.command[-1]).parent)
    command = (str(interpreter_with_pyperf(codec)), FLAGS, str(TIMED), product, codec.short_name)
    return dict(benchmark_ns("pyperf", command, corpus.path, OPERATIONS[codec.name]))


def main() -> None:
    parser = asking(__doc__)
    parser.add_argument("workload", nargs="?", default="media", metavar="WORKLOAD")
    parser.add_argument("rounds", nargs="?", type=int, default=ROUNDS, metavar="ROUNDS")
    asked = parser.parse_args()
    (workload,) = find_workloads([asked.workload])
    codecs = codecs_named(OPERATIONS)
    if missing := make_ready(codecs, tell=print):
        sys.exit(f"Not available here: {missing}")
    corpus = corpus_of(workload)
    runners = {one.codec: one for one in build_runners(codecs, [workload], jobs=2) if isinstance(one, Runner)}
    fastest: dict[tuple[str, str], list[float]] = {}
    for _ in range(asked.rounds):
        for codec in codecs:
            ours = ours_ns(runners[codec.name], corpus)
            theirs = theirs_ns(codec, runners[codec.name], corpus)
            for name in ours:
                known = fastest.setdefault((codec.name, name), [ours[name], theirs[name]])
                known[:] = [min(known[0], ours[name]), min(known[1], theirs[name])]
    for (name, operation), (own, others) in fastest.items():
        print(f"{name} {operation}: ours {own:.0f} ns, by pyperf {others:.0f} ns, {own / others:.3f}")


if __name__ == "__main__":
    main()
