"""A codec reads malformed input, and a valid message after each of them (PROTOCOL.md, torture)."""
