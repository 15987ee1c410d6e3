"""The kinds of names and numbers that a recorded file may hold: one pattern or range for each.

What reaches a template, a path or a command is of one of these kinds. Patterns are anchored, as msgspec
searches with them.
"""

import re
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from msgspec import Meta

from serbench.outcomes import NOT_OF_CODEC, OF_CODEC, OK


def one_of(*words: str) -> Meta:
    """The constraint that a text is one of these words, for an ``Annotated``."""
    return Meta(pattern=rf"\A(?:{'|'.join(map(re.escape, words))})\Z")


LARGEST_INTEGER = 2**63 - 1
_LARGEST_NUMBER = 1e300
_LONGEST_NAME = 300
_LONGEST_TEXT = 1_000_000
_PART = r"[A-Za-z0-9_+@:=,][A-Za-z0-9_.+@:=,-]*"
_PARAMETER = r"[a-z][a-z0-9_]*=[0-9]{1,9}"
_CODEC = rf"\A{_PART}/{_PART}\Z"
# Behind the codec's name where another executable of it is measured in the same run.
MARK_AGAINST = " (against)"
_MEASURED = rf"\A{_PART}/{_PART}( \(twin\)|{re.escape(MARK_AGAINST)})?\Z"
_WORKLOAD = rf"\A[A-Za-z0-9_][A-Za-z0-9_.-]*(:{_PARAMETER}(,{_PARAMETER})*)?\Z"
_FAMILY = r"\A([A-Za-z0-9_][A-Za-z0-9_.-]*)?\Z"
_MESSAGE = r"\A([A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*)?\Z"
_WORD = r"\A([A-Za-z0-9][A-Za-z0-9_.%+-]*)?\Z"
_TIME = r"\A([0-9]{4}-(0[1-9]|1[0-2])-([0-2][0-9]|3[01])(T[0-9:.]+(Z|[+-][0-9]{2}:[0-9]{2})?)?)?\Z"
# serbench.record.shared writes the home folder, the cache and the checkout as ~, $CACHE and a full stop.
_FOLDER = r"\A(/|(~|\$CACHE|\.)(/|\Z))[^\x00-\x1f\x7f]*\Z"
_LINE = r"\A[^\x00-\x1f\x7f]*\Z"

# What a row or a failure can be: serbench.outcomes', and ``refused``, an error of the runner itself.
_OUTCOMES = (OK, *OF_CODEC, *NOT_OF_CODEC, "refused")

CodecName = Annotated[str, Meta(pattern=_CODEC, max_length=_LONGEST_NAME)]
# A codec, its twin, or its executable of another checkout or run.
MeasuredName = Annotated[str, Meta(pattern=_MEASURED, max_length=_LONGEST_NAME)]
WorkloadName = Annotated[str, Meta(pattern=_WORKLOAD, max_length=_LONGEST_NAME)]
# A workload without parameters, or empty.
FamilyName = Annotated[str, Meta(pattern=_FAMILY, max_length=_LONGEST_NAME)]
# The full name of a message of a schema.
MessageName = Annotated[str, Meta(pattern=_MESSAGE, max_length=_LONGEST_NAME)]
Outcome = Annotated[str, one_of(*_OUTCOMES)]
# An operation, a mode, a unit, a hash, a version: nothing that could end a line, a path or a quotation.
Word = Annotated[str, Meta(pattern=_WORD, max_length=_LONGEST_NAME)]
# ISO 8601, a day at least.
Time = Annotated[str, Meta(pattern=_TIME, max_length=_LONGEST_NAME)]
# An absolute path, or one that others may see.
Folder = Annotated[str, Meta(pattern=_FOLDER, max_length=4096)]
# A path, a URL or a flag.
Line = Annotated[str, Meta(pattern=_LINE, max_length=4096)]
# What is only shown.
Text = Annotated[str, Meta(max_length=_LONGEST_TEXT)]

Count = Annotated[int, Meta(ge=0, le=LARGEST_INTEGER)]
PositiveCount = Annotated[int, Meta(ge=1, le=LARGEST_INTEGER)]
Integer = Annotated[int, Meta(ge=-LARGEST_INTEGER, le=LARGEST_INTEGER)]
# A sum of unsigned 64-bit numbers; msgspec's ranges end at the signed ones, so its row checks the upper end.
Touch = Annotated[int, Meta(ge=0)]
LARGEST_TOUCH = 2**64 - 1
# Finite and not negative.
Amount = Annotated[float, Meta(ge=0, le=_LARGEST_NUMBER)]
# The logarithm of one time over another.
LogRatio = Annotated[float, Meta(ge=-50, le=50)]
# What a parameter of a measurement can be.
if TYPE_CHECKING:
    Setting: TypeAlias = Any
else:
    Setting = (
        None
        | bool
        | Integer
        | Annotated[float, Meta(ge=-_LARGEST_NUMBER, le=_LARGEST_NUMBER)]
        | Annotated[str, Meta(pattern=_LINE, max_length=4096)]
    )

# What a value is not, where it does not match its pattern.
WORDS_OF_PATTERNS = {
    _CODEC: "the name of a codec",
    _MEASURED: "the name of a codec",
    _WORKLOAD: "the name of a workload",
    _FAMILY: "the name of a workload",
    _MESSAGE: "the name of a message",
    _WORD: "a word",
    _TIME: "a time",
    _FOLDER: "an absolute path",
    _LINE: "one line of text",
}
