"""What the harness knows of objects: their bytes, digests and touches (FORMAT.md)."""
