"""Messages come from sources, are read as far as a mode wants, and go on to sinks (PROTOCOL.md, relay)."""
