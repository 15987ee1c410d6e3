"""Results of stores and sorts in the form of the complex-object study."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Protocol

from serbench.engine.attempts import which_count
from serbench.engine.session import Session
from serbench.experiments.reporting import (
    NO_EXTRAS,
    Extras,
    has_failed,
    history,
    report_or_reason,
    reporting_of,
    session_of,
    tell_failures,
)
from serbench.pools.options import STUDY_FORM, AmountOptions
from serbench.record.row import Row
from serbench.record.run_folder import RunFolder
from serbench.terminal.console import Voice, echo


class StudyForm(Protocol):
    """A module that gives rows of an experiment the form of the complex-object study. The study calls the
    objects by the name of their type."""

    def log_lines(self, rows: Sequence[Row], datatype: str) -> Iterable[tuple[str, Row]]: ...

    def write_result_files(self, rows: Sequence[Row], datatype: str, folder: Path) -> list[Path]: ...


def study_session_of(experiment: str, verb: str, options: AmountOptions, study: StudyForm) -> Session:
    """The session of a command whose results can be shown in the form of the study."""
    extras = Extras(is_across=options.across, legend=options.legend)
    if options.form != STUDY_FORM:
        return session_of(experiment, verb, options, extras)
    tell = Voice(options.quiet, verb).tell
    show = partial(show_study_lines, study=study, tell=tell, extras=extras)
    return session_of(experiment, verb, options, extras, show)


def show_study_lines(
    folder: RunFolder, *, study: StudyForm, tell: Callable[[str], object], extras: Extras = NO_EXTRAS
) -> bool:
    """Prints the study's log lines of what counts of a run, writes its files of results and the report;
    whether anything failed."""
    datatype = folder.record.get("root", "")
    rows = [row for row, counts in zip(folder.rows, which_count(folder.rows), strict=True) if counts]
    report = report_or_reason(folder, extras, history(folder))
    for line, _ in study.log_lines(rows, datatype):
        echo(line)
    paths = study.write_result_files(rows, datatype, folder.path)
    tell(f"{len(paths)} files of results: {folder.path}")
    document = reporting_of(folder.record).document(folder)
    tell_failures(document)
    return has_failed(document, report)
