"""Asks a runner about many objects, each by itself if need be: what kills it at one does not hide the
others."""

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Generic, Literal, TypeVar

from serbench.codecs.runner import Runner
from serbench.corpus.container import (
    CORPUS_MAGIC,
    ContainerWriter,
    read_messages,
)
from serbench.errors import fault_of
from serbench.outcomes import is_of_codec
from serbench.runner.process import Conversation, ask

TIMEOUT_S = 60.0
# Enough for any runner of small messages; a length out of foreign bytes must not take the machine's memory.
MOST_MEMORY_KIB = 4 * 2**20
# How often a runner is started again behind the object that killed it, for each question.
MOST_CRASHES = 32
# Of these few, as they cost a minute each.
MOST_TIMEOUTS = 2
Found = TypeVar("Found")
Ended = Literal["crashed", "hung"]


@dataclass(frozen=True, slots=True)
class Written:
    """The output of a version for one object: a message, or why there is none. ``ended`` says how the runner
    ended where it did."""

    message: bytes | None
    detail: str = ""
    ended: Ended | None = None


@dataclass(slots=True)
class Writing:
    """Asks runners to write, with files in ``folder`` that are numbered, and a limit of memory, None for
    none."""

    folder: Path
    timeout_s: float = TIMEOUT_S
    most_memory_kib: int | None = MOST_MEMORY_KIB
    _numbers: Iterator[int] = field(default_factory=itertools.count)

    def write(self, runner: Runner, objects: Sequence[bytes]) -> list[Written]:
        """The output of a runner for each of these objects."""
        return self.written(runner, "emit", "corpus", CORPUS_MAGIC, objects)

    def written(
        self, runner: Runner, verb: str, key: str, magic: bytes, items: Sequence[bytes]
    ) -> list[Written]:
        def attempt(start: int, stop: int) -> Attempt[Written]:
            out = self.file()
            arguments = {key: self.container(magic, items[start:stop]), "out": out}
            conversation = ask(
                limited(runner, self.folder, self.most_memory_kib), verb, arguments, self.timeout_s
            )
            if conversation.outcome != "ok":
                return Attempt((), None, conversation)
            failed = {
                reply.count("index"): reply.fields.get("detail", "")
                for reply in conversation.replies
                if reply.tag == "failed"
            }
            messages = list(read_messages(out))
            found = tuple(Written(message, failed.get(i, "")) for i, message in enumerate(messages))
            return Attempt(found, len(found), conversation)

        def crashed(conversation: Conversation) -> Written:
            return Written(None, last_words(conversation), ended(conversation))

        return isolated(len(items), attempt, crashed)

    def file(self) -> Path:
        return self.folder / f"{next(self._numbers)}.bin"

    def container(self, magic: bytes, items: Sequence[bytes]) -> Path:
        path = self.file()
        with ContainerWriter(path, magic) as file:
            for item in items:
                file.add(item)
        return path


@dataclass(frozen=True, slots=True)
class Attempt(Generic[Found]):
    """The findings of a runner about a range of objects, none where it did not end well. ``answered`` is how
    many it had answered by then, None where it does not tell."""

    found: tuple[Found, ...]
    answered: int | None
    conversation: Conversation


def isolated(
    count: int,
    attempt: Callable[[int, int], Attempt[Found]],
    crashed: Callable[[Conversation], Found],
) -> list[Found]:
    """Asks for all objects. Where a runner dies, those before the one at which it died are asked for again,
    and so are those behind it; one that does not tell where it died is asked for halves. Raises Fault where
    it is not the codec that fails."""
    crashes = timeouts = 0
    found: list[Found | None] = [None] * count
    ranges = [(0, count)] if count else []
    while ranges:
        start, stop = ranges.pop()
        tried = attempt(start, stop)
        require_of_codec(tried.conversation)
        if len(tried.found) == stop - start:
            found[start:stop] = tried.found
            continue
        timeouts += tried.conversation.outcome == "timeout"
        crashes += 1
        if stop - start == 1:
            found[start] = crashed(tried.conversation)
        elif crashes > MOST_CRASHES or timeouts > MOST_TIMEOUTS:
            found[start:stop] = [crashed(_given_up(tried.conversation, crashes))] * (stop - start)
        else:
            ranges += [each for each in _split(start, stop, tried.answered) if each[0] < each[1]]
    return [one for one in found if one is not None]


def _given_up(conversation: Conversation, crashes: int) -> Conversation:
    """How the runner ended, for objects that were not tried one by one."""
    words = f"It was not tried alone, because the runner had ended {crashes} times. "
    return replace(conversation, detail=words + conversation.detail)


def require_of_codec(conversation: Conversation) -> None:
    """Raises Fault where a conversation failed by no fault of the codec."""
    if not is_of_codec(conversation.outcome):
        raise fault_of(conversation.outcome, conversation.sentence)


def _split(start: int, stop: int, answered: int | None) -> list[tuple[int, int]]:
    if answered is None:
        middle = (start + stop) // 2
        return [(middle, stop), (start, middle)]
    at = min(start + answered, stop - 1)
    return [(at + 1, stop), (at, at + 1), (start, at)]


def ended(conversation: Conversation) -> Ended | None:
    """How a runner ended that should have answered: by itself, or because it did not end in time. None where
    it refused all."""
    if conversation.outcome == "refused":
        return None
    return "hung" if conversation.outcome == "timeout" else "crashed"


def last_words(conversation: Conversation) -> str:
    """How a runner ended. A virtual machine that dies writes of it where replies belong."""
    if conversation.outcome == "protocol":
        return f"The process ended in the middle of its reply. {conversation.sentence}"
    return conversation.sentence


def limited(
    runner: Runner,
    folder: Path,
    most_memory_kib: int | None = MOST_MEMORY_KIB,
    most_file_kib: int | None = None,
) -> Runner:
    """The runner in a folder of its own, where it leaves what it writes as it dies, with limits of its memory
    and its files."""
    limits = "ulimit -c 0; "
    if most_memory_kib is not None:
        # What can be written to: virtual machines reserve address space that they never use.
        limits += f"ulimit -d {most_memory_kib}; "
    if most_file_kib is not None:
        # The shell counts blocks of 512 bytes.
        limits += f"ulimit -f {2 * most_file_kib}; "
    words = ("/bin/sh", "-c", f'cd "$0" && {limits}exec "$@"', str(folder))
    return replace(runner, command=(*words, *runner.command))
