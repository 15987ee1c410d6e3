"""Tests of the verb `torture` in every language."""

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

import pytest
import xxhash
from runners.tortures import MIB, OUTCOMES, TIMEOUT_S, Torture, ask_torture, told_of, torture_by

from serbench.corpus.container import read_object
from serbench.corpus.decoding import Decoder
from serbench.corpus.encoding import Encoder
from serbench.corpus.touch import Touch
from serbench.engine.isolation import Writing
from serbench.experiments.torture.nesting_objects import nested_object
from serbench.experiments.torture.nesting_pattern import deeper
from serbench.runner.process import Conversation, ask
from serbench.schema.access import access_plans


class Tortures:
    """A test file has a subclass whose name begins with Test, with its ``codecs``, those among them that
    have ``messages`` of their own, those that read ``access-all``, those of which our own code
    ``recurses``, the ``unit`` of its strings, and whether it ``counts_allocations``."""

    codecs: ClassVar[Sequence[str]] = ()
    messages: ClassVar[Sequence[str]] = ()
    accesses: ClassVar[Sequence[str]] = ()
    recurses: ClassVar[Sequence[str]] = ()
    unit: ClassVar[str] = "utf8"
    counts_allocations: ClassVar[bool] = True

    @pytest.fixture(scope="class")
    @classmethod
    def torture(cls, tmp_path_factory: pytest.TempPathFactory) -> Torture:
        return torture_by(cls.codecs, "media", tmp_path_factory.mktemp("torture"))

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        if "codec" in metafunc.fixturenames:
            metafunc.parametrize("codec", self.codecs)
        if "recursing" in metafunc.fixturenames:
            metafunc.parametrize("recursing", self.recurses)

    def operations(self, codec: str) -> list[str]:
        own = ["deserialize"] if codec in self.messages else []
        return ["decode", *own, *(["access-all"] if codec in self.accesses else [])]

    def test_describe_names_the_verb(self, torture: Torture, codec: str) -> None:
        described = ask(torture.runner(codec), "describe", {}, TIMEOUT_S)
        verbs = {reply.text("name") for reply in described.replies if reply.tag == "verb"}
        assert "torture" in verbs

    def test_a_valid_message_is_accepted_with_its_value(
        self, torture: Torture, codec: str, tmp_path: Path
    ) -> None:
        conversation = torture.ask(codec, torture.messages(codec)[:2], tmp_path)
        assert conversation.outcome == "ok", conversation.sentence
        (said,) = [reply for reply in conversation.replies if reply.tag == "torture"]
        assert said.text("operations").split(",") == self.operations(codec)
        assert said.count("limit_ns") == max(1_000_000_000, 100 * said.count("valid_ns"))
        schema = torture.workload.schema
        touch = Touch(schema, access_plans(schema)[2], self.unit)
        for index, told in told_of(conversation).items():
            assert told.poisoned is None
            of_object = Decoder(schema).decode(read_object(torture.corpus.path, index))
            for reply, operation in zip(told.tried, self.operations(codec), strict=True):
                assert (reply.text("operation"), reply.text("outcome")) == (operation, "accepted")
                if operation == "access-all":
                    assert int(reply.text("touch")) == touch(of_object)
                else:
                    assert reply.digest() == torture.digests[index]
                    # Each of its texts is an object of its own.
                    assert (reply.count("allocated_bytes") > 100) == self.counts_allocations
        assert len([reply for reply in conversation.replies if reply.tag == "case"]) == 2

    def test_what_is_cut_off_or_garbage_is_survived(
        self, torture: Torture, codec: str, tmp_path: Path
    ) -> None:
        valid = torture.messages(codec)[0]
        cases = [valid[:size] for size in range(0, len(valid), 7)]
        cases += [bytes([value]) * size for value in (0x00, 0x41, 0x7F) for size in (1, 8, 64)]
        told = [told_of(self._ended(torture, codec, cases, tmp_path)) for _ in range(2)]
        assert list(told[0]) == list(range(len(cases)))
        for one in told[0].values():
            assert [reply.text("operation") for reply in one.tried] == self.operations(codec)
            assert set(one.outcomes) <= OUTCOMES
            assert one.poisoned is None
        assert told[0][1].outcomes[0] != "accepted"
        assert [one.values for one in told[0].values()] == [one.values for one in told[1].values()]

    def _ended(self, torture: Torture, codec: str, cases: Sequence[bytes], folder: Path) -> Conversation:
        conversation = torture.ask(codec, cases, folder)
        assert conversation.outcome == "ok", conversation.sentence
        return conversation

    def test_cases_are_taken_from_the_first_and_none_is_missed(
        self, torture: Torture, codec: str, tmp_path: Path
    ) -> None:
        valid = torture.messages(codec)[0]
        conversation = torture.ask(codec, [valid, b"?", None, valid, b"!"], tmp_path, first=1)
        told = told_of(conversation)
        assert list(told) == [1, 3, 4]
        assert told[3].outcomes == ["accepted"] * len(self.operations(codec))
        assert told[1].outcomes[0] != "accepted" != told[4].outcomes[0]

    def test_a_message_that_does_not_fit_its_digest_is_one_sentence(
        self, torture: Torture, codec: str, tmp_path: Path
    ) -> None:
        valid = torture.messages(codec)[:1]
        wrong = ask_torture(torture.runner(codec), [], valid, "0" * 16, tmp_path)
        assert wrong.outcome == "refused"
        assert wrong.detail == (
            f"The valid message does not decode to its value. Its value has the digest {torture.digests[0]}."
        )
        for empty in ([], [None]):
            missing = ask_torture(torture.runner(codec), [], empty, torture.digests[0], tmp_path)
            assert missing.outcome == "refused"
            assert missing.detail == f"The file {tmp_path / 'valid'} holds no valid message."

    def test_no_limit_of_address_space_is_a_limit_of_its_own(
        self, torture: Torture, codec: str, tmp_path: Path
    ) -> None:
        conversation = torture.ask(codec, [b"?"], tmp_path, address_space_bytes=0)
        assert conversation.outcome == "ok", conversation.sentence
        assert 0 < (conversation.peak_bytes or 0) < 1024 * MIB

    def test_messages_that_hold_themselves_too_often_are_rejected(
        self, recursing: str, tmp_path: Path
    ) -> None:
        torture = torture_by([recursing], "tour-recursive", tmp_path)
        schema = torture.workload.schema
        encoded = [Encoder(schema).encode(nested_object(schema, depth) or {}) for depth in (0, 40, 41, 42)]
        runner = torture.runner(recursing)
        written = Writing(tmp_path).write(runner, encoded)
        valid, one, two, three = (each.message or b"" for each in written)
        cases = [deeper(one, two, three, levels - 40) for levels in (1000, 1100, 100_000)]
        assert None not in cases
        digest = xxhash.xxh64_hexdigest(encoded[0])
        conversation = ask_torture(runner, cases, [valid], digest, tmp_path)
        assert conversation.outcome == "ok", conversation.sentence
        outcomes = [set(one.outcomes) for one in told_of(conversation).values()]
        assert outcomes == [{"accepted"}, {"rejected"}, {"rejected"}]
