"""Reads protobuf messages by the implementation that PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION names, which a
process has only once: hexadecimal messages from standard input, one a line; to standard output of each the
bytes of its object (FORMAT.md, section 1) likewise, or ``refused``."""

import os
import sys

from google.protobuf.internal import api_implementation

from serbench.corpus.encoding import Encoder
from serbench.corpus.wire_mapping import WireMapping
from serbench.errors import BadInput
from serbench.facts.measuring import WORKLOAD
from serbench.schema.build import build_schema
from serbench.schema.descriptors import read_descriptors

if __name__ == "__main__":
    assert api_implementation.Type() == os.environ["PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION"]
    descriptors = read_descriptors(WORKLOAD / "schema.proto")
    schema = build_schema(descriptors, None, source="")
    encoder = Encoder(schema)
    for line in sys.stdin:
        try:
            # Unknown fields are read past.
            found = WireMapping(schema, descriptors, relaxed=True).read(bytes.fromhex(line))
        except (BadInput, UnicodeDecodeError):
            print("refused")
        else:
            print(encoder.encode(found).hex())
