"""A driver that starts the relay and leaves the talking to the fake runner behind it, or tells its
capacity."""

import os
import sys
from pathlib import Path

from serbench.errors import SerbenchError
from serbench.locations import cache_directory

DRIVER = """#!{python}
import json, os, sys

words = sys.argv[1:]
end = words.index("--") if "--" in words else len(words)
keys = dict(word.split("=", 1) for word in words[1:end])
if words[0] == "capacity":
    print("runner protocol=1 language=none codec=driver workload=none schema=none")
    print("capacity frames=1000 bytes=4000 wall_ns=1000000")
    print("end", flush=True)
    sys.exit(0)
if words[0] == "copy":
    print("runner protocol=1 language=none codec=copy workload=none schema=none")
    print("saturated frames=100 bytes_in=400 bytes_out=400 wall_ns=80000 driver_cpu_ns=5")
    print("end", flush=True)
    sys.exit(0)
keys["parent"] = str(os.getppid())
os.environ["FAKE_DRIVER"] = json.dumps(keys)
child = words[end + 1 :]
os.execvp(child[0], child)
"""


def build_driver(name: str) -> Path:
    """Makes the driver; with FAKE_COMPILER=fails it does not compile."""
    if os.environ.get("FAKE_COMPILER") == "fails":
        raise SerbenchError(f"{name} does not compile: it is a fake.")
    made = cache_directory() / "fake-driver"
    made.parent.mkdir(parents=True, exist_ok=True)
    made.write_text(DRIVER.format(python=sys.executable))
    made.chmod(0o755)
    return made
