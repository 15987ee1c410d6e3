"""The inputs of the parts of ``calibrate``, and the readying of codecs for them."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from serbench.builds.runners import build_runners
from serbench.codecs.manifest import CodecManifest
from serbench.codecs.runner import BuildFailure, Runner
from serbench.corpus.manifest import Corpus
from serbench.corpus.workload import Workload
from serbench.errors import BadInput, SerbenchError
from serbench.languages.language import Language
from serbench.selection.choice import select_codecs
from serbench.selection.discovery import find_adapters
from serbench.setup.readiness import make_ready
from serbench.terminal.console import Voice, duration_words

# The document of a part, and the same as sentences.
Found = tuple[object, list[str]]


@dataclass(frozen=True, slots=True)
class Hours:
    """The ``runs`` at a distance of ``gap_s`` seconds; or a folder whose runs are judged instead (``of``)."""

    runs: int
    gap_s: float
    of: Path | None


@dataclass(frozen=True, slots=True)
class Bench:
    """The inputs of all parts. ``wanted`` are the codecs that the user named; None means each part's own."""

    wanted: list[str] | None
    workload: Workload
    corpus: Corpus
    jobs: int
    pairs: int | None
    hours: Hours
    voice: Voice

    def tell_time(self, what: str, seconds: float) -> None:
        self.voice.tell(f"{what}: about {duration_words(seconds)} of measuring.")

    def codecs(self, languages: Sequence[Language]) -> tuple[CodecManifest, ...]:
        """The user's codecs of these languages, or their representatives; only available ones."""
        names = {language.name for language in languages}
        usual = [codec.name for codec in find_adapters(sorted(names)) if codec.calibrate]
        known = select_codecs(self.wanted or usual)
        return self.ready([codec for codec in known if codec.language in names and not codec.floor])

    def ready(self, codecs: Sequence[CodecManifest]) -> tuple[CodecManifest, ...]:
        """The codecs among these that are available."""
        unavailable = make_ready(codecs, tell=self.voice.tell, step=self.voice.step)
        return tuple(codec for codec in codecs if codec.name not in unavailable)

    def built(self, codecs: Sequence[CodecManifest]) -> list[Runner]:
        """The runners of these codecs; SerbenchError where one does not build."""
        if not codecs:
            raise BadInput("None of these codecs can be calibrated here.")
        with self.voice.phase(f"Compiling {len(codecs)} codecs"):
            built = build_runners(codecs, [self.workload], jobs=self.jobs, progress=self.voice.step)
        failed = next((item for item in built if isinstance(item, BuildFailure)), None)
        if failed is not None:
            raise SerbenchError(failed.detail)
        return [item for item in built if isinstance(item, Runner)]
