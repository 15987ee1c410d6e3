"""Sentences about the programs at both ends of a choice of which too little is known here. Pure."""

from collections.abc import Sequence

from serbench.choose.constraint_words import constraint_words
from serbench.choose.decision import Decision
from serbench.choose.request import MUST, Request
from serbench.choose.rules import READER, the_rules
from serbench.languages import language_names
from serbench.report.words import listed


def ends_of(decision: Decision) -> list[str]:
    """The programs at both ends, each once."""
    return list(dict.fromkeys((*decision.request.write, *decision.request.read)))


def of_others(places: Sequence[str], request: Request) -> str:
    """The ends of which nothing is measured here, with the constraints that none of their readers was asked
    about."""
    many = len(places) > 1
    told = f"What {listed(places)} {'take' if many else 'takes'} is not measured"
    rules = the_rules()
    unasked = [
        constraint_words(one)
        for one in request.constraints
        if one.level == MUST and rules.named(one.id).sides(one.value) == (READER,)
    ]
    if not unasked or not set(places) & set(request.read):
        return f"{told}."
    return f"{told}, and whether {'they satisfy' if many else 'it satisfies'} {listed(unasked)} is unknown."


def nothing_left(decision: Decision) -> str:
    """Why nothing is left: constraints, or that no codec may be chosen."""
    if decision.sorted.excluded:
        return "Nothing satisfies all constraints."
    among = " among those of --codecs" if decision.request.codecs else ""
    if not set(ends_of(decision)) & set(language_names()):
        return (
            f"{listed(ends_of(decision))} has no codecs here: name a language that has"
            f" ({listed(language_names())}) in --write or --read."
        )
    return (
        f"No codec here is for {listed(ends_of(decision))}{among}; `./serbench list codecs` lists them all."
    )
