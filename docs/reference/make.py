"""Writes docs/reference/command-line.md from the options that the commands declare.

Run from the root: ``PYTHONPATH=src .venv/bin/python docs/reference/make.py``.
"""

from pathlib import Path

import click

from serbench.cli.main import cli

HERE = Path(__file__).resolve().parent
WIDTH = 100
HEAD = """# Command line

For everyone who looks an option up. `docs/reference/make.py` writes this page from the commands' own help.

Exit status of every command: 0 everything requested was done; 1 part of it failed, was wrong or regressed;
2 nothing could be done; 3 no verdict; 130 interrupted; 141 the reader of the output went away, as `head`.

| variable | meaning |
|---|---|
| `SERBENCH_CACHE` | the folder of built products, in place of `~/.cache/serbench` |
| `SERBENCH_RESULTS` | the folder of runs, in place of `results/` |
| `SERBENCH_NO_INSTALL` | `1`: install no packages on this system, as `--no-install` |
| `NO_COLOR` | output without colours |
"""


def page() -> str:
    """The whole page: a part for each command, and for each of its subcommands."""
    parts = [HEAD]
    settings = {**cli.context_settings, "max_content_width": WIDTH, "terminal_width": WIDTH}
    root = click.Context(cli, info_name="./serbench", **settings)
    for name in cli.list_commands(root):
        command = cli.get_command(root, name)
        assert command is not None
        parts += _parts(name, command, root)
    return "\n".join(parts)


def _parts(name: str, command: click.Command, parent: click.Context) -> list[str]:
    context = click.Context(command, parent=parent, info_name=name, terminal_width=WIDTH)
    text = "\n".join(line.rstrip() for line in command.get_help(context).splitlines())
    title = context.command_path.removeprefix("./serbench ")
    parts = [f"## {title}\n\n```text\n{text}\n```\n"]
    if isinstance(command, click.Group):
        for inner in command.list_commands(context):
            found = command.get_command(context, inner)
            if found is not None:
                parts += _parts(inner, found, context)
    return parts


if __name__ == "__main__":
    (HERE / "command-line.md").write_text(page(), encoding="utf-8")
