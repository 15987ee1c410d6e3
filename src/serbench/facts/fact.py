"""A fact of a codec with its evidence, and the kinds of facts that there are."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias

from serbench.record.names import Count, Text, one_of
from serbench.record.reading import shown

MEASURED, DECLARED = "measured", "declared"
Value: TypeAlias = bool | int | float | str | tuple[str, ...]

SAME_BYTES, COMPILE_S, VERSION = "same_bytes", "compile_s", "version"
# Equal objects and their bytes, from the least to the most; each grade holds what those before it hold.
NONE, PROCESS, PROCESSES, LANGUAGES, CANONICAL = GRADES = (
    "none", "process", "processes", "languages", "canonical",
)  # fmt: skip
# What a library needs to know an application's types.
TYPES = ("reflection", "serde", "derive", "annotations", "generator", "idl", "code")
# What two builds of the same differ by at most: seconds, and a share of the longer one.
_LEAST_S, _LEAST_SHARE = 1.0, 0.1


How = Annotated[str, one_of(MEASURED, DECLARED)]


@dataclass(frozen=True, slots=True)
class Fact:
    """A ``value``, how it is known, and where: the ``command`` that measures it again, or the ``source`` that
    declares it, an address or a file of this checkout, and for an address the ``date`` of the look at it.
    ``mode`` is the mode of the library in which it holds, empty for the one that is measured, and ``cases``
    is how many were tried, 0 where none were counted.

    Facts are kept by the ids of their kinds. Those of ``KINDS`` have a ``Value``; a choice has further ones.
    """

    value: Any
    how: How = DECLARED
    source: Text = ""
    date: Text | None = ""
    command: Text = ""
    mode: Text = ""
    cases: Count = 0

    def evidence(self) -> dict[str, str]:
        """The fields that say where it is known from, without empty ones."""
        named = {"command": self.command, "source": self.source, "date": self.date, "mode": self.mode}
        return {name: value for name, value in named.items() if value}

    def to_json(self) -> dict[str, Any]:
        value = list(self.value) if isinstance(self.value, tuple) else self.value
        cases = {"cases": self.cases} if self.cases else {}
        return {"value": value, "how": self.how, **self.evidence(), **cases}


# The facts of one codec by their ids, and those of codecs by their names.
CodecFacts = Mapping[str, Fact]
Facts = Mapping[str, CodecFacts]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of fact: what it is called, what it says, and whether a value is one of its values."""

    title: str
    words: str
    holds: Callable[[Value], bool]


def checked(name: str, value: Any) -> Value:
    """The value of a fact as its kind has it. Raises ValueError where it has none such."""
    kind = KINDS.get(name)
    if kind is None:
        raise ValueError(f"{shown(name)} is not a fact; there are {', '.join(KINDS)}")
    found = tuple(value) if isinstance(value, list) else value
    if not kind.holds(found):
        raise ValueError(f"{name} cannot be {shown(value)}")
    return found


def _flag(value: Value) -> bool:
    return isinstance(value, bool)


def _text(value: Value) -> bool:
    return isinstance(value, str)


def _count(value: Value) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _amount(value: Value) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value >= 0


def _texts(value: Value) -> bool:
    return isinstance(value, tuple) and all(isinstance(one, str) for one in value)


def _word(*words: str) -> Callable[[Value], bool]:
    return lambda value: value in words


def _some_types(value: Value) -> bool:
    return _texts(value) and bool(value) and set(value) <= set(TYPES)  # type: ignore[arg-type]


# How a reader ends that does not answer.
_ENDED = ("died", "hung")
KINDS: dict[str, Kind] = {
    SAME_BYTES: Kind(
        "same value, same bytes",
        "Equal objects have equal bytes: not guaranteed, in a process, in all processes, in all languages of"
        " the format; or the reader refuses all other bytes.",
        _word(*GRADES),
    ),
    "types": Kind("types", "How the library learns a type.", _some_types),
    "schema_needed": Kind("needs the schema", "Bytes cannot be read without the writer's types.", _flag),
    "text": Kind("text", "Bytes are readable text.", _flag),
    "dynamic": Kind("dynamic values", "Values whose types are known only at run time are written.", _flag),
    "buffer_given": Kind("buffer given", "Writes into the caller's memory of fixed size.", _flag),
    "appends": Kind("appends", "Appends to the caller's buffer, which may grow.", _flag),
    "borrows": Kind("borrows", "Texts or bytes can be read where they lie in the message.", _flag),
    "no_std": Kind("no_std", "Builds without the standard library of its language.", _flag),
    "code_at_run_time": Kind("code at run time", "Generates code while the program runs.", _flag),
    "portable": Kind("portable", "Bytes do not depend on byte order, word size or compiler.", _flag),
    "stable": Kind("stable", "Authors promise that later releases read the bytes.", _flag),
    "specification": Kind("specification", "Where the format is written down; empty: nowhere.", _text),
    "self_delimiting": Kind("self-delimiting", "The end of a message is known from its bytes.", _flag),
    "first_bytes": Kind(
        "first bytes",
        "The bytes with which messages begin here, in hexadecimal digits; a JSON object begins with 7b.",
        _texts,
    ),
    "cut_off": Kind(
        "cut off",
        "Messages without their end are refused, or some are accepted as another value, or the reader"
        " died or hung.",
        _word("refused", "accepted", *_ENDED),
    ),
    "second_message": Kind(
        "second message",
        "A second message behind the first is refused, or the value is that of the first, of the last, or"
        " another one.",
        _word("refused", "first", "last", "other value", *_ENDED),
    ),
    "repeated_texts": Kind("repeated texts", "An equal text that occurs again takes less room.", _flag),
    "duplicate_names": Kind(
        "duplicate names",
        "Of a name that occurs twice the first or the last value counts, or it is refused.",
        _word("first", "last", "refused", *_ENDED),
    ),
    "name_case": Kind(
        "case of names",
        "Capital and small letters of a name matter or are ignored, or such a name is refused.",
        _word("matters", "ignored", "refused", *_ENDED),
    ),
    "unknown_fields": Kind(
        "unknown fields",
        "A field that the type does not have is skipped, refused, or makes the others misread.",
        _word("skipped", "refused", "misread", *_ENDED),
    ),
    "invalid_utf8": Kind(
        "invalid UTF-8",
        "A text that is not UTF-8 is accepted or refused.",
        _word("accepted", "refused", *_ENDED),
    ),
    "references": Kind("references", "Shared objects are written once, and cycles are kept.", _flag),
    "licence": Kind("licence", "The licence, as SPDX writes it.", _text),
    "dependencies": Kind(
        "dependencies",
        "Packages in the lock file of its codec: the library, its dependencies, and those of its build.",
        _count,
    ),
    "dependency_licences": Kind(
        "licences of dependencies",
        "The licences of these packages as they declare them; none stands for one that declares none.",
        _texts,
    ),
    "added_bytes": Kind("added bytes", "The bytes that it adds to an empty program, stripped.", _count),
    COMPILE_S: Kind("compile time, s", "The CPU seconds that it adds to a build from nothing.", _amount),
    "bundle_bytes": Kind(
        "bundle bytes", "The size of a bundle for browsers, minified and compressed by gzip.", _count
    ),
    "installed_bytes": Kind(
        "installed bytes", "The bytes of the packages that it adds to an environment of its language.", _count
    ),
    "compiled_packages": Kind(
        "compiled packages", "Some of them have code that is compiled for one platform.", _flag
    ),
    VERSION: Kind("version", "The version that is measured.", _text),
    "released": Kind("released", "The day on which that version appeared.", _text),
    "ended": Kind("ended", "The month since which the project has ended, and why; empty: it has not.", _text),
    "advisories": Kind("advisories", "Advisories without a fix.", _texts),
    "build_needs": Kind("build needs", "Programs that a build has to run.", _texts),
    "viewer": Kind("viewers", "Programs that show bytes without the schema.", _texts),
    "reach": Kind("reach", "Languages that read and write the format here.", _texts),
}


def is_same(name: str, one: Value, other: Value) -> bool:
    """Whether two values of a kind are no difference: times of two builds of the same are never equal."""
    if name != COMPILE_S or not isinstance(one, int | float) or not isinstance(other, int | float):
        return one == other
    return abs(one - other) <= max(_LEAST_S, _LEAST_SHARE * max(one, other))


def value_of_release(name: str, fact: Fact) -> Value:
    """The value by which releases of one library are compared. Equal bytes in all languages are known only
    where all codecs of the format were asked at once, which those of one release alone never are."""
    return PROCESSES if (name, fact.value) == (SAME_BYTES, LANGUAGES) else fact.value
