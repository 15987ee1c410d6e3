"""The changes of a schema, derived from a user's own."""
