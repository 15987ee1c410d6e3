"""The study's key that is rendered for a schema without cycles, whose messages are held in another way."""

import shutil
import subprocess
from pathlib import Path

import pytest
from render.schemas import schema_of

from serbench.languages.cpp.build import HARNESS, rendered_harness

COMPILER = shutil.which("c++")
TWEET = """
message Tweet { string text = 1; Quote quoted_status = 2; Again retweeted_status = 3; }
message Quote { string text = 1; }
message Again { uint32 retweet_count = 1; }
"""
MAIN = r"""
#include <iostream>
#include "objects.hpp"

int main() {
  serbench::Root tweet;
  std::cout << serbench::study_key(tweet) << ' ';
  tweet.text = "\xF0\x9F\x90\xA6\xC3\xA9" "a";
  std::cout << serbench::study_key(tweet) << ' ';
  tweet.quoted_status.emplace().text = "\xC3\xA9";
  tweet.retweeted_status.emplace().retweet_count = 4294967295u;
  std::cout << serbench::study_key(tweet) << '\n';
}
"""


@pytest.mark.skipif(COMPILER is None, reason="there is no C++ compiler")
def test_code_points_and_retweets_are_added(tmp_path: Path) -> None:
    for name, text in rendered_harness(schema_of(TWEET, "t.Tweet"), "own").items():
        (tmp_path / name).write_text(text)
    (tmp_path / "main.cpp").write_text(MAIN)
    flags = ["-std=c++20", f"-I{tmp_path}", f"-I{HARNESS}", f"-I{HARNESS / 'values'}"]
    words = [str(COMPILER), *flags, "-o", str(tmp_path / "main"), str(tmp_path / "main.cpp")]
    subprocess.run(words, check=True)
    said = subprocess.run([str(tmp_path / "main")], capture_output=True, text=True, check=True).stdout
    assert said.split() == ["0", "3", str(3 + 1 + 4294967295)]
