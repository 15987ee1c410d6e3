"""The modes of Java's relay in which objects change on their way: update, split and envelope."""

from pathlib import Path

import pytest
from relay.python_driver import Asked, Driver, driving, last_mark, mark, replies
from runners.relays import TIMEOUT_S, Relayed, arrived_once, frames_of, prove, relayed_by

from serbench.corpus.container import read_objects
from serbench.corpus.decoding import Decoder
from serbench.experiments.relay.derived import part_corpus, updated_corpus
from serbench.runner.process import ask

pytestmark = pytest.mark.slow
CODECS = ("java/bytebuffer", "java/protobuf", "java/protostuff")
RAW = "java/memcpy"
WORKLOADS = ("tuples:tuples=64", "tweet")
SINKS = 3
CHANGING = {"update", "split", "envelope"}
STEPS = ["read", "copy", "decode", "route", "encode", "write"]


@pytest.fixture(scope="module", params=WORKLOADS)
def relayed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Relayed:
    return relayed_by((*CODECS, RAW), request.param, tmp_path_factory.mktemp("messages"))


@pytest.fixture(scope="module")
def envelopes(tmp_path_factory: pytest.TempPathFactory) -> Relayed:
    return relayed_by((*CODECS, RAW), "envelope", tmp_path_factory.mktemp("messages"))


def modes(relayed: Relayed, codec: str) -> set[str]:
    described = ask(relayed.runner(codec), "describe", {}, TIMEOUT_S)
    return {reply.text("name") for reply in replies(described, "mode")}


@pytest.mark.parametrize("codec", CODECS)
def test_modes_follow_from_the_schema(codec: str, relayed: Relayed, envelopes: Relayed) -> None:
    assert modes(relayed, codec) & CHANGING == {"update", "split"}
    assert modes(envelopes, codec) & CHANGING == {"update", "envelope"}
    assert modes(relayed, RAW) == modes(envelopes, RAW) == {"forward"}


def test_a_schema_without_number_and_batch_has_none_of_them(tmp_path: Path) -> None:
    assert modes(relayed_by((CODECS[0],), "record", tmp_path), CODECS[0]) & CHANGING == set()


@pytest.mark.parametrize("with_phases", [False, True])
@pytest.mark.parametrize("codec", CODECS)
def test_update_adds_one_to_the_number_everywhere(
    codec: str, with_phases: bool, relayed: Relayed, tmp_path: Path
) -> None:
    driver = passed(relayed, codec, Asked("update", "fields", sinks=SINKS), with_phases, tmp_path)
    arrived = arrived_once(driver)
    contents = [arrived[0, number] for number in range(len(relayed.messages[codec]))]
    expected = updated_corpus(relayed.corpus, relayed.workload, tmp_path / "updated")
    prove(relayed.runner(codec), expected, contents, tmp_path / "came")
    for place, sink in enumerate(driver.sinks):
        # Each goes where the object belongs that came.
        numbers = [number for number, touch in enumerate(relayed.touches) if touch % SINKS == place]
        assert [frame.number for frame in sink.messages] == numbers


@pytest.mark.parametrize("with_phases", [False, True])
@pytest.mark.parametrize("route", ["shuffle", "fields"])
@pytest.mark.parametrize("codec", CODECS)
def test_split_sends_each_sink_its_part(
    codec: str, route: str, with_phases: bool, relayed: Relayed, tmp_path: Path
) -> None:
    driver = passed(relayed, codec, Asked("split", route, sinks=SINKS), with_phases, tmp_path)
    for place, sink in enumerate(driver.sinks):
        folder = tmp_path / f"part-{place}"
        expected = part_corpus(relayed.corpus, relayed.workload, folder, place, SINKS, route == "fields")
        assert [frame.number for frame in sink.messages] == list(range(len(relayed.messages[codec])))
        contents = [frame.message for frame in sink.messages]
        prove(relayed.runner(codec), expected, contents, tmp_path / "came")


def passed(relayed: Relayed, codec: str, asked: Asked, with_phases: bool, folder: Path) -> Driver:
    """A relay through which all messages of a codec have passed."""
    contents = relayed.messages[codec]
    with driving(relayed.runner(codec), asked, folder) as driver:
        driver.open_sinks()
        driver.send(0, [mark(1, with_phases), *frames_of(0, contents)])
        conversation = driver.end()
    last = last_mark(conversation)
    assert (last.count("frames"), last.count("undecodable")) == (len(contents), 0)
    names = [reply.text("name") for reply in replies(conversation, "phase")]
    assert names == (STEPS if with_phases else [])
    sent = [frame.message for sink in driver.sinks for frame in sink.messages]
    assert last.count("bytes_out") == sum(map(len, sent))
    return driver


@pytest.mark.parametrize("route", ["shuffle", "fields"])
@pytest.mark.parametrize("codec", CODECS)
def test_of_an_envelope_the_payload_goes_on(
    codec: str, route: str, envelopes: Relayed, tmp_path: Path
) -> None:
    decoder = Decoder(envelopes.workload.schema)
    objects = [decoder.decode(data) for data in read_objects(envelopes.corpus.path)]
    assert len({obj["destination"] % SINKS for obj in objects}) > 1
    driver = passed(envelopes, codec, Asked("envelope", route, sinks=SINKS), True, tmp_path)
    for place, sink in enumerate(driver.sinks):
        keys = [obj["destination"] if route == "fields" else number for number, obj in enumerate(objects)]
        numbers = [number for number, key in enumerate(keys) if key % SINKS == place]
        assert [(frame.number, frame.message) for frame in sink.messages] == [
            (number, objects[number]["payload"]) for number in numbers
        ]
