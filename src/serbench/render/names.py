"""Names from a schema made safe: a schema is a stranger's text.

A name is kept wherever it is safe, because people read the rendered code; each language says where it is not.
"""

from collections.abc import Callable, Iterable, Sequence


def unique_names(
    names: Sequence[str], escape: Callable[[str], str], taken: Iterable[str] = ()
) -> tuple[str, ...]:
    """The escaped names, unique and none in ``taken``; names that needed no escape keep
    theirs, so that an escaped one never displaces another."""
    used = set(taken)
    safe = {name for name in names if escape(name) == name and name not in used}
    used |= safe
    found: list[str] = []
    for name in names:
        candidate = escape(name)
        if name not in safe:
            number = 2
            base = candidate
            while candidate in used:
                candidate = f"{base}{number}"
                number += 1
            used.add(candidate)
        found.append(candidate)
    return tuple(found)


def short_type_names(full_names: Sequence[str], escape: Callable[[str], str]) -> dict[str, str]:
    """Full type names to names without package: the last part where only one type has it, otherwise
    the whole path joined by underscores."""
    last_parts = [name.rpartition(".")[2] for name in full_names]
    wanted = [
        last if last_parts.count(last) == 1 else full.replace(".", "_")
        for full, last in zip(full_names, last_parts, strict=True)
    ]
    return dict(zip(full_names, unique_names(wanted, escape), strict=True))
