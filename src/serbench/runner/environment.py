"""The environment of a runner."""

from collections.abc import Mapping

from serbench.languages import languages
from serbench.languages.tool import without

# Settings of the user's shell that would change what is measured without a trace in the command
# line or in run.json; languages have more. LD_PRELOAD and LD_LIBRARY_PATH stay, for on some machines nothing
# runs without theirs; serbench.machine records them, and a run is not resumed with others.
_FOREIGN_SETTINGS = (
    *("GLIBC_TUNABLES", "MALLOC_*", "JE_MALLOC_CONF", "MIMALLOC_*", "TCMALLOC_*", "GPERFTOOLS_*"),
    *("HEAPPROFILE", "HEAPCHECK", "CPUPROFILE*", "OPENBLAS_*", "OMP_*", "MKL_*"),
    # Of the loader: what it does at the first call of each function, or prints where replies belong.
    *("LD_AUDIT", "LD_BIND_*", "LD_DEBUG*", "LD_PROFILE*", "LD_DYNAMIC_WEAK", "LD_HWCAP_MASK"),
    *("LD_SHOW_AUXV", "LD_TRACE_*", "LD_VERBOSE", "LD_WARN"),
)


def runner_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """The environment without what would silently change a measurement."""
    foreign = [*_FOREIGN_SETTINGS, *(one for language in languages() for one in language.hidden_from_runners)]
    return without(environment, foreign)
