"""A finding of strictness as a file: a case, what a codec made of it, and all that a replay needs."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

from serbench.codecs.runner import Runner
from serbench.corpus.decoding import Decoder
from serbench.corpus.encoding import Encoder
from serbench.engine.describe import describe
from serbench.errors import BadInput
from serbench.facts.cases import SAYS, StrictCase
from serbench.facts.strictness import OUTCOMES, PLAIN, Strictness
from serbench.record.names import CodecName, Line, Text, Word, one_of
from serbench.record.reading import document_in, read_bytes, typed
from serbench.record.row import Failure
from serbench.record.shared import shared
from serbench.schema.model import Schema
from serbench.terminal.output import make_folder, write_output

FORMAT = "serbench.strictness/1"


@dataclass(frozen=True, slots=True)
class StrictnessFinding:
    """A codec with its ``libraries``, the hash of the ``schema``, a case as its file states it, and the
    outcome. ``message`` are its bytes and ``object`` those of the value that it must be read as (FORMAT.md,
    section 1), in hexadecimal digits."""

    format: Annotated[str, one_of(FORMAT)]
    codec: CodecName
    libraries: dict[Text, Text]
    schema: Word
    case: Word
    title: Line
    clause: Line
    says: Annotated[str, one_of(*SAYS)]
    checked_by: tuple[Line, ...]
    message: Text
    object: Text
    outcome: Annotated[str, one_of(*OUTCOMES)]
    detail: Text

    @property
    def file_name(self) -> str:
        return re.sub(r"[^A-Za-z0-9._-]+", "-", f"{self.codec}_{self.case}") + ".json"

    def strict_case(self, schema: Schema) -> StrictCase:
        """The case to be given again. Raises BadInput for bytes that are none of the schema's objects, and
        ValueError for what are no hexadecimal digits."""
        expected: dict[str, Any] = Decoder(schema).decode(bytes.fromhex(self.object))
        message = bytes.fromhex(self.message)
        return StrictCase(self.case, self.title, self.clause, self.says, message, expected, self.checked_by)


def findings_of(
    runner: Runner, schema: Schema, outcomes: Sequence[Strictness]
) -> Iterator[StrictnessFinding]:
    """A finding for each outcome that differs from what the specification says."""
    if not any(one.differs for one in outcomes):
        return
    told, encoder = describe(runner), Encoder(schema)
    libraries = {} if isinstance(told, Failure) else dict(told.libraries)
    for one in outcomes:
        if one.differs:
            case = one.case
            yield StrictnessFinding(
                format=FORMAT,
                codec=runner.codec,
                libraries=libraries,
                schema=schema.sha256(),
                case=case.name,
                title=case.title,
                clause=case.clause,
                says=case.says,
                checked_by=case.checked_by,
                message=case.message.hex(),
                object=encoder.encode(PLAIN | case.expected).hex(),
                outcome=one.outcome,
                detail=one.detail,
            )


def write_finding(finding: StrictnessFinding, folder: Path) -> Path:
    """Writes the file of a finding and returns its path. Raises SerbenchError where that fails."""
    make_folder(folder)
    path = folder / finding.file_name
    text = json.dumps(shared(asdict(finding)), ensure_ascii=False, indent=1) + "\n"
    write_output(path, text.encode("utf-8", "backslashreplace"))
    return path


def read_finding(path: Path) -> StrictnessFinding:
    """Raises BadInput for a file that is not one of a finding."""
    try:
        content = read_bytes(path)
    except FileNotFoundError:
        raise BadInput(f"There is no finding {path}.") from None
    return typed(document_in(content, path), StrictnessFinding, path)
