"""Starts a fake as a program: ``launch.py FAKE WORKLOAD SCHEMA WORD…``."""

import runpy
import sys
from pathlib import Path

if __name__ == "__main__":
    fake = sys.argv.pop(1)
    sys.path[0] = str(Path(__file__).resolve().parents[1])
    runpy.run_module(f"fakes.{fake}", run_name="__main__")
