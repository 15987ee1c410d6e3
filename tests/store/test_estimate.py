"""The needs of a run of the store are known, and refused where they do not fit, before the first file."""

from dataclasses import replace
from pathlib import Path

import pytest
from fakes.tiny import make_corpus, runner

from serbench.engine.describe import Description, Subject
from serbench.errors import BadInput
from serbench.experiments.store.estimate import (
    disk_bytes,
    kept_bytes,
    memory_bytes,
    require_disk,
    require_memory,
)
from serbench.experiments.store.plan import Settings
from serbench.pools import resources
from serbench.pools.pool import Pool
from serbench.pools.resources import message_bytes

SETTINGS = Settings(
    objects=(1000, 10**9),
    orders=("sequential",),
    caches=("cold",),
    pins=("free",),
    repetitions=3,
    random_reads=0,
    threads=1,
    warmup_ns=0,
    jit_warmup_ns=0,
)
GIB = 2**30
MIB = 2**20
PLENTY = 2**50


@pytest.fixture
def pool(tmp_path: Path) -> Pool:
    return Pool(make_corpus(tmp_path / "corpus"), None)


def test_a_message_takes_its_aligned_bytes(pool: Pool) -> None:
    description = Description({}, "utf8", {}, {}, ())
    assert message_bytes(Subject(runner("honest"), description, pool.corpus), pool) == 16.0
    missing = replace(runner("honest"), command=("/nowhere",))
    assert message_bytes(Subject(missing, description, pool.corpus), pool) is None


def test_the_disk_holds_one_store_of_the_largest_codec(pool: Pool) -> None:
    assert disk_bytes(SETTINGS, pool, {"cpp/a": 16.0, "cpp/b": 48.0}) == 10**9 * (48 + 16)


def test_the_memory_holds_the_largest_runner_and_what_is_kept(pool: Pool) -> None:
    native = memory_bytes(SETTINGS, pool, ["cpp/a", "rust/a"])
    assert native == 300 * MIB + 2 * 16
    assert memory_bytes(SETTINGS, pool, ["cpp/a", "java/b"]) == native + 724 * MIB
    assert kept_bytes(SETTINGS, pool) == 10**9 * 4 * 6
    keeping = replace(SETTINGS, keep_objects=True)
    assert memory_bytes(keeping, pool, ["cpp/a"]) == native + 10**9 * 4 * 6


def test_a_disk_that_is_too_small_is_one_sentence(pool: Pool, tmp_path: Path) -> None:
    sizes = {"cpp/a": 48.0}
    require_disk(SETTINGS, pool, sizes, tmp_path, PLENTY)
    with pytest.raises(BadInput) as refused:
        require_disk(SETTINGS, pool, sizes, tmp_path, 10 * GIB)
    assert str(refused.value) == (
        f"A store of 1000000000 objects takes 59.6 GiB on the disk of {tmp_path}, which has 10.0 GiB; about"
        " 164416716 objects fit, or choose another --dir."
    )


def test_stores_of_several_codecs_are_told_with_all_that_the_disk_has(pool: Pool, tmp_path: Path) -> None:
    sizes = {"cpp/a": 48.0}
    require_disk(SETTINGS, pool, sizes, tmp_path, 70 * GIB)
    with pytest.raises(BadInput) as refused:
        require_disk(SETTINGS, pool, sizes, tmp_path, 70 * GIB, 2)
    assert str(refused.value) == (
        f"2 stores of 1000000000 objects take 119.2 GiB on the disk of {tmp_path}, which has 70.0 GiB; about"
        " 575458508 objects fit, or choose another --dir."
    )


def test_memory_that_is_too_small_is_one_sentence(pool: Pool) -> None:
    require_memory(SETTINGS, pool, ["cpp/a"], PLENTY)
    with pytest.raises(BadInput, match=r"takes 300\.0 MiB of memory and 102\.4 MiB are left here\.$"):
        require_memory(SETTINGS, pool, ["cpp/a"], GIB // 10)
    keeping = replace(SETTINGS, keep_objects=True)
    with pytest.raises(BadInput, match=r"takes 22\.6 GiB of memory .* Leave out --keep-objects"):
        require_memory(keeping, pool, ["cpp/a"], GIB)
    with pytest.raises(BadInput, match=r"the process of java/a has a heap of 512\.0 MiB: fewer objects"):
        require_memory(keeping, pool, ["java/a"], PLENTY)


def test_the_memory_of_a_container_is_all_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "memory_left_bytes", lambda: 5 * MIB)
    assert resources.free_memory() == 5 * MIB
    monkeypatch.setattr(resources, "memory_left_bytes", lambda: None)
    assert resources.free_memory() > 0
