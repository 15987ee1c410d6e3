"""The memory of this process, as the system tells it."""

import re
from pathlib import Path


def peak_resident_bytes() -> int:
    """The largest resident size of this process so far; 0 where the system does not tell."""
    return _told("VmHWM")


def resident_bytes() -> int:
    """The resident size of this process; 0 where the system does not tell."""
    return _told("VmRSS")


def _told(name: str) -> int:
    try:
        status = Path("/proc/self/status").read_text()
    except OSError:
        return 0
    found = re.search(rf"^{name}:\s+(\d+) kB$", status, re.MULTILINE)
    return int(found[1]) * 1024 if found else 0
