"""The contents that an experiment has for the report of a run, and the report that follows. It consists of
words and tables, before it is written as Markdown, LaTeX or HTML."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields, replace

from serbench.engine.twins import noise_words
from serbench.machine import words as machine_words
from serbench.record.row import Failure, Row
from serbench.record.run_folder import RunFolder
from serbench.record.shared import shell_line
from serbench.report.ages import Record, dated_sentence, ended_sentence, library_words, runtime_words
from serbench.report.charts.picture import Picture, Theme
from serbench.report.facts import facts_of_first
from serbench.report.grid import FormatGrid, crossings_in, grids_of
from serbench.report.grid import summary as grid_summary
from serbench.report.table import Table
from serbench.report.words import failed_sentence
from serbench.statistics.noise import NoiseFloors

Drawing = Callable[[Theme], Sequence[Picture]]


@dataclass(frozen=True, slots=True)
class Best:
    """The libraries in first place for one purpose within one scope; more than one if they do not differ.
    ``value`` is what the first of them reaches, with its unit, and ``link`` the place of that measurement in
    the report. ``is_exact``: equal values are exactly equal."""

    codecs: tuple[str, ...]
    value: str
    link: str
    is_exact: bool = False


@dataclass(frozen=True, slots=True)
class Purpose:
    """A question and its answers by scope: a language, a workload."""

    question: str
    answers: tuple[tuple[str, Best], ...]

    def best_in(self, scope: str) -> Best | None:
        return dict(self.answers).get(scope)


@dataclass(frozen=True, slots=True)
class Choice:
    """Advice on which codec to take for which purpose."""

    title: str
    purposes: tuple[Purpose, ...]

    def facts(self) -> Table | None:
        """The facts of the codecs in first place."""
        firsts = (best.codecs for purpose in self.purposes for _, best in purpose.answers)
        return facts_of_first(name for codecs in firsts for name in codecs)

    @property
    def scopes(self) -> tuple[str, ...]:
        """All scopes that any of the purposes has, in their order."""
        return tuple(dict.fromkeys(scope for purpose in self.purposes for scope, _ in purpose.answers))


# The mark of a time that is only an upper bound.
AT_MOST = "at most"


@dataclass(frozen=True, slots=True)
class ExplorerCell:
    """A line of the report's table that can be sorted and filtered. Times are nanoseconds for one operation
    on one object, and ``level`` is that of the interval from ``low`` to ``high``; ``mark`` is what is special
    about it, and ``earlier`` what earlier runs found."""

    codec: str
    workload: str
    operation: str
    side: str
    median: float
    low: float
    high: float
    wall: float | None
    size: float
    tied: Sequence[str] = ()
    allocations: float | None = None
    allocated: float | None = None
    instructions: float | None = None
    level: float = 0.0
    mark: str = ""
    earlier: str = ""


EXPLORER_COLUMNS = tuple(field.name for field in fields(ExplorerCell))


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a run. LaTeX's captions begin with ``name``; ``anchor`` and ``title`` are those of the
    report.

    Markdown folds the ``further`` tables away, and ``printed`` ones are not in the report. ``choice`` stands
    above the pictures. ``plots`` are drawn as files instead of the pictures. ``commands`` show what was
    measured, and ``commands_note`` says so. ``page`` are the tables of the report where they are others, and
    ``folded`` its further ones.
    """

    name: str
    anchor: str
    title: str
    tables: tuple[Table, ...] = ()
    further: tuple[Table, ...] = ()
    printed: tuple[Table, ...] = ()
    legend: tuple[str, ...] = ()
    choice: Choice | None = None
    pictures: Drawing = lambda theme: ()
    plots: Drawing | None = None
    commands_note: str = ""
    commands: tuple[str, ...] = ()
    is_listed: bool = True
    page: tuple[Table, ...] = ()
    folded: tuple[Table, ...] | None = None


def operation_of(row: Row) -> str:
    return row.operation


@dataclass(frozen=True, slots=True)
class Contents:
    """``subject`` is the title of the report, and ``lead`` its first lines, by default the first of the
    ``answers``, the sentences of all that was found; ``choice``, with what other runs ``advice`` of the fast,
    and ``over_all`` come before all sections.

    ``cells`` are the lines of the table of all measurements, with the times of ``clock``; ``way_of`` names
    the operation to which a row's samples belong there. ``certainty`` is what the run knows of its noise;
    ``noise`` are the noise floors of the languages.
    """

    answers: tuple[str, ...]
    sections: tuple[Section, ...]
    failures: tuple[Failure, ...]
    samples: int
    subject: str = ""
    lead: tuple[str, ...] = ()
    cells: tuple[ExplorerCell, ...] = ()
    clock: str = "CPU"
    way_of: Callable[[Row], str] = operation_of
    choice: Choice | None = None
    advice: tuple[str, ...] = ()
    over_all: Table | None = None
    noise: NoiseFloors = field(default_factory=dict)
    certainty: str = ""


@dataclass(frozen=True, slots=True)
class Opening:
    """The beginning of an HTML report of a run that another command than the experiment's made: its
    ``subject`` and first lines (``lead``) in place of the usual ones, and a ``section`` before all others,
    which is the only advice."""

    subject: str
    lead: tuple[str, ...]
    section: Section

    def before(self, contents: Contents) -> Contents:
        """The contents of the experiment behind this beginning."""
        sections = (replace(one, choice=None) for one in contents.sections)
        return replace(
            contents,
            subject=self.subject,
            lead=self.lead,
            answers=self.lead,
            choice=None,
            over_all=None,
            sections=(self.section, *sections),
        )


@dataclass(frozen=True, slots=True)
class Report:
    """A whole run: what its experiment says about it, and what the record of any has. ``facts`` and
    ``versions`` are pairs of label and text; ``dated`` names libraries that were old
    and ``ended`` those whose projects have ended;
    ``repeat`` is the command that measures everything again.
    ``summary`` is the machine and the plan in one line."""

    run: str
    version: str
    answers: tuple[str, ...]
    summary: str
    contents: Contents
    unavailable: tuple[tuple[str, str], ...]
    facts: tuple[tuple[str, str], ...]
    versions: tuple[tuple[str, str], ...]
    conditions: tuple[tuple[str, str], ...]
    dated: str
    ended: str
    repeat: str
    grids: tuple[FormatGrid, ...]
    grid_summary: str


def made_report(folder: RunFolder, contents: Contents) -> Report:
    """The report of a run of which its experiment says ``contents``."""
    record = folder.record
    failed = failed_sentence(len(contents.failures))
    crossings = crossings_in(record)
    return Report(
        run=folder.name,
        version=record.get("serbench", ""),
        answers=(*(contents.answers or ("Nothing was measured.",)), *([failed] if failed else [])),
        summary=_summary(record, contents),
        contents=contents,
        unavailable=tuple(sorted(record.get("unavailable", {}).items())),
        facts=tuple(machine_words.facts(record.get("machine", {}))),
        versions=tuple(_versions(record)),
        conditions=tuple(_conditions(record, contents)),
        dated=dated_sentence(record),
        ended=ended_sentence(record),
        repeat=shell_line(record.get("command", ())),
        grids=grids_of(crossings),
        grid_summary=grid_summary(crossings),
    )


def _summary(record: Record, contents: Contents) -> str:
    """Where and how much was measured, in one line."""
    machine = dict(machine_words.facts(record.get("machine", {})))
    preset = _preset(record)
    parts = [
        machine.get("processor", ""),
        machine.get("cores", ""),
        machine.get("system", ""),
        f"preset {preset[0]}" if preset else "",
        noise_words(contents.noise),
        record.get("started_at", "")[:10],
    ]
    return " · ".join(part for part in parts if part)


def _preset(record: Record) -> tuple[str, ...]:
    """The name of the preset and how much it measures; empty for an experiment without presets."""
    plan = record.get("plan", {})
    if preset := plan.get("preset"):
        return preset["name"], f"{preset['forks']} forks per cell"
    if (name := record.get("preset")) is None:
        return ()
    repetitions = plan.get("settings", {}).get("repetitions")
    return name, f"{repetitions} repetitions" if repetitions else ""


def _versions(record: Record) -> list[tuple[str, str]]:
    """The codecs that run and were compiled in the same way, with their libraries, and that way."""
    found: dict[str, dict[str, str]] = {}
    for runner in sorted(record.get("runners", ()), key=lambda runner: str(runner["codec"])):
        build = runner.get("build", {})
        compiled = " ".join(build[key] for key in ("compiler", "flags") if build.get(key))
        way = "; ".join(filter(None, (runtime_words(runner), compiled))) or "libraries"
        found.setdefault(way, {})[runner["codec"]] = library_words(runner) or "no library"
    return [(way, "; ".join(f"{codec}: {words}" for codec, words in of.items())) for way, of in found.items()]


def _conditions(record: Record, contents: Contents) -> list[tuple[str, str]]:
    """How much was measured, on which data."""
    found = [
        ("started", record.get("started_at", "")),
        ("preset", ": ".join(part for part in _preset(record) if part)),
        ("samples", str(contents.samples)),
        ("seed", str(record.get("seed", ""))),
    ]
    for name, corpus in record.get("corpora", {}).items():
        text = f"{corpus['objects']} objects, {corpus['bytes']} bytes, SHA-256 {corpus['sha256']}"
        found.append((f"corpus of {name}", text))
    own = record.get("own") or {}
    found += [("data", note) for of in own.get("types", [own]) for note in of.get("notes", ())]
    return [(label, text) for label, text in found if text]


def all_pictures(report: Report, theme: Theme) -> tuple[Picture, ...]:
    """The pictures of a run's sections that are drawn as files."""
    return tuple(
        picture
        for section in report.contents.sections
        for picture in (section.plots or section.pictures)(theme)
    )
