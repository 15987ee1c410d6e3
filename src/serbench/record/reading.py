"""Reads files that another may have written or damaged: what is not as it is declared is one sentence.

A run folder may come from anyone, so everything that is read of one, and every other recorded file, passes
through here before it is used.
"""

import ast
import contextlib
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from serbench.errors import BadInput
from serbench.record.names import LARGEST_INTEGER, WORDS_OF_PATTERNS

T = TypeVar("T")

# A run of all codecs and workloads has 3 MB of run.json.
MOST_BYTES = 256 * 2**20
_MOST_DEPTH = 64
_LARGEST_UNSIGNED = 2 * LARGEST_INTEGER + 1
_SHOWN = 60
_PLACE = re.compile(r"(?P<what>.*?)(?: - at (?P<key>`key` in )?`\$(?P<place>.*)`)?", re.DOTALL)
_PATTERN = re.compile(r"Expected `str` matching regex (?P<quoted>'.*'|\".*\")", re.DOTALL)
_LACKING = re.compile("Object missing required field `(?P<name>.*)`")
_STEP = re.compile(r"\.([^.\[]+)|\[(\d+)\]|(\[\.\.\.\])")


def read_bytes(path: Path) -> bytes:
    """The content of a regular file. Raises FileNotFoundError where there is none, BadInput where it cannot
    be read, is too large, or is something that may never end."""
    try:
        if path.exists() and not path.is_file():
            raise BadInput(f"{path} is not a file.")
        if path.stat().st_size > MOST_BYTES and path.suffix != ".jsonl":
            raise BadInput(f"{path} has more than {MOST_BYTES >> 20} MiB, which serbench never writes.")
        return path.read_bytes()
    except FileNotFoundError:
        raise
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror or error}.") from error


def document_in(content: bytes | str, place: object) -> Any:
    """The JSON document of a text, of numbers that every reader can hold. Raises BadInput that names
    ``place``."""
    found = parsed(content, place)
    require_plain(found, place)
    return found


def parsed(content: bytes | str, place: object) -> Any:
    """The JSON document of a text whose numbers are checked later. Raises BadInput that names ``place``."""
    try:
        return json.loads(content, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        reason = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise BadInput(f"{place} cannot be read: {reason}.") from None


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is not a number")


def require_plain(document: Any, place: object) -> None:
    """Raises BadInput, which names ``place``, for numbers that are infinite or beyond 64 bits, and for what
    is nested more deeply than anything that serbench writes."""
    left: list[tuple[Any, int]] = [(document, 0)]
    while left:
        value, depth = left.pop()
        if isinstance(value, dict | list | tuple):
            if depth == _MOST_DEPTH:
                raise BadInput(f"{place} cannot be read: it is nested too deeply.")
            inner = value.values() if isinstance(value, dict) else value
            left += [(one, depth + 1) for one in inner]
        elif isinstance(value, int):
            if not -LARGEST_INTEGER <= value <= _LARGEST_UNSIGNED:
                raise BadInput(f"{place} holds a number of more than 64 bits: {shown(value)}.")
        elif isinstance(value, float) and value - value != 0.0:
            raise BadInput(f"{place} holds a number that is not finite.")


def typed_in(content: bytes | str, decoder: msgspec.json.Decoder[T], place: object) -> T:
    """The JSON document of a text as the type of a decoder, which declares its form, as ``typed`` has it.

    It is read in one step, which is several times as fast; two steps tell what is wrong with it. Raises
    BadInput that names ``place``.
    """
    try:
        # Of a column that is ignored, nothing else would look at the encoding.
        text = content if isinstance(content, str) else content.decode()
        return decoder.decode(text)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return typed(parsed(content, place), decoder.type, place)


def typed(document: Any, kind: type[T], place: object, within: str = "") -> T:
    """A document as the type that declares its form; fields that the type does not know are left out.

    Raises BadInput that names ``place``, the value, which lies ``within`` it, and what belongs there.
    """
    try:
        return msgspec.convert(document, kind)
    except msgspec.ValidationError as error:
        raise BadInput(f"{place}: {_sentence(str(error), document, within)}") from None


def _sentence(told: str, document: Any, within: str) -> str:
    """msgspec's message, with the value and with words in place of patterns."""
    found = _PLACE.fullmatch(told)
    assert found is not None
    what, steps = found["what"], found["place"] or ""
    where = f"{within}{steps}".removeprefix(".")
    named = f"{where}: " if where else ""
    if lacking := _LACKING.fullmatch(what):
        return f"{named}the field {lacking['name']} is missing."
    value = _value_at(document, steps) if found["key"] is None else None
    told_value = "a key" if found["key"] else "this" if value is None else shown(value)
    if pattern := _PATTERN.fullmatch(what):
        return f"{named}{told_value} is not {_words_of(ast.literal_eval(pattern['quoted']))}."
    return f"{named}{told_value}: {what[:1].lower()}{what[1:].replace('`', '')}."


def _words_of(pattern: str) -> str:
    if pattern in WORDS_OF_PATTERNS:
        return WORDS_OF_PATTERNS[pattern]
    # That of ``one_of``.
    words = pattern.removeprefix(r"\A(?:").removesuffix(r")\Z").replace("\\", "").split("|")
    return f"one of {', '.join(words)}"


def _value_at(document: Any, steps: str) -> Any:
    """The value at msgspec's place of it; None where that is not told exactly, as within a mapping."""
    for name, index, inexact in _STEP.findall(steps):
        try:
            document = None if inexact else document[name] if name else document[int(index)]
        except (LookupError, TypeError):
            return None
        if document is None:
            return None
    return document


def shown(value: Any) -> str:
    """The beginning of a value, in one line without control characters."""
    if isinstance(value, int) and abs(value) > _LARGEST_UNSIGNED:
        return "this"
    text = json.dumps(value, default=str)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def mapping_in(document: Any, place: object) -> Mapping[str, Any]:
    """A document that is a JSON object. Raises BadInput that names ``place``."""
    if not isinstance(document, dict):
        raise BadInput(f"{place} cannot be read: it holds no JSON object.")
    return document


@contextlib.contextmanager
def fitting_together(*places: object) -> Iterator[None]:
    """Turns what fails over recorded files into BadInput that names them (``places``): each value has its
    form, but only what uses several knows which go together."""
    try:
        yield
    except UnicodeError:
        # Of the terminal.
        raise
    except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise BadInput(
            f"What {' and '.join(map(str, places))} holds does not fit together, so it was changed or is of"
            f" another serbench ({type(error).__name__}: {error})."
        ) from error
