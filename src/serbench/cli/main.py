"""The command line: one group, one module per command, loaded when it is called."""

import importlib
import os
import signal
import sys
from collections.abc import Sequence

import click

import serbench
from serbench.errors import BadInput, SerbenchError, did_you_mean
from serbench.experiments import experiments
from serbench.outcomes import is_full

_COMMANDS = {
    "verify": "Prove round trips and that codecs of one format read each other.",
    "list": "List codecs, sets of codecs, workloads, operations or formats.",
    "classic": "The command line and output of cpp-serializers.",
    "infer": "Write a schema for JSON lines.",
    "describe": "Describe data: sizes, coverage, depth, lists.",
    "report": "Show the results of a run: terminal, Markdown, HTML, CSV.",
    "compare": "Compare runs, machines, or a run and a published table.",
    "show": "Show the exact code that is measured.",
    "sql": "Query the measurements of all runs with SQL.",
    "doctor": "Check this machine and name what is missing.",
    "build": "Build the runners without measuring.",
    "setup": "Install or name what is missing on this machine.",
    "test": "Lint and test this checkout.",
}

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
        command: click.Command = importlib.import_module(f"serbench.cli.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if self.get_command(ctx, name) is None and not name.startswith("-"):
            hint = did_you_mean(name, _summaries(), "`./serbench --help` lists them all.")
            raise BadInput(f"There is no command {name}; {hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(_summaries().items()))


def _summaries() -> dict[str, str]:
    found = {room.verb: room.summary for room in experiments()} | _COMMANDS
    last = {"test": found.pop("test")}
    further = (each for room in experiments() for each in room.further.items())
    return found | {name: one.summary for name, one in further} | last


@click.command(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Start with `./serbench run`: it measures the default codecs and prints a ranked table.",
)
@click.version_option(serbench.__version__, prog_name="serbench")
def cli() -> None:
    """Which serializer should I use: for my data, on my machine, in my language?"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit status (0, 1, 2 or 130).

    SIGTERM and SIGHUP end it as Ctrl-C does, so that no compiler or runner is left behind.
    """
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.default_int_handler)
    try:
        outcome = cli.main(args=arguments, prog_name="./serbench", standalone_mode=False)
        return outcome if isinstance(outcome, int) else 0
    except click.exceptions.Exit as done:
        return done.exit_code
    except click.exceptions.NoArgsIsHelpError as usage:
        print(usage.format_message(), file=sys.stderr)
        return usage.exit_code
    except click.ClickException as error:
        print(f"serbench: {error.format_message()}", file=sys.stderr)
        return error.exit_code
    except (KeyboardInterrupt, click.Abort):
        print("Interrupted.", file=sys.stderr)
        return 130
    except SerbenchError as error:
        print(f"serbench: {error}", file=sys.stderr)
        return error.exit_status
    except BrokenPipeError:
        # The reader of our output has closed the pipe, for example `head`; there is nothing left to report.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        if not is_full(error):
            raise
        where = f" of {error.filename}" if error.filename else ""
        print(f"serbench: The disk{where} is full ({error.strerror}): make room there.", file=sys.stderr)
        return 2
