"""A codec's manifest: the ``codec.toml`` in its folder."""

import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any, Self, TypeVar

from serbench.cache.keys import folder_contents
from serbench.codecs.ended import Ended, ended_of
from serbench.codecs.evidence import Evidence, evidence_of
from serbench.codecs.flags import USUAL, Flags
from serbench.codecs.naming import language_name, short_name
from serbench.codecs.registrations import gone
from serbench.codecs.sets import ALL, SETS
from serbench.errors import SerbenchError
from serbench.render.idls import IDLS
from serbench.schema.model import Schema
from serbench.schema.shapes import SHAPES
from serbench.toolchain.releases import is_behind

T = TypeVar("T")
FLOOR, HAND_WRITTEN = "floor", "hand-written"
# The entries of a map are written in an order that is another one each time.
UNORDERED_MAPS = "unordered-maps"
TRAITS = frozenset(
    {"binary", "text", "self-describing", "schema", "zero-copy", "schema-evolution", "compressed"}
    | {FLOOR, HAND_WRITTEN, UNORDERED_MAPS}
)

# Separates the name of a codec from the version of a registered library.
VERSION_MARK = "@"
# Separates the name of a codec from the flags of one of its builds (serbench.selection.axes).
AXIS_MARK = ":"


@dataclass(frozen=True, slots=True)
class CodecManifest:
    """One library in one configuration in one language.

    ``name`` is qualified by the language (``cpp/NAME``). What a manifest declares, it declares of the pinned
    release. ``unsupported`` maps a feature of the conformance workloads to the reason why this codec cannot
    keep it, and ``mended`` to the first release of the library that keeps it, where there is one.
    ``packages`` lists the distribution packages that supply the library, by distribution family
    (``debian``). ``floor`` marks a limit that is measured
    in the same run and not ranked. ``calibrate`` marks a codec over which its language's sampling loop is
    checked unless others are named. ``representative`` marks the codec of its language and family whose real
    runners ``./serbench test`` tests without ``--all``. ``published`` maps tables of others to what they say
    of this codec's method. ``sets`` names the sets to which it belongs (serbench.codecs.sets), the tables of
    ``published`` among them. ``base`` is the bare name of the codec of which this one is a variant: its
    folder holds only what differs. ``idl`` names the module of serbench.render.idls that lowers the schema
    for the library's IDL, empty where it has none. ``cannot_read`` maps codecs of the same format, by
    name or pattern (``go/*``), to features that this one does not read in their messages, with the reasons;
    ``any`` stands for whatever it refuses. ``cannot_build`` maps shapes of schemas
    (serbench.schema.shapes) to the reason why this codec does not compile for them, or refuses every object.
    ``library_path`` is the folder that the user has registered for its library (serbench.setup.libraries),
    None where it is looked for on the machine. ``locked_in`` is the folder of the cache whose lock files
    replace the checkout's (serbench.setup.versions), None where the codec has the release that it pins.
    ``promises`` is what the library's authors say of bytes that are wrong, in a sentence; empty where nothing
    is known. ``ended`` says that the library's project has ended, None where it goes on.
    ``evidence`` says why it is in the set ``fastest``. ``flags`` is what it is built and run with; where the
    manifest says ``native``, it is compiled for the machine's processor in every run, because the library's
    documentation asks for that. ``classic_name`` is its name in the command ``classic``, where
    cpp-serializers has another codec under its own; empty where that serves.
    """

    name: str
    folder: Path
    library: str
    format: str
    licence: str
    homepage: str
    traits: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()
    calibrate: bool = False
    representative: bool = False
    published: dict[str, dict[str, Any]] = field(default_factory=dict)
    unsupported: dict[str, str] = field(default_factory=dict)
    mended: dict[str, str] = field(default_factory=dict)
    packages: dict[str, tuple[str, ...]] = field(default_factory=dict)
    base: str = ""
    idl: str = ""
    cannot_read: dict[str, dict[str, str]] = field(default_factory=dict)
    cannot_build: dict[str, str] = field(default_factory=dict)
    promises: str = ""
    ended: Ended | None = None
    evidence: Evidence | None = None
    library_path: Path | None = None
    locked_in: Path | None = None
    flags: Flags = USUAL
    classic_name: str = ""

    @property
    def built_name(self) -> str:
        """The name without what an axis of builds added."""
        return self.name.partition(AXIS_MARK)[0]

    @property
    def language(self) -> str:
        return language_name(self.name)

    @property
    def short_name(self) -> str:
        return short_name(self.name)

    @property
    def adapter(self) -> str:
        """The name of the codec that the folder holds; ``name`` differs where a registered version of the
        library is available as well (``cpp/cereal@1.3.3``)."""
        return f"{self.language}/{self.folder.name}"

    @property
    def is_pinned(self) -> bool:
        """Whether its library is of the release of which the manifest speaks, and none that a user has named
        or registered."""
        return self.built_name == self.adapter and self.library_path is None

    def of_release(self, version: str) -> Self:
        """The codec with a release of its library, without what that has mended. A build of the user's counts
        as the release whose version it has."""
        mended = {feature for feature, first in self.mended.items() if not is_behind(version, first)}
        if not version[:1].isdigit() or not mended:
            return self
        still = {feature: reason for feature, reason in self.unsupported.items() if feature not in mended}
        return replace(self, unsupported=still)

    @property
    def base_folder(self) -> Path | None:
        return self.folder.parent / self.base if self.base else None

    @property
    def folders(self) -> tuple[Path, ...]:
        """The codec's own folder, and behind it that of its base, from which it takes what its own lacks."""
        return (self.folder, self.base_folder) if self.base_folder else (self.folder,)

    @property
    def floor(self) -> bool:
        return FLOOR in self.traits

    @property
    def reference(self) -> bool:
        """Whether it stands for no library: a floor, or code written for the schema."""
        return bool({FLOOR, HAND_WRITTEN} & set(self.traits))

    def belongs_to(self, name: str) -> bool:
        """Whether the codec is in the set of this name."""
        return name == ALL or name in self.sets

    def unread_of(self, writer: str) -> dict[str, str]:
        """The features that this codec does not read in the messages of a codec, with the reasons."""
        return {
            feature: reason
            for names, features in self.cannot_read.items()
            if fnmatchcase(writer, names)
            for feature, reason in features.items()
        }

    def hindrance(self, schema: Schema) -> str:
        """Why this codec cannot be built for a schema, as its manifest declares; empty where it can."""
        return next((reason for shape, reason in self.cannot_build.items() if SHAPES[shape](schema)), "")


def manifest_table(folder: Path) -> dict[str, Any]:
    """The contents of the manifest in a folder. Raises SerbenchError where it cannot be read."""
    path = folder / "codec.toml"
    try:
        return dict(_parsed(path.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SerbenchError(f"{path} cannot be read as a codec's manifest: {error}.") from error


@cache
def _parsed(text: str) -> dict[str, Any]:
    """The contents of a manifest. Each is asked for nine times by a choice among all codecs."""
    return tomllib.loads(text)


def load_manifest(language: str, folder: Path) -> CodecManifest:
    """Reads ``codec.toml``; an invalid manifest is refused with its path and the first fault."""
    fields = manifest_table(folder)
    _require_known_fields(folder / "codec.toml", fields)
    own = {name: value for name, value in fields.items() if name not in _READ_ELSEWHERE}
    own["traits"] = tuple(fields.get("traits", ()))
    own["sets"] = (*fields.get("sets", ()), *fields.get("published", ()))
    if own.pop("native", False):
        own["flags"] = Flags(native=True)
    own["ended"] = _table_as(ended_of, "ended", folder / "codec.toml", fields)
    own["evidence"] = _table_as(evidence_of, "evidence", folder / "codec.toml", fields)
    own["unsupported"], own["mended"] = _unsupported(folder / "codec.toml", fields.get("unsupported", {}))
    own["packages"] = {family: tuple(names) for family, names in fields.get("packages", {}).items()}
    return CodecManifest(name=f"{language}/{folder.name}", folder=folder, **own)


def _unsupported(path: Path, table: dict[str, Any]) -> tuple[dict[str, str], dict[str, str]]:
    """The reasons why features are not kept, and the releases that keep them. Each feature has a reason, or
    ``{ reason = "…", before = "7.0.0" }``."""
    reasons, mended = dict[str, str](), dict[str, str]()
    for feature, stated in table.items():
        if isinstance(stated, dict) and stated.keys() == {"reason", "before"}:
            mended[feature] = str(stated["before"])
            stated = stated["reason"]
        if not isinstance(stated, str):
            raise SerbenchError(
                f'{path} says of the unsupported "{feature}" neither why nor before which release.'
            )
        reasons[feature] = stated
    return reasons, mended


def file_of(codec: CodecManifest, name: str) -> Path:
    """A file of the codec, its base's where it has none of this name; a lock file of the release that it
    has."""
    if codec.locked_in is not None:
        return _lock_of(codec, codec.locked_in) / name
    own, *base = (folder / name for folder in codec.folders)
    return own if own.exists() or not base else base[0]


def files_of(codec: CodecManifest) -> dict[str, bytes]:
    """The contents of all files of a codec's folder by path, those of its base where it has none of the same
    name, and the lock files of the release that it has."""
    files: dict[str, bytes] = {}
    for folder in reversed(codec.folders):
        files |= folder_contents(folder)
    locked = folder_contents(_lock_of(codec, codec.locked_in)) if codec.locked_in else {}
    return files | {name: data for name, data in locked.items() if name in files}


def _lock_of(codec: CodecManifest, folder: Path) -> Path:
    """The folder with a codec's lock files. Raises SerbenchError where there is none: a build of the user's
    may be one that nothing can be made of."""
    if not folder.is_dir():
        place = codec.library_path or folder
        if codec.library_path is not None and not place.exists():
            raise SerbenchError(f"{gone(codec.adapter, place)}.")
        raise SerbenchError(
            f"{place} cannot be used as it is; `./serbench setup --with {codec.adapter}={place}` says why."
        )
    return folder


def table_of(codec: CodecManifest, name: str) -> tuple[Path, dict[str, Any]] | None:
    """A table of the codec's manifest, its base's where it has none, and the folder of that manifest; None
    where neither has it."""
    for folder in codec.folders:
        table = manifest_table(folder).get(name)
        if table is not None:
            return folder, table
    return None


_REQUIRED = ("library", "format", "licence", "homepage")
_OPTIONAL = tuple(
    "traits sets calibrate representative published unsupported packages base idl cannot_read cannot_build"
    " promises ended evidence native classic_name".split()
)
# What the plain types of a codec carry (derives, attributes) is read by the language's own lowering; how its
# library is built from source, which generator it runs and which flags its process needs, by the
# modules that do it; what is known of the library, by serbench.facts.
_READ_ELSEWHERE = ("plain", "source", "latest", "releases", "generator", "runtime", "facts")


def _table_as(read: Callable[[dict[str, Any]], T], name: str, path: Path, fields: dict[str, Any]) -> T | None:
    """A table of the manifest as ``read`` has it; None where there is none."""
    try:
        return read(fields[name]) if name in fields else None
    except (TypeError, ValueError) as error:
        raise SerbenchError(f"{path} has a table [{name}] that is invalid: {error}.") from error


def _require_known_fields(path: Path, fields: dict[str, Any]) -> None:
    for name in _REQUIRED:
        if not isinstance(fields.get(name), str):
            raise SerbenchError(f'{path} lacks the text field "{name}".')
    if not isinstance(fields.get("native", False), bool):
        raise SerbenchError(f'{path} has a field "native" that is neither true nor false.')
    for name in fields:
        if name not in _REQUIRED + _OPTIONAL + _READ_ELSEWHERE:
            raise SerbenchError(f'{path} has the unknown field "{name}".')
    for trait in fields.get("traits", ()):
        if trait not in TRAITS:
            raise SerbenchError(f'{path} names the unknown trait "{trait}".')
    for name in (*fields.get("sets", ()), *fields.get("published", ())):
        if name not in SETS.keys() - {ALL}:
            raise SerbenchError(f'{path} names the unknown set "{name}".')
    for shape in fields.get("cannot_build", {}):
        if shape not in SHAPES:
            raise SerbenchError(f'{path} names the unknown shape "{shape}" of a schema.')
    if fields.get("idl", "") not in IDLS | {""}:
        raise SerbenchError(
            f'{path} names the unknown IDL "{fields["idl"]}"; there are {", ".join(sorted(IDLS))}.'
        )
