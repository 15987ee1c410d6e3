"""The experiment ``store``: objects written to a file, and read from it in order or by number."""
