"""Verdicts of ``verify`` and the interop grid, on fakes over four numbers."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fakes.tiny import FEATURES, codec, make_corpus, make_workload, runner

from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import Runner
from serbench.corpus.container import CORPUS_MAGIC, read_messages
from serbench.corpus.manifest import Corpus
from serbench.errors import BadInput
from serbench.runner.process import Conversation, ask
from serbench.runner.reply import ProtocolFault, Reply
from serbench.verification.interop import Crossing, interop_grid, uncrossed
from serbench.verification.verify import (
    ObjectResult,
    Verdict,
    by_release,
    check,
    groundless_unsupported,
    judge_objects,
    read_results,
    verify_codec,
)


@pytest.fixture
def corpus(tmp_path: Path) -> Corpus:
    return make_corpus(tmp_path / "corpus", FEATURES)


def test_an_honest_codec_is_right(tmp_path: Path, corpus: Corpus) -> None:
    verdict = verify_codec(runner("honest"), codec("honest"), make_workload(tmp_path), corpus)
    assert verdict.ok
    assert (verdict.objects, verdict.passed, verdict.expected_failures) == (4, 4, 0)


def test_an_undeclared_failure_names_the_first_difference(tmp_path: Path, corpus: Corpus) -> None:
    verdict = verify_codec(runner("forgetful"), codec("forgetful"), make_workload(tmp_path), corpus)
    assert not verdict.ok
    assert [error.index for error in verdict.errors] == [2, 3]
    assert verdict.errors[0].path == "id"
    assert verdict.errors[1].sentence() == (
        "object 3 (large, huge), decode, first differs at id (112 where 70000 belongs):"
        " another value came back"
    )


def test_a_declared_lack_is_met_by_failures(tmp_path: Path, corpus: Corpus) -> None:
    manifest = codec("forgetful", unsupported={"large": "a number is one byte"})
    verdict = verify_codec(runner("forgetful"), manifest, make_workload(tmp_path), corpus)
    assert verdict.ok
    assert (verdict.passed, verdict.expected_failures) == (2, 2)
    assert verdict.unsupported_met == {"large": "a number is one byte"}


def test_a_declared_lack_that_passes_everywhere_is_groundless(tmp_path: Path, corpus: Corpus) -> None:
    manifest = codec("honest", unsupported={"huge": "too large", "never-seen": "not in this corpus"})
    verdict = verify_codec(runner("honest"), manifest, make_workload(tmp_path), corpus)
    assert verdict.ok and verdict.unsupported_seen == {"huge"}
    assert groundless_unsupported([verdict]) == [(verdict.codec, "huge")]


def test_a_lack_that_is_met_in_one_workload_has_grounds() -> None:
    passes = Verdict("cpp/x", "one", 1, 1, 0, {}, (), frozenset({"huge"}))
    fails = Verdict("cpp/x", "two", 1, 0, 1, {"huge": "why"}, (), frozenset({"huge"}))
    assert groundless_unsupported([passes, fails]) == []
    assert groundless_unsupported([passes, replace(fails, codec="cpp/y")]) == [("cpp/x", "huge")]


def test_another_release_may_have_what_the_pinned_one_lacks() -> None:
    other = codec("x", unsupported={"huge": "why"})
    pinned = replace(other, name=other.adapter)
    pairs = [(pinned.name, "huge"), (other.name, "huge")]
    assert by_release(pairs, [pinned, other]) == (pairs[:1], pairs[1:])


def test_a_lack_covers_only_objects_that_have_it(corpus: Corpus) -> None:
    found = [
        ObjectResult(0, "ok"),
        ObjectResult(1, "error", "encode", "threw"),
        ObjectResult(2, "ok"),
        ObjectResult(3, "wrong", "access-one", "another touch"),
    ]
    verdict = judge_objects(codec("x", unsupported={"huge": "why"}), corpus.manifest, found)
    assert [(error.index, error.operation, error.detail) for error in verdict.errors] == [
        (1, "encode", "threw")
    ]
    assert verdict.unsupported_met == {"huge": "why"}


def test_a_runner_that_calls_a_wrong_digest_right_is_not_believed() -> None:
    reply = Reply("object", {"index": "0", "outcome": "ok", "digest": "a" * 16, "bytes": "4"})
    (found,) = read_results([reply], ["b" * 16])
    assert (found.outcome, found.detail) == (
        "wrong",
        "The runner calls the digest aaaaaaaaaaaaaaaa right where bbbbbbbbbbbbbbbb belongs.",
    )
    with pytest.raises(ProtocolFault, match="answers for object 0 \\(ok\\) where 1 is next"):
        read_results([reply, reply], ["a" * 16, "b" * 16])


def test_a_value_that_did_not_come_back_is_missing_among_the_others(tmp_path: Path) -> None:
    def read_values(content: bytes) -> list[bytes | None]:
        (tmp_path / "values.bin").write_bytes(content)
        return list(read_messages(tmp_path / "values.bin", CORPUS_MAGIC))

    header = b"SERBCRP1" + (3).to_bytes(8, "little")
    frames = b"\x02\0\0\0ab" + b"\xff\xff\xff\xff" + b"\0\0\0\0"
    assert read_values(header + frames) == [b"ab", None, b""]
    with pytest.raises(BadInput, match="has 1 more bytes after its last item"):
        read_values(header + frames + b"x")
    with pytest.raises(BadInput, match="does not begin with SERBCRP1"):
        read_values(b"SERBMSG1" + header[8:] + frames)


def test_a_runner_that_dies_has_a_failure_and_no_verdict(tmp_path: Path, corpus: Corpus) -> None:
    verdict = verify_codec(
        runner("sleeper"), codec("sleeper"), make_workload(tmp_path), corpus, timeout_s=0.2
    )
    assert not verdict.ok
    assert verdict.failure is not None
    assert verdict.failure.outcome == "timeout"
    assert verdict.failure.detail == (
        "The runner said nothing for 0.2 seconds and was stopped. It had answered for 0 of 4 objects."
    )


def test_a_runner_that_goes_on_to_answer_is_given_more_time(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[tuple[float, float]] = []

    def asked(one: Runner, verb: str, words: Any, timeout_s: float, silence_s: float) -> Conversation:
        given.append((timeout_s, silence_s))
        return ask(one, verb, words, timeout_s, silence_s=silence_s)

    monkeypatch.setattr("serbench.verification.verify.ask", asked)
    assert isinstance(check(runner("honest"), corpus, {}, 20.0), list)
    assert given == [(200.0, 20.0)]


def grid(
    corpus: Corpus, *names: str, unsupported: dict[str, str] | None = None
) -> dict[tuple[str, str], Crossing]:
    codecs = [codec(name, unsupported=unsupported or {}) for name in names]
    runners = {f"cpp/{name}": runner(name) for name in names}
    crossings = interop_grid(codecs, runners, corpus)
    return {(c.writer.partition("/")[2], c.reader.partition("/")[2]): c for c in crossings}


def test_codecs_of_one_format_read_each_other_or_do_not(corpus: Corpus) -> None:
    found = grid(corpus, "honest", "bilingual", "swapper")
    results = {pair: crossing.result for pair, crossing in found.items()}
    assert results == {
        ("honest", "bilingual"): "same-value",
        ("honest", "swapper"): "fails",
        ("bilingual", "honest"): "fails",
        ("bilingual", "swapper"): "fails",
        ("swapper", "honest"): "fails",
        ("swapper", "bilingual"): "fails",
    }
    assert found["swapper", "honest"].detail == "Object 0, decode: another value came back"
    assert found["swapper", "honest"].at_fault == "both"


def test_equal_messages_are_called_identical(corpus: Corpus) -> None:
    found = grid(corpus, "honest", "decoder")
    assert {crossing.result for crossing in found.values()} == {"identical-bytes"}
    assert {crossing.objects for crossing in found.values()} == {4}


def test_what_either_lacks_is_not_asked_of_the_pair(corpus: Corpus) -> None:
    found = grid(corpus, "honest", "forgetful", unsupported={"large": "a number is one byte"})
    assert found["honest", "forgetful"].result == "identical-bytes"
    assert found["honest", "forgetful"].objects == 2


def test_a_writer_that_fails_fails_at_every_reader(corpus: Corpus) -> None:
    found = grid(corpus, "honest", "foreign")
    assert found["foreign", "honest"].detail == (
        "cpp/foreign did not write: The runner speaks version '2' of the protocol, serbench speaks 1."
    )
    assert found["foreign", "honest"].at_fault == "writer"
    assert (found["honest", "foreign"].result, found["honest", "foreign"].at_fault) == ("fails", "reader")


def test_floors_and_other_formats_stay_out_of_the_grid(corpus: Corpus) -> None:
    codecs = [codec("honest"), codec("decoder", traits=("floor",)), codec("bilingual", format="other")]
    runners = {manifest.name: runner(manifest.short_name) for manifest in codecs}
    assert interop_grid(codecs, runners, corpus) == []


def test_a_codec_that_is_alone_in_its_format_is_told_with_a_partner() -> None:
    def page(name: str, **fields: object) -> CodecManifest:
        return codec(name, **{"folder": Path(name), **fields})

    honest, swapper, foreign = page("honest"), page("swapper"), page("foreign", format="other")
    variant, newer = page("bilingual", base="honest"), replace(honest, name="cpp/honest@2")
    floor = page("decoder", traits=("floor",))
    known = (floor, variant, foreign, honest, newer, replace(swapper, name="java/a"), swapper)
    assert uncrossed((honest, newer, foreign, floor, variant), known) == dict.fromkeys(
        ("cpp/honest", "cpp/honest@2", "cpp/bilingual"), "cpp/swapper"
    )
    assert uncrossed((honest, swapper), known) == {}


def declaring(reader: str, writer: str, corpus: Corpus, what: str = "large") -> Crossing:
    """How a reader that declares not to read large numbers, or something, of this writer reads them."""
    reads = replace(codec(reader), cannot_read={f"cpp/{writer}": {what: "It keeps one byte."}})
    runners = {f"cpp/{name}": runner(name) for name in (reader, writer)}
    found = interop_grid([reads, codec(writer)], runners, corpus)
    return next(crossing for crossing in found if crossing.reader == reads.name)


def test_a_declared_exception_is_no_failure_and_carries_its_reason(corpus: Corpus) -> None:
    crossing = declaring("forgetful", "honest", corpus)
    assert (crossing.result, crossing.objects, crossing.detail) == ("declared", 4, "It keeps one byte.")
    assert declaring("swapper", "honest", corpus).result == "fails"
    # The manifest is wrong, and neither of both.
    needless = declaring("honest", "decoder", corpus)
    assert (needless.result, needless.at_fault) == ("fails", "")


def test_a_declared_exception_may_be_of_all_writers_that_a_pattern_names() -> None:
    reads = replace(
        codec("forgetful"),
        cannot_read={"cpp/hon*": {"large": "It keeps one byte."}, "cpp/honest": {"any": "It is strict."}},
    )
    assert reads.unread_of("cpp/honest") == {"large": "It keeps one byte.", "any": "It is strict."}
    assert reads.unread_of("cpp/honey") == {"large": "It keeps one byte."}
    assert reads.unread_of("java/honest") == {}


def test_what_may_be_refused_may_not_be_misread(corpus: Corpus) -> None:
    crossing = declaring("strict", "honest", corpus, "any")
    assert (crossing.result, crossing.detail) == ("declared", "It keeps one byte.")
    assert declaring("forgetful", "honest", corpus, "any").result == "fails"
    assert declaring("decoder", "honest", corpus, "any").result == "identical-bytes"


def test_a_declared_exception_that_can_be_read_fails(corpus: Corpus) -> None:
    crossing = declaring("decoder", "honest", corpus)
    assert (crossing.result, crossing.detail) == (
        "fails",
        "cpp/decoder declares that it cannot read large of cpp/honest, but it can.",
    )


def test_what_was_proved_is_remembered_and_failures_are_not(tmp_path: Path, corpus: Corpus) -> None:
    codecs = [codec("honest"), codec("bilingual")]
    runners = {manifest.name: runner(manifest.short_name) for manifest in codecs}
    proved, steps = tmp_path / "proved", list[str]()
    first = interop_grid(codecs, runners, corpus, proved=proved)
    assert [json.loads(file.read_text())["result"] for file in proved.iterdir()] == ["same-value"]
    assert interop_grid(codecs, runners, corpus, proved=proved, tell=steps.append) == first
    # Both write at the same time.
    assert sorted(steps) == [
        "cpp/bilingual writes tiny",
        "cpp/honest reads what cpp/bilingual wrote of tiny",
        "cpp/honest writes tiny",
    ]


def test_another_product_is_proved_anew(tmp_path: Path, corpus: Corpus) -> None:
    codecs = [codec("honest"), codec("decoder")]
    runners = {manifest.name: runner(manifest.short_name) for manifest in codecs}
    proved = tmp_path / "proved"
    interop_grid(codecs, runners, corpus, proved=proved)
    changed = runners | {"cpp/honest": replace(runners["cpp/honest"], product_key="another")}
    interop_grid(codecs, changed, corpus, proved=proved)
    assert len(list(proved.iterdir())) == 4
