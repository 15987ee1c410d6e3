"""Facts of several sources as one. Pure."""

from serbench.facts.fact import Fact, Facts


def together(*several: Facts) -> dict[str, dict[str, Fact]]:
    """The facts of several sources: a later one replaces an earlier one, but nothing declared replaces what
    is measured."""
    found: dict[str, dict[str, Fact]] = {}
    for facts in several:
        for codec, own in facts.items():
            kept = found.setdefault(codec, {})
            for name, fact in own.items():
                if name not in kept or fact.how == "measured" or kept[name].how == "declared":
                    kept[name] = fact
    return found
