"""The facts of several runs as one: what failed in any run that measured the same counts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from serbench.choose.worst import worse
from serbench.facts.fact import Fact
from serbench.record.adapters import kept_adapters
from serbench.record.run_folder import RunFolder


@dataclass(frozen=True, slots=True)
class _Version:
    """The version of a codec in a run: that of its libraries and its adapter. A published run has no adapter;
    there the products by workload tell whether it was another."""

    libraries: Any
    adapter: Mapping[str, str] | None
    products: Mapping[str, str | None]

    def is_that_of(self, other: Self) -> bool:
        """Whether both are the same, as far as the runs tell."""
        if (self.libraries, self.adapter) != (other.libraries, other.adapter):
            return False
        common = self.products.keys() & other.products.keys()
        return self.adapter is not None or all(self.products[of] == other.products[of] for of in common)


def _versions_in(folder: RunFolder) -> dict[str, _Version]:
    """The versions of the codecs of a run by their names."""
    adapters = kept_adapters(folder)
    runners: dict[str, list[Mapping[str, Any]]] = {}
    for one in folder.record.get("runners", ()):
        runners.setdefault(one["codec"], []).append(one)
    return {
        codec: _Version(
            own[-1].get("libraries"),
            adapters.get(codec),
            {one["workload"]: one.get("product_key") for one in own},
        )
        for codec, own in runners.items()
    }


_UNKNOWN = _Version(None, None, {})


@dataclass
class Merged:
    """The facts of runs, of which the newest is added first: the worst of all runs that measured a codec in
    its newest version."""

    facts: dict[str, dict[str, Fact]] = field(default_factory=dict)
    _newest: dict[tuple[str, str], _Version] = field(default_factory=dict)

    def add(self, folder: RunFolder, more: Sequence[tuple[str, str, Fact]]) -> None:
        versions = _versions_in(folder) if more else {}
        for codec, name, fact in more:
            version = versions.get(codec, _UNKNOWN)
            if fact.value is not None and self._newest.setdefault((codec, name), version).is_that_of(version):
                own = self.facts.setdefault(codec, {})
                own[name] = worse(own[name], fact) if name in own else fact
