"""The command line of a benchmark; its docstring is the help."""

import argparse


def asking(description: str | None) -> argparse.ArgumentParser:
    """The parser of a benchmark, to which it adds its arguments."""
    return argparse.ArgumentParser(description=description, formatter_class=argparse.RawTextHelpFormatter)
