"""The page docs/results/published/facts.md: the newest published record of facts of each machine. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from serbench.archive.entry import ARCHIVE_FROM_PAGES
from serbench.facts.fact import KINDS
from serbench.facts.published import facts_paths, published_record
from serbench.facts.record import FactsRecord
from serbench.record.shared import shell_line
from serbench.report.facts import differing, facts_table, strictness_table
from serbench.report.markdown import escaped, table_text

# By what a table answers.
_GROUPS = {
    "Bytes": ("same_bytes", "schema_needed", "text", "self_delimiting", "portable", "stable"),
    "Messages": ("first_bytes", "cut_off", "second_message", "repeated_texts", "references"),
    "Readers": ("duplicate_names", "name_case", "unknown_fields", "invalid_utf8"),
    "Programs": ("types", "dynamic", "code_at_run_time", "no_std", "build_needs", "viewer"),
    "Buffers": ("buffer_given", "appends", "borrows"),
    "Weight": (
        "dependencies",
        "dependency_licences",
        "added_bytes",
        "compile_s",
        "bundle_bytes",
        "installed_bytes",
        "compiled_packages",
    ),
    "Upkeep": ("version", "released", "licence", "ended", "advisories"),
}


@dataclass(frozen=True, slots=True)
class ShownFacts:
    """A published record and the folder in which it is."""

    path: Path
    record: FactsRecord

    @classmethod
    def newest(cls, archive: Path) -> tuple[Self, ...]:
        """The newest record of each machine. Raises BadInput for a damaged entry."""
        of_machines: dict[str, Path] = {}
        for path in facts_paths(archive):
            of_machines.setdefault(path.parent.name, path)
        return tuple(cls(path, published_record(path)) for _, path in sorted(of_machines.items()))

    @property
    def machine(self) -> str:
        return self.path.parent.name

    @property
    def date(self) -> str:
        """The day on which the facts were measured, as ``YYYY-MM-DD``."""
        return self.path.name[:10]

    @property
    def command(self) -> str:
        """The command that measures all of it again."""
        asked = self.record.asked
        assert asked is not None, "it does not tell what was asked"
        flags = [f"--{name}" for name in ("strictness", "footprint") if getattr(asked, name)]
        return shell_line(["./serbench", "facts", *asked.codecs, *flags])


def facts_page(shown: Sequence[ShownFacts]) -> str:
    """The page, without the line that says how it is made."""
    return "\n\n".join(["# facts", *(part for one in shown for part in _of_machine(one))])


def _of_machine(one: ShownFacts) -> Iterator[str]:
    yield f"## {escaped(one.machine)}"
    commit = one.record.machine["git_revision"]
    place = f"{ARCHIVE_FROM_PAGES}/{one.machine}/{one.path.name}"
    yield (
        f"Measured on {one.date} with commit `{commit[:12]}`. [The record]({place}) has the evidence of each"
        " fact, and so has `./serbench about CODEC`. * declared, – unknown. [What each fact is]"
        "(../../facts.md)."
    )
    known = {name for facts in one.record.facts.values() for name in facts}
    for title, names in _GROUPS.items():
        if shown := {name: KINDS[name].title for name in names if name in known}:
            yield f"### {title}"
            yield table_text(facts_table(one.record.facts, "", shown))
    if one.record.strictness:
        yield "### Strictness"
        yield table_text(strictness_table(one.record.strictness))
        yield "Where a codec differs from its specification:"
        yield "\n".join(f"- {escaped(line)}" for line in differing(one.record.strictness))
    yield "### Command"
    yield f"```sh\n{one.command}\n```"
