"""The environment in which compilers run.

What is measured is compiled with the flags that a run records, and with no others: a flag that a user
exported would reach the products under a key that does not include it, and stay in the cache.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase

from serbench.languages import languages


def compiler_environment(environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The environment without the variables that change how code of any language is compiled: the tools of
    one start those of another."""
    return without(environment, [one for language in languages() for one in language.hidden_variables])


def without(environment: Mapping[str, str], patterns: Sequence[str]) -> dict[str, str]:
    """The environment without the variables that one of the patterns matches."""
    return {
        name: value
        for name, value in environment.items()
        if not any(fnmatchcase(name, pattern) for pattern in patterns)
    }
