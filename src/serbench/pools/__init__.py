"""Holds what experiments with stores share: the pool of files, their index, the cache of the operating
system, and their flow."""
