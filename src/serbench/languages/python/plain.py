"""The plain types that a codec's application has: dataclasses, or classes of the library."""

from dataclasses import dataclass, fields
from typing import Any

from serbench.codecs.manifest import CodecManifest, manifest_table, table_of
from serbench.errors import SerbenchError


@dataclass(frozen=True, slots=True)
class PlainStyle:
    """The plain types as the table ``plain`` of a manifest asks for them. Texts are Python, and each may use
    the modules ``imports``.

    A message is a class that ``decorator`` makes, or one derived from ``base``. Each of its fields is written
    as ``field`` says, with the slots ``{default}`` and ``{name}`` (what the schema calls it); the empty text
    gives it neither. Where ``renamed`` is not empty, one with another name than in the schema is written so.
    ``taken`` are attributes that no field may have, because annotations name them or the base has them; then
    no field is called like a class of the schema. No field's name begins with ``private``. With ``keywords``
    a class takes its fields by name alone. ``bytes`` is the annotation of bytes.
    An enum is its number, or a class derived from ``enum``, whose members' values are the declared names.
    What is absent is ``absent``, of the type ``absent_type``; None is read as absent, too. A oneof is an
    object of a class for each case, or where ``cases`` is "members" one object whose other cases are absent.
    Keys of maps of the ``text_keys`` (number, bool) are held as texts.
    """

    imports: tuple[str, ...] = ("dataclasses",)
    decorator: str = "dataclasses.dataclass(slots=True)"
    base: str = ""
    field: str = ""
    renamed: str = ""
    keywords: bool = False
    private: str = "__"
    taken: tuple[str, ...] = ()
    bytes: str = "bytes"
    enum: str = ""
    absent: str = "None"
    absent_type: str = "None"
    cases: str = "classes"
    text_keys: tuple[str, ...] = ()

    @property
    def has_case_members(self) -> bool:
        return self.cases == "members"

    @property
    def absents(self) -> tuple[str, ...]:
        """The values that say that a field is absent."""
        return tuple(dict.fromkeys(("None", self.absent)))

    def optional(self, written: str) -> str:
        """The annotation of a field that may be absent."""
        kinds = dict.fromkeys((written, "None", self.absent_type))
        return " | ".join(kinds)

    def initial(self, default: str, schema_name: str, name: str) -> str:
        """The right side of a field of a class, with `` = `` before it."""
        side = self.renamed if self.renamed and name != schema_name else self.field
        return f" = {side}".replace("{default}", default).replace("{name}", schema_name) if side else ""


def plain_style(codec: CodecManifest) -> PlainStyle:
    """The style in a codec's manifest, its base's where it has none. Where the table says ``like``, it is
    laid over the table of the codec that it names. SerbenchError for a table with other fields."""
    found = table_of(codec, "plain")
    if found is None:
        return PlainStyle()
    folder, table = found
    if "like" in table:
        like: dict[str, Any] = manifest_table(folder.parent / table["like"]).get("plain", {})
        table = like | {name: value for name, value in table.items() if name != "like"}
    known = {one.name for one in fields(PlainStyle)}
    unknown = sorted(table.keys() - known)
    if unknown:
        raise SerbenchError(f'{folder / "codec.toml"} has the unknown field "plain.{unknown[0]}".')
    held: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in table.items()
    }
    return PlainStyle(**held)
