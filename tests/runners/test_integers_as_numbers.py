"""Codecs of a language whose numbers hold fewer than 64 bits, with objects that hold integers as numbers."""

from pathlib import Path

import pytest
from runners.conftest import CODECS, parameters

from serbench.builds.runners import build_runners
from serbench.cache.products import locked
from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import Runner
from serbench.corpus.cache import corpus_of
from serbench.corpus.workload import load_workload
from serbench.languages import language_of
from serbench.locations import cache_directory
from serbench.runner.process import ask
from serbench.selection.axes import Axes, varied
from serbench.setup.readiness import make_ready
from serbench.verification.verify import verify_codec

WORKLOAD = load_workload(Path(__file__).parent / "integers")
AS_NUMBERS = {
    codec.name.partition(":")[0]: codec
    for codec in varied(tuple(CODECS.values()), Axes(integers=("number",)))
    if language_of(codec.name).number_bits and not codec.floor
}
# Their library's long is a number that it refuses or reads wrong next to 2^53, as their README says.
ENDS_MISSED = ("javascript/avsc", "javascript/avsc-single-object")
TIMEOUT_S = 600.0


def runner_of(codec: CodecManifest, folder: str = "") -> Runner:
    workload = load_workload(Path(folder)) if folder else WORKLOAD
    with locked(cache_directory() / "tests"):
        if reasons := make_ready([codec], tell=print):
            pytest.skip(f"{codec.name} is not available on this machine: {reasons[codec.name]}")
        (built,) = build_runners([codec], [workload], jobs=1)
    assert isinstance(built, Runner), built
    return built


@pytest.mark.parametrize("name", parameters([(name,) for name in AS_NUMBERS]))
def test_numbers_come_back_as_they_were(name: str) -> None:
    codec, corpus = AS_NUMBERS[name], corpus_of(WORKLOAD)
    verdict = verify_codec(runner_of(codec), codec, WORKLOAD, corpus)
    assert verdict.failure is None, verdict.failure
    wrong = [one for one in verdict.errors if not (name in ENDS_MISSED and "int-min-max" in one.features)]
    assert not wrong, "\n".join(error.sentence() for error in wrong[:5])
    assert bool(verdict.errors) is (name in ENDS_MISSED)


def test_an_integer_beyond_them_is_refused_by_the_runner(tmp_path: Path) -> None:
    folder = tmp_path / "beyond"
    folder.mkdir()
    (folder / "README.md").write_text("# beyond\n\nOne integer.\n")
    (folder / "schema.proto").write_text(WORKLOAD.folder.joinpath("schema.proto").read_text())
    (folder / "generate.py").write_text('def labelled_objects():\n    yield ("a",), {"left": -(2**53)}\n')
    runner, corpus = runner_of(AS_NUMBERS["javascript/handcoded"]), corpus_of(load_workload(folder))
    done = ask(runner, "emit", {"corpus": corpus.path, "out": tmp_path / "out"}, TIMEOUT_S)
    assert done.outcome != "ok"
    assert "beyond 2^53 − 1, up to which numbers are exact" in done.sentence
