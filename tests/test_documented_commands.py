"""Every command in the documents parses and names sets, codecs, operations, workloads and changes that are
there, and what the documents count is as many."""

import re
import shlex
import subprocess
from collections.abc import Mapping
from fnmatch import fnmatchcase

import click
import pytest

from serbench.cli.main import cli
from serbench.corpus.workload import find_workloads
from serbench.errors import BadInput
from serbench.experiments.evolution.changes import all_changes
from serbench.locations import CHECKOUT
from serbench.operations import OPERATION_BY_NAME
from serbench.selection.choice import choose
from serbench.selection.discovery import find_adapters

DOCUMENTS = subprocess.run(
    ["git", "ls-files", "--", "*.md"], cwd=CHECKOUT, capture_output=True, text=True, check=True
).stdout.split()
# What stands for a name of the reader's.
_PLACEHOLDER = re.compile(r"…|<|[A-Z]{2}")
# What a command may stand behind: a prompt, a step of a workflow, `time`, variables, what starts serbench.
_BEFORE = (
    r"(?:\$ |(?:- )?run: )?(?:time )?(?:[A-Z_]+=\S* )*"
    r"(?:(?:podman|docker) run (?:.* )?|uvx --from \S+ )?(?:\./)?serbench "
)


def commands_in(text: str) -> list[str]:
    """The commands in indented and fenced blocks and between backquotes, without their comments."""
    text = re.sub(r" *\\\n +", " ", text)
    fences = re.findall(r"^```\w*\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    blocks = re.findall(rf"^ {{4}}{_BEFORE}(.*)$", text, re.MULTILINE)
    blocks += [line for fence in fences for line in re.findall(rf"^ *{_BEFORE}(.*)$", fence, re.MULTILINE)]
    inline = re.findall(rf"`{_BEFORE}([^`]+)`", text)
    lines = (
        re.sub(r"\s(#|>|&&|\|).*", "", " ".join(f"./serbench {line}".split())) for line in (*blocks, *inline)
    )
    # A question of several lines (tests/cli/test_documented_sql.py) ends elsewhere.
    return [line for line in lines if line.count('"') % 2 == 0]


def parsed(line: str) -> tuple[str, dict[str, object]]:
    """The command of a line and the values of its options. Raises what the command line would say."""
    words = shlex.split(line)[1:]
    verb = words[0]
    context = cli.make_context("./serbench", [*words])
    found = cli.get_command(context, words.pop(0))
    if found is None:
        raise BadInput(f"There is no command {verb}.")
    while True:
        context = found.make_context(found.name, [*words], parent=context)
        rest = [*context._protected_args, *context.args]
        if not isinstance(found, click.Group) or not rest:
            return verb, context.params
        _, following, words = found.resolve_command(context, rest)
        assert following is not None
        found = following


def unknown_names(verb: str, options: Mapping[str, object]) -> list[str]:
    """The codecs, sets, operations, workloads and changes that are not there."""
    found: list[str] = []
    # `facts replay` and `torture replay` take a file.
    if "replay" in (_words(options.get("codecs")) + _words(options.get("workloads")))[:1]:
        return found
    for codecs in _words(options.get("codecs")):
        try:
            if not codecs.startswith("spark/"):
                choose(find_adapters(), [codecs])
        except BadInput as error:
            found.append(str(error))
    found += [
        pattern
        for pattern in _words(options.get("ops"))
        if not any(fnmatchcase(name, pattern) for name in OPERATION_BY_NAME)
    ]
    if verb == "evolve":
        changes = {change.name for change in all_changes()}
        return found + [name for name in _words(options.get("changes")) if name not in changes]
    named = [*_words(options.get("workloads")), *_words(options.get("workload"))]
    # With --data it is the name of a schema.
    for workload in [] if options.get("data") else named:
        try:
            find_workloads([workload])
        except BadInput as error:
            found.append(str(error))
    return found


def _words(value: object) -> list[str]:
    """The values of an option that are names and stand for nothing else."""
    texts = [value] if isinstance(value, str) else value if isinstance(value, list | tuple) else []
    words = [word for text in texts for word in str(text).split(",")]
    return [word for word in words if not _PLACEHOLDER.search(word) and "@" not in word]


@pytest.mark.parametrize("document", DOCUMENTS)
def test_the_commands_of_a_document_parse_and_name_what_is_there(document: str) -> None:
    wrong = []
    for line in commands_in((CHECKOUT / document).read_text(encoding="utf-8")):
        if re.fullmatch(r"\./serbench (COMMAND|<verb>)( .*)?|\./serbench .*--(help|version)", line):
            continue
        try:
            verb, options = parsed(line)
        except click.exceptions.MissingParameter:
            # The name of a command in a sentence.
            wrong += [line] if len(line.split()) > 2 else []
        except (BadInput, click.ClickException) as error:
            wrong.append(f"{line}: {error}")
        else:
            wrong += [f"{line}: {name}" for name in unknown_names(verb, options)]
    assert wrong == []


def test_a_command_is_found_behind_what_starts_it() -> None:
    starts = (
        "time ./serbench",
        "$ ./serbench",
        "SERBENCH_NO_INSTALL=1 ./serbench",
        "time A=1 B='2' serbench",
        "serbench",
        'podman run --rm -v serbench:/home/serbench -v "$PWD":/data serbench',
        "uvx --from . serbench",
        "- run: ./serbench",
    )
    texts = [text for one in starts for text in (f"A `{one} doctor`.", f"    {one} doctor  # x\n")]
    texts += [f"```sh\n{one} doctor\n```\n" for one in starts]
    assert [commands_in(text) for text in texts] == [["./serbench doctor"]] * 24
    assert commands_in("The image `serbench` is built by `podman build -t serbench .`") == []


def test_a_wrong_command_is_found() -> None:
    text = "Text `./serbench run recrd` and\n\n    time ./serbench run \\\n        --codecs ‘x’ # y\n"
    assert commands_in(text) == ["./serbench run --codecs ‘x’", "./serbench run recrd"]
    for line in ("./serbench rnu", "./serbench run --preset slow", "./serbench run --blocks many"):
        with pytest.raises((BadInput, click.ClickException)):
            parsed(line)
    for line, number in (
        ("./serbench run recrd --codecs fastst,cpp/no,default --ops encod,*", 4),
        ("./serbench evolve rename-feld", 1),
        ("./serbench run record --codecs 'fastest,rust/*' --ops encode", 0),
    ):
        assert len(unknown_names(*parsed(line))) == number, line


NUMBERS = {"eleven": 11, "nineteen": 19}


def test_what_the_documents_count_is_as_many() -> None:
    """Counts of what grows, in the documents that describe what is there now."""
    codecs = find_adapters()
    in_set = {
        name: sum(codec.belongs_to(name) for codec in codecs) for name in ("classic", "study", "default")
    }
    counted = (
        (r"(\w+) serializers of cpp-serializers", in_set["classic"]),
        (r"(\w+) methods of the complex-object study", in_set["study"]),
        (r"(\w+) default codecs of six languages", in_set["default"]),
        (r"each of (\d+) changes|(?<!of )\b(\d+) changes of a schema", len(all_changes())),
        (r"all (\d+) codecs|(\d+) codecs of C\+\+", len(codecs)),
    )
    documents = ("README.md", "CONTRIBUTING.md", "docs/results/evolution.md")
    folders = (CHECKOUT / "docs" / name for name in ("guides", "method"))
    guides = (str(path.relative_to(CHECKOUT)) for folder in folders for path in folder.glob("*.md"))
    texts = {name: (CHECKOUT / name).read_text(encoding="utf-8") for name in (*documents, *guides)}
    found = 0
    for pattern, number in counted:
        for name, text in texts.items():
            for match in re.finditer(pattern, " ".join(text.split())):
                word = next(filter(None, match.groups()))
                said = NUMBERS.get(word) or (int(word) if word.isdigit() else None)
                assert said in (None, number), (name, match[0], number)
                found += said is not None
    assert found >= 5
