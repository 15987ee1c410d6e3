"""A codec's runner is the fake of its name, or the one of these words."""

from collections.abc import Sequence

from fakes.building import all_available, building
from fakes.driver import build_driver

from serbench.codecs.manifest import CodecManifest
from serbench.languages.builder import Availability, Builder

_WORDS = {
    "full": ("storer", "write", "full"),
    "interrupter": ("storer", "sequential", "interrupt"),
    "latecomer": ("relayer", "any", "late"),
    "loser": ("relayer", "fresh", "lose"),
    "misreader": ("evolver", "misread", "rewrites"),
    "halter": ("sorter", "any", "interrupt"),
    "overreader": ("torturer", "overread"),
    "second": ("storer",),
    "seeker": ("sorter", "describe", "whole"),
    "spoiler": ("sorter", "any", "alter"),
    "texter": ("sorter",),
    "whole": ("storer", "describe", "whole"),
}


def _probe(codecs: Sequence[CodecManifest]) -> dict[str, Availability]:
    absent = Availability(False, "", "It is not here.")
    return all_available(codecs) | {codec.name: absent for codec in codecs if codec.short_name == "absent"}


def _fake_of(codec: CodecManifest) -> Sequence[str]:
    return _WORDS.get(codec.short_name, (codec.short_name,))


BUILDER = Builder(probe=_probe, build=building(_fake_of), build_program=build_driver)
