"""The package of a language whose codecs are fakes of sorters, with a floor."""

from pathlib import Path

from serbench.languages.language import Colours, Language

LANGUAGE = Language(
    name="floored",
    title="Floored",
    folder=Path(__file__).parent,
    colours=Colours(light="#555555", dark="#999999", terminal="white"),
    shape="circle",
)
