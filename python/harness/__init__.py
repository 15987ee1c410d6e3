"""The harness of Python's runners: it serves requests (PROTOCOL.md) with one codec for one workload."""
