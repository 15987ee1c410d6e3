"""The command line: one group, one module per command, loaded when it is called."""

import contextlib
import importlib
import io
import os
import re
import signal
import sys
from collections.abc import Sequence
from itertools import pairwise

import click

import serbench
from serbench.errors import BadInput, SerbenchError, did_you_mean, reason_of
from serbench.experiments import experiments
from serbench.terminal.console import as_called, echo, writing_standard_output

_COMMANDS = {
    "choose": "Choose a serializer: constraints, your data, a decision record.",
    "verify": "Verify round trips, and that codecs of one format read each other's messages.",
    "facts": "Show facts of codecs, measured or declared, with their evidence.",
    "about": "Show what is known of one codec.",
    "list": "List codecs, sets of codecs, workloads, operations or formats.",
    "classic": "The command line and output of cpp-serializers.",
    "infer": "Write a schema for data.",
    "describe": "Describe data: sizes, coverage, depth, lists.",
    "convert": "Write data of any kind as JSON lines.",
    "report": "Show the results of a run: terminal, Markdown, HTML, CSV.",
    "compare": "Compare runs, machines, or a run and a published table.",
    "check-release": "Check whether another release of a library is slower, bigger or incompatible.",
    "publish": "Put runs into the archive of published figures.",
    "archive": "Check the archive, and write the documents that show it.",
    "show": "Show the exact code that is measured.",
    "sql": "Query the measurements of all runs with SQL.",
    "doctor": "Check this machine and name what is missing.",
    "build": "Build the runners without measuring.",
    "setup": "Install or name what is missing on this machine.",
    "test": "Lint and test this checkout.",
}

# As of a program that SIGPIPE ends: an answer that was not read to its end claims no success.
_READER_GONE = 128 + signal.SIGPIPE
# Of a word of more letters a message shows the first and the last.
_ENDS = 60
_LONG_WORD = re.compile(r"\S{300,}")

# Called by our own build files.
_INTERNAL = ("_render",)


class _Commands(click.Group):
    """The commands of the experiments and our own; a module is imported when its command is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_summaries())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        for experiment in experiments():
            if experiment.verb == cmd_name:
                return experiment.command()
            if cmd_name in experiment.further:
                return experiment.further[cmd_name].command()
        if cmd_name not in _COMMANDS and cmd_name not in _INTERNAL:
            return None
        command: click.Command = importlib.import_module(f"serbench.cli.{cmd_name.replace('-', '_')}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if self.get_command(ctx, name) is None and not name.startswith("-"):
            hint = did_you_mean(name, _summaries(), "`./serbench --help` lists them all.")
            raise BadInput(f"There is no command {name}; {hint}")
        _, command, words = super().resolve_command(ctx, args)
        if command is not None and not _passes_words_on(command):
            _require_not_empty(words)
        return name, command, words

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(_summaries().items()))


def _passes_words_on(command: click.Command) -> bool:
    return any(parameter.type is click.UNPROCESSED for parameter in command.params)


def _require_not_empty(words: Sequence[str]) -> None:
    """Raises BadInput where an argument or the value of an option is empty, as of a shell's variable that is
    not set. A path would be the current folder."""
    for before, word in pairwise(["", *words]):
        option = before if word == "" else word.removesuffix("=")
        if word == "" or (word.startswith("--") and word != option):
            who = option if option.startswith("-") else "An argument"
            raise BadInput(f"{who} is empty: give it a value, or leave it out.")


def _summaries() -> dict[str, str]:
    found = {experiment.verb: experiment.summary for experiment in experiments()} | _COMMANDS
    last = {"test": found.pop("test")}
    further = (each for experiment in experiments() for each in experiment.further.items())
    return found | {name: one.summary for name, one in further} | last


def _tell_version(context: click.Context, parameter: click.Parameter, given: bool) -> None:
    if given:
        from serbench.machine.record import source_state

        commit, differs = source_state()
        of_commit = f" ({commit[:12]}{', changed' if differs else ''})" if commit else ""
        echo(f"serbench {serbench.__version__}{of_commit}")
        context.exit()


class _Formatter(click.HelpFormatter):
    """Help that calls the program as its user does."""

    def getvalue(self) -> str:
        return as_called(super().getvalue())


click.Context.formatter_class = _Formatter


@click.command(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Start with `./serbench run`: it measures the default codecs and prints a ranked table.",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_tell_version,
    help="Show the version and the commit, and exit.",
)
def cli() -> None:
    """Which serializer should I use: for my data, on my machine, in my language?"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit status (0, 1, 2, 3, 130 or 141).

    SIGTERM and SIGHUP end it as Ctrl-C does, so that no compiler or runner is left behind. What is ignored
    already, as by nohup, stays so.
    """
    _ready_streams()
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, signal.default_int_handler)
    try:
        words = list(sys.argv[1:] if arguments is None else arguments)
        with cli.make_context("./serbench", words) as context:
            outcome = cli.invoke(context)
        with writing_standard_output():
            sys.stdout.flush()
        return outcome if isinstance(outcome, int) else 0
    except click.exceptions.Exit as done:
        return done.exit_code
    except click.exceptions.NoArgsIsHelpError as usage:
        return _refused(usage.format_message(), usage.exit_code)
    except click.ClickException as error:
        return _refused(f"serbench: {error.format_message()}", error.exit_code)
    except (KeyboardInterrupt, click.Abort):
        return _refused("Interrupted.", 130)
    except SerbenchError as error:
        return _refused(f"serbench: {error}", error.exit_status)
    except BrokenPipeError:
        # The reader of our output has closed the pipe, as `head` does.
        _end_output()
        return _READER_GONE
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return _refused(f"serbench: {where}{reason_of(error)}.", SerbenchError.exit_status)
    except MemoryError:
        return _refused("serbench: There is too little memory for this.", SerbenchError.exit_status)


def _refused(text: str, status: int) -> int:
    """Says why a command ends, with long names shortened, and returns its exit status."""
    _end_output()
    with contextlib.suppress(OSError):
        echo(_LONG_WORD.sub(lambda found: f"{found[0][:_ENDS]}…{found[0][-_ENDS:]}", text), err=True)
    return status


def _end_output() -> None:
    """Writes what standard output still holds. Where that is impossible it goes nowhere, so that the
    interpreter does not try again at its end."""
    try:
        sys.stdout.flush()
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def _ready_streams() -> None:
    """Gives the place of a standard stream that the caller has closed to the null device, before a file that
    is opened takes it, and has letters that a stream cannot write escaped. Standard input remains None."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            # The lowest free number, and those below it are taken.
            os.set_inheritable(os.open(os.devnull, os.O_WRONLY if number else os.O_RDONLY), True)
        if number and getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(number, "w", encoding="utf-8", closefd=False))
        elif number and isinstance(stream := getattr(sys, name), io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
