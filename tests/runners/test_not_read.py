"""Real runners say which of their operations read nothing, by one rule in every language."""

import pytest
from runners.conftest import RunnerOf, parameters

from serbench.runner.process import ask

# Those of a message that lies in memory as its bytes do.
VIEWS = {"serialize", "deserialize", "roundtrip"}
NOT_READ: dict[str, set[str]] = {
    "cpp/flatbuffers": VIEWS,
    "cpp/capnproto": VIEWS,
    "rust/flatbuffers": VIEWS,
    "rust/capnproto": VIEWS,
    "rust/flatbuffers-unverified": VIEWS,
    "cpp/capnproto-packed": set(),
    "rust/capnproto-packed": set(),
    "rust/protobuf": set(),
    "rust/rkyv": set(),
}


@pytest.mark.parametrize(("codec",), parameters((name,) for name in NOT_READ))
def test_operations_that_only_view_a_message_read_nothing(codec: str, runner_of: RunnerOf) -> None:
    replies = ask(runner_of(codec, "record"), "describe", {}, 60.0).replies
    operations = [reply for reply in replies if reply.tag == "operation"]
    silent = {reply.text("name") for reply in operations if reply.fields.get("reads") == "0"}
    assert silent == NOT_READ[codec]
