"""The measures besides time: compressed messages, the executable, its build, the codec's page."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from serbench.build.rendered import page_sources
from serbench.cache.products import product_of
from serbench.codecs.manifest import CodecManifest
from serbench.corpus.container import read_messages
from serbench.engine.subject import Subject
from serbench.errors import BadInput
from serbench.experiments.memory.compression import Compressed, compress_all
from serbench.languages import languages
from serbench.runner.process import ask

_TIMEOUT_S = 60.0
# A page is what the codec's author would review: code and templates, without manifest, build file and prose.
_TEMPLATE_SUFFIX = ".j2"


@dataclass(frozen=True, slots=True)
class Beside:
    """A codec and a workload. ``page_lines`` are the lines of its page and templates that are not blank;
    ``executable_bytes`` and ``build_ms`` as serbench.cache.products has them; ``compressed`` is empty where
    it was not requested, or where a message could not be written."""

    codec: str
    workload: str
    page_lines: int
    executable_bytes: int | None
    build_ms: int | None
    compressed: tuple[Compressed, ...] = ()

    @classmethod
    def from_json(cls, fields: Mapping[str, Any]) -> Beside:
        """What ``dataclasses.asdict`` gave; raises TypeError or KeyError for anything else."""
        compressed = tuple(Compressed(**of) for of in fields["compressed"])
        return cls(**{**fields, "compressed": compressed})


def beside_times(
    manifests: Collection[CodecManifest],
    subjects: Mapping[tuple[str, str], Subject],
    compress: bool,
    tell: Callable[[str], object],
) -> list[Beside]:
    """The measures besides time of these subjects; with ``compress`` their messages are compressed too."""
    found: list[Beside] = []
    by_name = {manifest.name: manifest for manifest in manifests}
    for (codec, workload), subject in sorted(subjects.items()):
        if codec in by_name:
            product = product_of(subject.runner.product_key)
            lines = page_lines(by_name[codec])
            compressed = _compressed(subject, tell) if compress else ()
            found.append(
                Beside(codec, workload, lines, product.executable_bytes, product.build_ms, compressed)
            )
    return found


def page_lines(codec: CodecManifest) -> int:
    """The lines of code and template that were written by hand for a codec; a variant's page is that of its
    base with its own files in it."""
    of_languages = (suffix for language in languages() for suffix in language.page_suffixes)
    suffixes = {_TEMPLATE_SUFFIX, *of_languages}
    return sum(
        sum(bool(line.strip()) for line in text.splitlines())
        for name, text in page_sources(codec).items()
        if PurePosixPath(name).suffix in suffixes
    )


def _compressed(subject: Subject, tell: Callable[[str], object]) -> tuple[Compressed, ...]:
    """The compressed sizes and times of what the runner emits; nothing where a message is missing."""
    runner = subject.runner
    tell(f"Compressing what {runner.codec} writes of {runner.workload}")
    with tempfile.TemporaryDirectory(prefix="serbench-compress-") as folder:
        out = Path(folder) / "messages.bin"
        conversation = ask(runner, "emit", {"corpus": subject.corpus.path, "out": out}, _TIMEOUT_S)
        if conversation.outcome != "ok":
            return ()
        try:
            messages = [message for message in read_messages(out) if message is not None]
        except BadInput:
            return ()
    return compress_all(messages) if len(messages) == subject.corpus.manifest.objects > 0 else ()
