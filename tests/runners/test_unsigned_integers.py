"""Real runners that hold unsigned integers in signed types refuse what 32 bits do not hold: cut off, it is
another number."""

import re
from pathlib import Path

import pytest
from runners.conftest import CODECS

from serbench.builds.runners import build_runners
from serbench.codecs.runner import Runner
from serbench.corpus.cache import corpus_of
from serbench.corpus.container import MESSAGES_MAGIC, ContainerWriter, read_messages
from serbench.corpus.workload import find_workloads
from serbench.runner.process import ask
from serbench.setup.readiness import make_ready

pytestmark = pytest.mark.slow
# A field of 32 bits without a sign, and what it must not hold.
FIELD = re.compile(rb'"uint32_value":\d+')
BEYOND = (b"4294967303", b"-1")
SIGNED = tuple(name for name, codec in CODECS.items() if name.startswith("java/") and codec.format == "json")


@pytest.mark.parametrize("codec", SIGNED)
def test_what_does_not_fit_32_bits_is_refused(codec: str, tmp_path: Path) -> None:
    workload = find_workloads(["tour-scalars"])[0]
    assert not make_ready([CODECS[codec]], tell=print, step=lambda text: None)
    (runner,) = build_runners([CODECS[codec]], [workload], jobs=1)
    assert isinstance(runner, Runner), runner
    corpus, emitted, given = corpus_of(workload), tmp_path / "emitted.bin", tmp_path / "given.bin"
    assert ask(runner, "emit", {"corpus": corpus.path, "out": emitted}, 60.0).outcome == "ok"
    own = [*read_messages(emitted)]
    first = next(index for index, message in enumerate(own) if message and FIELD.search(message))
    for text in BEYOND:
        with ContainerWriter(given, MESSAGES_MAGIC) as file:
            for message in own:
                file.add(message and FIELD.sub(b'"uint32_value":' + text, message, count=1))
        replies = ask(runner, "check", {"corpus": corpus.path, "encoded": given}, 60.0).replies
        found = next(reply for reply in replies if reply.tag == "object" and reply.count("index") == first)
        assert found.text("outcome") == "error", (text, found)
