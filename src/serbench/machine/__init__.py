"""The machine: what the kernel says of it, the record of it in a run, and what disturbs measurements."""
