"""Changes of a schema with real runners: what Protocol Buffers, gob and the hand-written codec of each
language make of them."""

import pytest
from runners.conftest import CODECS

from serbench.builds.runners import build_runners
from serbench.codecs.runner import Runner
from serbench.experiments.evolution.changes import VERSIONS, all_changes, named_changes
from serbench.experiments.evolution.codec_crossing import CodecCrossing, Crossing
from serbench.experiments.evolution.crossing import Asking
from serbench.experiments.evolution.execute import EXPERIMENT
from serbench.experiments.evolution.merged import merged_workload, workload_name
from serbench.setup.readiness import make_ready

pytestmark = pytest.mark.slow
BY_HAND = (
    "cpp/handcoded",
    "rust/handcoded",
    "java/bytebuffer",
    "go/handcoded",
    "python/handcoded",
    "javascript/handcoded",
)
PROTOBUF = (
    "cpp/protobuf",
    "rust/protobuf",
    "java/protobuf",
    "go/protobuf",
    "python/protobuf",
    "javascript/protobuf-es",
    "javascript/protobufjs",
)
GOB = "go/gob"
# Those that leave out by default what they do not know.
DROPPING = ("rust/protobuf", "javascript/protobufjs")
ASKED = (
    "add-in-middle",
    "remove-field",
    "rename-field",
    "reorder",
    "int32-to-int64",
    "int32-to-sint32",
    "int32-to-uint32",
)
Found = dict[str, dict[tuple[str, str], Crossing]]


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Found:
    """The crossings of each codec by change and direction."""
    codecs = [CODECS[name] for name in (*BY_HAND, *PROTOBUF, GOB)]
    unavailable = make_ready(codecs, tell=print, step=lambda text: None)
    assert not unavailable
    known = all_changes()
    workloads = {version: merged_workload(known, version) for version in VERSIONS}
    built = build_runners(codecs, list(workloads.values()), jobs=2, variant=EXPERIMENT)
    runners = {(one.codec, one.workload): one for one in built if isinstance(one, Runner)}
    return {
        codec.name: {
            (one.change.name, one.direction): one
            for one in CodecCrossing(
                {version: runners[codec.name, workload_name(version)] for version in VERSIONS},
                {version: workload.schema for version, workload in workloads.items()},
                named_changes(ASKED, known),
                Asking(tmp_path_factory.mktemp("crossings")),
            ).crossings()
        }
        for codec in codecs
    }


def outcome(crossings: dict[tuple[str, str], Crossing], change: str) -> list[str]:
    return [crossings[change, direction].folded.outcome for direction in ("backward", "forward")]


@pytest.mark.parametrize("codec", PROTOBUF)
def test_protobuf_reads_what_keeps_its_numbers(found: Found, codec: str) -> None:
    for change in ("add-in-middle", "remove-field", "rename-field", "reorder"):
        assert outcome(found[codec], change) == ["same", "same"], change


@pytest.mark.parametrize("codec", PROTOBUF)
def test_protobuf_truncates_and_takes_zigzag_for_a_number(found: Found, codec: str) -> None:
    assert outcome(found[codec], "int32-to-int64") == ["same", "misread"]
    detail = found[codec]["int32-to-int64", "forward"].folded.detail
    assert detail == "count: 3000000000 has no right value, got -1294967296"
    assert outcome(found[codec], "int32-to-sint32") == ["misread", "misread"]


@pytest.mark.parametrize(
    ("codec", "expected"), [(codec, "dropped" if codec in DROPPING else "preserved") for codec in PROTOBUF]
)
def test_a_message_of_the_library_may_keep_what_it_does_not_know(
    found: Found, codec: str, expected: str
) -> None:
    crossing = found[codec]["add-in-middle", "rewrite"]
    assert (crossing.folded.outcome, crossing.way) == (expected, "message")


@pytest.mark.parametrize("codec", BY_HAND)
def test_a_positional_format_misreads_or_refuses(found: Found, codec: str) -> None:
    assert outcome(found[codec], "add-in-middle") == ["refused", "refused"]
    assert outcome(found[codec], "reorder") == ["misread", "misread"]
    # Neither names nor signs are in its bytes.
    assert outcome(found[codec], "rename-field") == ["same", "same"]
    assert outcome(found[codec], "int32-to-sint32") == ["same", "same"]
    assert found[codec]["rename-field", "rewrite"].way == "object"


def test_gob_refuses_a_type_that_changed_and_no_other(found: Found) -> None:
    for change in ("add-in-middle", "remove-field", "rename-field", "int32-to-sint32"):
        wanted = "default" if change == "rename-field" else "same"
        assert outcome(found[GOB], change) == [wanted, wanted], change
    assert outcome(found[GOB], "int32-to-uint32") == ["refused", "refused"]
