"""The package of a language whose codecs are fakes."""

from pathlib import Path

from serbench.languages.language import Colours, Language

LANGUAGE = Language(
    name="fake",
    title="Fake",
    folder=Path(__file__).parent,
    colours=Colours(light="#777777", dark="#999999", terminal="white"),
    shape="diamond",
)
