"""The runner's side of PROTOCOL.md: requests, replies, and the files that they name."""
