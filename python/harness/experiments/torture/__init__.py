"""A codec reads wrong bytes, and a valid message after each of them (PROTOCOL.md, torture)."""
