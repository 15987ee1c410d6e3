"""The pages of docs/results/published, a page for each experiment and its workloads. Pure."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, Self

from serbench.archive.entry import ARCHIVE_FROM_PAGES, Entry
from serbench.engine.blocks import Blocks
from serbench.experiments.reporting import reporting_of
from serbench.machine.words import facts
from serbench.operations import FROM_MESSAGES
from serbench.record.reading import fitting_together
from serbench.record.run_folder import RunFolder
from serbench.record.shared import shell_line
from serbench.report.markdown import escaped, sections, table_text, unavailable
from serbench.report.report import Contents, Report, made_report
from serbench.report.table import Table, text_columns, text_line

_PAGES = "docs/results/published"
# Columns of README's table for the view of messages.
_CONVERSION = "conversion"
# A column that README does not explain.
_READS = "access-one reads"
_OWN = ("own message: rank", *FROM_MESSAGES, _CONVERSION)
# More further tables, such as two for each codec, make no page.
_MOST_FURTHER = 12
MADE = "<!-- Made by `./serbench archive pages`; do not edit. -->"


class Listed(Protocol):
    """A run or a record that a page shows, by its machine and its day."""

    @property
    def machine(self) -> str: ...

    @property
    def date(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Shown:
    """An entry with its run and its report, which has nothing of other runs."""

    entry: Entry
    folder: RunFolder
    report: Report

    @property
    def machine(self) -> str:
        return self.entry.machine

    @property
    def date(self) -> str:
        return self.entry.date

    @property
    def blocks(self) -> Blocks:
        return Blocks.of(self.folder.rows)

    def replaces(self, older: RunFolder) -> bool:
        """Whether this newer run has all codecs of an older one of its workloads, in as many blocks."""
        lacks = {row.codec for row in older.rows} - {row.codec for row in self.folder.rows}
        return not lacks and self.blocks.number >= Blocks.of(older.rows).number

    @classmethod
    def of(cls, entry: Entry) -> Self:
        """Raises BadInput where the entry is damaged."""
        return cls.made(entry, entry.folder())

    @classmethod
    def made(cls, entry: Entry, folder: RunFolder) -> Self:
        """The run of an entry as it was read, or a part of it."""
        with fitting_together(entry.path):
            contents = reporting_of(folder.record).contents(folder, False)
            return cls(entry, folder, made_report(folder, contents))

    def only(self, codecs: Collection[str]) -> Self:
        """The same run as if it had measured these codecs alone, so that ranks are places among them."""
        rows = [row for row in self.folder.rows if row.codec in codecs]
        return self.made(self.entry, RunFolder(self.folder.path, self.folder.record, rows))


def page(title: str, shown: Sequence[Shown]) -> str:
    """The page of these runs, each in a section of its own."""
    machines = [one.machine for one in shown]
    parts = [MADE, f"# {escaped(title)}"]
    if len(set(machines)) > 1:
        parts.append("Times of different machines cannot be compared with each other.")
    if len(set(machines)) < len(machines):
        parts.append("Compare times within one run: in another hour all of them may be longer or shorter.")
    for one in shown:
        alone = machines.count(one.machine) == 1
        parts += _section(one, one.machine if alone else f"{one.machine}, {one.date}")
    return "\n\n".join(part for part in parts if part) + "\n"


def _section(one: Shown, heading: str) -> list[str]:
    record, report = one.folder.record, one.report
    place = f"{ARCHIVE_FROM_PAGES}/{one.entry.machine}/{one.entry.path.name}"
    command = shell_line(record.get("command", ()))
    told = f"Measured on {one.entry.date} with commit `{_commit(one)}`: `{command}`."
    return [
        f"## {escaped(heading)}",
        f"{told} [The run]({place}) has the rows.",
        "\n".join(f"- {escaped(label)}: {escaped(text)}" for label, text in facts(record["machine"])),
        *map(escaped, report.answers),
        *sections(_brief(report.contents), "###"),
        *unavailable(report),
        "**Versions**",
        "\n".join(f"- {escaped(codec)}: {escaped(text)}" for codec, text in report.versions),
    ]


def _commit(one: Shown) -> str:
    revision: str = one.folder.record["machine"]["git_revision"]
    return revision[:12]


def _brief(contents: Contents) -> Contents:
    """The contents without further tables where these are many: the rows of the run have what they show."""
    kept = (
        section if len(section.further) <= _MOST_FURTHER else replace(section, further=())
        for section in contents.sections
    )
    return replace(contents, sections=tuple(kept))


def _measured(shown: Sequence[Listed]) -> str:
    days: dict[str, str] = {}
    for one in shown:
        days[one.machine] = max(one.date, days.get(one.machine, ""))
    return ", ".join(f"{day} on {machine}" for machine, day in days.items())


def index(pages: Mapping[str, Sequence[Listed]]) -> str:
    """The page that lists the others, each with its runs or records: their machines, and the last day on
    each."""
    rows = [f"| [{name}]({name}.md) | {_measured(shown)} |" for name, shown in pages.items()]
    table = ["| page | measured |", "|---|---|", *rows]
    none = "The archive is empty: `./serbench publish RUN` puts a run into it."
    return (
        "\n\n".join(
            [
                MADE,
                "# Published runs",
                "A page for each experiment and workload, made from the runs in the archive. Each page names"
                " the machine, the day, the commit and the versions.",
                "\n".join(table) if rows else none,
            ]
        )
        + "\n"
    )


def overview(main: Shown, beside: Mapping[str, Shown]) -> str:
    """README's table: the ranking of ``main``, the rank of each codec in the runs ``beside``, by their
    workloads, and its place among libraries with messages of their own with the share of conversion."""
    table = _ranking(main).without({_CONVERSION, _READS})
    places = {workload: _places(_ranking(one)) for workload, one in beside.items()}
    own = _own_messages(main)
    at, last = table.header.index("codec"), len(table.columns) - 1
    more = text_columns(*places, *(_OWN if own else ()))
    columns = [*table.columns[:last], *more, table.columns[last]]
    lines = []
    for line in table.lines:
        codec = line.texts[at].split(" ")[0]
        ranks = [place.get(codec, "") for place in places.values()]
        of_messages = own.get(codec, ("",) * len(_OWN)) if own else ()
        lines.append(text_line(*line.texts[:last], *ranks, *of_messages, line.texts[last]))
    ranked = [f"`{name}` ({one.date}, `{_commit(one)}`)" for name, one in beside.items()]
    others = f", with the rank on {' and '.join(ranked)}" if ranked else ""
    blocks = f" {main.blocks.sentence}" if main.blocks.number > 1 else ""
    told = (
        f"Published on {main.date}, commit `{_commit(main)}`, on {main.machine}: {table.title}, of"
        f" `{main.entry.seal.workloads[0]}`{others}.{blocks} [All workloads and codecs]({_PAGES}/README.md)."
    )
    return f"{told}\n\n{table_text(Table('', tuple(columns), tuple(lines)))}\n"


def _own_messages(one: Shown) -> dict[str, tuple[str, ...]]:
    """The rank, the times and the conversion of each codec in the view of messages; empty where the run has
    none."""
    for table in one.report.contents.sections[0].tables[1:2]:
        if {"codec", *_OWN[1:]} <= set(table.header):
            ranks = _places(table)
            codec, *others = (table.header.index(name) for name in ("codec", *_OWN[1:]))
            return {
                name: (ranks.get(name, ""), *(line.texts[at] for at in others))
                for line in table.lines
                if (name := line.texts[codec].split(" ")[0])
            }
    return {}


def _ranking(one: Shown) -> Table:
    return one.report.contents.sections[0].tables[0]


def _places(table: Table) -> dict[str, str]:
    """The rank of each codec; none where the run has no ranks."""
    if "rank" not in table.header:
        return {}
    codec, rank = table.header.index("codec"), table.header.index("rank")
    return {line.texts[codec].split(" ")[0]: line.texts[rank] for line in table.lines}
