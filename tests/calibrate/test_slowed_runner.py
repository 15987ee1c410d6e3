"""The real codec that is slower by construction: a runner like any other, with more to do."""

import shutil

import pytest

from serbench.builds.runners import build_runners
from serbench.codecs.runner import Runner, silent
from serbench.corpus.cache import corpus_of
from serbench.corpus.workload import find_workloads
from serbench.experiments.memory.calibrate.loops import build_flags
from serbench.languages.cpp.calibration import slowed_runners
from serbench.runner.process import ask
from serbench.selection.discovery import find_codecs

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("cmake") is None, reason="there is no CMake"),
]


def test_it_measures_what_the_codec_measures() -> None:
    codecs = [codec for codec in find_codecs() if codec.name == "cpp/handcoded"]
    [workload] = find_workloads(("record",))
    [usual] = build_runners(codecs, [workload], jobs=1, progress=silent)
    assert isinstance(usual, Runner)
    slowed = slowed_runners(codecs, [usual], workload, build_flags(usual))["cpp/handcoded"]
    corpus = corpus_of(workload)
    request = {"corpus": corpus.path, "operations": "encode,decode", "sample_ns": 1, "samples": 3}
    conversation = ask(slowed, "measure", {**request, "warmup_ns": 0, "budget_ns": 1}, timeout_s=60)
    assert conversation.outcome == "ok", conversation.sentence
    proved = [reply.text("digest") for reply in conversation.replies if reply.tag == "verified"]
    assert proved == [corpus.manifest.digest] * 4
