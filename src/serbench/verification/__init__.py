"""Holds the proof that a codec is right: objects that come back, and codecs of one format that read each
other."""
