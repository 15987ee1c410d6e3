"""The preferences of ``choose``: constraints that exclude nothing, and the values that they have."""

from typing import Any

from serbench.choose.known import declared_facts
from serbench.codecs.manifest import CodecManifest
from serbench.errors import BadInput, did_you_mean
from serbench.selection.discovery import find_adapters
from serbench.terminal.values import split_list

_SERDE = "serde"
# Constraints without a value.
FLAGS = "text dynamic buffer no-std stream references no-build-tool".split()
# Constraints that may also be preferred, with the value that is then meant.
_VALUES: dict[str, Any] = {
    **dict.fromkeys((*FLAGS, "across-machines", "across-releases", "viewer"), True),
    "same-bytes": "processes",
    "types": "mine",
    "trusted": "anyone",
    "evolves": "rolling",
    "runtime": "browser-csp",
    "keep-years": 1,
}


def preferred_value(name: str, options: Any) -> Any:
    """The value of a constraint that is only preferred; of some it follows from other options. Raises
    BadInput for a name that is none, and where what it follows from is missing."""
    if name in _VALUES:
        return _VALUES[name]
    following = {
        "one-library": _formats,
        "no-new-dependency": _libraries_now,
        "same-derives": _derives_now,
        "reads-old-bytes": _formats_now,
    }
    if name not in following:
        names = sorted({*_VALUES, *following})
        hint = did_you_mean(name, names, f"there are {', '.join(names)}.")
        raise BadInput(f"There is no constraint {name} to prefer; {hint}")
    return following[name](options)


def _formats(options: Any) -> list[str]:
    """The formats that one library is to know."""
    formats = split_list(options.format) or ()
    if len(formats) < 2:
        raise BadInput(
            "--prefer one-library is for several formats: name them, as --format json,msgpack-named."
        )
    return list(formats)


def _now(options: Any) -> list[CodecManifest]:
    """The codecs that run now, of which something is known here."""
    return [one for one in find_adapters() if one.name in (split_list(options.now) or ())]


def _libraries_now(options: Any) -> list[str]:
    """The libraries that are no new dependency: none, which is the language's own, and those that run now."""
    return ["", *dict.fromkeys(one.library for one in _now(options))]


def _formats_now(options: Any) -> list[str]:
    """The formats of what runs now."""
    formats = list(dict.fromkeys(one.format for one in _now(options)))
    if not formats:
        raise BadInput("--prefer reads-old-bytes is about what runs now: name its codecs, as --now go/json.")
    return formats


def _derives_now(options: Any) -> str:
    """Derives of serde, which are the ones that several libraries share."""
    codecs = _now(options)
    facts = declared_facts(codecs)
    kinds = [fact.value for one in codecs if (fact := facts[one.name].get("types"))]
    if not any(_SERDE in kind for kind in kinds):
        raise BadInput("--prefer same-derives is for types that derive serde, which nothing of --now takes.")
    return _SERDE
