"""The package of a toy: a language whose runners are a small script, and which nothing else knows."""

from pathlib import Path

from serbench.languages.language import Colours, Language

LANGUAGE = Language(
    name="toy",
    title="Toy",
    folder=Path(__file__).parent,
    colours=Colours(light="#777777", dark="#999999", terminal="white"),
    shape="diamond",
    adapter_suffixes=frozenset({".toy"}),
)
