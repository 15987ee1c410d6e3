"""Holds facts of codecs: what their manifests and formats declare, and what is measured without a clock."""
