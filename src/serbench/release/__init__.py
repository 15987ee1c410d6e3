"""Holds the check of a release: another version of a library beside the one before it, measure by measure."""
