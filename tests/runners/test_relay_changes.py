"""The modes of a relay that send on something else than what came: updated objects, parts of objects, and
what envelopes hold."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from relay.python_driver import Asked, Driver, driving, last_mark, mark, message, replies
from runners.conftest import CODECS as ALL_CODECS

from serbench.build.runners import build_runners
from serbench.codecs.runner import Runner
from serbench.corpus.container import MESSAGES_MAGIC, ContainerWriter, read_messages, read_objects
from serbench.corpus.decoding import Decoder
from serbench.corpus.manifest import Corpus
from serbench.corpus.store import corpus_of
from serbench.corpus.touch import Touch
from serbench.corpus.workload import Workload, find_workloads
from serbench.experiments.relay.derived import part_corpus, updated_corpus
from serbench.runner.process import ask
from serbench.schema.access import access_plans
from serbench.setup.readiness import make_ready

pytestmark = pytest.mark.slow
TIMEOUT_S = 60.0
BATCHES, ENVELOPES = "tuples:tuples=8", "envelope"
# With decode-reuse and without, with messages of the library's own and without.
CODECS = ("rust/handcoded", "rust/json", "rust/protobuf")
ROUTES = ("shuffle", "fields")
ENCODING = ["read", "decode", "route", "encode", "write"]
# The workload of each mode and its phases.
MODES = {
    "update": (BATCHES, ENCODING),
    "split": (BATCHES, ENCODING),
    "envelope": (ENVELOPES, ["read", "decode", "route", "write"]),
}
SINKS = 3


@dataclass(frozen=True)
class Relayed:
    """A workload with its corpus, and for each codec its runner and its messages."""

    workload: Workload
    corpus: Corpus
    runners: Mapping[str, Runner]
    messages: Mapping[str, Sequence[bytes]]

    def runner_of(self, codec: str) -> Runner:
        if codec not in self.runners:
            pytest.skip(f"{codec} is not available on this machine")
        return self.runners[codec]

    def objects(self) -> list[dict[str, object]]:
        decoder = Decoder(self.workload.schema)
        return [decoder.decode(data) for data in read_objects(self.corpus.path)]

    def sinks_by(self, route: str) -> list[int]:
        """The sink of each object as it came."""
        schema = self.workload.schema
        touch = Touch(schema, access_plans(schema)[0], "utf8")
        keys = range(self.corpus.manifest.objects) if route == "shuffle" else map(touch, self.objects())
        return [key % SINKS for key in keys]


@pytest.fixture(scope="module")
def relayed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Relayed]:
    workloads = find_workloads((BATCHES, ENVELOPES))
    wanted = [ALL_CODECS[name] for name in CODECS]
    unavailable = make_ready(wanted, tell=print)
    ready = [codec for codec in wanted if codec.name not in unavailable]
    place = tmp_path_factory.mktemp("messages") / "messages"
    found = {}
    for workload in workloads:
        corpus, runners = corpus_of(workload), {}
        for item in build_runners(ready, [workload], jobs=1, variant="relay"):
            assert isinstance(item, Runner), item.detail
            runners[item.codec] = item
        messages = {codec: emitted(runner, corpus, place) for codec, runner in runners.items()}
        found[workload.name] = Relayed(workload, corpus, runners, messages)
    return found


def emitted(runner: Runner, corpus: Corpus, out: Path) -> list[bytes]:
    conversation = ask(runner, "emit", {"corpus": corpus.path, "out": out}, TIMEOUT_S)
    assert conversation.outcome == "ok", conversation.sentence
    return [content or b"" for content in read_messages(out)]


def prove(runner: Runner, corpus: Corpus, contents: Sequence[bytes], place: Path) -> None:
    """These messages hold the objects of the corpus, in its order."""
    with ContainerWriter(place, MESSAGES_MAGIC) as file:
        for content in contents:
            file.add(content)
    checked = ask(runner, "check", {"corpus": corpus.path, "encoded": place}, TIMEOUT_S)
    outcomes = [reply.text("outcome") for reply in replies(checked, "object")]
    assert outcomes == ["ok"] * corpus.manifest.objects


def by_number(driver: Driver, sink: int) -> dict[int, bytes]:
    """The messages of a sink, which come in order."""
    frames = driver.sinks[sink].messages
    numbers = [frame.number for frame in frames]
    assert numbers == sorted(set(numbers))
    return {frame.number: frame.message for frame in frames}


def relay_all(
    given: Relayed, codec: str, asked: Asked, folder: Path, with_phases: bool
) -> list[dict[int, bytes]]:
    """What each sink has received of all messages, and that the counts tell so."""
    contents = given.messages[codec]
    with driving(given.runner_of(codec), asked, folder) as driver:
        driver.open_sinks()
        driver.send(0, [mark(1, with_phases), *(message(0, *one) for one in enumerate(contents))])
        last = last_mark(driver.end())
    arrived = [by_number(driver, sink) for sink in range(SINKS)]
    assert last.count("frames") == len(contents)
    assert last.count("bytes_in") == sum(map(len, contents))
    assert last.count("bytes_out") == sum(len(content) for sink in arrived for content in sink.values())
    assert [last.count(name) for name in ("undecodable", "undeliverable", "torn")] == [0, 0, 0]
    return arrived


@pytest.mark.parametrize("codec", CODECS)
def test_a_schema_says_which_modes_there_are(codec: str, relayed: Mapping[str, Relayed]) -> None:
    def modes(workload: str) -> set[str]:
        described = ask(relayed[workload].runner_of(codec), "describe", {}, TIMEOUT_S)
        return {reply.text("name") for reply in replies(described, "mode")} & set(MODES)

    assert modes(BATCHES) == {"update", "split"}
    assert modes(ENVELOPES) == {"update", "envelope"}


@pytest.mark.parametrize("with_phases", [False, True])
@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("codec", CODECS)
def test_numbers_are_updated_and_objects_go_where_they_went_as_they_came(
    codec: str, route: str, with_phases: bool, relayed: Mapping[str, Relayed], tmp_path: Path
) -> None:
    given = relayed[BATCHES]
    arrived = relay_all(given, codec, Asked("update", route, sinks=SINKS), tmp_path, with_phases)
    sinks = given.sinks_by(route)
    assert [set(sink) for sink in arrived] == [
        {number for number, of in enumerate(sinks) if of == sink} for sink in range(SINKS)
    ]
    came = [arrived[sink][number] for number, sink in enumerate(sinks)]
    corpus = updated_corpus(given.corpus, given.workload, tmp_path / "updated")
    prove(given.runner_of(codec), corpus, came, tmp_path / "came")


@pytest.mark.parametrize("with_phases", [False, True])
@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("codec", CODECS)
def test_every_sink_gets_its_part_of_each_object(
    codec: str, route: str, with_phases: bool, relayed: Mapping[str, Relayed], tmp_path: Path
) -> None:
    given = relayed[BATCHES]
    arrived = relay_all(given, codec, Asked("split", route, sinks=SINKS), tmp_path, with_phases)
    for sink, parts in enumerate(arrived):
        assert list(parts) == list(range(given.corpus.manifest.objects))
        folder = tmp_path / f"part-{sink}"
        corpus = part_corpus(given.corpus, given.workload, folder, sink, SINKS, route == "fields")
        prove(given.runner_of(codec), corpus, list(parts.values()), tmp_path / "came")


@pytest.mark.parametrize("codec", CODECS)
def test_parts_may_be_empty(codec: str, relayed: Mapping[str, Relayed], tmp_path: Path) -> None:
    given = relayed[BATCHES]
    with driving(given.runner_of(codec), Asked("split", sinks=9), tmp_path) as driver:
        driver.open_sinks()
        driver.send(0, [message(0, 5, given.messages[codec][0])])
        assert last_mark(driver.end()).count("frames") == 1
    assert [[frame.number for frame in sink.messages] for sink in driver.sinks] == [[5]] * 9
    # Eight elements for nine parts: the last has none.
    sizes = [len(sink.messages[0].message) for sink in driver.sinks]
    assert sizes[8] < min(sizes[:8])


@pytest.mark.parametrize("with_phases", [False, True])
@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("codec", CODECS)
def test_an_envelope_loses_its_payload_to_its_destination(
    codec: str, route: str, with_phases: bool, relayed: Mapping[str, Relayed], tmp_path: Path
) -> None:
    given = relayed[ENVELOPES]
    arrived = relay_all(given, codec, Asked("envelope", route, sinks=SINKS), tmp_path, with_phases)
    expected: list[dict[int, object]] = [{} for _ in range(SINKS)]
    for number, envelope in enumerate(given.objects()):
        key = envelope.get("destination", 0) if route == "fields" else number
        assert isinstance(key, int)
        expected[key % SINKS][number] = envelope["payload"]
    assert arrived == expected


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("codec", CODECS)
def test_the_phases_of_a_mode_are_all_timed(
    codec: str, mode: str, relayed: Mapping[str, Relayed], tmp_path: Path
) -> None:
    workload, phases = MODES[mode]
    given = relayed[workload]
    with driving(given.runner_of(codec), Asked(mode, sinks=2, block=3), tmp_path) as driver:
        driver.open_sinks()
        contents = enumerate(given.messages[codec])
        driver.send(0, [mark(1, with_phases=True), *(message(0, *one) for one in contents), mark(2)])
        timed = replies(driver.end(), "phase")
    assert [reply.text("name") for reply in timed] == phases
    assert all(reply.count("wall_ns") > 0 for reply in timed)


@pytest.mark.parametrize("with_phases", [False, True])
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("codec", CODECS)
def test_a_message_that_does_not_decode_is_left_out(
    codec: str, mode: str, with_phases: bool, relayed: Mapping[str, Relayed], tmp_path: Path
) -> None:
    given = relayed[MODES[mode][0]]
    right = given.messages[codec]
    sent = [b"\xff" * 7, right[0], right[1][:3], b"\xff" * 100, right[2], right[3]]
    with driving(given.runner_of(codec), Asked(mode, block=2), tmp_path) as driver:
        driver.open_sinks()
        driver.send(0, [mark(1, with_phases), *(message(0, *one) for one in enumerate(sent))])
        last = last_mark(driver.end())
    assert (last.count("frames"), last.count("undecodable")) == (6, 3)
    assert [frame.number for frame in driver.sinks[0].messages] == [1, 4, 5]
