"""The comparison of two choices as decisions, on a terminal and as a document."""

from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.text import Text

from serbench.choose.again import decision_of_run
from serbench.choose.changed import Changed, changed, document_of_changes
from serbench.choose.decision import Decision
from serbench.choose.provenance import provenance_of
from serbench.choose.words import sentences, titles_of
from serbench.cli._chooser import declared
from serbench.record.run_folder import RunFolder
from serbench.terminal.console import ResultConsole, print_json

FORMAT = "serbench.choices/1"


def compare_choices(before: RunFolder, after: RunFolder, as_json: bool) -> None:
    """Prints what differs between two choices, each made again with the facts that it was made with. Raises
    BadInput for a run that was made for none."""
    base = declared()
    one, other = decision_of_run(before, base), decision_of_run(after, base)
    found = changed(one, other)
    differ = _surroundings(before.record, after.record)
    if as_json:
        sides = {"before": _side(before, one), "after": _side(after, other)}
        print_json({"format": FORMAT, **sides, "surroundings": differ, **document_of_changes(found)})
    else:
        _print(((before, one), (after, other)), differ, found, ResultConsole())


def _side(folder: RunFolder, decision: Decision) -> dict[str, Any]:
    listed = [one.option.id for one in decision.short.listed]
    return {"run": folder.name, "first": decision.short.first, "listed": listed}


def _surroundings(one: Mapping[str, Any], other: Mapping[str, Any]) -> list[str]:
    """The differences of the data and the machine, in sentences."""
    first, second = (
        {name: of["sha256"] for name, of in record.get("corpora", {}).items()} for record in (one, other)
    )
    found = [] if sorted(first.values()) == sorted(second.values()) else [_data_differ(one, other)]
    cpus = [record.get("machine", {}).get("cpu_model") for record in (one, other)]
    if cpus[0] != cpus[1]:
        found.append(f"The machines differ: {cpus[0]} and {cpus[1]}; times cannot be compared.")
    return found


def _data_differ(one: Mapping[str, Any], other: Mapping[str, Any]) -> str:
    """The sentence that the data differ, with whose they are where those of one side are not the user's."""
    words = [provenance_of(each.get("own"), each["workloads"]).words for each in (one, other)]
    told = [each or "your objects" for each in words]
    return f"The data differ: A has {told[0]}, B {told[1]}." if any(words) else "The data differ."


def _print(
    sides: tuple[tuple[RunFolder, Decision], ...], differ: list[str], found: Changed, console: Console
) -> None:
    def line(*parts: Any) -> None:
        console.print(Text.assemble(*parts), soft_wrap=True)

    for letter, (folder, decision) in zip("AB", sides, strict=True):
        line(f"{letter}  {folder.name}: ", (_answer(decision), "bold"))
    for sentence in differ:
        line(sentence)
    if found.asked:
        line("Asked for otherwise: ", "; ".join(found.asked), ".")
    console.print()
    for one in found.changes:
        why = "; ".join(each.words for each in one.why)
        line((one.title, "bold"), f": {one.before.words} → {one.after.words}{': ' + why if why else ''}")
    titles = titles_of(sides[0][1]) | titles_of(sides[1][1])
    if found.same:
        line("Same place: ", ", ".join(titles[name] for name in found.same), ".")
    if not found.changes:
        line("No option of the list changed its place, came in or went out.")
    for words, names in (("Excluded now", found.excluded), ("No more excluded", found.admitted)):
        if names:
            line(f"{words}, and on neither list: {', '.join(titles[name] for name in names)}.")


def _answer(decision: Decision) -> str:
    """The sentence of an answer that names its first place."""
    said = sentences(decision)
    return next((one for one in said if "costs least" in one or "are tied for" in one), said[-1])
