"""Leaves a child behind that holds its pipes, and names the child on standard error."""

import subprocess
import sys

from fakes.honest import Honest, start


class Parent(Honest):
    def describe(self) -> None:
        child = subprocess.Popen([sys.executable, "-S", "-c", "import time; time.sleep(60)"])
        print(child.pid, file=sys.stderr, flush=True)
        super().describe()


if __name__ == "__main__":
    start(Parent)
