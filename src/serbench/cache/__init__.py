"""Holds the keys and the folders of what is built once and kept."""
