"""The rows of a run: codecs, and the serializers that the engine brings itself."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from serbench.codecs.manifest import CodecManifest
from serbench.codecs.naming import language_name
from serbench.errors import BadInput, did_you_mean
from serbench.languages import languages
from serbench.languages.builder import ClusterEngine, EngineRow
from serbench.languages.language import Language
from serbench.selection.choice import select_codecs


@dataclass(frozen=True, slots=True)
class EnginePlace:
    """An engine and the language whose codecs it takes."""

    language: Language
    engine: ClusterEngine

    @property
    def prefix(self) -> str:
        """The first part of the names of the engine's own rows."""
        return language_name(self.engine.own[0].name) + "/"

    @property
    def host_name(self) -> str:
        """The codec whose runner serves the own rows."""
        return self.engine.host_codec


@dataclass(frozen=True, slots=True)
class Chosen:
    """The codecs that are measured, the engine's own rows, and the names of those that the user named in
    full."""

    codecs: tuple[CodecManifest, ...]
    own: tuple[EngineRow, ...]
    named: frozenset[str]

    @property
    def references(self) -> frozenset[str]:
        return frozenset(row.name for row in self.own if row.reference)


def find_engine() -> EnginePlace:
    """The engine that a language has. Raises BadInput where none has one."""
    for language in languages():
        engine = language.builder.cluster_engine
        if engine is not None:
            return EnginePlace(language, engine)
    raise BadInput("No language here has an engine that spreads work over machines.")


def choose_rows(place: EnginePlace, patterns: Sequence[str] | None) -> Chosen:
    """The rows that the patterns mean. Patterns of own rows begin with the engine's prefix; without any, all
    own rows are measured, and the references in any case. Raises BadInput for a pattern that names nothing,
    and where no codec is of the engine's language."""
    own_patterns = [pattern for pattern in patterns or () if pattern.startswith(place.prefix)]
    others = None if patterns is None else [one for one in patterns if one not in own_patterns]
    own = tuple(row for row in place.engine.own if row.reference or _is_meant(row, own_patterns))
    for pattern in own_patterns:
        if not any(fnmatchcase(row.name, pattern) for row in place.engine.own):
            raise BadInput(_no_row(pattern, [row.name for row in place.engine.own]))
    codecs = () if others == [] else _codecs(place, others)
    named = {row.name for row in own} & set(own_patterns)
    return Chosen(codecs, own, frozenset(named))


def _is_meant(row: EngineRow, patterns: Collection[str]) -> bool:
    return not patterns or any(fnmatchcase(row.name, pattern) for pattern in patterns)


def _codecs(place: EnginePlace, patterns: Sequence[str] | None) -> tuple[CodecManifest, ...]:
    """The codecs of the engine's language; each pattern must mean one."""
    for pattern in patterns or ():
        found = [codec for codec in select_codecs([pattern]) if not codec.floor]
        if found and all(codec.language != place.language.name for codec in found):
            raise BadInput(
                f"{place.engine.title} only takes serializers of {place.language.title}, and {found[0].name}"
                " is not one."
            )
    return tuple(
        codec
        for codec in select_codecs(patterns)
        if codec.language == place.language.name and not codec.floor
    )


def _no_row(pattern: str, names: Sequence[str]) -> str:
    hint = did_you_mean(pattern, names, f"there are {', '.join(names)}.")
    return f'No serializer of the engine matches "{pattern}"; {hint}'
