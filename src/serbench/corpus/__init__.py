"""Holds objects as bytes: workloads and a user's own data, the corpus format, and how objects are read,
written and described."""
