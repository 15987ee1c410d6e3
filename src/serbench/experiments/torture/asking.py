"""Gives cases to a runner one by one, and starts it again behind a case at which it ends. Nothing that a
runner does is raised, and nothing of it is left behind."""

import math
import re
import signal
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from serbench.codecs.runner import Runner
from serbench.corpus.container import MESSAGES_MAGIC, ContainerWriter
from serbench.engine.isolation import MOST_MEMORY_KIB, limited, require_of_codec
from serbench.errors import SerbenchError
from serbench.experiments.torture.cases.case import Case, Message
from serbench.experiments.torture.judging import CRASHED, HUNG, OVERALLOCATED, Death, Told, Tried
from serbench.runner.process import Conversation, Listener, ask
from serbench.runner.reply import Reply

HANG_NS = 1_000_000_000
# As much as the heap of runners in a virtual machine; what is mapped already does not count.
ADDRESS_SPACE_BYTES = 512 * 2**20
STACK_BYTES = 8 * 2**20
# A process that sleeps uses no CPU time, and a machine may be slow.
SILENCE_S = 30.0
# What a dying process may leave in its folder.
MOST_FILE_KIB = 1024
# Cases that a file holds, and their bytes.
_BATCH_CASES, _BATCH_BYTES = 20_000, 64 * 2**20
# A runner that dies more often is not started again: the cases so far are a sample of all. A hang takes
# seconds.
MOST_DEATHS, MOST_HANGS = 1000, 40
_OUT_OF_TIME = "The limit of CPU time was reached."
# What begins a sanitizer's finding, and what it says of a request for too much memory.
_SANITIZER_MARKS = ("ERROR: AddressSanitizer", "runtime error:")
_TOO_LARGE = "requested allocation size"
_PROCESS = re.compile(r"^==\d+==\s*(ERROR: )?")


class Unaskable(SerbenchError):
    """A runner does not take part; the text is one sentence about why. ``outcome`` is that of its row."""

    def __init__(self, detail: str, outcome: str = "unsupported") -> None:
        super().__init__(detail)
        self.outcome = outcome


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a runner; tests set lower ones.
    Native runners limit their address space in addition to all memory, None for no limit."""

    hang_ns: int = HANG_NS
    silence_s: float = SILENCE_S
    most_memory_kib: int | None = MOST_MEMORY_KIB
    address_space_bytes: int = ADDRESS_SPACE_BYTES
    stack_bytes: int = STACK_BYTES
    most_deaths: int = MOST_DEATHS
    most_hangs: int = MOST_HANGS

    def of(self, sanitizers: Sequence[str]) -> "Limits":
        """Sanitizers take address space without end, and limit memory themselves."""
        return replace(self, address_space_bytes=0, most_memory_kib=None) if sanitizers else self


@dataclass(slots=True)
class Torturing:
    """A runner and the folder for its files. ``operations`` are those that it tries, ``valid_ns`` how long a
    valid message takes it; both are known once it has taken cases."""

    runner: Runner
    folder: Path
    limits: Limits = field(default_factory=Limits)
    operations: tuple[str, ...] = ()
    valid_ns: int = 0
    deaths: int = 0
    hangs: int = 0

    def torture(
        self, cases: Sequence[Case], messages: tuple[Message, ...], tell: Callable[[int], object]
    ) -> Iterator[tuple[int, Told]]:
        """Yields the index of each case and what is told of it, in order.
        It ends early where the runner dies too often. ``tell`` hears how many are done. Raises Unaskable
        where the runner does not take cases."""
        valid = self._file("valid.bin", [messages[0].data])
        for start, stop in _batches(cases, messages):
            file = self._file("cases.bin", (cases[at].data(messages) for at in range(start, stop)))
            first = start
            while first < stop:
                told, conversation = self._ask(file, first - start, valid, messages[0].digest, tell, start)
                if not told and not self.operations:
                    if conversation.outcome == "ok":
                        raise Unaskable("The runner took no case.")
                    raise Unaskable(conversation.sentence, conversation.row_outcome)
                for index, one in told:
                    yield start + index, one
                reached = start + told[-1][0] + 1 if told else first
                if conversation.outcome == "ok":
                    break
                # A runner that dies before the first case again and again gets no further.
                first = max(reached, first + 1)
                self.deaths += 1
                self.hangs += bool(told and told[-1][1].death and told[-1][1].death.outcome == HUNG)
                if self.deaths >= self.limits.most_deaths or self.hangs >= self.limits.most_hangs:
                    return

    def _ask(
        self, file: Path, first: int, valid: Path, digest: str, tell: Callable[[int], object], start: int
    ) -> tuple[list[tuple[int, Told]], Conversation]:
        listener = _Listener(lambda index: tell(start + index))
        conversation = ask(
            limited(self.runner, self.folder, self.limits.most_memory_kib, MOST_FILE_KIB),
            "torture",
            {
                "cases": file,
                "first": first,
                "valid": valid,
                "digest": digest,
                "hang_ns": self.limits.hang_ns,
                "address_space_bytes": self.limits.address_space_bytes,
                "stack_bytes": self.limits.stack_bytes,
            },
            math.inf,
            Listener(listener.take),
            silence_s=self.limits.silence_s,
        )
        require_of_codec(conversation)
        if listener.operations:
            self.operations, self.valid_ns = listener.operations, listener.valid_ns
        return listener.finished(death_of(conversation)), conversation

    def _file(self, name: str, items: Sequence[bytes] | Iterator[bytes]) -> Path:
        path = self.folder / name
        with ContainerWriter(path, MESSAGES_MAGIC) as file:
            for item in items:
                file.add(item)
        return path


@dataclass(slots=True)
class _Listener:
    """Gathers what is said of each case; ``hear`` is called at each."""

    hear: Callable[[int], object]
    operations: tuple[str, ...] = ()
    valid_ns: int = 0
    _told: list[tuple[int, Told]] = field(default_factory=list)
    _index: int | None = None
    _tried: list[Tried] = field(default_factory=list)
    _poisoned: str | None = None
    _hung: bool = False
    _claimed_bytes: int = 0

    def take(self, reply: Reply) -> None:
        if reply.tag == "torture":
            self.operations = tuple(filter(None, reply.text("operations").split(",")))
            self.valid_ns = reply.count("valid_ns")
        elif reply.tag == "case":
            self._close()
            self._index = reply.count("index")
            self.hear(self._index)
        elif reply.tag == "tried":
            self._tried.append(_tried(reply))
            self._claimed_bytes = 0
        elif reply.tag == "poisoned":
            self._poisoned = reply.fields.get("detail", "")
        elif reply.tag == "hung":
            self._hung = True
        elif reply.tag == "claimed":
            self._claimed_bytes = reply.count("largest_bytes")

    def finished(self, death: Death | None) -> list[tuple[int, Told]]:
        if death is not None and self._hung:
            death = Death(HUNG, _OUT_OF_TIME)
        if death is not None and self._claimed_bytes:
            asked = f"It asked for {self._claimed_bytes:,} bytes of memory. "
            death = Death(death.outcome, asked + death.detail)
        self._close(death)
        return self._told

    def _close(self, death: Death | None = None) -> None:
        if self._index is not None:
            self._told.append((self._index, Told(tuple(self._tried), self._poisoned, death)))
        self._index, self._tried, self._poisoned, self._claimed_bytes = None, [], None, 0


def _tried(reply: Reply) -> Tried:
    return Tried(
        operation=reply.text("operation"),
        said=reply.text("outcome"),
        detail=reply.fields.get("detail", ""),
        digest=reply.fields.get("digest", ""),
        touch=reply.count("touch") if "touch" in reply.fields else None,
        cpu_ns=reply.count("cpu_ns"),
        largest_bytes=reply.count("largest_bytes"),
        allocated_bytes=reply.count("allocated_bytes"),
    )


def death_of(conversation: Conversation) -> Death | None:
    """How a runner ended that should have gone on; None where its reply is complete."""
    if conversation.outcome == "ok":
        return None
    if conversation.outcome == "timeout":
        return Death(HUNG, conversation.detail)
    if conversation.exit_status == -signal.SIGPROF:
        return Death(HUNG, _OUT_OF_TIME)
    found = _sanitizer_words(conversation.stderr_tail)
    if found is not None:
        return Death(OVERALLOCATED if _TOO_LARGE in found else CRASHED, found)
    return Death(CRASHED, conversation.sentence)


def _sanitizer_words(stderr_tail: str) -> str | None:
    """The finding of a sanitizer, without the number of the process; None where there is none."""
    for line in stderr_tail.splitlines():
        if any(mark in line for mark in _SANITIZER_MARKS):
            return _PROCESS.sub("", line.strip())
    return None


def _batches(cases: Sequence[Case], messages: tuple[Message, ...]) -> Iterator[tuple[int, int]]:
    """Ranges of cases, each for one file."""
    start = size_bytes = 0
    for index, case in enumerate(cases):
        size = case.size_bytes(messages)
        if index > start and (index - start == _BATCH_CASES or size_bytes + size > _BATCH_BYTES):
            yield start, index
            start, size_bytes = index, 0
        size_bytes += size
    if start < len(cases):
        yield start, len(cases)
