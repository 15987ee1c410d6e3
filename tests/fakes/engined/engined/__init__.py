"""The package of a language with an engine that takes its codecs as serializers."""

from pathlib import Path

from serbench.languages.language import Colours, Language

LANGUAGE = Language(
    name="engined",
    title="Engined",
    folder=Path(__file__).parent,
    colours=Colours(light="#777777", dark="#999999", terminal="white"),
    shape="diamond",
)
