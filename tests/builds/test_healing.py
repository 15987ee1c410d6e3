"""A damaged entry of the cache costs one more build, and no codec is blamed for it."""

import os
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from fakes.tiny import BRIEF, FAKES, SCHEMA, codec, make_corpus, make_workload

from serbench.builds import healing
from serbench.builds.runners import build_runners
from serbench.cache.entries import discard, keep
from serbench.cache.products import folder_next_to, product_path
from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import BuildFailure, BuildProgress, Runner
from serbench.corpus.workload import Workload
from serbench.engine.describe import Description, Subject
from serbench.errors import SerbenchError
from serbench.experiments.memory.execute import History, Measuring
from serbench.experiments.memory.plan import Fork, Plan
from serbench.parallel import in_parallel
from serbench.record.row import Row
from serbench.runner import entries
from serbench.runner.entries import again_if_damaged
from serbench.runner.process import ask

CODEC = codec("honest")
PROGRAM = f"""
import runpy, sys
from pathlib import Path
sys.path[0] = {str(FAKES.parent)!r}
runpy.run_module("fakes." + Path(__file__).with_name("serializer").read_text(), run_name="__main__")
"""


class Builder:
    """Keeps a program that is a fake as a product. From the build ``fails`` on it makes none."""

    def __init__(self, fake: str = "honest", fails: int = 99) -> None:
        self.fake, self.fails, self.built = fake, fails, 0

    def __call__(
        self,
        codecs: Sequence[CodecManifest],
        workload: Workload,
        variant: str,
        jobs: int,
        progress: BuildProgress,
    ) -> list[Runner | BuildFailure]:
        return [self._one(codec, workload) for codec in codecs]

    def _one(self, codec: CodecManifest, workload: Workload) -> Runner | BuildFailure:
        product = product_path("key")
        if not product.exists():
            self.built += 1
            if self.built >= self.fails:
                return BuildFailure(codec.name, workload.name, "There is no network.")
            with folder_next_to(product.parent) as making:
                (making / "runner").write_text(PROGRAM)
                (making / "serializer").write_text(self.fake)
                keep(making, product.parent)
        command = (sys.executable, str(product), workload.name, SCHEMA, codec.name)
        return Runner(command, codec.name, workload.name, SCHEMA, "key")


@pytest.fixture(autouse=True)
def product(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The product in a cache of its own."""
    monkeypatch.setenv("SERBENCH_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(entries, "_seen", entries._Seen())
    monkeypatch.setattr(healing, "_ready_again", lambda codec: None)
    return product_path("key")


def built_by(builder: Builder, folder: Path) -> Runner | BuildFailure:
    (found,) = build_runners([CODEC], [make_workload(folder)], jobs=1, builder_of=lambda language: builder)
    return found


def runner_of(builder: Builder, folder: Path) -> Runner:
    found = built_by(builder, folder)
    assert isinstance(found, Runner)
    return found


def entries_free_ask(runner: Runner) -> str:
    """The outcome of a request of a runner that cannot be made again by itself."""
    return ask(replace(runner, remake=None), "describe", {}, 20).outcome


def measured(runner: Runner, folder: Path, count: int = 1) -> list[Row]:
    forks = [Fork(CODEC.name, "tiny", index, ("encode", "decode")) for index in range(count)]
    sides = dict.fromkeys(forks[0].operations, "application")
    subject = Subject(runner, Description(sides, "utf8", {}, {}, ()), make_corpus(folder / "corpus"))
    measuring = Measuring(
        Plan(BRIEF, 1, tuple(forks)), {(CODEC.name, "tiny"): subject}, History(), 20, lambda: None
    )
    return [row for fork in forks for row in measuring(fork, lambda step: None)]


@pytest.mark.parametrize(
    ("damaging", "what"),
    [
        (lambda product: discard(product.parent), "it is missing"),
        (lambda product: product.unlink(), "runner is missing"),
        (lambda product: os.truncate(product, 20), "runner has changed"),
        (lambda product: product.write_bytes(b"\1" + product.read_bytes()[1:]), "runner has changed"),
    ],
)
def test_a_damaged_product_is_built_again_once_and_said(
    tmp_path: Path,
    product: Path,
    damaging: Callable[[Path], object],
    what: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    builder = Builder()
    runner = runner_of(builder, tmp_path)
    damaging(product)
    assert ask(runner, "describe", {}, 20).outcome == "ok"
    assert builder.built == 2
    assert caplog.messages == [f"The cache entry {product.parent} was damaged ({what}) and was built again."]


def test_what_computes_wrong_values_is_examined_too(tmp_path: Path, product: Path) -> None:
    builder = Builder()
    runner = runner_of(builder, tmp_path)
    product.with_name("serializer").write_text("liar")
    assert [row.outcome for row in measured(runner, tmp_path)] == ["ok", "ok"]
    assert builder.built == 2


def test_what_fails_again_is_the_fault_of_the_codec(tmp_path: Path, product: Path) -> None:
    builder = Builder("liar")
    runner = runner_of(builder, tmp_path)
    os.truncate(product, 20)
    rows = measured(runner, tmp_path)
    assert [row.outcome for row in rows] == ["ok", "wrong"]
    assert builder.built == 2


def test_a_codec_that_fails_by_itself_is_not_built_again(tmp_path: Path, product: Path) -> None:
    builder = Builder("crasher")
    rows = measured(runner_of(builder, tmp_path), tmp_path)
    assert [row.outcome for row in rows] == ["ok", "crashed"]
    assert builder.built == 1


def test_a_product_that_cannot_be_built_again_is_a_fault_of_the_cache(tmp_path: Path, product: Path) -> None:
    builder = Builder(fails=2)
    runner = runner_of(builder, tmp_path)
    os.truncate(product, 20)
    rows = measured(runner, tmp_path, 3)
    assert len(rows) == 6
    assert {row.outcome for row in rows} == {"cache"}
    said = f"The cache entry {product.parent} was damaged and could not be built again"
    assert {row.detail for row in rows} == {f"{said}: There is no network."}
    # Forks that come later have their answer without a build.
    assert builder.built == 2


def test_runners_that_share_a_damaged_entry_are_all_asked_again(tmp_path: Path, product: Path) -> None:
    builder = Builder()
    runner = runner_of(builder, tmp_path)
    os.truncate(product, 20)
    # Each has failed before the first of them is examined.
    together = threading.Barrier(3)

    def ask_with_others(_: int) -> str:
        first = iter([True])

        def once() -> str:
            outcome = entries_free_ask(runner)
            if next(first, False):
                together.wait()
            return outcome

        return again_if_damaged(runner, once, lambda outcome: outcome == "ok")

    assert in_parallel(ask_with_others, range(3), 3) == ["ok"] * 3
    assert builder.built == 2


def test_what_cannot_be_built_from_damaged_entries_is_built_from_new_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    library = tmp_path / "library"
    made: list[str] = []

    def make_library(_codec: CodecManifest) -> None:
        if not library.exists():
            made.append("library")
            with folder_next_to(library) as making:
                (making / "header").write_text("sound")
                keep(making, library)

    class Compiling(Builder):
        def _one(self, codec: CodecManifest, workload: Workload) -> Runner | BuildFailure:
            if (library / "header").read_text() != "sound":
                return BuildFailure(codec.name, workload.name, "error: the header is strange")
            return super()._one(codec, workload)

    monkeypatch.setattr(healing, "_ready_again", make_library)
    monkeypatch.setattr(healing, "_entries_of", lambda codec: (library,))
    make_library(CODEC)
    (library / "header").write_text("s0und")
    assert isinstance(built_by(Compiling(), tmp_path), Runner)
    assert made == ["library", "library"]
    assert caplog.messages == [
        f"The cache entry {library} was damaged (header has changed) and was built again."
    ]


def test_entries_that_cannot_be_made_again_for_a_build_are_a_fault_of_the_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = tmp_path / "library"
    with folder_next_to(library) as making:
        (making / "header").write_text("sound")
        keep(making, library)
    (library / "header").write_text("s0und")

    def refused(_codec: CodecManifest) -> None:
        raise SerbenchError("There is no network.")

    monkeypatch.setattr(healing, "_ready_again", refused)
    monkeypatch.setattr(healing, "_entries_of", lambda codec: (library,))
    found = built_by(Builder(fails=1), tmp_path)
    assert isinstance(found, BuildFailure)
    assert (found.outcome, found.detail) == (
        "cache",
        f"The cache entry {library} was damaged and could not be built again: There is no network.",
    )
