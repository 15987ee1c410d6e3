"""How fresh a checkout and its machine are: pins behind their registries, projects that have ended, evidence
and runtimes that have expired."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from serbench.codecs.manifest import CodecManifest
from serbench.errors import SerbenchError
from serbench.languages import language_of, languages, registries
from serbench.parallel import in_parallel
from serbench.scratch import scratch_folder
from serbench.toolchain.releases import Answer, Pin, Registry, Release, is_behind
from serbench.toolchain.support import Runtime, Support, support_of


@dataclass(frozen=True, slots=True)
class Behind:
    """A pin that is older than the newest release of its registry, which people call so, and the codecs that
    have it."""

    pin: Pin
    registry: str
    newest: Release
    codecs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Freshness:
    """``behind`` are the pins that have newer releases, ``pinned`` is the number of all pins, ``ended`` the
    codecs whose projects have ended, ``expired`` those whose evidence is too old, and ``runtimes`` what
    compiles and runs code here by language. ``faults`` says in sentences what could not be found out."""

    behind: tuple[Behind, ...]
    pinned: int
    ended: tuple[CodecManifest, ...]
    expired: tuple[CodecManifest, ...]
    runtimes: tuple[tuple[str, Runtime, Support], ...]
    faults: tuple[str, ...]


def examine_freshness(codecs: Sequence[CodecManifest], today: date) -> Freshness:
    """Looks at codecs and at this machine as of a day, and asks the registries, several at once."""
    users, silent = _pins(codecs)
    known = registries()
    answers = _answers(tuple(users), known)
    said = [f"{known[name].title}: {one.fault}" for name, one in answers.items() if one.fault]
    return Freshness(
        behind=_behind(users, answers, known),
        pinned=len(users),
        ended=tuple(codec for codec in codecs if codec.ended),
        expired=tuple(codec for codec in codecs if codec.evidence and codec.evidence.expired(today)),
        runtimes=tuple(
            (one.name, found, support_of(found)) for one in languages() if (found := one.runtime())
        ),
        faults=(*said, *silent),
    )


def _pins(codecs: Sequence[CodecManifest]) -> tuple[dict[Pin, list[str]], list[str]]:
    """The codecs that have each pin, and the sentences about those whose pins cannot be read."""
    users: dict[Pin, list[str]] = {}
    faults: list[str] = []
    for codec in codecs:
        try:
            for pin in language_of(codec.name).builder.pins(codec):
                users.setdefault(pin, []).append(codec.name)
        except SerbenchError as error:
            faults.append(f"{codec.name}: {error}")
    return dict(sorted(users.items())), faults


def _answers(pins: Sequence[Pin], known: Mapping[str, Registry]) -> dict[str, Answer]:
    """The answer of each registry about its pins; one that cannot be asked has only a fault."""

    def asked(registry: str) -> Answer:
        try:
            with scratch_folder(f"registry-{registry}") as folder:
                own = [pin for pin in pins if pin.registry == registry]
                return known[registry].newest(own, folder)
        except SerbenchError as error:
            return Answer(fault=str(error))

    named = sorted({pin.registry for pin in pins})
    return dict(zip(named, in_parallel(asked, named, len(named) or 1), strict=True))


def _behind(
    users: Mapping[Pin, list[str]], answers: Mapping[str, Answer], known: Mapping[str, Registry]
) -> tuple[Behind, ...]:
    found: list[Behind] = []
    for pin, codecs in users.items():
        newest = answers[pin.registry].releases.get(pin.package)
        if newest is not None and is_behind(pin.version, newest.version):
            found.append(Behind(pin, known[pin.registry].title, newest, tuple(codecs)))
    return tuple(found)
