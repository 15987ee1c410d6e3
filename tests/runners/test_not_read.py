"""Real runners say which of their operations read nothing, by one rule in every language."""

from __future__ import annotations

import pytest

from serbench.build.runners import build_runners
from serbench.codecs.runner import Runner
from serbench.corpus.workload import find_workloads
from serbench.runner.process import ask
from serbench.selection.discovery import find_codecs
from serbench.setup.readiness import make_ready

pytestmark = pytest.mark.slow
# Those of a message that lies in memory as its bytes do.
VIEWS = {"serialize", "deserialize", "roundtrip"}


@pytest.mark.parametrize(
    ("name", "not_read"),
    [
        *(
            (f"{language}/{codec}", VIEWS)
            for language in ("cpp", "rust")
            for codec in ("flatbuffers", "capnproto")
        ),
        ("rust/flatbuffers-unverified", VIEWS),
        ("cpp/capnproto-packed", set()),
        ("rust/capnproto-packed", set()),
        ("rust/protobuf", set()),
        ("rust/rkyv", set()),
    ],
)
def test_operations_that_only_view_a_message_read_nothing(name: str, not_read: set[str]) -> None:
    (codec,) = (one for one in find_codecs() if one.name == name)
    reason = make_ready((codec,), tell=print).get(name)
    if reason:
        pytest.skip(str(reason))
    (runner,) = build_runners([codec], find_workloads(["record"]), jobs=1)
    assert isinstance(runner, Runner), runner
    replies = [reply for reply in ask(runner, "describe", {}, 60.0).replies if reply.tag == "operation"]
    assert {reply.text("name") for reply in replies if reply.fields.get("reads") == "0"} == not_read
