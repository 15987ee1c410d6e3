"""The command that names the values which codecs changed in a run. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any

from serbench.engine.against import codec_of
from serbench.engine.own_options import input_words
from serbench.record.row import Row
from serbench.record.shared import shell_line


def changed_words(record: Mapping[str, Any], rows: Sequence[Row]) -> str | None:
    """A sentence with the command, as a run compares digests alone; None where all values came back."""
    twins: Mapping[str, str] = record.get("twins", {})
    wrong = [row for row in rows if row.outcome == "wrong"]
    if not wrong:
        return None
    # Behind a colon stands how a codec was built, which verify does not take.
    codecs = sorted({codec_of(twins.get(row.codec, row.codec)).partition(":")[0] for row in wrong})
    inputs = input_words(sorted({row.workload for row in wrong}), record.get("own"))
    command = shell_line(("./serbench", "verify", *inputs, "--codecs", ",".join(codecs)))
    return f"To see which values came back changed: {command}"
