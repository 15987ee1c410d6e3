"""Proves round trips: each codec against the corpus, given what it declares to lack."""

import struct
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import Runner
from serbench.corpus.container import CORPUS_MAGIC, read_messages, read_objects
from serbench.corpus.decoding import first_difference
from serbench.corpus.difference import differing_values
from serbench.corpus.manifest import Corpus, Manifest
from serbench.corpus.workload import Workload
from serbench.errors import BadInput, SerbenchError
from serbench.record.row import Failure
from serbench.runner.process import ask
from serbench.runner.reply import ProtocolFault, Reply
from serbench.schema.model import Schema
from serbench.scratch import scratch_folder

VERIFY_TIMEOUT_S = 120.0
# A busy machine may be this many times slower: a runner that goes on to answer is not hung.
_PATIENCE = 10
_OUTCOMES = ("ok", "wrong", "error")


@dataclass(frozen=True, slots=True)
class ObjectResult:
    """The finding of ``check`` for one object; ``operation`` and ``detail`` are empty when it is ``ok``."""

    index: int
    outcome: str
    operation: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class VerifyError:
    """An error. ``index`` and ``features`` belong to the object, where there is one;
    ``path`` names the first difference in its value, ``values`` what belongs there and what came back, where
    that is known."""

    detail: str
    index: int | None = None
    features: tuple[str, ...] = ()
    operation: str = ""
    path: str | None = None
    values: tuple[str, str] | None = None

    def sentence(self) -> str:
        where = f"object {self.index}" if self.index is not None else ""
        if self.features:
            where += f" ({', '.join(self.features)})"
        differs = f"first differs at {self.path}" if self.path else ""
        if self.values:
            differs += f" ({self.values[1]} where {self.values[0]} belongs)"
        parts = [part for part in (where, self.operation, differs) if part]
        return ", ".join(parts) + (": " if parts else "") + self.detail


@dataclass(frozen=True, slots=True)
class Verdict:
    """The finding of ``verify`` for one codec and workload.

    ``expected_failures`` counts the objects that failed because of a feature that the codec declares to lack,
    and ``unsupported_met`` names those features with the reasons of the manifest. ``unsupported_seen`` are
    the declared lacks that occur in the workload, met or not.
    """

    codec: str
    workload: str
    objects: int
    passed: int
    expected_failures: int
    unsupported_met: Mapping[str, str]
    errors: tuple[VerifyError, ...]
    unsupported_seen: frozenset[str] = frozenset()
    failure: Failure | None = None

    @property
    def ok(self) -> bool:
        return not self.errors and self.failure is None


def verify_codec(
    runner: Runner,
    codec: CodecManifest,
    workload: Workload,
    corpus: Corpus,
    timeout_s: float = VERIFY_TIMEOUT_S,
) -> Verdict:
    """Checks every object of the corpus with every operation of the runner."""
    with scratch_folder("verify") as folder:
        values = folder / "values.bin"
        found = check(runner, corpus, {"values": values}, timeout_s)
        if isinstance(found, Failure):
            return Verdict(codec.name, workload.name, corpus.manifest.objects, 0, 0, {}, (), failure=found)
        verdict = judge_objects(codec, corpus.manifest, found)
        return replace(verdict, errors=_with_paths(verdict.errors, workload.schema, corpus, values))


def check(
    runner: Runner, corpus: Corpus, arguments: Mapping[str, object], timeout_s: float
) -> list[ObjectResult] | Failure:
    """Runs ``check`` and returns a result for each object, or why there is none. The runner is stopped where
    it says nothing for ``timeout_s``."""
    words = {"corpus": corpus.path, **arguments}
    conversation = ask(runner, "check", words, _PATIENCE * timeout_s, silence_s=timeout_s)
    try:
        digests = read_digests(corpus)
        found = read_results(conversation.replies, digests)
    except ProtocolFault as fault:
        return Failure(runner.codec, runner.workload, None, "protocol", str(fault))
    if conversation.outcome != "ok":
        where = f" It had answered for {len(found)} of {corpus.manifest.objects} objects."
        return Failure(
            runner.codec, runner.workload, None, conversation.row_outcome, conversation.sentence + where
        )
    if len(found) != corpus.manifest.objects:
        detail = f"The runner answered for {len(found)} of {corpus.manifest.objects} objects."
        return Failure(runner.codec, runner.workload, None, "protocol", detail)
    return found


def read_results(replies: Iterable[Reply], digests: Sequence[str]) -> list[ObjectResult]:
    """The result of each object in order. A digest that is not the corpus's makes an object wrong, whatever
    the runner reports; raises ProtocolFault for answers out of order."""
    found: list[ObjectResult] = []
    for reply in replies:
        if reply.tag != "object":
            continue
        index, outcome = reply.count("index"), reply.text("outcome")
        if index != len(found) or index >= len(digests) or outcome not in _OUTCOMES:
            raise ProtocolFault(
                f"The runner answers for object {index} ({outcome}) where {len(found)} is next."
            )
        if outcome != "ok":
            detail = reply.fields.get("detail") or "The runner gives no reason."
            found.append(ObjectResult(index, outcome, reply.text("operation"), detail))
        elif (digest := reply.digest()) == digests[index]:
            found.append(ObjectResult(index, "ok"))
        else:
            detail = f"The runner calls the digest {digest} right where {digests[index]} belongs."
            found.append(ObjectResult(index, "wrong", "decode", detail))
    return found


def judge_objects(codec: CodecManifest, manifest: Manifest, found: Sequence[ObjectResult]) -> Verdict:
    """Compares the results with what the codec declares to lack. Pure.

    An object with a lacked feature may fail; a failure without a lack is an error.
    """
    features = manifest.features or tuple(() for _ in found)
    errors: list[VerifyError] = []
    met: dict[str, str] = {}
    expected = 0
    for result in found:
        lacked = [feature for feature in features[result.index] if feature in codec.unsupported]
        if result.outcome == "ok":
            continue
        if lacked:
            expected += 1
            met.update((feature, codec.unsupported[feature]) for feature in lacked)
        else:
            errors.append(VerifyError(result.detail, result.index, features[result.index], result.operation))
    occurring = {feature for of_object in features for feature in of_object}
    passed = sum(1 for result in found if result.outcome == "ok")
    seen = frozenset(codec.unsupported) & occurring
    return Verdict(codec.name, manifest.workload, len(found), passed, expected, met, tuple(errors), seen)


def groundless_unsupported(verdicts: Iterable[Verdict]) -> list[tuple[str, str]]:
    """The codecs and features of false `unsupported`: declared, but every object of all these workloads that
    has the feature passes. A format may lose a feature in one place and keep it in another, so this is known
    only when all conformance workloads are among the verdicts."""
    seen: dict[tuple[str, str], bool] = {}
    for verdict in verdicts:
        for feature in verdict.unsupported_seen:
            key = (verdict.codec, feature)
            seen[key] = (
                seen.get(key, False) or feature in verdict.unsupported_met or verdict.failure is not None
            )
    return sorted(key for key, met in seen.items() if not met)


def by_release(
    groundless: Iterable[tuple[str, str]], codecs: Iterable[CodecManifest]
) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """The same pairs, first those that are errors: of codecs with the release of which their manifests speak.
    Another release may have mended what its manifest declares."""
    pinned = {codec.name for codec in codecs if codec.is_pinned}
    pairs = list(groundless)
    return [one for one in pairs if one[0] in pinned], [one for one in pairs if one[0] not in pinned]


def _with_paths(
    errors: tuple[VerifyError, ...], schema: Schema, corpus: Corpus, values: Path
) -> tuple[VerifyError, ...]:
    """Names the first difference of each value that came back changed, and both values there."""
    failed = {error.index for error in errors}
    try:
        got = list(read_messages(values, CORPUS_MAGIC)) if failed else []
    except (OSError, BadInput):
        # The values only explain an error, which is reported without them too.
        return errors
    pairs: dict[int | None, tuple[bytes, bytes]] = {
        index: (right, own)
        for index, (right, own) in enumerate(zip(read_objects(corpus.path), got, strict=False))
        if index in failed and own is not None and own != right
    }
    return tuple(
        replace(error, path=first_difference(schema, *pair), values=differing_values(schema, *pair))
        if (pair := pairs.get(error.index))
        else error
        for error in errors
    )


def read_digests(corpus: Corpus) -> list[str]:
    """The digests of a corpus's objects in order; SerbenchError when they cannot be read."""
    path = corpus.folder / "corpus.digests"
    try:
        content = path.read_bytes()
        return [f"{digest:016x}" for (digest,) in struct.iter_unpack("<Q", content)]
    except (OSError, struct.error) as error:
        raise SerbenchError(f"The digests {path} cannot be read: {error}.") from error
