"""A store is sorted within a budget of memory (PROTOCOL.md, sort)."""
