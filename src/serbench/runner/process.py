"""Starts a runner for one request and collects its reply, however it ends."""

import contextlib
import math
import os
import selectors
import signal
import subprocess
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import IO

from serbench.codecs.runner import Runner
from serbench.errors import CacheDamaged
from serbench.languages import languages
from serbench.outcomes import DISK, HARNESS, HEAP_WORDS, tells_full
from serbench.runner.abandoned import tied
from serbench.runner.endings import exit_words, start_failure
from serbench.runner.entries import again_if_damaged
from serbench.runner.environment import runner_environment
from serbench.runner.programs import require_programs
from serbench.runner.reply import ProtocolFault, Reply, ReplyReader
from serbench.runner.together import among_others

# How much of a runner's output is kept; a real reply is far smaller.
STDERR_TAIL_BYTES = 64 * 1024
STDOUT_LIMIT_BYTES = 64 * 1024 * 1024
LINE_LIMIT_BYTES = 256 * 1024

_LAST_WORDS_CHARACTERS = 200
# How a line begins with which a runtime says why it ends, and behind which a trace may follow.
_FATAL = (
    *("fatal error: ", "FATAL ERROR: ", "memory allocation of ", "Exception in thread "),
    *("SyntaxError: ", "TypeError: ", "ReferenceError: "),
)
_CHUNK_BYTES = 64 * 1024
# How often a silent runner is polled; otherwise its output wakes the orchestrator, so that it
# costs the machine little during a measurement.
_IDLE_LOOK_S = 0.5


def _ignored(*_: object) -> None:
    """Does nothing."""


@dataclass(frozen=True, slots=True)
class Listener:
    """Functions that are told of a runner while it works: of each reply as it arrives, of the number of each
    process once it has started, and that it has been silent for ``silence_s``, again and again."""

    heard: Callable[[Reply], None] = _ignored
    started: Callable[[int], None] = _ignored
    silent: Callable[[], None] = _ignored
    silence_s: float = _IDLE_LOOK_S


NO_LISTENER = Listener()


@dataclass(frozen=True, slots=True)
class Conversation:
    """One request and its reply.

    ``outcome`` is ``ok``; ``refused`` (the runner answered ``error``); ``crashed``, ``timeout``,
    ``protocol``, ``cache``, ``disk`` or ``harness`` as PROTOCOL.md defines them. ``detail`` is one sentence
    about an outcome that is not ok.
    ``replies`` holds every sound line, also of a runner that died. ``exit_status`` is negative for a signal
    and None where nothing was started.
    """

    command: tuple[str, ...]
    outcome: str
    detail: str
    replies: tuple[Reply, ...]
    stderr_tail: str
    exit_status: int | None
    duration_ns: int

    @property
    def sentence(self) -> str:
        """``detail`` with the last line that the runner wrote to its standard error, or where a trace
        follows, that which says why its runtime ended it."""
        lines = [line.strip() for line in self.stderr_tail.splitlines() if line.strip()]
        if not lines or self.outcome in ("ok", "refused"):
            return self.detail
        chosen = next((line for line in lines if line.startswith(_FATAL)), lines[-1])
        last = "".join(letter if letter.isprintable() else "?" for letter in chosen)
        return f"{self.detail} Its last output: {last[:_LAST_WORDS_CHARACTERS]}"

    @property
    def row_outcome(self) -> str:
        """The outcome as a row has it: what a runner refuses is what its codec cannot do."""
        return "unsupported" if self.outcome == "refused" else self.outcome

    @property
    def peak_bytes(self) -> int | None:
        """The runner's largest resident size as it reported it last."""
        for reply in reversed(self.replies):
            if reply.tag == "memory":
                return reply.count("peak_bytes")
        return None


def request_words(runner: Runner, verb: str, arguments: Mapping[str, object]) -> tuple[str, ...]:
    """The command line of a request, ready to be pasted once it is quoted."""
    words = runner.words
    for language in languages():
        if language.name == runner.language and "corpus" in arguments:
            words = language.with_room(words, _size_bytes(str(arguments["corpus"])))
    return (*words, verb, *(f"{key}={value}" for key, value in arguments.items()))


def _size_bytes(path: str) -> int:
    try:
        return Path(path).stat().st_size
    except OSError:
        return 0


def ask(
    runner: Runner,
    verb: str,
    arguments: Mapping[str, object],
    timeout_s: float,
    listener: Listener = NO_LISTENER,
    extra_environment: Mapping[str, str] = MappingProxyType({}),
    silence_s: float = math.inf,
) -> Conversation:
    """Sends a request to a fresh process of the runner and waits for its end.

    ``listener`` is told what happens; ``extra_environment`` is added to what a runner sees; a runner that
    says nothing for ``silence_s`` is stopped as one that does not end in time. Nothing that a runner does
    raises; only a KeyboardInterrupt passes through, after the runner and its process group are dead. A
    process that a runner has moved to a session of its own is out of reach and lives on.

    Where a request fails, the runner's entries of the cache are examined, once; if one is damaged, it is made
    again and the request is repeated.
    """

    def once() -> Conversation:
        return _asked(runner, verb, arguments, timeout_s, listener, extra_environment, silence_s)

    try:
        return again_if_damaged(runner, once, _is_sound)
    except CacheDamaged as damaged:
        command = request_words(runner, verb, arguments)
        return Conversation(command, damaged.outcome, str(damaged), (), "", None, 0)


def _is_sound(conversation: Conversation) -> bool:
    """Whether nothing went wrong, neither with all nor with a part of what was asked."""
    if conversation.outcome != "ok":
        return False
    return all(reply.fields.get("outcome", "ok") == "ok" for reply in conversation.replies)


def _asked(
    runner: Runner,
    verb: str,
    arguments: Mapping[str, object],
    timeout_s: float,
    listener: Listener,
    extra_environment: Mapping[str, str],
    silence_s: float,
) -> Conversation:
    command = request_words(runner, verb, arguments)
    started_ns = time.monotonic_ns()
    try:
        require_programs(runner.words)
        process = subprocess.Popen(
            tied(command),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            env={**runner_environment(os.environ), **extra_environment},
        )
    except (OSError, ValueError) as error:
        return Conversation(command, HARNESS, start_failure(command, error), (), "", None, 0)
    outputs = _Outputs(process, runner, listener, silence_s)
    try:
        listener.started(process.pid)
        with among_others(process):
            fault = outputs.listen(time.monotonic() + timeout_s)
    finally:
        exit_status = _end(process)
    if fault is None:
        fault = _judge_exit(outputs.reader, exit_status)
    if fault is not None and fault[0] == "timeout":
        fault = ("timeout", outputs.overdue(timeout_s))
    stderr_tail = bytes(outputs.stderr_tail).decode("utf-8", errors="replace")
    outcome, detail = fault or ("ok", "")
    if outcome != "ok" and tells_full(f"{detail}\n{stderr_tail}"):
        outcome = DISK
    if outcome == "crashed" and any(words in stderr_tail for words in HEAP_WORDS):
        detail += " The heap that serbench gives it was full."
    return Conversation(
        command=command,
        outcome=outcome,
        detail=detail,
        replies=tuple(outputs.reader.replies),
        stderr_tail=stderr_tail,
        exit_status=exit_status,
        duration_ns=time.monotonic_ns() - started_ns,
    )


_Fault = tuple[str, str]


@dataclass(slots=True)
class _Outputs:
    """Reads both outputs of a process at once, so that neither fills its pipe and blocks the runner."""

    process: subprocess.Popen[bytes]
    runner: Runner
    listener: Listener
    silence_s: float
    reader: ReplyReader = field(default_factory=ReplyReader)
    stderr_tail: bytearray = field(default_factory=bytearray)
    _torn_line: bytearray = field(default_factory=bytearray)
    _stdout_bytes: int = 0
    _heard_s: float = field(default_factory=time.monotonic)

    def overdue(self, timeout_s: float) -> str:
        """The sentence that tells which limit a stopped runner exceeded."""
        if time.monotonic() >= self._heard_s + self.silence_s:
            return f"The runner said nothing for {self.silence_s:g} seconds and was stopped."
        return f"The runner did not end within {timeout_s:g} seconds and was stopped."

    def listen(self, deadline_s: float) -> _Fault | None:
        """Returns once the process has ended, or with the fault for which it must be stopped."""
        with selectors.DefaultSelector() as selector:
            takers = ((self.process.stdout, self._take_stdout), (self.process.stderr, self._take_stderr))
            for pipe, take in takers:
                assert pipe is not None
                os.set_blocking(pipe.fileno(), False)
                selector.register(pipe, selectors.EVENT_READ, take)
            try:
                return self._listen(selector, deadline_s)
            except ProtocolFault as fault:
                return ("protocol", str(fault))

    def _listen(self, selector: selectors.BaseSelector, deadline_s: float) -> _Fault | None:
        while True:
            remaining_s = min(deadline_s, self._heard_s + self.silence_s) - time.monotonic()
            if remaining_s <= 0:
                return ("timeout", "")
            pause_s = min(remaining_s, self.listener.silence_s)
            ready = selector.select(pause_s) if selector.get_map() else []
            # A child of the runner may hold the pipes open forever, so the runner's own end counts, and is
            # checked before the last read: what it had written by then is read in full.
            ended = not ready and _has_ended(self.process, wait_s=0 if selector.get_map() else remaining_s)
            if not ready and not ended:
                self.listener.silent()
            for key, _ in ready:
                chunk = _read(key.fileobj)  # type: ignore[arg-type]
                if chunk == b"":
                    selector.unregister(key.fileobj)
                elif chunk is not None:
                    key.data(chunk)
            if ended and not selector.select(0):
                return None

    def _take_stdout(self, chunk: bytes) -> None:
        self._heard_s = time.monotonic()
        self._stdout_bytes += len(chunk)
        if self._stdout_bytes > STDOUT_LIMIT_BYTES:
            raise ProtocolFault(f"The runner's reply is longer than {STDOUT_LIMIT_BYTES} bytes.")
        self._torn_line += chunk
        *lines, rest = bytes(self._torn_line).split(b"\n")
        self._torn_line = bytearray(rest)
        for line in lines:
            reply = self.reader.take(line)
            if reply.tag == "runner":
                _require_identity(self.runner, reply)
            self.listener.heard(reply)
        if len(self._torn_line) > LINE_LIMIT_BYTES:
            raise ProtocolFault(f"Line {self.reader.lines + 1} is longer than {LINE_LIMIT_BYTES} bytes.")

    def _take_stderr(self, chunk: bytes) -> None:
        self.stderr_tail += chunk
        del self.stderr_tail[:-STDERR_TAIL_BYTES]


def _read(pipe: IO[bytes]) -> bytes | None:
    """The contents of a pipe; empty at its end, None when there are none yet."""
    try:
        return os.read(pipe.fileno(), _CHUNK_BYTES)
    except BlockingIOError:
        return None


def _has_ended(process: subprocess.Popen[bytes], wait_s: float) -> bool:
    """Whether the process is over. It is not reaped, so that its number still names its own group."""
    deadline_s = time.monotonic() + wait_s
    # A process that has closed its outputs usually ends within a millisecond.
    pause_s = 0.0005
    while True:
        if os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is not None:
            return True
        if time.monotonic() >= deadline_s:
            return False
        time.sleep(min(pause_s, wait_s))
        pause_s = min(2 * pause_s, 0.02)


def _end(process: subprocess.Popen[bytes]) -> int:
    """Kills whatever is left of the runner's process group and reaps the runner."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    status = process.wait()
    for pipe in (process.stdout, process.stderr):
        if pipe is not None:
            pipe.close()
    return status


def _require_identity(runner: Runner, greeting: Reply) -> None:
    """A confused product would be measured under a wrong name."""
    codec = f"{greeting.text('language')}/{greeting.text('codec')}"
    said = (codec, greeting.text("workload"), greeting.text("schema"))
    built_for = runner.built_for or runner.workload
    built_name = runner.built_name or runner.codec
    if said[:2] != (built_name, built_for):
        raise ProtocolFault(
            f"The runner says it is {said[0]} for {said[1]} where {built_name} for {built_for} belongs."
        )
    if said[2] != runner.schema:
        raise ProtocolFault("The runner was built for another schema of the workload.")


def _judge_exit(reader: ReplyReader, exit_status: int) -> _Fault | None:
    """PROTOCOL.md: 0 after ``end``, 2 after ``error``, anything else is a crash."""
    refusal = reader.refusal
    if refusal is not None and exit_status == 2:
        return ("refused", refusal or "The runner refused the request without a reason.")
    if reader.complete and refusal is None and exit_status == 0:
        return None
    where = "after its reply was complete" if reader.complete else "before its reply was complete"
    return ("crashed", f"The runner {exit_words(exit_status)} {where}.")
