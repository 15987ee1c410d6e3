"""The adapter of python/cattrs: cattrs with orjson over classes of attrs, the plain types."""

from binascii import a2b_base64, b2a_base64

import attrs
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override
from cattrs.preconf.orjson import make_converter
from rendered.plain import SerbenchRoot


def _converter():
    converter = make_converter(detailed_validation=False)
    # The library's own texts of bytes are base85.
    converter.register_unstructure_hook(bytes, lambda value: b2a_base64(value, newline=False).decode("ascii"))
    converter.register_structure_hook(bytes, lambda value, _: a2b_base64(value, strict_mode=True))

    @converter.register_unstructure_hook_factory(attrs.has)
    def writing(cls):
        members = {
            one.name: override(rename=one.metadata["name"], omit_if_default=one.default is None)
            for one in attrs.fields(cls)
        }
        return make_dict_unstructure_fn(cls, converter, **members)

    @converter.register_structure_hook_factory(attrs.has)
    def reading(cls):
        members = {one.name: override(rename=one.metadata["name"]) for one in attrs.fields(cls)}
        return make_dict_structure_fn(cls, converter, **members)

    return converter


class Adapter:
    """Encodes and decodes by the converter of the library."""

    def __init__(self):
        converter = _converter()
        self.encode = converter.dumps
        self._loads = converter.loads

    def decode(self, message):
        return self._loads(message, SerbenchRoot)


def new_adapter():
    return Adapter()
