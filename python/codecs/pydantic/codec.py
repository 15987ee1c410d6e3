"""The adapter of python/pydantic: pydantic's JSON over models, the plain types."""

from rendered.plain import SerbenchRoot


class Adapter:
    """Encodes and decodes by the methods of the root's model."""

    def __init__(self):
        self.decode = SerbenchRoot.model_validate_json

    def encode(self, plain_object):
        return plain_object.model_dump_json(exclude_none=True).encode("utf-8")


def new_adapter():
    return Adapter()
