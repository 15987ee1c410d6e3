"""The form of a run for those with whom it is shared: no folder that names its user, and no secret.

In run.json, in rows and in reports the home folder is ``~``, the cache ``$CACHE`` and the checkout ``.``, and
what gives access is ``***``. Where a run goes on, its places are found again on this machine.
"""

import os
import re
import shlex
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from serbench.locations import CHECKOUT, cache_directory
from serbench.record.row import Row

HOME, CACHE, HERE = "~", "$CACHE", "."
HIDDEN = "***"
_USER_INFO = re.compile(r"\b([a-z][a-z0-9+.-]*://)[^\s/@'\"]+@", re.IGNORECASE)
_SECRET = r"[\w.-]*(?:password|passwd|passphrase|secret|token|credentials?|(?:api|access|private)[-_.]?key)"
_GIVEN_SECRET = re.compile(rf"({_SECRET}=)[^\s&;,'\"]+", re.IGNORECASE)
_SECRET_OPTION = re.compile(rf"--?{_SECRET}", re.IGNORECASE)
# Before a place: that a name goes on with a folder above it, so it is another place.
_FURTHER_UP = re.compile(r"/[\w.@+~-]+$")
# Behind it: that its last name goes on.
_NAME_GOES_ON = r"(?![\w@+~-]|\.\w)"
# The marks of folders with their paths.
Places = tuple[tuple[str, str], ...]
_IN_SHELL = re.compile(rf"(?<![\w.~/]){HOME}(?=/|:|$)|{re.escape(CACHE)}(?=/|:|$)")


def shared(value: Any) -> Any:
    """A text, or what holds texts, as others may see it. Doing it twice changes nothing."""
    return _shared(value, tuple(_places()))


def _shared(value: Any, places: Places) -> Any:
    if isinstance(value, str):
        return _shared_text(value, places)
    if isinstance(value, dict):
        return {_shared(name, places): _shared(item, places) for name, item in value.items()}
    if isinstance(value, list | tuple):
        made = [_shared(item, places) for item in value]
        for at, option in enumerate(value[:-1]):
            if isinstance(option, str) and isinstance(made[at + 1], str) and _SECRET_OPTION.fullmatch(option):
                made[at + 1] = HIDDEN
        return tuple(made) if isinstance(value, tuple) else made
    return value


def shared_row(row: Row) -> Row:
    """A row as others may see it."""
    return replace(
        row,
        command=shared(row.command),
        detail=shared(row.detail),
        parameters=shared(row.parameters),
        figures=shared(row.figures),
    )


def found_here(value: Any) -> Any:
    """The same with the places of this machine: texts that begin with one."""
    if isinstance(value, str):
        for mark, folder in _places():
            if value == mark or value.startswith(f"{mark}/"):
                return folder + value[len(mark) :]
        return value
    if isinstance(value, dict):
        return {name: found_here(item) for name, item in value.items()}
    return [found_here(item) for item in value] if isinstance(value, list) else value


def hidden(text: str) -> str:
    """The text without users and passwords of addresses and without the values of what is called a secret."""
    return _GIVEN_SECRET.sub(rf"\1{HIDDEN}", _USER_INFO.sub(rf"\1{HIDDEN}@", text))


def shell_line(words: Sequence[str]) -> str:
    """A command as a shell takes it: its first word sets CACHE where the command needs that."""
    line = " ".join(map(_shell_word, shared(list(words))))
    return f"CACHE={_cache_in_shell()}; {line}" if '"$CACHE"' in line else line


def _shell_word(word: str) -> str:
    """A word in which a shell sees our places, and nothing else that it would replace."""
    parts, end = [], 0
    for found in _IN_SHELL.finditer(word):
        parts.append(shlex.quote(word[end : found.start()]) if found.start() > end else "")
        # A shell takes ~ for the home only at the start of a word whose next letter it sees plainly.
        parts.append(f'"{found[0].replace(HOME, "$HOME")}"')
        end = found.end()
    rest = word[end:]
    return "".join(parts) + (shlex.quote(rest) if rest or not end else "")


def _cache_in_shell() -> str:
    """The cache as the variables name it that say where it is."""
    if os.environ.get("SERBENCH_CACHE"):
        return '"$SERBENCH_CACHE"'
    return '"$XDG_CACHE_HOME"/serbench' if os.environ.get("XDG_CACHE_HOME") else "~/.cache/serbench"


# A record is written again after each part of it, with the same texts as before.
@lru_cache(maxsize=1 << 15)
def _shared_text(text: str, places: Places) -> str:
    return _placed(hidden(text), places)


def _placed(text: str, places: Places) -> str:
    for mark, folder in places:
        if folder in text:
            text = _pattern(folder).sub(lambda found, mark=mark: _mark_or_same(found, mark), text)  # type: ignore
    return text


def _mark_or_same(found: re.Match[str], mark: str) -> str:
    return found[0] if _FURTHER_UP.search(found.string, 0, found.start()) else mark


@lru_cache
def _pattern(folder: str) -> re.Pattern[str]:
    return re.compile(re.escape(folder) + _NAME_GOES_ON)


def _places() -> list[tuple[str, str]]:
    """The marks of folders with their paths, those within others first."""
    home = Path(os.path.expanduser("~"))
    places = [(CACHE, str(cache_directory())), (HERE, str(CHECKOUT))]
    # Of a process without a home it is /, or a ~ that nothing stands for.
    places += [(HOME, str(home))] if len(home.parts) > 1 else []
    return sorted(places, key=lambda place: -len(place[1]))
