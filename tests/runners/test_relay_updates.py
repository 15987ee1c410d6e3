"""Codecs that change a number where it lies, in objects with everything around it."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from relay.python_driver import Asked, barrier, driving, last_barrier, replies
from runners.conftest import CODECS
from runners.relays import Relayed, arrived_once, frames_of, prove, relayed_by

from serbench.codecs.runner import Runner
from serbench.corpus.workload import load_workload
from serbench.experiments.relay.derived import updated_corpus
from serbench.runner.reply import Reply

pytestmark = pytest.mark.slow
FOLDER = Path(__file__).parent / "numbers"
IN_PLACE = (
    "cpp/handcoded",
    "cpp/inplace",
    "cpp/flatbuffers",
    "cpp/flatbuffers-unverified",
    "cpp/flatbuffers-struct",
    "cpp/sbe",
    "rust/handcoded",
    "rust/rkyv",
    "rust/rkyv-unchecked",
    "java/bytebuffer",
    "java/flatbuffers",
    "java/sbe",
    "go/handcoded",
    "python/handcoded",
    "javascript/handcoded",
)
# Their tables leave out what is 0.
LEAVES_OUT = ("flatbuffers", "flatbuffers-struct")
# They take all bytes for a message.
TRUSTING = ("cpp/flatbuffers-unverified", "rust/rkyv-unchecked")
# The bytes of an int32.
NUMBER_BYTES = 4
SINKS = 3


@pytest.fixture(scope="module")
def relayed(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Relayed]:
    made: dict[str, Relayed] = {}

    def find(codec: str) -> Relayed:
        language = CODECS[codec].language
        if language not in made:
            codecs = [name for name in IN_PLACE if CODECS[name].language == language]
            folder = tmp_path_factory.mktemp("messages")
            made[language] = relayed_by(codecs, load_workload(FOLDER), folder)
        return made[language]

    return find


def numbers_of(relayed: Relayed) -> list[list[int]]:
    return [
        [item.get("number", 0) for item in obj.get("head", {}).get("items", ())] for obj in relayed.objects()
    ]


def differing(one: bytes, other: bytes) -> int:
    assert len(one) == len(other)
    return sum(a != b for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("with_phases", [False, True])
@pytest.mark.parametrize("route", ["shuffle", "fields"])
@pytest.mark.parametrize("codec", IN_PLACE)
def test_numbers_change_where_they_lie(
    codec: str, route: str, with_phases: bool, relayed: Callable[[str], Relayed], tmp_path: Path
) -> None:
    given = relayed(codec)
    runner, contents = given.runner(codec), given.messages[codec]
    with driving(runner, Asked("update", route, sinks=SINKS, block=5), tmp_path) as driver:
        driver.open_sinks()
        driver.send(0, [barrier(1, with_phases), *frames_of(0, contents)])
        conversation = driver.end()
    arrived = arrived_once(driver)
    came = [arrived[0, number] for number in range(len(contents))]
    prove(runner, updated_corpus(given.corpus, given.workload, tmp_path / "updated"), came, tmp_path / "came")
    keys = given.touches if route == "fields" else range(len(contents))
    for place, sink in enumerate(driver.sinks):
        belonging = [number for number, key in enumerate(keys) if key % SINKS == place]
        assert [frame.number for frame in sink.messages] == belonging
    numbers = numbers_of(given)
    in_place = [not (CODECS[codec].format in LEAVES_OUT and 0 in of) for of in numbers]
    last = last_barrier(conversation)
    assert (last.count("undecodable"), last.count("updated_in_place")) == (0, sum(in_place))
    assert any(in_place)
    for index in [index for index, is_in_place in enumerate(in_place) if is_in_place]:
        changed = differing(contents[index], came[index])
        assert len(numbers[index]) <= changed <= NUMBER_BYTES * len(numbers[index])
    phases = [reply.text("name") for reply in replies(conversation, "phase")]
    # Where an event loop reads, no phase does.
    assert {"route", "encode", "write"} <= set(phases) or not with_phases


@pytest.mark.parametrize("with_phases", [False, True])
@pytest.mark.parametrize("codec", [codec for codec in IN_PLACE if codec not in TRUSTING])
def test_what_cannot_be_changed_is_left_out_alone(
    codec: str, with_phases: bool, relayed: Callable[[str], Relayed], tmp_path: Path
) -> None:
    given = relayed(codec)
    right = given.messages[codec]
    sent = [right[0], b"\xff" * 7, right[1], b"\xff" * 100, right[2], right[0][:3]]
    expected, _ = updated(given.runner(codec), right[:3], with_phases, tmp_path)
    came, last = updated(given.runner(codec), sent, with_phases, tmp_path)
    assert (last.count("frames"), last.count("undecodable")) == (6, 3)
    assert [came[0, number] for number in (0, 2, 4)] == [expected[0, number] for number in range(3)]


def updated(
    runner: Runner, contents: Sequence[bytes], with_phases: bool, place: Path
) -> tuple[dict[tuple[int, int], bytes], Reply]:
    """The messages that arrive, and the counts of the relay at its end."""
    with driving(runner, Asked("update", block=8), place) as driver:
        driver.open_sinks()
        driver.send(0, [barrier(1, with_phases), *frames_of(0, contents)])
        last = last_barrier(driver.end())
    return arrived_once(driver), last


@pytest.mark.parametrize("codec", IN_PLACE)
def test_other_modes_update_nothing(codec: str, relayed: Callable[[str], Relayed], tmp_path: Path) -> None:
    given = relayed(codec)
    with driving(given.runner(codec), Asked("fresh"), tmp_path) as driver:
        driver.open_sinks()
        driver.send(0, frames_of(0, given.messages[codec][:9]))
        assert last_barrier(driver.end()).count("updated_in_place") == 0
