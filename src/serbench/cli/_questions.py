"""The questions of ``choose`` on a terminal: at most five, each answer shown as an option."""

import re
import shlex
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from serbench.cli._amounts import rate_of
from serbench.cli._request import places
from serbench.errors import BadInput, SerbenchError
from serbench.languages import languages
from serbench.terminal.console import echo

_MOST_TRIES = 5
_INSTEAD = "give options instead: ./serbench choose --help."
_HURTS, _DYNAMIC = "hurts:", "dynamic"
_USUAL_PROGRAM = "6"
# So many objects are drawn of a schema alone.
_DRAWN = 1000
_NUMBER = re.compile(r"[0-9]+(\.[0-9]+)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers: the values of options by their names, and the options as words of a command."""

    options: Mapping[str, Any]
    words: tuple[str, ...]


# The values of options by their names, and the options as words of a command.
Found = tuple[dict[str, Any], tuple[str, ...]]
# The words of the data that options name. Raises SerbenchError for those that cannot be read.
Describe = Callable[[Mapping[str, Any]], str]


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its choices, an example for ``?`` and the answer that Enter takes; ``option`` makes the
    values of options and the words for them of an answer, and raises BadInput for one that is none. Where
    one of the options that it is ``about`` is given, it is not asked. The answer to one that ``is_described``
    names data, which are described at once."""

    text: str
    example: str
    usual: str
    about: tuple[str, ...]
    option: Callable[[str], Found]
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
    given: Collection[str] = (),
) -> Answers:
    """Asks what the ``given`` options leave open; ``here`` are the languages of the folder. Raises BadInput
    after five answers that are none, and at the end of the input."""
    options: dict[str, Any] = {}
    words: list[str] = []
    asked = [one for one in questions(here) if not set(one.about) & set(given)]
    for number, question in enumerate(asked, 1):
        found, said = _asked(number, question, read or _from_terminal, describe)
        options |= found
        if said:
            words += said
            echo(f"   {shlex.join(said)}", err=True)
    return Answers(options, tuple(words))


def _from_terminal(prompt: str) -> str:
    echo(prompt, err=True, nl=False)
    try:
        return input()
    except EOFError:
        echo(err=True)
        raise BadInput(f"The answers end here; {_INSTEAD}") from None


def _asked(number: int, question: Question, read: Callable[[str], str], describe: Describe) -> Found:
    echo(f"{number}. {question.text}", err=True)
    for _ in range(_MOST_TRIES):
        try:
            answer = read(f"   [{question.usual}] ").strip() or question.usual
        except UnicodeDecodeError:
            echo("   That is no text in UTF-8.", err=True)
            continue
        if answer == "?":
            echo(f"   {question.example}", err=True)
            continue
        try:
            found = question.option(answer)
            if question.is_described and (words := describe(found[0])):
                echo(f"   {words}.", err=True)
        except SerbenchError as error:
            echo(f"   {error} (? explains)", err=True)
        else:
            return found
    raise BadInput(f"No answer was understood; {_INSTEAD}")


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
            ("write", "read"),
            _ends,
        ),
        Question(
            "What do they hold? Your file or folder, a schema (.proto, .avsc), or one of media, tweet,"
            " log, record, mesh; behind it `dynamic` where some types are only known at run time.",
            "orders.jsonl: one JSON object per line. media is a small object with a bit of everything.",
            "media",
            ("data", "schema", "synthesize", "workload"),
            _data,
            is_described=True,
        ),
        Question(
            "How old may the other side be? 1 the same build · 2 newer programs read old bytes · 3 both ages"
            " talk · 4 for years",
            "A cache is 1, files are 2, services that are updated one by one are 3, a public interface is 4.",
            "3",
            ("evolves",),
            _numbered("evolves", ("none", "stored", "rolling", "years")),
        ),
        Question(
            "Who can send bytes to the reader? 1 only this program · 2 others in our organisation · 3 anyone",
            "With 3, the reader must survive malformed input.",
            "3",
            ("trusted", "no_over_allocation"),
            _numbered("trusted", ("self", "house", "")),
        ),
        Question(
            "What do you use now, what hurts (1 CPU · 2 bytes · 3 a build step · 4 a change broke"
            " readers), and how many messages a second? All may be left out (-).",
            "go/json hurts:1,4 40000: CPU time weighs twice, and codecs that refuse messages are out.",
            "-",
            ("now", "rate", "weights", "price", "cost"),
            _now,
        ),
    )


def _ends(answer: str) -> Found:
    write, _, read = answer.partition(">")
    ends = [
        places([_program(part.strip()) for part in side.split(",") if part.strip()])
        for side in (write, read or write)
    ]
    if not all(ends):
        raise BadInput("Say who writes, and behind > who reads.")
    found = {"write": ",".join(ends[0]), "read": ",".join(ends[1])}
    return found, ("--write", found["write"], "--read", found["read"])


def _program(part: str) -> str:
    programs = _programs()
    if not _NUMBER.fullmatch(part):
        return part
    if not 0 < float(part) <= len(programs) or "." in part:
        raise BadInput(f"There is no program {part}: give a number from 1 to {len(programs)}, or a name.")
    return programs[int(part) - 1][1]


def _data(answer: str) -> Found:
    what, _, last = answer.rpartition(" ")
    if what and last == _DYNAMIC:
        found, words = _data(what)
        return found | {_DYNAMIC: True}, (*words, f"--{_DYNAMIC}")
    path = Path(answer)
    if path.suffix in (".proto", ".avsc"):
        return {"schema": path, "synthesize": _DRAWN}, ("--schema", answer, "--synthesize", str(_DRAWN))
    try:
        is_there = path.exists()
    except OSError:
        is_there = False
    if is_there:
        return {"data": answer}, ("--data", answer)
    if "." in answer or "/" in answer:
        raise BadInput(f"{answer} is not there.")
    return {"workload": answer}, ("--workload", answer)


def _numbered(name: str, values: Sequence[str]) -> Callable[[str], Found]:
    def option(answer: str) -> Found:
        if answer not in map(str, range(1, len(values) + 1)):
            raise BadInput(f"Give a number from 1 to {len(values)}, not {answer}.")
        value = values[int(answer) - 1]
        return ({name: value}, (f"--{name}", value)) if value else ({}, ())

    return option


def _now(answer: str) -> Found:
    found: dict[str, Any] = {}
    codecs: list[str] = []
    for part in answer.split():
        if _NUMBER.fullmatch(part):
            found["rate"] = rate_of(float(part))
        elif part.startswith(_HURTS):
            found |= _hurting(part.removeprefix(_HURTS))
        elif all(re.fullmatch("[^/]+/[^/]+", name) for name in part.split(",")):
            codecs.append(part)
        elif part != "-":
            raise BadInput(f"{part} is neither a codec, as go/json, nor hurts:1,2, nor a number.")
    now = {"now": ",".join(codecs)} if codecs else {}
    return now | found, tuple(word for name, value in (now | found).items() for word in _words(name, value))


def _hurting(answer: str) -> dict[str, Any]:
    """The options that what hurts stands for. What hurts weighs twice; both alike weigh as usual."""
    kinds = set(answer.split(","))
    if not kinds <= {"1", "2", "3", "4"}:
        raise BadInput(f"hurts: takes numbers from 1 to 4, as hurts:1,4, not {answer or 'nothing'}.")
    heavy = [name for name, kind in (("cpu", "1"), ("bytes", "2")) if kind in kinds]
    found: dict[str, Any] = {"weights": f"{heavy[0]}=2"} if len(heavy) == 1 else {}
    found |= {"prefer": ("no-build-tool",)} if "3" in kinds else {}
    return found | ({"refused": True} if "4" in kinds else {})


def _words(name: str, value: Any) -> Iterator[str]:
    """The option with its value, as a command has them."""
    if name == "refused":
        yield "--no-refusals"
        return
    for each in value if isinstance(value, tuple) else (value,):
        yield from (f"--{name}", f"{each:.15g}" if name == "rate" else str(each))
