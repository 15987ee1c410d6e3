"""How a record that has been read is used."""

from harness.adapter import Codec, has_access
from harness.protocol.refusal import refuse

BYTES, DECODE = "bytes", "decode"
# The other levels, with the plans by which they read.
PLANS = {"access-one": "one", "access-all": "all"}


def require_level(name: str, codec: Codec) -> None:
    """Refuses a level that the codec lacks."""
    floor = hasattr(codec, "form")
    has = {BYTES: floor, DECODE: not floor, **dict.fromkeys(PLANS, has_access(codec))}
    if not has.get(name, False):
        raise refuse(f'This codec has no level "{name}".')
