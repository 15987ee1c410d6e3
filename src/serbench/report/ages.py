"""How old the libraries of a run were when it was made, and which projects had ended."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from serbench.codecs.evidence import is_older

Record = Mapping[str, Any]
_OLD_YEARS = 2
_COMMIT_DIGITS = 10


def library_words(runner: Record) -> str:
    """The libraries of a runner with their versions, and the year of their release or the commit of their
    folder where it is known."""
    libraries = ", ".join(
        f"{name} {version}".rstrip() for name, version in runner.get("libraries", {}).items()
    )
    released, commit = runner.get("released"), commit_words(runner)
    dated = f"{libraries} ({released[:4]})" if libraries and released else libraries
    return " ".join(filter(None, (dated, commit)))


def commit_words(runner: Record) -> str:
    """The commit of the folder of a user's build (``at 39cd622d94 with changes``); empty for any other
    library."""
    revision, *changes = (runner.get("commit") or "").split(" ", 1)
    return " ".join(("at", revision[:_COMMIT_DIGITS], *changes)) if revision else ""


def runtime_words(runner: Record) -> str:
    """The compiler or runtime of a runner's code, with its age; empty where a run does not tell."""
    runtime: Record = runner.get("runtime") or {}
    return str(runtime.get("words", ""))


def dated_sentence(record: Record) -> str:
    """The sentence that names the codecs whose libraries were older than two years when the run began. It is
    empty where there were none, or nothing is known."""
    started = record.get("started_at", "")[:10]
    old = {
        f"{runner['codec']} ({library_words(runner) or runtime_words(runner)})"
        for runner in record.get("runners", ())
        if started and runner.get("released") and _is_old(runner["released"], started)
    }
    if not old:
        return ""
    return (
        f"Older than two years when this was measured: {', '.join(sorted(old))}."
        " `./serbench setup --latest all` builds current releases where a registry has them."
    )


def ended_sentence(record: Record) -> str:
    """The sentence that names the codecs whose libraries' projects had ended when the run began, and why. It
    is empty where there were none."""
    found = dict.fromkeys(
        f"{runner['codec']} since {ended['since']} ({_why(ended)})"
        for runner in record.get("runners", ())
        if (ended := runner.get("ended"))
    )
    return f"Projects that have ended: {'; '.join(found)}." if found else ""


def _why(ended: Record) -> str:
    """The reason, the advisories that nobody mends, and where it is said."""
    advisories = ", ".join(ended.get("advisories", ()))
    not_mended = f"not mended: {advisories}" if advisories else ""
    return "; ".join(filter(None, (ended.get("reason"), not_mended, ended.get("source"))))


def _is_old(released: str, started: str) -> bool:
    return is_older(date.fromisoformat(released), date.fromisoformat(started), _OLD_YEARS)
