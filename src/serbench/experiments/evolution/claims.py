"""Checks the claims of the trait ``schema-evolution`` against what was found. Pure."""

from collections.abc import Iterable, Mapping, Sequence

from serbench.codecs.manifest import CodecManifest
from serbench.experiments.evolution.changes import BACKWARD, FORWARD
from serbench.experiments.evolution.judging import SAME, UNSUPPORTED
from serbench.experiments.evolution.results import Outcome
from serbench.record.row import Failure

TRAIT = "schema-evolution"
# Optional fields come and go, wherever they are declared, and each version reads all that it knows of what
# the other wrote.
CLAIMED = ("add-at-end", "add-in-middle", "remove-field", "reorder", "add-in-elements")


def with_evolvable(
    chosen: Sequence[CodecManifest], known: Sequence[CodecManifest]
) -> tuple[CodecManifest, ...]:
    """The chosen codecs, and behind each that does not claim to be evolvable its variants that do: a library
    is judged by the mode that its authors have for this."""
    names = {codec.name for codec in chosen}
    found: list[CodecManifest] = []
    for codec in chosen:
        found.append(codec)
        if TRAIT not in codec.traits:
            found += [one for one in known if _is_evolvable_mode(one, codec) and one.name not in names]
    return tuple(found)


def _is_evolvable_mode(codec: CodecManifest, of: CodecManifest) -> bool:
    is_variant = codec.language == of.language and codec.base == of.short_name
    return is_variant and TRAIT in codec.traits


def unfounded(traits: Mapping[str, Sequence[str]], outcomes: Iterable[Outcome]) -> list[Failure]:
    """The codecs that have the trait and not what it claims, and those that have all of it and not the trait.
    ``traits`` are by codec. What was not asked, or what a codec cannot hold, proves nothing."""
    found: dict[str, dict[tuple[str, str], str]] = {}
    for one in outcomes:
        if one.change in CLAIMED and one.direction in (BACKWARD, FORWARD) and one.outcome != UNSUPPORTED:
            found.setdefault(one.codec, {})[one.change, one.direction] = one.outcome
    failures = []
    for codec, by_change in found.items():
        broken = [key for key, outcome in by_change.items() if outcome != SAME]
        if TRAIT in traits[codec] and broken:
            change, direction = broken[0]
            words = f"claims {TRAIT}, but {change}, {direction}, is {by_change[change, direction]}"
        elif TRAIT not in traits[codec] and not broken and len(by_change) == 2 * len(CLAIMED):
            words = f"does not claim {TRAIT}, but has all of it ({', '.join(CLAIMED)})"
        else:
            continue
        failures.append(Failure(codec, "evolution", None, "claim", f"{codec} {words}."))
    return failures
