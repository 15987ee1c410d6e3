"""Calls the command line of the store as a user types it."""

from pathlib import Path

from fakes.tiny import own_words

from serbench.cli.main import main

BRIEF = ("--objects", "6", "--repeat", "2", "--random-reads", "3", "--quiet")


def store(place: Path, *words: str) -> int:
    return main(["store", *words])


def stored(place: Path, *words: str) -> int:
    """The same over own data: the numbers of the tiny corpus, unless the words name others."""
    return store(place, *words, *(() if "--data" in words else own_words(place)))


def measured(place: Path, *words: str) -> int:
    return stored(place, "--out", str(place / "results"), "--dir", str(place / "stores"), *BRIEF, *words)
