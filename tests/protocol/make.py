"""Writes what is made from protocol.toml: .venv/bin/python tests/protocol/make.py

That are the headings of the verbs and the lines of replies in PROTOCOL.md, and for each harness the keys of
every verb. The formatter of a language may break the lines of its file elsewhere.
"""

import re
import sys
import textwrap
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(CHECKOUT / "src"))

from serbench.runner.protocol import Key, protocol  # noqa: E402

DOCUMENT = CHECKOUT / "PROTOCOL.md"
BEGIN, END = "<!-- made from protocol.toml -->\n", "<!-- end -->\n"
_ABOUT = "The keys that may follow each verb; made from protocol.toml by tests/protocol/make.py."

# What stands before, between and behind the entries of a harness's file, and an entry: a verb and its keys.
_FILES = {
    "python/harness/protocol/keys.py": (
        f'''"""{_ABOUT}"""

KEYS: dict[str, tuple[str, ...]] = {{
''',
        '    "{verb}": ({keys}{last})',
        ",\n}\n",
    ),
    "javascript/harness/protocol/keys.js": (
        f"/** {_ABOUT} */\nexport const KEYS = {{\n",
        '  "{verb}": [{keys}]',
        ",\n};\n",
    ),
    "go/harness/protocol/keys.go": (
        f"""package protocol

// Keys are t{_ABOUT[1:]}
var Keys = map[string][]string{{
""",
        '\t"{verb}": {{{keys}}}',
        ",\n}\n",
    ),
    "rust/harness/src/protocol/keys.rs": (
        f"""//! {_ABOUT}

const KEYS: &[(&str, &[&str])] = &[
""",
        '    ("{verb}", &[{keys}])',
        """,
];

/// Those of one verb.
pub fn keys_of(verb: &str) -> &'static [&'static str] {
    KEYS.iter()
        .find(|(name, _)| *name == verb)
        .map_or(&[], |(_, keys)| keys)
}
""",
    ),
    "java/harness/src/main/java/serbench/protocol/Keys.java": (
        f"""package serbench.protocol;

import static java.util.Map.entry;

import java.util.Map;
import java.util.Set;

/** {_ABOUT} */
public final class Keys {{
  private static final Map<String, Set<String>> OF =
      Map.ofEntries(
""",
        '          entry("{verb}", Set.of({keys}))',
        """);

  private Keys() {}

  /** Those of one verb. */
  public static Set<String> of(String verb) {
    return OF.getOrDefault(verb, Set.of());
  }
}
""",
    ),
    "cpp/harness/protocol/keys.hpp": (
        f"""// {_ABOUT}
#pragma once

#include <array>
#include <string_view>
#include <utility>

namespace serbench {{

inline constexpr std::array verbs_with_keys{{
""",
        '    std::pair<std::string_view, std::string_view>{{"{verb}", {words}}}',
        """,
};

// Those of one verb, with spaces between them.
constexpr std::string_view keys_of(std::string_view name) {
  for (const auto& [verb, keys] : verbs_with_keys) {
    if (verb == name) {
      return keys;
    }
  }
  return {};
}

}  // namespace serbench
""",
    ),
}


def files() -> dict[str, str]:
    """The text of each harness's file, by its path in the checkout."""
    return {
        path: begin + ",\n".join(_entry(form, *of) for of in protocol().verbs.items()) + end
        for path, (begin, form, end) in _FILES.items()
    }


def _entry(form: str, verb: str, keys: tuple[Key, ...]) -> str:
    names = [key.name for key in keys]
    pieces = textwrap.wrap(" ".join(names), 60) or [""]
    words = "".join(f'"{piece} " ' for piece in pieces[:-1]) + f'"{pieces[-1]}"'
    quoted = ", ".join(f'"{name}"' for name in names)
    return form.format(verb=verb, keys=quoted, last="," if len(names) == 1 else "", words=words)


def laid_out_as_one(text: str) -> str:
    """The text without what formatters change: spaces, line breaks, last commas, and quotes, which strings of
    several pieces and names have."""
    return re.sub(r",(?=[)\]}])|\"", "", re.sub(r"\s", "", text))


def document(text: str) -> str:
    """PROTOCOL.md with what is made of the protocol."""
    for verb, keys in protocol().verbs.items():
        heading = " ".join(["###", verb, *map(str, keys)])
        (old,) = re.findall(rf"^### {verb}(?: .*=.*)?$", text, flags=re.MULTILINE)
        text = text.replace(old + "\n", heading + "\n", 1)
    before, rest = text.split(BEGIN)
    return before + BEGIN + _tags() + END + rest.split(END, 1)[1]


def _tags() -> str:
    rows = (f"| `{' '.join([tag, *map(str, fields)])}` |\n" for tag, fields in protocol().tags.items())
    return "\n| line |\n|---|\n" + "".join(rows) + "\n"


def main() -> None:
    for path, text in files().items():
        file = CHECKOUT / path
        if not file.exists() or laid_out_as_one(file.read_text()) != laid_out_as_one(text):
            file.write_text(text)
    DOCUMENT.write_text(document(DOCUMENT.read_text()))


if __name__ == "__main__":
    main()
