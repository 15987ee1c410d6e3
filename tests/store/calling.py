"""Calls the command line of the store as a user types it."""

from __future__ import annotations

from pathlib import Path

from serbench.cli.main import main

BRIEF = ("--objects", "6", "--repeat", "2", "--random-reads", "3", "--quiet")


def store(place: Path, *words: str) -> int:
    return main(["store", *words])


def measured(place: Path, *words: str) -> int:
    return store(place, "--out", str(place / "results"), "--dir", str(place / "stores"), *BRIEF, *words)
