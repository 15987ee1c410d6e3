"""Malformed input for the runners of every language, and what is told of them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import pytest
from runners.building import built_for

from serbench.builds.runners import counting_library
from serbench.codecs.runner import Runner
from serbench.corpus.cache import corpus_of
from serbench.corpus.container import MESSAGES_MAGIC, ContainerWriter, read_messages
from serbench.corpus.manifest import Corpus
from serbench.corpus.workload import Workload, find_workloads
from serbench.languages import languages
from serbench.runner.process import Conversation, ask
from serbench.runner.reply import Reply
from serbench.verification.verify import read_digests

TIMEOUT_S = 300.0
MIB = 1 << 20
HANG_NS = 1_000_000_000
OUTCOMES = {"rejected", "accepted", "fault", "foreign"}


@dataclass(frozen=True)
class Told:
    """The reply of a runner to one case: its operations in their order, and how it is poisoned by it."""

    tried: tuple[Reply, ...]
    poisoned: str | None = None

    @property
    def outcomes(self) -> list[str]:
        return [reply.text("outcome") for reply in self.tried]

    @property
    def values(self) -> list[tuple[str, str]]:
        """The outcomes and values that must be the same each time."""
        kept = ("digest", "touch", "detail")
        return [
            (reply.text("outcome"), next(reply.fields[key] for key in kept if key in reply.fields))
            for reply in self.tried
        ]


def ask_torture(
    runner: Runner,
    cases: Iterable[bytes | None],
    valid: Iterable[bytes | None],
    digest: str,
    folder: Path,
    **options: object,
) -> Conversation:
    for name, messages in (("cases", cases), ("valid", valid)):
        with ContainerWriter(folder / name, MESSAGES_MAGIC) as file:
            for message in messages:
                file.add(message)
    arguments: dict[str, object] = {"cases": folder / "cases", "first": 0, "valid": folder / "valid"}
    arguments |= {"digest": digest, "hang_ns": HANG_NS, "address_space_bytes": 512 * MIB}
    arguments |= {"stack_bytes": 8 * MIB}
    return ask(runner, "torture", arguments | options, TIMEOUT_S)


def told_of(conversation: Conversation) -> dict[int, Told]:
    """By the number of the case."""
    found: dict[int, Told] = {}
    index = -1
    for reply in conversation.replies:
        if reply.tag == "case":
            index = reply.count("index")
            found[index] = Told(())
        elif reply.tag == "tried":
            found[index] = Told((*found[index].tried, reply))
        elif reply.tag == "poisoned":
            found[index] = Told(found[index].tried, reply.text("detail"))
    return found


@dataclass(frozen=True)
class Torture:
    """Runners of one language, and what each of them has encoded of a corpus."""

    workload: Workload
    corpus: Corpus
    runners: Mapping[str, Runner]
    folder: Path
    _messages: dict[str, list[bytes]] = field(default_factory=dict)

    def runner(self, codec: str) -> Runner:
        if codec not in self.runners:
            pytest.skip(f"{codec} is not available on this machine")
        return self.runners[codec]

    @cached_property
    def digests(self) -> list[str]:
        return read_digests(self.corpus)

    def messages(self, codec: str) -> list[bytes]:
        if codec not in self._messages:
            out = self.folder / codec.replace("/", "-")
            conversation = ask(
                self.runner(codec), "emit", {"corpus": self.corpus.path, "out": out}, TIMEOUT_S
            )
            assert conversation.outcome == "ok", conversation.sentence
            self._messages[codec] = [message for message in read_messages(out) if message is not None]
        return self._messages[codec]

    def ask(self, codec: str, cases: Iterable[bytes | None], folder: Path, **options: object) -> Conversation:
        """Tries cases, with the first object as the valid one."""
        valid = self.messages(codec)[:1]
        return ask_torture(self.runner(codec), cases, valid, self.digests[0], folder, **options)


def torture_by(codecs: Sequence[str], workload_name: str, folder: Path) -> Torture:
    """The runners of codecs of one language, as far as they are available. Native ones count allocations."""
    (workload,) = find_workloads((workload_name,))
    native = {language.name for language in languages() if language.native}
    runners = built_for("torture", codecs, workload)
    for codec, runner in runners.items():
        if runner.language in native:
            runners[codec] = runner.counting_with(counting_library("allocations"))
    return Torture(workload, corpus_of(workload), runners, folder)
