"""The two parts of a codec's name: ``cpp/protobuf`` is ``protobuf`` in the language ``cpp``."""


def language_name(codec: str) -> str:
    return codec.partition("/")[0]


def short_name(codec: str) -> str:
    """The name within the language; empty where there is no language."""
    return codec.partition("/")[2]
