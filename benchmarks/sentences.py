"""Counts the long sentences of documents: those of more than 35 words.

    .venv/bin/python benchmarks/sentences.py [FILE.md …]

By default it reads README, the guides and the method. It prints each long sentence with its place, and the
share in each folder.
"""

import argparse
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MOST_WORDS = 35


def sentences(text: str) -> Iterator[str]:
    """The sentences of prose: no code, no tables, no headings."""
    text = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    for paragraph in re.split(r"\n\s*\n", text):
        lines = [line for line in paragraph.splitlines() if not re.match(r"\s*(\||#|<|> | {4})", line)]
        joined = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", " ".join(line.strip() for line in lines))
        for item in re.split(r"(?:^|\s)(?:[-*]|\d+\.)\s", joined):
            parts = re.split(r"(?<=[.!?:])[*\"]*\s+(?=[A-Z`*]|serbench )", item)
            yield from filter(str.strip, parts)


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE.md")
    chosen = parser.parse_args(words).files or [
        ROOT / "README.md",
        *sorted((ROOT / "docs" / "guides").glob("*.md")),
        *sorted((ROOT / "docs" / "method").glob("*.md")),
    ]
    counts: dict[Path, list[int]] = {}
    for path in chosen:
        for sentence in sentences(path.read_text(encoding="utf-8")):
            total = counts.setdefault(path.resolve().parent, [0, 0])
            total[1] += 1
            if (length := len(sentence.split())) > MOST_WORDS:
                total[0] += 1
                print(f"{path}: {length} words: {sentence}")
    for folder, (long, every) in counts.items():
        print(f"{folder}: {long} of {every} sentences have more than {MOST_WORDS} words, {long / every:.1%}")


if __name__ == "__main__":
    main()
