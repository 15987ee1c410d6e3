"""Infers a schema from a user's objects: what was seen (observation), which objects are of one kind
(unification), and the .proto that says so (inference, from_lines)."""
