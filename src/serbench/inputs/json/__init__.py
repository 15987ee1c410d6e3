"""JSON: lines, one document, a list (its elements are the objects), documents one after the other."""

from serbench.inputs.json.reader import first_character, read_json
from serbench.inputs.source import LINE, Kind

# Elements of a list have numbers of their own: all of them may be in one line.
_OBJECT = "object"

JSON = Kind(
    name="json",
    suffixes=(".json", ".jsonl", ".ndjson", ".geojson", ".json-seq"),
    begins=lambda start: first_character(start) in (b"{", b"["),
    read=lambda source, as_text, changes: read_json(source, None, changes),
    read_unread=read_json,
    unit=lambda start: _OBJECT if first_character(start) == b"[" else LINE,
)
