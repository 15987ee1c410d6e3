"""Messages are read into the library's own form and written again, without an object between (PROTOCOL.md,
rewrite)."""
