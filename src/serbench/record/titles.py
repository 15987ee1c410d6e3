"""The titles of workloads: the names under which the user's own data are shown, wherever they are shown.

A workload of own data is called by its message and the hash of its schema (``own-order-57af0b1c2d``), so that
no two schemas share an executable. People read ``own-order``, or, where the data have several types, the name
that the type has in the data: ``order`` for ``captured/order.jsonl``. Pure.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

# The title of what is of all types together.
MIX = "mix"
# Where the record of a run that is shown has its titles; none is written so.
TITLES = "titles"
_HASH = re.compile(r"(?<=\w)(?<!^own)-[0-9a-f]{10}$")
# As a file, a link and an argument can have it.
_PLAIN = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,39}")


def title_of_type(name: str, message: str) -> str:
    """The title of a type that the data call by this name: the name, or that of its message where the name is
    not one word, or that of the mix."""
    return name if _PLAIN.fullmatch(name) and name != MIX else message.rpartition(".")[2]


@dataclass(frozen=True, slots=True)
class Titles:
    """Titles by the names of workloads, without those that have none but their name."""

    by_name: Mapping[str, str]

    @classmethod
    def of(cls, own: Mapping[str, Any] | None, workloads: Sequence[str]) -> "Titles":
        """The titles of the user's ``own`` data as a run records them; none without such."""
        names = [name.partition(":")[0] for name in workloads] if own else []
        types = own.get("types") if own else None
        if types and len(types) == len(names):
            titled = zip(names, types, strict=True)
            return cls.distinct((name, _title_in(each) or name) for name, each in titled)
        return cls.distinct((name, _HASH.sub("", name)) for name in names)

    @classmethod
    def distinct(cls, titles: Iterable[tuple[str, str]]) -> "Titles":
        """Of several workloads that would have one title, each keeps its name."""
        found = dict(titles)
        taken = [*found.values(), MIX]
        return cls({name: title for name, title in found.items() if taken.count(title) < 2 and title != name})

    def in_text(self, text: str) -> str:
        """The text with titles in place of names."""
        return self._replacing()(text)

    def in_document(self, document: Mapping[str, Any]) -> dict[str, Any]:
        """The same of all texts and keys of a document of JSON."""
        found: dict[str, Any] = _with_texts(document, self._replacing())
        return found

    def _replacing(self) -> Callable[[str], str]:
        """Puts titles in place of all names at once, longer ones first: a title may hold another name, and
        one name begin another."""
        if not self.by_name:
            return lambda text: text
        names = sorted(self.by_name, key=len, reverse=True)
        pattern = re.compile("|".join(map(re.escape, names)))
        return partial(pattern.sub, lambda found: self.by_name[found[0]])

    def name_of(self, title: str) -> str:
        """The name of the workload that is shown as this."""
        shown, colon, parameters = title.partition(":")
        names = {of: name for name, of in self.by_name.items()}
        return f"{names.get(shown, shown)}{colon}{parameters}"


def _title_in(recorded: Mapping[str, Any]) -> str:
    """The title of a recorded type; empty where the record does not tell."""
    title: str = recorded.get("title") or recorded.get("message", "").rpartition(".")[2]
    return title


def _with_texts(value: Any, text_of: Callable[[str], str]) -> Any:
    """A value of JSON with other texts and keys."""
    if isinstance(value, str):
        return text_of(value)
    if isinstance(value, Mapping):
        return {_with_texts(name, text_of): _with_texts(one, text_of) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_with_texts(one, text_of) for one in value]
    return value


def titles_in(record: Mapping[str, Any]) -> Titles:
    """The titles of a run's workloads, also where its record has them in place of the names already."""
    if TITLES in record:
        return Titles(record[TITLES])
    return Titles.of(record.get("own"), record.get("workloads", ()))
