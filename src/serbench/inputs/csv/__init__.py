"""CSV and TSV: rows of cells below a line of names."""

from serbench.inputs.csv.reader import begins_as_csv, read_csv
from serbench.inputs.source import LINE, Kind

CSV = Kind(
    name="csv",
    suffixes=(".csv", ".tsv", ".tab"),
    begins=begins_as_csv,
    read=lambda source, as_text, changes: read_csv(source, as_text),
    unit=lambda start: LINE,
    of_text=True,
)
