"""Foreign text as it is shown: a character that a terminal or a browser obeys instead of drawing becomes its
escape, so that text moves no cursor, hides nothing and reverses no line. Pure."""

import re
from typing import Any

# Control characters but the line's end and the tabulator, marks of direction and other invisible ones,
# separators of lines, and halves of a pair, some of which stand for bytes of a name that are not UTF-8.
_OBEYED = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff"
    "\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
)
_FIRST_BYTE, _LAST_BYTE = 0xDC80, 0xDCFF


def visible(text: str) -> str:
    """The text with ``\\x1b``, ``\\u202e`` and the like in place of what would be obeyed."""
    return _OBEYED.sub(_escape, text)


def visible_in(value: Any) -> Any:
    """The same for all texts in lists and objects, their names included; tuples become lists."""
    if isinstance(value, str):
        return visible(value)
    if isinstance(value, dict):
        return {visible_in(name): visible_in(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [visible_in(item) for item in value]
    return value


def visible_json(text: str) -> str:
    """JSON that means the same, with the escapes of JSON for what would be obeyed."""
    return _OBEYED.sub(_escape_of_json, text)


def _escape(found: re.Match[str]) -> str:
    number = ord(found[0])
    if _FIRST_BYTE <= number <= _LAST_BYTE:
        number -= 0xDC00
    if number <= 0xFF:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number <= 0xFFFF else f"\\U{number:08x}"


def _escape_of_json(found: re.Match[str]) -> str:
    units = found[0].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))
