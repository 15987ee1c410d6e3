"""Objects that are kept alive fit into memory."""

from pathlib import Path

import pytest
from fakes.tiny import make_corpus

from serbench.errors import BadInput
from serbench.experiments.memory import keeping
from serbench.experiments.memory.keeping import require_room


def test_what_does_not_fit_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "free_memory", lambda: 2 * 2**30)
    # Objects of 4 bytes, which take six times as many.
    corpora = {"tiny": make_corpus(tmp_path / "corpus")}
    require_room(0, corpora, ["cpp/a", "java/a"])
    require_room(20 * 2**20, corpora, ["cpp/a", "java/a"])
    require_room(40 * 2**20, corpora, ["cpp/a"])
    with pytest.raises(
        BadInput,
        match=r"41943040 objects of tiny takes about 960.0 MiB, .* of Java has a heap of 512.0 MiB",
    ):
        require_room(40 * 2**20, corpora, ["cpp/a", "java/a"])
    with pytest.raises(BadInput, match=r"takes about 2.3 GiB, and 2.0 GiB are left here"):
        require_room(100 * 2**20, corpora, ["cpp/a"])
