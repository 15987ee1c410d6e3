"""The report of a runner about itself before anything is measured; with a corpus it is a subject."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from serbench.codecs.runner import Runner
from serbench.corpus.manifest import UNITS, Corpus
from serbench.languages import languages
from serbench.record.row import Failure
from serbench.runner.process import ask
from serbench.runner.reply import ProtocolFault, Reply

SIDES = ("application", "library")
DESCRIBE_TIMEOUT_S = 60.0
# glibc's loader prints this and continues, in any language of the user.
_NOT_PRELOADED = re.compile(
    r"object '(?P<object>[^']*)' from LD_PRELOAD cannot be preloaded \((?P<reason>.*)\)"
)


@dataclass(frozen=True, slots=True)
class Description:
    """The answer to ``describe``: ``sides`` maps each operation of the codec to its side, in the runner's
    order; ``unit`` is that in which its strings are touched; ``libraries`` maps names to versions; ``build``
    says how our code was compiled and, under keys that begin with ``jvm_``, in what JVM it runs;
    ``not_read`` are the operations whose timed work reads nothing of what it opens; ``modes`` the ways in
    which the codec takes part in an experiment that has several, each with whether it can read fields."""

    sides: Mapping[str, str]
    unit: str
    libraries: Mapping[str, str]
    build: Mapping[str, str]
    verbs: tuple[str, ...]
    not_read: tuple[str, ...] = ()
    modes: Mapping[str, bool] = field(default_factory=dict)


def describe(runner: Runner, timeout_s: float = DESCRIBE_TIMEOUT_S) -> Description | Failure:
    """Asks a runner what it can do; a Failure of the whole runner when it cannot answer, or runs without the
    library that was to be preloaded."""
    conversation = ask(runner, "describe", {}, timeout_s)
    if conversation.outcome != "ok":
        outcome = "protocol" if conversation.outcome == "refused" else conversation.outcome
        return Failure(runner.codec, runner.workload, None, outcome, conversation.sentence)
    reason = _not_preloaded(runner.preloaded_library, conversation.stderr_tail)
    if reason is not None:
        detail = f"{runner.preloaded_library} could not be preloaded ({reason}), so it is not measured."
        return Failure(runner.codec, runner.workload, None, "build", detail)
    try:
        return read_description(conversation.replies)
    except ProtocolFault as fault:
        return Failure(runner.codec, runner.workload, None, "protocol", str(fault))


def _not_preloaded(library: str, stderr: str) -> str | None:
    """Why the loader continued without a library, in its own words; None if it did not."""
    for found in _NOT_PRELOADED.finditer(stderr):
        if library and found["object"] == library:
            return found["reason"]
    return None


def read_description(replies: Iterable[Reply]) -> Description:
    """The description that these replies give; raises ProtocolFault when they give none."""
    sides: dict[str, str] = {}
    libraries: dict[str, str] = {}
    build: dict[str, str] = {}
    verbs: list[str] = []
    not_read: list[str] = []
    modes: dict[str, bool] = {}
    unit = "utf8"
    runtime_tags = {tag for language in languages() for tag in language.runtime_tags}
    for reply in replies:
        if reply.tag == "operation":
            sides[reply.text("name")] = _one_of(SIDES, reply, "side")
            if reply.fields.get("reads") == "0":
                not_read.append(reply.text("name"))
        elif reply.tag == "library":
            libraries[reply.text("name")] = reply.text("version")
        elif reply.tag == "verb":
            verbs.append(reply.text("name"))
        elif reply.tag == "mode":
            modes[reply.text("name")] = reply.fields.get("fields") != "0"
        elif reply.tag == "unit":
            unit = _one_of(UNITS, reply, "name")
        elif reply.tag == "build":
            build.update(reply.fields)
        elif reply.tag in runtime_tags:
            build.update({f"{reply.tag}_{key}": value for key, value in reply.fields.items()})
    return Description(sides, unit, libraries, build, tuple(verbs), tuple(not_read), modes)


def _one_of(allowed: tuple[str, ...], reply: Reply, key: str) -> str:
    value = reply.text(key)
    if value not in allowed:
        expected = " or ".join(allowed)
        raise ProtocolFault(f'The reply "{reply.tag}" has {key}={value!r} where {expected} belongs.')
    return value


@dataclass(frozen=True, slots=True)
class Allocated:
    """The allocations of one run of an operation over all objects of a corpus, and the bytes requested."""

    allocations: int
    bytes: int


def allocated_in(replies: Iterable[Reply]) -> dict[str, Allocated]:
    """The allocations of each operation, as a reply to ``measure`` tells them."""
    return {
        reply.text("operation"): Allocated(reply.count("allocations"), reply.count("bytes"))
        for reply in replies
        if reply.tag == "allocated"
    }


# A codec and a workload.
SubjectKey = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Subject:
    """A runner, its description, the corpus it works on, and what its operations allocate and execute
    where that was counted separately, the latter by ``instructions_by``."""

    runner: Runner
    description: Description
    corpus: Corpus
    allocated: Mapping[str, Allocated] = field(default_factory=dict)
    instructions: Mapping[str, int] = field(default_factory=dict)
    instructions_by: str = ""
