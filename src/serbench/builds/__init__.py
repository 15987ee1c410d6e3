"""Holds the building of runners for codecs of any language, side by side."""
