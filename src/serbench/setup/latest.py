"""Builds current releases of libraries that are older on this machine, from the packages of registries."""

from collections.abc import Sequence

from serbench.codecs.manifest import CodecManifest
from serbench.codecs.sets import LATEST
from serbench.errors import BadInput, SerbenchError
from serbench.languages import language_of
from serbench.languages.builder import Tell
from serbench.setup.readiness import make_ready


def has_latest(codec: CodecManifest) -> bool:
    """Whether a registry has a current release of the codec's library: its manifest names one, or is itself
    in the set of those."""
    return codec.belongs_to(LATEST) or _named(codec)


def build_latest(codecs: Sequence[CodecManifest], *, tell: Tell, step: Tell) -> dict[str, str]:
    """Builds the current releases for codecs that have one; those for which that failed, with the reason.

    The codec's packages are installed as well, and with them the distribution's release.
    """
    faults = make_ready(codecs, tell=tell, step=step)
    for codec in codecs:
        latest = language_of(codec.name).builder.latest
        if latest is None or not latest.known(codec):
            continue
        faults.pop(codec.name, None)
        try:
            latest.build(codec, step)
        except SerbenchError as error:
            faults[codec.name] = str(error)
    return faults


def require_latest(codecs: Sequence[CodecManifest], known: Sequence[CodecManifest]) -> None:
    """Raises BadInput where none of the codecs that a user names has a current release."""
    if not any(has_latest(codec) for codec in codecs):
        names = ", ".join(codec.name for codec in known if has_latest(codec))
        raise BadInput(f"No registry that serbench knows has a newer release for these; there are {names}.")


def _named(codec: CodecManifest) -> bool:
    latest = language_of(codec.name).builder.latest
    return latest is not None and latest.known(codec)
