"""All facts of a codec that are known without building it: declared ones, and those that other keys of its
manifest and its pins say."""

from collections.abc import Sequence

from serbench.codecs.manifest import CodecManifest, table_of
from serbench.errors import SerbenchError
from serbench.facts.declared import declared_by_codec, declared_by_format
from serbench.facts.fact import DECLARED, VERSION, Fact, Value
from serbench.languages import language_of
from serbench.locations import in_repository
from serbench.toolchain import pinned_days


def known_facts(codec: CodecManifest, codecs: Sequence[CodecManifest]) -> dict[str, Fact]:
    """The facts of a codec by their ids, in the order of their kinds; what is unknown is missing. ``codecs``
    are all that there are. Raises SerbenchError for a manifest whose table is invalid."""
    return (
        facts_of_manifest(codec)
        | _of_pins(codec)
        | _of_lock(codec)
        | {"reach": _reach(codec, codecs)}
        | declared_by_format(codec.format)
        | declared_by_codec(codec)
    )


def in_checkout(value: Value, source: str) -> Fact:
    """A fact that a file of this checkout says, which has the day of the checkout."""
    return Fact(value, DECLARED, source)


def facts_of_manifest(codec: CodecManifest) -> dict[str, Fact]:
    """The facts that other keys of a codec's manifest than ``[facts]`` tell."""
    values: dict[str, Value] = {"licence": codec.licence, "text": "text" in codec.traits}
    if "text" in codec.traits:
        values["viewer"] = ("any editor",)
    if "self-describing" in codec.traits or "schema" in codec.traits:
        values["schema_needed"] = "self-describing" not in codec.traits
    if "hand-written" in codec.traits:
        values["dynamic"] = False
    if _borrows(codec):
        values["borrows"] = True
    values["ended"] = f"{codec.ended.since}: {codec.ended.reason}" if codec.ended else ""
    if codec.ended is not None:
        values["advisories"] = codec.ended.advisories
    if (programs := _programs(codec)) is not None:
        values["build_needs"] = programs
    source = f"{codec.language}/codecs/{codec.folder.name}/codec.toml"
    return {name: in_checkout(value, source) for name, value in values.items()}


def _borrows(codec: CodecManifest) -> bool:
    """Whether an adapter reads in place, or into types that borrow."""
    plain = table_of(codec, "plain")
    return "zero-copy" in codec.traits or (plain is not None and "borrowed" in plain[1])


def _programs(codec: CodecManifest) -> tuple[str, ...] | None:
    """The programs of a codec's generator, where its manifest names them; none at all where nothing is
    generated. What reads an IDL may need one that no manifest names."""
    found = table_of(codec, "generator")
    if found is None:
        return None if codec.idl else ()
    programs = found[1].get("programs")
    return tuple(programs) if programs else None


def _of_pins(codec: CodecManifest) -> dict[str, Fact]:
    """The version of the first package that a codec pins, which is the library, and its day. Packages that
    only carry the sources of a library count in another way than it does: they tell the day alone."""
    builder = language_of(codec.name).builder
    try:
        pins = builder.pins(codec)
    except SerbenchError:
        return {}
    if not pins:
        return {}
    source = f"{codec.language}/codecs/{codec.folders[-1].name}"
    are_carriers = builder.versions is not None and builder.versions.pin is not None
    found = {} if are_carriers else {VERSION: in_checkout(pins[0].version, source)}
    if day := pinned_days.day_of_pin(pins[0]):
        table = in_repository(pinned_days.TABLE)
        found["released"] = in_checkout(day.isoformat(), table)
    return found


def _of_lock(codec: CodecManifest) -> dict[str, Fact]:
    """The number of packages that a codec's lock file names; a library of the language itself brings none."""
    try:
        locked = language_of(codec.name).builder.locked(codec)
    except SerbenchError:
        return {}
    if locked is None:
        return {}
    source = f"{codec.language}/codecs/{codec.folders[-1].name}"
    return {"dependencies": in_checkout(len(locked), source)}


def _reach(codec: CodecManifest, codecs: Sequence[CodecManifest]) -> Fact:
    """The languages that have a codec of the format, each of which the interop grid checks."""
    found = {one.language for one in codecs if one.format == codec.format and not one.floor}
    return in_checkout(tuple(sorted(found | {codec.language})), "*/codecs/*/codec.toml")
