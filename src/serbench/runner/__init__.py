"""Holds the protocol with a runner: its process, and what is read from its reply."""
