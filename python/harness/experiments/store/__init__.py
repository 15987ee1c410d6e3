"""Objects are written to a file, and read from it in order or by number (PROTOCOL.md, store-write and
store-read)."""
