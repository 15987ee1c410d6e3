"""The questions of ``choose`` on a terminal: at most five, each answer shown as an option."""

import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from serbench.errors import BadInput, SerbenchError
from serbench.languages import languages
from serbench.terminal.console import echo

_MOST_TRIES = 5
_HURTS, _DYNAMIC = "hurts:", "dynamic"
_USUAL_PROGRAM = "6"


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers: the values of options by their names, and the options as words."""

    options: Mapping[str, Any]
    words: str


# The words of the data that options name. Raises SerbenchError for those that cannot be read.
Describe = Callable[[Mapping[str, Any]], str]


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its choices, an example for ``?`` and the answer that Enter takes; ``option`` makes the
    values of options and the words for them of an answer, and raises ValueError for one that is none. The
    answer to one that ``is_described`` names data, which are described at once."""

    text: str
    example: str
    usual: str
    option: Callable[[str], tuple[dict[str, Any], str]]
    is_described: bool = False


def detected(folder: Path) -> tuple[str, ...]:
    """The languages of a folder, by the files of their projects."""
    return tuple(one.name for one in languages() if (folder / one.project_file).is_file())


def _programs() -> tuple[tuple[str, str], ...]:
    """The kinds of programs that people name by a number: title and language."""
    return tuple(
        (f"{one.title} ({host})" if host else one.title, one.name)
        for one in languages()
        for host in one.hosts or ("",)
    )


def ask(
    here: Sequence[str],
    read: Callable[[str], str] | None = None,
    describe: Describe = lambda options: "",
) -> Answers:
    """Asks; ``here`` are the languages of the folder. Raises BadInput after five answers that are none."""
    options: dict[str, Any] = {}
    words: list[str] = []
    for number, question in enumerate(questions(here), 1):
        found, said = _asked(number, question, read or _from_terminal, describe)
        options |= found
        if said:
            words.append(said)
            echo(f"   {said}", err=True)
    return Answers(options, " ".join(words))


def _from_terminal(prompt: str) -> str:
    echo(prompt, err=True, nl=False)
    return input()


def _asked(
    number: int, question: Question, read: Callable[[str], str], describe: Describe
) -> tuple[dict[str, Any], str]:
    echo(f"{number}. {question.text}", err=True)
    for _ in range(_MOST_TRIES):
        answer = read(f"   [{question.usual}] ").strip() or question.usual
        if answer == "?":
            echo(f"   {question.example}", err=True)
            continue
        try:
            found = question.option(answer)
            if question.is_described and (words := describe(found[0])):
                echo(f"   {words}.", err=True)
        except SerbenchError as error:
            echo(f"   {error}", err=True)
        except ValueError:
            echo("   That is not one of the answers; ? explains.", err=True)
        else:
            return found
    raise BadInput("No answer was understood; give options instead: ./serbench choose --help.")


def questions(here: Sequence[str]) -> tuple[Question, ...]:
    """The five questions with the languages of the folder as the usual answer to the first."""
    programs = _programs()
    names = [name for _, name in programs]
    own = ",".join(str(names.index(name) + 1) for name in here) or _USUAL_PROGRAM
    listed = " · ".join(f"{number} {title}" for number, (title, _) in enumerate(programs, 1))
    return (
        Question(
            f"Which programs write the bytes, and which read them? {listed}, or a name like clickhouse.",
            "Write `2 > 5,6` for a program in Go whose messages a browser and Python read.",
            f"{own} > {own}",
            _ends,
        ),
        Question(
            "What do they hold? Your file or folder, a schema (.proto, .avsc), or one of media, tweet,"
            " log, record, mesh; behind it `dynamic` where some types are only known at run time.",
            "orders.jsonl: one JSON object per line. media is a small object with a bit of everything.",
            "media",
            _data,
            is_described=True,
        ),
        Question(
            "How old may the other side be? 1 the same build · 2 newer programs read old bytes · 3 both ages"
            " talk · 4 for years",
            "A cache is 1, files are 2, services that are updated one by one are 3, a public interface is 4.",
            "3",
            _numbered("evolves", ("none", "stored", "rolling", "years")),
        ),
        Question(
            "Who can send bytes to the reader? 1 only this program · 2 others in our organisation · 3 anyone",
            "With 3, the reader must survive malformed input.",
            "3",
            _numbered("trusted", ("self", "house", "")),
        ),
        Question(
            "What do you use now, what hurts (1 CPU · 2 bytes · 3 a build step · 4 a change broke"
            " readers), and how many messages a second? All may be left out (-).",
            "go/json hurts:1,4 40000: CPU time weighs twice, and codecs that refuse messages are out.",
            "-",
            _now,
        ),
    )


def _ends(answer: str) -> tuple[dict[str, Any], str]:
    write, _, read = answer.partition(">")
    ends = [
        [_program(part.strip()) for part in side.split(",") if part.strip()]
        for side in (write, read or write)
    ]
    if not all(ends):
        raise ValueError
    found = {"write": ",".join(dict.fromkeys(ends[0])), "read": ",".join(dict.fromkeys(ends[1]))}
    return found, f"--write {found['write']} --read {found['read']}"


def _program(part: str) -> str:
    programs = _programs()
    return programs[int(part) - 1][1] if part.isdigit() and 0 < int(part) <= len(programs) else _name(part)


def _name(part: str) -> str:
    if part.isdigit():
        raise ValueError
    return part


def _data(answer: str) -> tuple[dict[str, Any], str]:
    what, _, last = answer.rpartition(" ")
    if what and last == _DYNAMIC:
        found, words = _data(what)
        return found | {_DYNAMIC: True}, f"{words} --{_DYNAMIC}"
    if Path(answer).suffix in (".proto", ".avsc"):
        return {
            "schema": Path(answer),
            "synthesize": 1000,
        }, f"--schema {shlex.quote(answer)} --synthesize 1000"
    if Path(answer).exists():
        return {"data": answer}, f"--data {shlex.quote(answer)}"
    if "." in answer or "/" in answer:
        raise ValueError
    return {"workload": answer}, f"--workload {answer}"


def _numbered(name: str, values: Sequence[str]) -> Callable[[str], tuple[dict[str, Any], str]]:
    def option(answer: str) -> tuple[dict[str, Any], str]:
        if not answer.isdigit() or not 0 < int(answer) <= len(values):
            raise ValueError
        value = values[int(answer) - 1]
        return ({name: value}, f"--{name} {value}") if value else ({}, "")

    return option


def _now(answer: str) -> tuple[dict[str, Any], str]:
    found: dict[str, Any] = {}
    for part in answer.split():
        if part.isdigit():
            found["rate"] = float(part)
        elif part.startswith(_HURTS):
            found |= _hurting(part.removeprefix(_HURTS))
        elif part != "-":
            found["now"] = part
    return found, " ".join(_words(name, value) for name, value in found.items())


def _hurting(answer: str) -> dict[str, Any]:
    """The options that what hurts stands for. What hurts weighs twice; both alike weigh as usual."""
    kinds = set(answer.split(","))
    if not kinds or not kinds <= {"1", "2", "3", "4"}:
        raise ValueError
    heavy = [name for name, kind in (("cpu", "1"), ("bytes", "2")) if kind in kinds]
    found: dict[str, Any] = {"weights": f"{heavy[0]}=2"} if len(heavy) == 1 else {}
    found |= {"prefer": ("no-build-tool",)} if "3" in kinds else {}
    return found | ({"refused": True} if "4" in kinds else {})


def _words(name: str, value: Any) -> str:
    """The option with its value, as a command has them."""
    if name == "refused":
        return "--no-refusals"
    if isinstance(value, tuple):
        return " ".join(f"--{name} {each}" for each in value)
    return f"--{name} {value:g}" if name == "rate" else f"--{name} {value}"
