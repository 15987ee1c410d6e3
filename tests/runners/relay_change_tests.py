"""Tests of the relay of every language where objects change on their way: update, split and envelope."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import pytest
from relay.python_driver import Asked, Driver, barrier, driving, last_barrier, message, replies
from runners.relay_cases import ENCODING
from runners.relays import TIMEOUT_S, Relayed, arrived_once, counted, frames_of, prove, relayed_by

from serbench.corpus.manifest import Corpus
from serbench.experiments.relay.derived import part_corpus, updated_corpus
from serbench.runner.process import ask

BATCHES, TREES, NUMBERLESS, ENVELOPES = "tuples:tuples=64", "tweet", "record", "envelope"
MODES_OF = {
    BATCHES: {"update", "split"},
    TREES: {"update", "split"},
    NUMBERLESS: set(),
    ENVELOPES: {"update", "envelope"},
}
CHANGED = (BATCHES, TREES)
ROUTES = ("shuffle", "fields")
SINKS = 3


def finding(codecs: Sequence[str], unit: str, factory: pytest.TempPathFactory) -> Callable[[str], Relayed]:
    """A function that makes once what a workload needs to be relayed by codecs of one language."""
    made: dict[str, Relayed] = {}

    def find(workload: str) -> Relayed:
        if workload not in made:
            made[workload] = relayed_by(codecs, workload, factory.mktemp("messages"), unit)
        return made[workload]

    return find


@dataclass(frozen=True)
class Way:
    """How messages are passed on."""

    codec: str
    route: str
    with_phases: bool
    folder: Path


class Changes:
    """Tests of what every language's relays do to objects. A test file has a subclass whose name begins with
    Test. The subclass has ``codecs``, one of them a ``floor``; the ``steps`` that are timed, and those of
    ``unwrapping`` envelopes; and a fixture ``relayed`` that finds what a workload needs."""

    codecs: ClassVar[Sequence[str]] = ()
    floor: ClassVar[str] = ""
    steps: ClassVar[Sequence[str]] = ENCODING
    unwrapping: ClassVar[Sequence[str]] = ("read", "decode", "route", "write")

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        if "codec" in metafunc.fixturenames:
            metafunc.parametrize("codec", [codec for codec in self.codecs if codec != self.floor])

    @pytest.fixture(params=ROUTES)
    def route(self, request: pytest.FixtureRequest) -> str:
        return str(request.param)

    @pytest.fixture(params=[False, True])
    def with_phases(self, request: pytest.FixtureRequest) -> bool:
        return bool(request.param)

    @pytest.fixture
    def way(self, codec: str, route: str, with_phases: bool, tmp_path: Path) -> Way:
        return Way(codec, route, with_phases, tmp_path)

    def steps_of(self, mode: str) -> list[str]:
        return list(self.unwrapping if mode == "envelope" else self.steps)

    def passed(self, relayed: Relayed, mode: str, way: Way) -> Driver:
        """A relay through which all messages of a codec have passed twice, so that whatever is kept is used
        again."""
        contents = [*relayed.messages[way.codec]] * 2
        asked = Asked(mode, way.route, sinks=SINKS)
        with driving(relayed.runner(way.codec), asked, way.folder) as driver:
            driver.open_sinks()
            driver.send(0, [barrier(1, way.with_phases), *frames_of(0, contents)])
            conversation = driver.end()
        assert contents and len(driver.sinks) == SINKS
        sent = sum(len(frame.message) for sink in driver.sinks for frame in sink.messages)
        told = counted(last_barrier(conversation), "frames", "bytes_in", "bytes_out")
        assert told == [len(contents), sum(map(len, contents)), sent]
        lost = counted(last_barrier(conversation), "undecodable", "undeliverable", "torn")
        assert lost == [0, 0, 0]
        phases = replies(conversation, "phase")
        steps = self.steps_of(mode) if way.with_phases else []
        assert [reply.text("name") for reply in phases] == steps
        assert all(reply.count("wall_ns") > 0 for reply in phases)
        return driver

    @pytest.mark.parametrize("workload", MODES_OF)
    def test_modes_follow_from_the_schema(
        self, relayed: Callable[[str], Relayed], codec: str, workload: str
    ) -> None:
        modes = modes_of(relayed(workload), codec)
        assert modes & set().union(*MODES_OF.values()) == MODES_OF[workload]

    @pytest.mark.parametrize("workload", MODES_OF)
    def test_a_floor_only_forwards(self, relayed: Callable[[str], Relayed], workload: str) -> None:
        assert modes_of(relayed(workload), self.floor) == {"forward"}

    @pytest.mark.parametrize("workload", CHANGED)
    def test_update_adds_one_to_the_number_everywhere(
        self, relayed: Callable[[str], Relayed], workload: str, way: Way
    ) -> None:
        sent = relayed(workload)
        driver = self.passed(sent, "update", way)
        arrived = arrived_once(driver)
        count = len(sent.touches)
        expected = updated_corpus(sent.corpus, sent.workload, way.folder / "updated")
        came = [arrived[0, number] for number in range(2 * count)]
        prove_twice(sent, way, expected, came)
        # Each goes where the object belongs that came.
        keys = [*sent.touches] * 2 if way.route == "fields" else range(2 * count)
        for place, sink in enumerate(driver.sinks):
            numbers = [number for number, key in enumerate(keys) if key % SINKS == place]
            assert [frame.number for frame in sink.messages] == numbers

    @pytest.mark.parametrize("workload", CHANGED)
    def test_split_sends_each_sink_its_part(
        self, relayed: Callable[[str], Relayed], workload: str, way: Way
    ) -> None:
        sent = relayed(workload)
        driver = self.passed(sent, "split", way)
        for place, sink in enumerate(driver.sinks):
            folder = way.folder / f"part-{place}"
            expected = part_corpus(sent.corpus, sent.workload, folder, place, SINKS, way.route == "fields")
            assert [frame.number for frame in sink.messages] == list(range(2 * len(sent.touches)))
            came = [frame.message for frame in sink.messages]
            prove_twice(sent, way, expected, came)

    def test_parts_may_be_empty(self, relayed: Callable[[str], Relayed], codec: str, tmp_path: Path) -> None:
        given = relayed(BATCHES)
        with driving(given.runner(codec), Asked("split", sinks=65), tmp_path) as driver:
            driver.open_sinks()
            driver.send(0, [message(0, 5, given.messages[codec][0])])
            assert last_barrier(driver.end()).count("frames") == 1
        assert [[frame.number for frame in sink.messages] for sink in driver.sinks] == [[5]] * 65
        # 64 elements for 65 parts: the last has none.
        sizes = [len(sink.messages[0].message) for sink in driver.sinks]
        assert sizes[64] < min(sizes[:64])

    def test_of_an_envelope_the_payload_goes_on(self, relayed: Callable[[str], Relayed], way: Way) -> None:
        envelopes = relayed(ENVELOPES)
        objects = envelopes.objects() * 2
        driver = self.passed(envelopes, "envelope", way)
        by_fields = way.route == "fields"
        keys = [obj["destination"] if by_fields else number for number, obj in enumerate(objects)]
        for place, sink in enumerate(driver.sinks):
            numbers = [number for number, key in enumerate(keys) if key % SINKS == place]
            assert numbers
            assert [(frame.number, frame.message) for frame in sink.messages] == [
                (number, objects[number]["payload"]) for number in numbers
            ]

    @pytest.mark.parametrize(
        ("workload", "mode"), [(BATCHES, "update"), (BATCHES, "split"), (ENVELOPES, "envelope")]
    )
    def test_a_message_that_does_not_decode_is_left_out(
        self,
        relayed: Callable[[str], Relayed],
        codec: str,
        workload: str,
        mode: str,
        with_phases: bool,
        tmp_path: Path,
    ) -> None:
        given = relayed(workload)
        right = given.messages[codec]
        sent = [b"\xff" * 7, right[0], right[1][:3], b"\xff" * 100, right[2], right[3]]
        with driving(given.runner(codec), Asked(mode, block=2), tmp_path) as driver:
            driver.open_sinks()
            driver.send(0, [barrier(1, with_phases), *frames_of(0, sent)])
            last = last_barrier(driver.end())
        assert counted(last, "frames", "undecodable") == [6, 3]
        assert [frame.number for frame in driver.sinks[0].messages] == [1, 4, 5]


def modes_of(relayed: Relayed, codec: str) -> set[str]:
    described = ask(relayed.runner(codec), "describe", {}, TIMEOUT_S)
    return {reply.text("name") for reply in replies(described, "mode")}


def prove_twice(relayed: Relayed, way: Way, expected: Corpus, came: Sequence[bytes]) -> None:
    """Checks that what came of the first and of the second pass holds the objects of a corpus."""
    count = len(came) // 2
    for content in (came[:count], came[count:]):
        prove(relayed.runner(way.codec), expected, content, way.folder / "came")
