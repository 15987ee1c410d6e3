"""The counts of real native runners next to their times, with the libraries preloaded that count."""

import subprocess
from pathlib import Path

import pytest
from runners.conftest import RunnerOf

from serbench.codecs.runner import Runner
from serbench.corpus.manifest import Corpus
from serbench.experiments.memory.counting import counter_library
from serbench.languages.cpp.probe import cpp_toolchain
from serbench.languages.cpp.programs import counting_library
from serbench.runner.process import ask
from serbench.runner.reply import Reply

NATIVE = ("cpp/handcoded", "rust/handcoded")
OPERATIONS = ("encode", "decode")
BRIEF = {"sample_ns": 1, "samples": 1, "warmup_ns": 0, "budget_ns": 1}
# Each time it is asked it has counted a thousand more.
THOUSANDS = 'extern "C" long serbench_instructions() { static long count; return count += 1000; }\n'
REFUSING = 'extern "C" long serbench_instructions() { return -2; }\n'


def counted(runner: Runner, corpus: Corpus, library: Path, tag: str) -> dict[str, Reply]:
    arguments = {"corpus": corpus.path, "operations": ",".join(OPERATIONS), **BRIEF}
    found = ask(runner, "measure", arguments, 600.0, extra_environment={"LD_PRELOAD": str(library)})
    assert found.outcome == "ok", found.sentence
    return {reply.text("operation"): reply for reply in found.replies if reply.tag == tag}


def library_of(folder: Path, source: str) -> Path:
    (folder / "counter.cpp").write_text(source)
    command = [*cpp_toolchain().tool("compiler").command, "-shared", "-fPIC", str(folder / "counter.cpp")]
    subprocess.run([*command, "-o", str(folder / "counter.so")], check=True)
    return folder / "counter.so"


@pytest.mark.parametrize("codec", NATIVE)
def test_the_instructions_of_one_rotation_are_told_where_the_counter_has_them(
    codec: str, runner_of: RunnerOf, corpora: dict[str, Corpus], tmp_path: Path
) -> None:
    runner, corpus = runner_of(codec, "record"), corpora["record"]
    told = counted(runner, corpus, library_of(tmp_path, THOUSANDS), "executed")
    found = {name: (reply.count("n"), reply.count("instructions")) for name, reply in told.items()}
    assert found == dict.fromkeys(OPERATIONS, (corpus.manifest.objects, 1000))
    assert counted(runner, corpus, library_of(tmp_path, REFUSING), "executed") == {}


@pytest.mark.parametrize("codec", NATIVE)
def test_the_processors_counter_is_read_where_it_is_offered(
    codec: str, runner_of: RunnerOf, corpora: dict[str, Corpus]
) -> None:
    told = counted(
        runner_of(codec, "record"), corpora["record"], counting_library("instructions"), "executed"
    )
    assert set(told) == (set() if counter_library() is None else set(OPERATIONS))
    # Whatever the code, an object of 17 KB takes more than a hundred instructions and less than a million.
    assert all(100 < reply.count("instructions") / reply.count("n") < 1_000_000 for reply in told.values())


@pytest.mark.parametrize("codec", NATIVE)
def test_allocations_are_those_of_the_objects_strings_and_lists(
    codec: str, runner_of: RunnerOf, corpora: dict[str, Corpus]
) -> None:
    told = counted(
        runner_of(codec, "record"), corpora["record"], counting_library("allocations"), "allocated"
    )
    # A record has two lists and 100 strings too long to lie within their objects.
    assert told["decode"].count("allocations") / told["decode"].count("n") == 102
    assert told["encode"].count("allocations") == 0
