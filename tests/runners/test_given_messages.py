"""Real runners measure what is read from messages of a file: those that another version of the schema has
written."""

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import pytest
from runners.conftest import CODECS

from serbench.builds.runners import build_runners
from serbench.codecs.runner import Runner
from serbench.corpus.container import MESSAGES_MAGIC, ContainerWriter, read_messages
from serbench.corpus.manifest import Corpus
from serbench.experiments.evolution.changes import NEW, OLD, Version
from serbench.experiments.evolution.execute import EXPERIMENT
from serbench.experiments.evolution.merged import merged_workload, written_corpus
from serbench.experiments.evolution.unknown_fields import FAMILY, unknown_changes
from serbench.runner.process import Conversation, ask
from serbench.runner.reply import Reply
from serbench.setup.readiness import make_ready

pytestmark = pytest.mark.slow
BY_HAND = ("cpp/handcoded", "rust/handcoded", "java/bytebuffer", "go/handcoded")
PROTOBUF = ("cpp/protobuf", "rust/protobuf", "java/protobuf", "go/protobuf")
BRIEF = {"sample_ns": 1, "samples": 3, "warmup_ns": 1, "budget_ns": 1}
TIMEOUT_S = 600.0
MessagesOf = Callable[[str, Version], list[bytes]]


@cache
def runner_of(codec: str, version: Version) -> Runner:
    manifest = CODECS[codec]
    unavailable = make_ready([manifest], tell=print, step=lambda text: None)
    assert not unavailable
    workload = merged_workload(unknown_changes(), version, FAMILY)
    (built,) = build_runners([manifest], [workload], jobs=2, variant=EXPERIMENT)
    assert isinstance(built, Runner), built
    return built


def corpus_of_50(version: Version) -> Corpus:
    """The objects with 50 fields that the old version does not know."""
    changes = unknown_changes()
    return written_corpus(changes, changes[-1:], version, FAMILY)


@pytest.fixture
def messages_of(tmp_path: Path) -> MessagesOf:
    """Writes the messages of a version of a codec."""

    def written(codec: str, version: Version) -> list[bytes]:
        out = tmp_path / "emitted.bin"
        arguments: dict[str, object] = {"corpus": corpus_of_50(version).path, "out": out}
        done = ask(runner_of(codec, version), "emit", arguments, TIMEOUT_S)
        assert done.outcome == "ok", done.sentence
        return [message or b"" for message in read_messages(out)]

    return written


def measured(
    codec: str, place: Path, messages: Sequence[bytes | None], operation: str = "decode"
) -> Conversation:
    """The conversation with the old version about a file of these messages."""
    path = place / "given.bin"
    with ContainerWriter(path, MESSAGES_MAGIC) as file:
        for message in messages:
            file.add(message)
    arguments: dict[str, object] = {
        "corpus": corpus_of_50(OLD).path,
        "operations": operation,
        "encoded": path,
        **BRIEF,
    }
    return ask(runner_of(codec, OLD), "measure", arguments, TIMEOUT_S)


def tagged(conversation: Conversation, tag: str) -> list[Reply]:
    assert conversation.outcome == "ok", conversation.sentence
    return [reply for reply in conversation.replies if reply.tag == tag]


@pytest.mark.parametrize("codec", PROTOBUF)
def test_unknown_fields_are_read_and_proved(messages_of: MessagesOf, codec: str, tmp_path: Path) -> None:
    messages, own = messages_of(codec, NEW), messages_of(codec, OLD)
    assert sum(map(len, messages)) > 5 * sum(map(len, own))
    found = measured(codec, tmp_path, messages)
    proofs = tagged(found, "verified")
    assert [proof.text("phase") for proof in proofs] == ["before", "after"]
    for proof in proofs:
        assert proof.digest() == corpus_of_50(OLD).manifest.digest
        assert proof.count("bytes") == sum(map(len, messages))
    assert len(tagged(found, "sample")) == 3


@pytest.mark.parametrize("codec", (*BY_HAND, *PROTOBUF))
def test_the_messages_of_the_codec_itself_are_read(
    messages_of: MessagesOf, codec: str, tmp_path: Path
) -> None:
    own = messages_of(codec, OLD)
    proofs = tagged(measured(codec, tmp_path, own), "verified")
    assert {proof.digest() for proof in proofs} == {corpus_of_50(OLD).manifest.digest}
    assert {proof.count("bytes") for proof in proofs} == {sum(map(len, own))}


@pytest.mark.parametrize("codec", BY_HAND)
def test_the_message_of_another_object_is_not_timed(
    messages_of: MessagesOf, codec: str, tmp_path: Path
) -> None:
    own = messages_of(codec, OLD)
    found = measured(codec, tmp_path, [*own[:2], own[1], *own[3:]])
    (failed,) = tagged(found, "failed")
    assert (failed.text("outcome"), failed.integer("index")) == ("wrong", 2)
    assert not tagged(found, "sample")


@pytest.mark.parametrize("codec", BY_HAND)
def test_a_missing_message_is_an_error_of_its_object(
    messages_of: MessagesOf, codec: str, tmp_path: Path
) -> None:
    own = messages_of(codec, OLD)
    (failed,) = tagged(measured(codec, tmp_path, [*own[:3], None, *own[4:]]), "failed")
    assert (failed.text("outcome"), failed.integer("index")) == ("error", 3)
    assert failed.text("detail") == "There is no message of this object."


@pytest.mark.parametrize("codec", BY_HAND)
def test_another_number_of_messages_is_refused(messages_of: MessagesOf, codec: str, tmp_path: Path) -> None:
    own = messages_of(codec, OLD)
    found = measured(codec, tmp_path, own[:-1])
    assert found.outcome == "refused"
    assert found.detail == f"The file {tmp_path / 'given.bin'} holds 15 messages for 16 objects."


@pytest.mark.parametrize("codec", BY_HAND)
def test_an_operation_that_does_not_start_from_messages_is_refused(
    messages_of: MessagesOf, codec: str, tmp_path: Path
) -> None:
    found = measured(codec, tmp_path, messages_of(codec, OLD), "encode")
    assert found.outcome == "refused"
    assert "does not start from messages" in found.detail
