"""The memory of this process, as the system tells it."""

import re
from pathlib import Path


def peak_resident_bytes() -> int:
    """The largest resident size of this process so far; 0 where the system does not tell."""
    return _told("VmHWM")


def resident_bytes() -> int:
    """The resident size of this process; 0 where the system does not tell."""
    return _told("VmRSS")


def forget_peak() -> None:
    """Lets the largest size so far begin anew, if the system can; otherwise it is never too small."""
    try:
        Path("/proc/self/clear_refs").write_text("5")
    except OSError:
        return


def _told(name: str) -> int:
    try:
        status = Path("/proc/self/status").read_text()
    except OSError:
        return 0
    found = re.search(rf"^{name}:\s+(\d+) kB$", status, re.MULTILINE)
    return int(found[1]) * 1024 if found else 0
