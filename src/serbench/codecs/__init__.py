"""Holds codecs as their manifests describe them: flags, sets, and the runners that are built of them."""
