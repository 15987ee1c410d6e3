"""The times of one codec, as ``about`` shows them."""

from pathlib import Path

import pytest
from fakes.samples import RECORD, measured

from serbench.cli import _times
from serbench.codecs.manifest import CodecManifest
from serbench.record.run_folder import RunFolder


@pytest.mark.parametrize(("forks", "interval"), [(1, (None, None)), (2, (None, None)), (3, (100.0, 102.0))])
def test_one_or_two_forks_have_no_interval(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forks: int, interval: tuple[float | None, float | None]
) -> None:
    folder = RunFolder.create(tmp_path, RECORD)
    with folder.writing():
        for fork in range(forks):
            folder.append_fork([measured("cpp/a", "encode", fork, 100 + fork)])
    monkeypatch.setattr(_times, "all_runs", lambda: [folder.path])
    monkeypatch.setattr(_times, "published", lambda experiment: [])
    (time,) = _times.times_of(CodecManifest("cpp/a", tmp_path, "a", "a", "MIT", ""))
    assert (time.median_ns, (time.low_ns, time.high_ns)) == (100 + (forks - 1) / 2, interval)
