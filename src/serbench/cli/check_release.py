"""``serbench check-release``: whether another release of a library is slower, bigger or incompatible."""

import json
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import click

from serbench.cli.setup import register_libraries
from serbench.codecs.manifest import VERSION_MARK, CodecManifest
from serbench.codecs.naming import short_name
from serbench.engine.asked import seed_of
from serbench.engine.lacked import without_lacked
from serbench.engine.live import parse_duration_ns
from serbench.engine.material import Material, gather, gather_again
from serbench.engine.own_options import DEFAULT_WORKLOAD, own_data
from serbench.errors import BadInput, reason_of
from serbench.inputs.progress import heard
from serbench.record.reading import fitting_together
from serbench.record.run_folder import find_run
from serbench.record.shared import shell_line
from serbench.release.check import Check, check_of
from serbench.release.flow import CHECKED
from serbench.release.kept import PARTS, TIME, CheckRecord, check_record, kept_check, objects_of
from serbench.release.measuring import VERB, Amount, Measuring
from serbench.release.page import details_of, legend_of, markdown_of, sentence_of, table_of
from serbench.report.terminal import print_table, say_all
from serbench.selection.choice import codecs_named, select_codecs
from serbench.selection.discovery import find_adapters
from serbench.setup.libraries import require_registered
from serbench.terminal.console import ResultConsole, Voice, echo, print_json
from serbench.terminal.options import (
    AMOUNT,
    AT_LEAST_ONE,
    OUTPUT,
    RUN,
    SUBJECT,
    ContinuedOptions,
    GroupedCommand,
    OwnDataOptions,
    PathOf,
    argument,
    no_install_option,
    option,
    resumed_run,
    taking,
)
from serbench.terminal.values import chosen, jobs_or_all


@dataclass(frozen=True)
class Options(ContinuedOptions, OwnDataOptions):
    """The options of ``check-release``."""

    base: str | None = argument("BASE")
    head: str | None = argument("HEAD")
    workload: str | None = option(
        SUBJECT, "--workload", "NAME", f"The objects, if not --data. Default: {DEFAULT_WORKLOAD}."
    )
    only: str | None = option(AMOUNT, "--only", "PART,...", f"Only some of {', '.join(PARTS)}. Default: all.")
    history: Path | None = option(
        OUTPUT, "--history", "FILE", "Append this check to FILE, a line of JSON each, for"
        " `report --history`.", type=PathOf(dir_okay=False), presentation=True,
    )  # fmt: skip
    jobs: int | None = option(
        RUN, "-j --jobs", "N", "Parallel compilers.", type=AT_LEAST_ONE, presentation=True
    )
    markdown: bool = option(OUTPUT, "--markdown", "", "Markdown for a pull request.", presentation=True)
    no_install: bool = no_install_option()
    as_json: bool = option(OUTPUT, "--json", "", "One JSON document on standard output.", presentation=True)
    quiet: bool = option(OUTPUT, "--quiet", "", "No progress.", presentation=True)


@click.command(
    VERB,
    cls=GroupedCommand,
    epilog="Example: ./serbench check-release postcard@1.1.1 postcard=../postcard --markdown",
)
@taking(Options)
def command(options: Options) -> int:
    """Check whether HEAD, another release or build of a library, is slower, bigger or incompatible.

    BASE and HEAD are codecs: LANG/NAME as the checkout pins it, LANG/NAME@VERSION, or LANG/NAME=PATH, a build
    that is registered as `setup --with` does. Both are measured in the same shuffled rounds. The same codec
    twice is an A/A check of its times, which shows how often this machine raises a false alarm.

    \b
    Exit status:
      0  nothing became worse
      1  something did, or works in BASE and fails in HEAD
      3  nothing is known to be worse, and some measure has no verdict
    """
    if options.as_json and options.markdown:
        raise BadInput("Use only one of --json and --markdown at a time.")
    resumed, voice = resumed_run(options), Voice(options.quiet, VERB)
    with heard(voice.draw):
        measuring = _new(options, voice) if resumed is None else _continued(find_run(resumed), options, voice)
    if options.history is not None:
        append_line(options.history, "")
    measures = tuple(measuring.measure())
    check = check_of(measuring.check, measures, measuring.runs, measuring.machine)
    _print(check, options)
    if options.history is not None:
        try:
            append_line(options.history, json.dumps(check.to_json()) + "\n")
        except BadInput as error:
            # It must not take the answer with it.
            echo(f"serbench: {error}", err=True)
            return check.status or 2
    return check.status


def _new(options: Options, voice: Voice) -> Measuring:
    """A check that begins."""
    if not options.base or not options.head:
        raise BadInput("A check takes two codecs: ./serbench check-release LANG/NAME@VERSION LANG/NAME")
    parts = chosen("--only", options.only, PARTS) or PARTS
    if options.base == options.head and TIME not in parts:
        raise BadInput(f"The same codec twice is a check of its times; --only must name {TIME}.")
    named = () if options.workload is None else (options.workload,)
    own = own_data(named, options)
    require_one_language(options.base, options.head)
    began, max_time = datetime.now(UTC).isoformat(), options.max_time
    max_time_ns = None if max_time is None else parse_duration_ns(max_time)
    codecs = [codec_meant(word, voice.tell) for word in (options.base, options.head)]
    base, head = codecs
    if base.name == head.name and options.base != options.head:
        raise BadInput(
            f"{options.base} and {options.head} are both {base.name}, so nothing is compared; name another"
            " release, or the same codec twice in the same words."
        )
    seed = seed_of(options.seed)
    material = without_lacked(gather(named, own, seed, voice.tell), codecs, voice.tell)
    if len(material.workloads) > 1:
        raise BadInput("A check has objects of one type; these are of several, so name a file of one.")
    again = shell_line(["./serbench", *sys.argv[1:]])
    check = check_record(base.name, head.name, parts, began, again, seed, material)
    return _measuring(check, material, options, voice, codecs, max_time_ns, options.out)


def _continued(run: Path, options: Options, voice: Voice) -> Measuring:
    """The check that made a run."""
    check = kept_check(run)
    with fitting_together(run):
        material = gather_again(objects_of(check))
    by_name = {codec.name: codec for codec in codecs_named({check["base"], check["head"]})}
    codecs = [by_name[name] for name in (check["base"], check["head"])]
    return _measuring(check, material, options, voice, codecs, None, run.parent)


def _measuring(
    check: CheckRecord,
    material: Material,
    options: Options,
    voice: Voice,
    codecs: Sequence[CodecManifest],
    max_time_ns: int | None,
    out: Path | None,
) -> Measuring:
    amount = Amount(material, CHECKED, max_time_ns, out, jobs_or_all(options.jobs))
    return Measuring(check, [*{codec.name: codec for codec in codecs}.values()], amount, voice)


def append_line(path: Path, line: str) -> None:
    """Appends a line to a file; an empty one only makes the file. Raises BadInput where that fails."""
    try:
        with path.open("a", encoding="utf-8") as file:
            file.write(line)
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {reason_of(error)}.") from error


def require_one_language(base: str, head: str) -> None:
    """Raises BadInput for words of two languages, before a build of either is registered. A name without its
    language means any codec that is called so."""
    adapters = find_adapters()
    languages = [
        {one.language for one in adapters if stem in (one.name, one.short_name)}
        for stem in (re.split(f"[={VERSION_MARK}]", word, maxsplit=1)[0] for word in (base, head))
    ]
    if all(languages) and not set.intersection(*languages):
        raise BadInput(f"{base} and {head} are of two languages, and no releases of one library.")


def codec_meant(word: str, tell: Callable[[str], None]) -> CodecManifest:
    """The one codec that a word means: a name, one with a version, or one with the path of a build, which is
    registered. Raises BadInput where it means none or several."""
    name, mark, _ = word.partition("=")
    if mark:
        registered = register_libraries([word], tell)
        found = [one for one in registered if name in (one.adapter, short_name(one.adapter))]
    else:
        found = [one for one in select_codecs([name]) if name in (one.name, one.short_name)]
    if len(found) != 1:
        names = ", ".join(one.name for one in found) or "no codec"
        raise BadInput(f"{word} means {names}; a check takes one codec by its name, as LANG/NAME@VERSION.")
    require_registered(found)
    return found[0]


def _print(check: Check, options: Options) -> None:
    if options.as_json:
        print_json(check.to_json())
    elif options.markdown:
        echo(markdown_of(check), nl=False)
    else:
        console = ResultConsole()
        print_table(table_of(check), console)
        say_all([*details_of(check), *legend_of(check), sentence_of(check)], console)
