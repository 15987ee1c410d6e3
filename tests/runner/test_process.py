"""Runners that end well, badly and never, each as a real process."""

import os
import signal
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from fakes.tiny import FAKES, SCHEMA, make_corpus, runner

from serbench.codecs.runner import Runner
from serbench.runner.endings import exit_words
from serbench.runner.environment import runner_environment
from serbench.runner.process import (
    NO_LISTENER,
    STDERR_TAIL_BYTES,
    Conversation,
    Listener,
    ask,
    request_words,
)
from serbench.runner.reply import Reply

ARGUMENTS = {"sample_ns": 1, "samples": 4, "warmup_ns": 1, "budget_ns": 1}


def measure(
    fake: str, folder: Path, operations: str, timeout_s: float = 20, listener: Listener = NO_LISTENER
) -> Conversation:
    request = {"corpus": make_corpus(folder).path, "operations": operations, **ARGUMENTS}
    return ask(runner(fake), "measure", request, timeout_s, listener)


def test_an_honest_runner_is_heard_to_its_end(tmp_path: Path) -> None:
    heard: list[Reply] = []
    pids: list[int] = []
    conversation = ask(runner("honest"), "describe", {}, 20, Listener(heard.append, pids.append))
    assert (len(pids), os.getpid() in pids) == (1, False)
    assert (conversation.outcome, conversation.detail, conversation.exit_status) == ("ok", "", 0)
    assert tuple(heard) == conversation.replies
    assert [reply.tag for reply in heard[:2]] == ["runner", "library"]
    assert heard[-1].tag == "end"


def test_the_command_can_be_pasted(tmp_path: Path) -> None:
    conversation = measure("honest", tmp_path, "encode")
    assert conversation.command[-6:-4] == (f"corpus={tmp_path / 'corpus.bin'}", "operations=encode")
    assert conversation.peak_bytes == 12345678


def test_what_came_before_a_crash_is_kept(tmp_path: Path) -> None:
    conversation = measure("crasher", tmp_path, "encode,decode")
    assert conversation.outcome == "crashed"
    assert conversation.exit_status == -signal.SIGSEGV
    expected = "The runner was killed by signal 11 (segmentation fault) before its reply was complete."
    assert conversation.detail == expected
    assert conversation.sentence == f"{expected} Its last output: about to crash"
    assert conversation.replies[-1].tag == "sample"
    assert conversation.replies[-1].text("operation") == "decode"


def test_last_words_before_a_trace_are_those_of_the_runtime() -> None:
    trace = "runtime: some words\nfatal error: out of memory\n\nmain.go:7 +0x41\n"
    conversation = Conversation((), "crashed", "It ended.", (), trace, 2, 0)
    assert conversation.sentence == "It ended. Its last output: fatal error: out of memory"
    trace = 'Exception in thread "main" OutOfMemoryError\n  at Runner.main(Runner.java:41)\n'
    assert replace(conversation, stderr_tail=trace).sentence == (
        'It ended. Its last output: Exception in thread "main" OutOfMemoryError'
    )


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory",
            "FATAL ERROR: Re",
        ),
        (
            'Exception in thread "main" java.lang.OutOfMemoryError: Java heap space',
            'Exception in thread "main"',
        ),
    ],
)
def test_a_full_heap_is_named_as_ours(line: str, said: str, tmp_path: Path) -> None:
    program = (
        f"import os, sys; print({line!r}, file=sys.stderr); print(' 3: 0x7f3d', file=sys.stderr); os.abort()"
    )
    found = ask(Runner((sys.executable, "-c", program), "cpp/a", "tiny", SCHEMA, "key"), "measure", {}, 20)
    assert found.outcome == "crashed"
    assert found.detail.endswith(" The heap that serbench gives it was full.")
    assert f"was full. Its last output: {said}" in found.sentence


def test_a_heap_grows_with_the_corpus_of_a_request(tmp_path: Path) -> None:
    (tmp_path / "corpus").write_bytes(bytes(40 * 2**20))
    of_java = Runner(("java", "-Xmx512m", "x"), "java/a", "tiny", SCHEMA, "key")
    given = {"corpus": tmp_path / "corpus"}
    assert request_words(of_java, "check", given)[:4] == ("java", "-Xmx1472m", "x", "check")
    assert request_words(of_java, "describe", {})[:2] == ("java", "-Xmx512m")
    assert request_words(of_java, "check", {"corpus": tmp_path / "gone"})[:2] == ("java", "-Xmx512m")
    assert request_words(replace(of_java, codec="other/a"), "check", given)[:2] == ("java", "-Xmx512m")


def test_a_runner_that_hangs_is_stopped(tmp_path: Path) -> None:
    silences: list[int] = []
    listener = Listener(silent=lambda: silences.append(1), silence_s=0.05)
    conversation = measure("sleeper", tmp_path, "encode", 0.3, listener)
    assert conversation.outcome == "timeout"
    assert conversation.detail == "The runner did not end within 0.3 seconds and was stopped."
    assert conversation.exit_status == -signal.SIGKILL
    assert conversation.replies == ()
    assert silences


def test_noise_on_standard_output_stops_the_runner(tmp_path: Path) -> None:
    conversation = measure("noisy", tmp_path, "encode")
    assert (conversation.outcome, conversation.detail) == ("protocol", "Line 3 is not a reply: 'hello'.")
    assert [reply.tag for reply in conversation.replies] == ["runner", "corpus"]


def test_another_version_is_a_fault_of_the_protocol(tmp_path: Path) -> None:
    conversation = measure("foreign", tmp_path, "encode")
    assert conversation.outcome == "protocol"
    assert conversation.detail == "The runner speaks version '2' of the protocol, serbench speaks 1."


def test_a_reply_without_its_end_is_a_crash(tmp_path: Path) -> None:
    conversation = measure("quitter", tmp_path, "encode")
    assert conversation.outcome == "crashed"
    assert conversation.detail == "The runner ended with exit status 0 before its reply was complete."


def test_a_refusal_is_told_in_the_runners_words(tmp_path: Path) -> None:
    conversation = measure("honest", tmp_path, "shred")
    assert (conversation.outcome, conversation.detail) == ("refused", "there is no operation shred")


def test_endless_noise_fills_no_memory(tmp_path: Path) -> None:
    conversation = measure("flood", tmp_path, "encode")
    assert conversation.outcome == "protocol"
    assert conversation.detail == "Line 1 is longer than 262144 bytes."
    assert len(conversation.stderr_tail) == STDERR_TAIL_BYTES
    assert conversation.stderr_tail.endswith("19999\n")


def test_a_child_left_behind_neither_delays_nor_survives(tmp_path: Path) -> None:
    conversation = ask(runner("parent"), "describe", {}, 20)
    assert conversation.outcome == "ok"
    assert conversation.duration_ns < 15e9
    assert _is_gone(int(conversation.stderr_tail))


def test_an_interrupt_kills_the_runner_and_passes_through(tmp_path: Path) -> None:
    def interrupt(reply: Reply) -> None:
        if reply.tag == "library":
            raise KeyboardInterrupt

    pids: list[int] = []
    original = os.killpg

    def noted(group: int, number: int) -> None:
        pids.append(group)
        original(group, number)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "killpg", noted)
        with pytest.raises(KeyboardInterrupt):
            ask(runner("parent"), "describe", {}, 20, Listener(interrupt))
    assert len(pids) == 1
    assert _is_gone(pids[0])


def test_a_runner_of_another_codec_is_refused() -> None:
    mixed_up = Runner(runner("honest").command, "cpp/other", "tiny", SCHEMA, "key")
    conversation = ask(mixed_up, "describe", {}, 20)
    assert conversation.outcome == "protocol"
    assert conversation.detail == (
        "The runner says it is cpp/honest for tiny where cpp/other for tiny belongs."
    )


def test_a_runner_for_another_schema_is_refused() -> None:
    stale = Runner(runner("honest").command, "cpp/honest", "tiny", "6" * 64, "key")
    conversation = ask(stale, "describe", {}, 20)
    assert conversation.detail == "The runner was built for another schema of the workload."


def test_a_program_that_is_missing_or_none_is_a_sentence(tmp_path: Path) -> None:
    missing = ask(Runner((str(tmp_path / "none"),), "cpp/none", "tiny", SCHEMA, "key"), "describe", {}, 20)
    assert missing.outcome == "harness"
    assert missing.detail == f"The runner {tmp_path / 'none'} could not be started: there is no such program."
    assert missing.exit_status is None
    plain = FAKES / "tiny.py"
    refused = ask(Runner((str(plain),), "cpp/none", "tiny", SCHEMA, "key"), "describe", {}, 20)
    assert refused.detail == f"The runner {plain} could not be started: it is not executable."


def test_the_ways_to_die_have_words() -> None:
    assert exit_words(-9) == "was killed by signal 9 (killed from outside; the memory may have run out)"
    assert exit_words(-6) == "was killed by signal 6 (aborted)"
    assert exit_words(-40) == "was killed by signal 40"
    assert exit_words(3) == "ended with exit status 3"


def _is_gone(pid: int) -> bool:
    """Whether a process has ended; one that was killed may be a zombie until init has seen it."""
    for _ in range(200):
        try:
            stat = Path(f"/proc/{pid}/stat").read_text()
        except (FileNotFoundError, ProcessLookupError):
            return True
        if stat.rpartition(")")[2].split()[0] == "Z":
            return True
        time.sleep(0.01)
    return False


def test_settings_of_the_shell_do_not_reach_a_runner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = {"PATH": "/bin", "LANG": "C", "LD_PRELOAD": ""}
    foreign = ("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "GLIBC_TUNABLES", "MALLOC_ARENA_MAX")
    assert runner_environment({**kept, **dict.fromkeys(foreign, "x")}) == kept
    script = tmp_path / "runner"
    script.write_text("#!/bin/sh\nenv >&2\n")
    script.chmod(0o755)
    for name in foreign:
        monkeypatch.setenv(name, "surprise")
    told = ask(Runner((str(script),), "cpp/a", "tiny", SCHEMA, "k"), "describe", {}, 20).stderr_tail
    assert "PATH=" in told
    assert "surprise" not in told
