"""A finding as a file: the bytes of a case with all that is needed to give them to the codec again."""

import base64
import json
import lzma
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from serbench.errors import BadInput, SerbenchError, reason_of
from serbench.experiments.torture.cases.case import NO_BASE, Case, Message, whole
from serbench.experiments.torture.judging import Judged
from serbench.record.names import CodecName, Count, Integer, Line, Text, Touch, Word, WorkloadName
from serbench.record.reading import document_in, mapping_in, read_bytes, typed
from serbench.record.shared import shared
from serbench.terminal.output import write_output

# Far more than the bytes of any case, and than lzma needs of memory to read what ``_packed`` writes.
_LARGEST_BYTES = 16 * 2**20
_LARGEST_FILE_BYTES = 2 * _LARGEST_BYTES


@dataclass(frozen=True, slots=True)
class TortureFinding:
    """``libraries`` are the codec's versions and ``promises`` what their authors say of malformed input.
    ``data`` are the bytes of the case, ``valid`` the message that is decoded behind it, with its ``digest``.
    ``expected_digest`` and ``expected_touch`` are those of the message of which the case is made; empty and
    None where it is made of none."""

    codec: CodecName
    workload: WorkloadName
    schema: Word
    libraries: Mapping[Text, Text]
    promises: Text
    sanitizers: tuple[Word, ...]
    seed: Integer
    number: Count
    kind: Line
    words: Text
    name: Line
    reference: Text
    place: Line
    outcome: Word
    operation: Word
    detail: Text
    data: bytes
    valid: bytes
    digest: Word
    expected_digest: Word
    expected_touch: Touch | None

    @property
    def file_name(self) -> str:
        parts = (self.codec, self.workload, self.outcome, self.name or self.kind, str(self.number))
        return re.sub(r"[^A-Za-z0-9._-]+", "-", "_".join(parts)) + ".json"

    @property
    def messages(self) -> tuple[Message, ...]:
        """The valid message, and one that stands for that of which the case is made."""
        valid = Message(self.valid, self.digest, 0)
        if self.expected_touch is None:
            return (valid,)
        return (valid, Message(b"", self.expected_digest, self.expected_touch))

    @property
    def case(self) -> Case:
        case = whole(self.kind, self.data, self.words, self.name, self.reference)
        # All of the bytes are the replacement.
        return replace(case, base=1) if self.expected_touch is not None else case


def found(
    case: Case, number: int, messages: tuple[Message, ...], judged: Judged, about: Mapping[str, Any]
) -> TortureFinding:
    """The finding of a case; ``about`` are the fields that all findings of a codec have."""
    base = None if case.base == NO_BASE else messages[case.base]
    return TortureFinding(
        number=number,
        kind=case.kind,
        words=case.words,
        name=case.name,
        reference=case.reference,
        place=case.place,
        outcome=judged.outcome,
        operation=judged.operation,
        detail=judged.detail,
        data=case.data(messages),
        valid=messages[0].data,
        digest=messages[0].digest,
        expected_digest=base.digest if base else "",
        expected_touch=base.touch if base else None,
        **about,
    )


def write_finding(finding: TortureFinding, folder: Path) -> Path:
    """Writes the file of a finding and returns its path. Raises SerbenchError where that fails."""
    path = folder / finding.file_name
    told = shared(asdict(finding)) | {name: _packed(getattr(finding, name)) for name in ("data", "valid")}
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SerbenchError(f"The finding {path} cannot be written: {reason_of(error)}.") from error
    write_output(
        path, (json.dumps(told, ensure_ascii=False, indent=1) + "\n").encode("utf-8", "backslashreplace")
    )
    return path


def read_finding(path: Path) -> TortureFinding:
    """Raises BadInput for a file that is not one of a finding."""
    try:
        content = read_bytes(path)
    except FileNotFoundError:
        raise BadInput(f"There is no finding {path}.") from None
    try:
        told = dict(mapping_in(document_in(content[: _LARGEST_FILE_BYTES + 1], path), path))
        told |= {name: _unpacked(told[name]) for name in ("data", "valid")}
    except (BadInput, ValueError, TypeError, KeyError, AttributeError, EOFError, lzma.LZMAError):
        raise BadInput(f"The file {path} is not a finding of ./serbench torture.") from None
    return typed(told, TortureFinding, path)


def _packed(data: bytes) -> str:
    return base64.b64encode(lzma.compress(data)).decode()


def _unpacked(text: str) -> bytes:
    """Raises ValueError for more bytes than a case has, of which no more are made."""
    packed = lzma.LZMADecompressor(memlimit=_LARGEST_BYTES)
    data = packed.decompress(base64.b64decode(text, validate=True), _LARGEST_BYTES + 1)
    if len(data) > _LARGEST_BYTES:
        raise ValueError("more bytes than a case has")
    if not packed.eof:
        raise EOFError("the bytes are cut off")
    return data
