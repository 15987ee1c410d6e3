"""Detects adapters that return the right values without doing the work, or do different work when timed.

``check`` has already proved that changed inputs change the outputs and that nothing is remembered by address,
object by object (PROTOCOL.md). Here the messages are checked: another process must read them, and the
operations that are timed must write the same.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path

import xxhash

from serbench.codecs.runner import Runner
from serbench.corpus.container import read_messages
from serbench.corpus.manifest import Corpus
from serbench.engine.describe import Description, describe
from serbench.errors import SerbenchError
from serbench.experiments.memory.execute import findings_of
from serbench.record.row import Failure
from serbench.runner.claims import NO_DIGEST, judge, tells_size
from serbench.runner.process import ask
from serbench.runner.reply import ProtocolFault, Reply
from serbench.scratch import scratch_folder
from serbench.verification.verify import VERIFY_TIMEOUT_S, VerifyError, check

# As in a quick run, but with fewer samples: enough calls to reveal code that changes its behaviour when hot.
_SAMPLES = 3
_SAMPLE_NS = 2_000_000
# With two orders of one map, a codec without an order passes for one that repeats once in 256 times.
_REPEATS = 8


def lint_codec(
    runner: Runner, corpus: Corpus, timeout_s: float = VERIFY_TIMEOUT_S
) -> tuple[VerifyError, ...]:
    """The faults of a codec that has passed ``check``; the runner must have the verb ``measure``."""
    description = describe(runner)
    if isinstance(description, Failure):
        return (VerifyError(description.detail),)
    with scratch_folder("lint") as folder:
        files = [folder / name for name in ("first.bin", "second.bin")]
        try:
            first, second = (_emitted(runner, corpus, file, timeout_s) for file in files)
            errors = _unread(runner, corpus, files[0], timeout_s)
            timed = _timed(runner, corpus, description, first, first == second, timeout_s)
            if timed and first == second and not _repeats(runner, corpus, first, files[1], timeout_s):
                timed = _timed(runner, corpus, description, first, False, timeout_s)
        except (SerbenchError, OSError) as error:
            return (VerifyError(str(error)),)
    return (*errors, *timed)


def _repeats(runner: Runner, corpus: Corpus, first: tuple[bytes, ...], file: Path, timeout_s: float) -> bool:
    """Whether the codec writes the same bytes whenever it is asked. A codec that writes maps in an order of
    chance may do so twice, where few maps have several entries."""
    return all(_emitted(runner, corpus, file, timeout_s) == first for _ in range(_REPEATS))


def _emitted(runner: Runner, corpus: Corpus, file: Path, timeout_s: float) -> tuple[bytes, ...]:
    """All messages of the codec, written in a process of their own; SerbenchError where any is missing."""
    conversation = ask(runner, "emit", {"corpus": corpus.path, "out": file}, timeout_s)
    if conversation.outcome != "ok":
        raise SerbenchError(f"It did not write its messages: {conversation.sentence}")
    written = tuple(read_messages(file))
    messages = tuple(message for message in written if message is not None)
    if not len(messages) == len(written) == corpus.manifest.objects:
        raise SerbenchError("It did not write all messages.")
    return messages


def _unread(runner: Runner, corpus: Corpus, file: Path, timeout_s: float) -> tuple[VerifyError, ...]:
    """The errors of a codec that reads its own messages in another process. Bytes that are valid only in the
    process that wrote them are not a message."""
    found = check(runner, corpus, {"encoded": file}, timeout_s)
    if isinstance(found, Failure):
        return (VerifyError(f"Another process of it cannot read what it wrote: {found.detail}"),)
    return tuple(
        VerifyError(
            f"Another process of it cannot read what it wrote: {result.detail}",
            result.index,
            operation=result.operation,
        )
        for result in found
        if result.outcome != "ok"
    )


def _timed(
    runner: Runner,
    corpus: Corpus,
    description: Description,
    emitted: Sequence[bytes],
    repeatable: bool,
    timeout_s: float,
) -> tuple[VerifyError, ...]:
    """Runs each operation for some milliseconds and compares what was proved before and after the timing
    with the messages that ``emit`` wrote."""
    operations = tuple(description.sides)
    arguments = {
        "corpus": corpus.path,
        "operations": ",".join(operations),
        "sample_ns": _SAMPLE_NS,
        "samples": _SAMPLES,
        "warmup_ns": 0,
        "budget_ns": _SAMPLES * _SAMPLE_NS,
    }
    conversation = ask(runner, "measure", arguments, timeout_s)
    claims = judge(
        conversation.replies,
        operations,
        corpus.manifest,
        description.unit,
        samples=_SAMPLES,
        # Code that was not warm when it was calibrated may well be faster afterwards.
        sample_ns=0,
        duration_ns=conversation.duration_ns,
        may_be_empty=not any(emitted),
    )
    errors = [
        VerifyError(finding.detail, operation=operation)
        for operation, finding in findings_of(conversation, claims, operations).items()
        if finding.outcome != "ok"
    ]
    try:
        errors += other_messages(conversation.replies, emitted, repeatable)
    except ProtocolFault as fault:
        errors.append(VerifyError(str(fault)))
    return tuple(errors)


def other_messages(replies: Iterable[Reply], emitted: Sequence[bytes], repeatable: bool) -> list[VerifyError]:
    """The proofs that had other messages than those emitted: of another size, or, where the codec writes the
    same bytes each time (``repeatable``), of other bytes. Pure."""
    size_bytes = sum(map(len, emitted))
    digest = digest_of_messages(emitted)
    errors: list[VerifyError] = []
    for reply in replies:
        if reply.tag != "verified":
            continue
        operation, phase = reply.text("operation"), reply.text("phase")
        written = reply.digest("messages")
        if tells_size(operation) and reply.count("bytes") != size_bytes:
            detail = (
                f"Its messages had {reply.count('bytes')} bytes {phase} timing, but those that emit wrote"
                f" have {size_bytes}."
            )
            errors.append(VerifyError(detail, operation=operation))
        elif repeatable and written not in (NO_DIGEST, digest):
            detail = f"Its messages {phase} timing had different bytes from those that emit wrote."
            errors.append(VerifyError(detail, operation=operation))
    return errors


def digest_of_messages(messages: Sequence[bytes]) -> str:
    """The ``messages`` of PROTOCOL.md: each hashed, and the hashes together as a corpus's digests are."""
    hashes = b"".join(xxhash.xxh64_intdigest(message).to_bytes(8, "little") for message in messages)
    return xxhash.xxh64_hexdigest(hashes)
