"""The modes of C++'s relay in which objects change on their way: update, split and envelope."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from relay.python_driver import Asked, Driver, driving, last_mark, mark, replies
from runners.relays import TIMEOUT_S, Relayed, arrived_once, frames_of, prove, relayed_by

from serbench.corpus.container import read_objects
from serbench.corpus.decoding import Decoder
from serbench.corpus.manifest import Corpus
from serbench.experiments.relay.derived import part_corpus, updated_corpus
from serbench.runner.process import ask

pytestmark = pytest.mark.slow
# That of json decodes only into fresh objects.
CODECS = ("cpp/protobuf", "cpp/json")
RAW = "cpp/memcpy"
MODES_OF = {
    "tuples:tuples=64": ["update", "split"],
    "tweet": ["update", "split"],
    "record": [],
    "envelope": ["update", "envelope"],
}
CHANGED = ("tuples:tuples=64", "tweet")
STEPS = {
    "update": ["read", "decode", "route", "encode", "write"],
    "split": ["read", "decode", "route", "encode", "write"],
    "envelope": ["read", "decode", "route", "write"],
}
SINKS = 3


@pytest.fixture(scope="module")
def relayed(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Relayed]:
    made: dict[str, Relayed] = {}

    def find(workload: str) -> Relayed:
        if workload not in made:
            folder = tmp_path_factory.mktemp("messages")
            made[workload] = relayed_by((*CODECS, RAW), workload, folder, unit="utf8", variant="relay")
        return made[workload]

    return find


def passed(relayed: Relayed, codec: str, asked: Asked, with_phases: bool, folder: Path) -> Driver:
    """A relay through which all messages of a codec have passed twice, so that whatever is kept is used
    again."""
    contents = [*relayed.messages[codec]] * 2
    with driving(relayed.runner(codec), asked, folder) as driver:
        driver.open_sinks()
        driver.send(0, [mark(1, with_phases), *frames_of(0, contents)])
        conversation = driver.end()
    last = last_mark(conversation)
    assert (last.count("frames"), last.count("undecodable")) == (len(contents), 0)
    names = [reply.text("name") for reply in replies(conversation, "phase")]
    assert names == (STEPS[asked.mode] if with_phases else [])
    sent = [frame.message for sink in driver.sinks for frame in sink.messages]
    assert last.count("bytes_out") == sum(map(len, sent))
    return driver


def objects_of(relayed: Relayed) -> list[dict[str, Any]]:
    decoder = Decoder(relayed.workload.schema)
    return [decoder.decode(data) for data in read_objects(relayed.corpus.path)]


def prove_twice(relayed: Relayed, codec: str, expected: Corpus, came: Sequence[bytes], place: Path) -> None:
    """What came of the first and of the second pass holds the objects of a corpus."""
    count = len(came) // 2
    assert came[:count] == came[count:]
    prove(relayed.runner(codec), expected, came[:count], place)


@pytest.mark.parametrize("workload", MODES_OF)
@pytest.mark.parametrize("codec", CODECS)
def test_modes_follow_from_the_schema(codec: str, workload: str, relayed: Callable[[str], Relayed]) -> None:
    described = ask(relayed(workload).runner(codec), "describe", {}, TIMEOUT_S)
    names = [reply.text("name") for reply in replies(described, "mode")]
    assert [name for name in names if name in STEPS] == MODES_OF[workload]


@pytest.mark.parametrize("workload", MODES_OF)
def test_a_floor_only_forwards(workload: str, relayed: Callable[[str], Relayed]) -> None:
    described = ask(relayed(workload).runner(RAW), "describe", {}, TIMEOUT_S)
    assert [reply.text("name") for reply in replies(described, "mode")] == ["forward"]


@pytest.mark.parametrize("with_phases", [False, True])
@pytest.mark.parametrize("workload", CHANGED)
@pytest.mark.parametrize("codec", CODECS)
def test_update_adds_one_to_the_number_everywhere(
    codec: str, workload: str, with_phases: bool, relayed: Callable[[str], Relayed], tmp_path: Path
) -> None:
    sent = relayed(workload)
    driver = passed(sent, codec, Asked("update", "fields", sinks=SINKS), with_phases, tmp_path)
    arrived = arrived_once(driver)
    count = len(sent.touches)
    expected = updated_corpus(sent.corpus, sent.workload, tmp_path / "updated")
    came = [arrived[0, number] for number in range(2 * count)]
    prove_twice(sent, codec, expected, came, tmp_path / "came")
    for place, sink in enumerate(driver.sinks):
        # Each goes where the object belongs that came.
        numbers = [number for number in range(2 * count) if sent.touches[number % count] % SINKS == place]
        assert [frame.number for frame in sink.messages] == numbers


@pytest.mark.parametrize("with_phases", [False, True])
@pytest.mark.parametrize("route", ["shuffle", "fields"])
@pytest.mark.parametrize("workload", CHANGED)
@pytest.mark.parametrize("codec", CODECS)
def test_split_sends_each_sink_its_part(
    codec: str,
    workload: str,
    route: str,
    with_phases: bool,
    relayed: Callable[[str], Relayed],
    tmp_path: Path,
) -> None:
    sent = relayed(workload)
    driver = passed(sent, codec, Asked("split", route, sinks=SINKS), with_phases, tmp_path)
    for place, sink in enumerate(driver.sinks):
        folder = tmp_path / f"part-{place}"
        expected = part_corpus(sent.corpus, sent.workload, folder, place, SINKS, route == "fields")
        assert [frame.number for frame in sink.messages] == list(range(2 * len(sent.touches)))
        came = [frame.message for frame in sink.messages]
        prove_twice(sent, codec, expected, came, tmp_path / "came")


@pytest.mark.parametrize("with_phases", [False, True])
@pytest.mark.parametrize("route", ["shuffle", "fields"])
@pytest.mark.parametrize("codec", CODECS)
def test_of_an_envelope_the_payload_goes_on(
    codec: str, route: str, with_phases: bool, relayed: Callable[[str], Relayed], tmp_path: Path
) -> None:
    envelopes = relayed("envelope")
    objects = objects_of(envelopes) * 2
    driver = passed(envelopes, codec, Asked("envelope", route, sinks=SINKS), with_phases, tmp_path)
    for place, sink in enumerate(driver.sinks):
        keys = [obj["destination"] if route == "fields" else number for number, obj in enumerate(objects)]
        numbers = [number for number, key in enumerate(keys) if key % SINKS == place]
        assert numbers
        assert [(frame.number, frame.message) for frame in sink.messages] == [
            (number, objects[number]["payload"]) for number in numbers
        ]
