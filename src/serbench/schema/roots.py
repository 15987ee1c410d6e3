"""Which message of a .proto is the root."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping

from serbench.errors import BadInput


def named_root(name: str, own: Iterable[str], known: Iterable[str], source: str) -> str:
    """The full name of the message that ``name`` refers to: a full name, or a bare one that is the only
    one of its kind in the file (``own``) or else in all that it imports (``known``). Raises BadInput with the
    nearest name where there is none, and with all of them where there are several."""
    own, known = sorted(own), sorted(known)
    for names in ([full for full in known if full == name], _called(name, own), _called(name, known)):
        if len(names) == 1:
            return names[0]
        if names:
            raise BadInput(f"The schema {source} declares several messages named {name}: {', '.join(names)}.")
    near = _nearest(name, known)
    hint = f"did you mean {near}?" if near else f"it has {', '.join(own) or 'none'}."
    raise BadInput(f"The schema {source} declares no message named {name}; {hint}")


def only_root(top: Iterable[str], holders: Mapping[str, Iterable[str]], source: str) -> str:
    """The one message at the top of a file (``top``) that no other message holds; ``holders`` are the
    messages that hold a message, itself included where it is recursive. Raises BadInput where that leaves
    none or several."""
    names = list(top)
    free = [name for name in names if not set(holders.get(name, ())) - {name}]
    if len(free) == 1:
        return free[0]
    raise BadInput(
        f"The schema {source} declares several messages that a line may hold: {', '.join(free or names)};"
        " choose one with --message."
    )


def _called(name: str, names: Iterable[str]) -> list[str]:
    return [full for full in names if full.rpartition(".")[2] == name]


def _nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that is most like the one given, with or without its package, whatever its case."""
    by_text: dict[str, str] = {}
    for full in known:
        by_text.setdefault(full.lower(), full)
        by_text.setdefault(full.rpartition(".")[2].lower(), full)
    near = difflib.get_close_matches(name.lower(), by_text, n=1)
    return by_text[near[0]] if near else None
