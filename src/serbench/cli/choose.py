"""``serbench choose``: from constraints and own data to a short list and a decision record."""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from serbench.choose.again import candidates_for
from serbench.choose.decision import Decision
from serbench.choose.evidence import share_of_measuring
from serbench.choose.flow import ChoiceFlow, fitting, is_over, measured_for, promising
from serbench.choose.options import Known
from serbench.choose.provenance import provenance_of
from serbench.choose.request import Request
from serbench.choose.shape import shape_of_material, with_depth
from serbench.cli._chooser import VERB, Chooser, again_words
from serbench.cli._constraints import ConstraintOptions
from serbench.cli._questions import Answers, ask, detected
from serbench.cli._request import request_of, strange_licences
from serbench.codecs.naming import language_name
from serbench.engine.asked import asked_of, seed_of
from serbench.engine.lacked import without_lacked
from serbench.engine.material import Material, gather
from serbench.engine.own_options import own_data
from serbench.engine.session import Session
from serbench.errors import BadInput
from serbench.experiments.memory.plan import DEFAULT_PRESET, PRESETS
from serbench.experiments.reporting import earlier_twins
from serbench.facts.document import document_of
from serbench.inputs.progress import heard
from serbench.languages import language_names
from serbench.record.run_folder import RunFolder, find_run
from serbench.selection.choice import codecs_called, codecs_named, select_codecs
from serbench.selection.discovery import find_adapters
from serbench.terminal.console import Voice, echo, print_json
from serbench.terminal.options import (
    AMOUNT,
    OUTPUT,
    SUBJECT,
    Everywhere,
    GroupedCommand,
    OwnDataOptions,
    PathOf,
    ResumableOptions,
    codecs_option,
    option,
    resumed_run,
    taking,
)
from serbench.terminal.values import split_list

# Exit status where nothing is left.
_MEMORY = "memory"
_NO_VERDICT = 3


@dataclass(frozen=True)
class Options(ConstraintOptions, ResumableOptions, OwnDataOptions, Everywhere):
    """The options of ``choose``."""

    codecs: str | None = codecs_option("all codecs")
    workload: str | None = option(
        SUBJECT, "--workload", "NAME", "Measure on a workload in place of your data."
    )
    facts: Path | None = option(
        SUBJECT,
        "--facts",
        "FILE",
        "Further facts, as `facts --json` writes them.",
        type=PathOf(dir_okay=False),
    )
    list_facts: bool = option(
        OUTPUT,
        "--list-facts",
        "",
        "All facts that constraints look at, for --facts and for the page in a browser.",
        presentation=True,
    )
    max_time: str | None = option(
        AMOUNT,
        "--max-time",
        "T",
        "Fit measuring, `evolve` and `torture`, but not building, into 90s, 5m or 1h30m.",
    )
    markdown: bool = option(OUTPUT, "--markdown", "", "A decision record to paste.", presentation=True)


@click.command(
    VERB,
    cls=GroupedCommand,
    epilog="Examples: ./serbench choose --data orders.jsonl --write go --read python --evolves rolling;"
    " choose --write go --read go --types mine --evolves none --trusted self; choose (asks)",
)
@taking(Options)
def command(options: Options) -> int:
    """Choose a serializer: constraints exclude, what is left is measured on your data.

    The first answer comes from facts and earlier runs. With --data, --schema or --workload what is left is
    then measured, and `evolve` and `torture` run where --evolves or --trusted is unknown for a listed
    library; --dry-run ends after the first answer. Constraints that stay unknown for a library never exclude
    it."""
    if options.as_json and options.markdown:
        raise BadInput("Use only one of --json and --markdown at a time.")
    resumed = resumed_run(options)
    if options.list_facts:
        print_json(document_of(Chooser.of(options).base.facts))
        return 0
    said: tuple[str, ...] = ()
    if resumed is None:
        options, said = _completed(options)
    # A request that is none is refused before anything is looked up.
    request = None if resumed is not None else _request(options)
    chooser = Chooser.of(options, said)
    if request is not None:
        _require_now(request, chooser.base)
    session = Session(
        _MEMORY, VERB, options.compilers, options.quiet, options.as_json or options.markdown,
        chooser.draw, chooser.show, earlier_twins, chooser.keep,
    )  # fmt: skip
    if request is None:
        folder = RunFolder.load(find_run(str(resumed)))
        if is_over(folder, chooser.judge):
            return int(chooser.show(folder))
        return session.resume(
            str(resumed), lambda folder: replace(ChoiceFlow.again(folder), judge=chooser.judge)
        )
    return _answer(options, request, chooser, session)


def _answer(options: Options, request: Request, chooser: "Chooser", session: Session) -> int:
    """Gives the first answer, and then the measured one where there are data; returns the exit status."""
    measurable = any((options.data, options.synthesize, options.workload, options.schema))
    material = _material(options, session.voice) if measurable else None
    shape = shape_of_material(material) if material else None
    request = with_depth(request, shape)
    first = replace(chooser.first(request, options.workload), shape=shape)
    if material:
        names = [workload.name for workload in material.workloads]
        first = replace(first, provenance=provenance_of(material.own, names))
    if options.dry_run or material is None or not first.sorted.options:
        chooser.print(first, None)
        if material is None and first.sorted.options:
            chooser.say("Add --data FILE or --workload NAME and what is left is measured.")
        return 0 if first.sorted.options else _NO_VERDICT
    if not (options.as_json or options.markdown or options.quiet):
        chooser.print(first, None)
        echo()
    flow = _flow(options, first, candidates_for(request, chooser.base), material, session.voice.tell)
    return session.begin(replace(flow, shape=shape, judge=chooser.judge, said=chooser.said))


def _require_now(request: Request, known: Known) -> None:
    """Raises BadInput where what runs now is called like a codec and is none, nor in a file of facts, or
    where it is of no program. A library that is not here has any other name."""
    for name in request.now:
        language = language_name(name)
        if "/" not in name or language not in language_names():
            continue
        if name not in known.facts:
            codecs_called(name, find_adapters())
        if language not in (*request.write, *request.read):
            raise BadInput(f"{name} belongs to no program: neither --write nor --read names {language}.")


def _material(options: Options, voice: Voice) -> Material:
    """The data that are measured."""
    named = (options.workload,) if options.workload else ()
    with heard(voice.draw):
        return gather(named, own_data(named, options), seed_of(options.seed), voice.tell)


def _flow(
    options: Options, first: Decision, known: Known, material: Material, tell: Callable[[str], object]
) -> ChoiceFlow:
    """The run that measures the promising codecs of the first answer, and leaves time for the evidence that
    this lacks."""
    names, request = promising(first, known), first.request
    if not names:
        raise BadInput("None of the options that are left can be measured here; --dry-run shows them.")
    asked = asked_of(replace(options, codecs=None), PRESETS[DEFAULT_PRESET])
    codecs = codecs_named(names)
    flow = ChoiceFlow(
        asked, without_lacked(material, codecs, tell), codecs, measured_for(request),
        choice=request.to_json(), time_ns=asked.max_time_ns,
    )  # fmt: skip
    return fitting(flow, names, share_of_measuring(first.sorted.options, request))


def _completed(options: Options) -> tuple[Options, tuple[str, ...]]:
    """The options where nobody says who writes and reads, completed by answers on a terminal or else by what
    the folder tells, and the words of what was added: with these the command does the same anywhere."""
    if options.write or options.read:
        return options, ()
    if sys.stdin and sys.stdin.isatty() and sys.stderr.isatty():
        return _asked(options)
    found, by = _ends(options)
    if not found:
        return options, ()
    ends = ",".join(found)
    words = ("--write", ends, "--read", ends)
    if not options.quiet:
        echo(f"By {by}: {' '.join(words)}.", err=True)
    return replace(options, write=ends, read=ends), words


def _ends(options: Options) -> tuple[Sequence[str], str]:
    """The languages of the files in this folder, as far as the named codecs have them, else those of the
    codecs; and what tells them."""
    here = detected(Path.cwd())
    if options.codecs is None:
        return here, "the files of this folder"
    named = list(dict.fromkeys(codec.language for codec in select_codecs(split_list(options.codecs))))
    both = [language for language in here if language in named]
    return (both, "the files of this folder") if both else (named, "the named codecs")


def _asked(options: Options) -> tuple[Options, tuple[str, ...]]:
    """The options, completed by answers, and the words of these. What options say already is not asked."""
    voice = Voice(options.quiet, VERB)

    def described(found: Mapping[str, Any]) -> str:
        material = _material(replace(options, **found), voice)
        return shape_of_material(material).words

    given = {each.name for each in fields(options) if getattr(options, each.name) != each.default}
    answers: Answers = ask(detected(Path.cwd()), describe=described, given=given)
    echo(f"The same again: {again_words(answers.words)}", err=True)
    return replace(options, **answers.options), answers.words


def _request(options: Options) -> Request:
    """Raises BadInput where it is not said who writes or reads."""
    write, read = split_list(options.write), split_list(options.read)
    write, read = write or read, read or write
    if not write or not read:
        raise BadInput("Say who writes and who reads, as --write go --read python.")
    if not options.quiet:
        for sentence in strange_licences(split_list(options.licence) or ()):
            echo(sentence, err=True)
    return request_of(options, datetime.now(UTC).date(), write, read)
