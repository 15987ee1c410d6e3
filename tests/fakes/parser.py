"""Reads JSON by Python's own parser, NaN included, and reads a letter by its number as another one. One that
is called mortal dies of what is nested deeply, and one that is called endless does not end."""

import json
import os

from fakes.honest import Honest, digest, hang, start


class Parser(Honest):
    def judged(self, index: int, value: bytes, message: bytes) -> dict[str, object]:
        if b"[[[[" in message and self.codec.endswith("mortal"):
            os._exit(3)
        if b"[[[[" in message and self.codec.endswith("endless"):
            hang()
        try:
            json.loads(message.decode())
        except (ValueError, RecursionError) as error:
            return {"outcome": "error", "operation": "decode", "detail": str(error)}
        if b"\\u0041" in message:
            return {"outcome": "wrong", "operation": "decode", "digest": digest(b""), "detail": "it is B"}
        return {"outcome": "ok", "digest": digest(self.objects[index])}


if __name__ == "__main__":
    start(Parser)
