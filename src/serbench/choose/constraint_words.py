"""Constraints in words: the options that ask for them, or what is usual. Pure."""

from serbench.choose.request import Constraint

_USUAL = {
    "ended": "no project that has ended",
    "maintained": "released since ",
    "no-advisories": "no open advisory",
}
# Preferences whose values follow from other options.
_WITHOUT_VALUE = ("no-new-dependency", "one-library", "same-derives", "reads-old-bytes")


def flag_of(name: str) -> str:
    """The option that asks for a constraint: ``--evolves``, ``--across machines``."""
    option, _, value = name.partition("-")
    return f"--{option} {value}" if option == "across" else f"--{name}"


def is_usual(name: str) -> bool:
    """Whether a constraint holds where nobody asks for it, and has no option in words."""
    return name in _USUAL


def constraint_words(one: Constraint) -> str:
    """The option that stands for a constraint, ``--evolves rolling``, or what is usual, in words."""
    if one.id in _USUAL:
        return f"{_USUAL[one.id]}{one.value if one.id == 'maintained' else ''}"
    if one.value is True or one.id in _WITHOUT_VALUE:
        return flag_of(one.id)
    if (one.id, one.value) == ("trusted", "limited"):
        return "--no-over-allocation"
    value = ",".join(map(str, one.value)) if isinstance(one.value, list | tuple) else str(one.value)
    return f"--{one.id} {value.replace('foreign-serde', 'foreign:serde')}"
