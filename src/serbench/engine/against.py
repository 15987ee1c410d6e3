"""A second set of executables, measured in the same rounds as a run's own: of another checkout, which builds
them, or of an earlier run, whose executables are still in the cache."""

import re
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypedDict

from serbench.cache.entries import damage
from serbench.cache.products import product_path
from serbench.codecs.runner import BuildFailure, Runner
from serbench.errors import BadInput, SerbenchError
from serbench.record.named_paths import followed
from serbench.record.names import MARK_AGAINST, CodecName, Line, WorkloadName
from serbench.record.reading import document_in, fitting_together, typed
from serbench.record.run_folder import RunFolder, find_run
from serbench.record.shared import shared

Key = tuple[str, str]
Built = Sequence[Runner | BuildFailure]
# Of products in the cache of any checkout.
_PRODUCT_KEY = re.compile(r"[0-9a-f]{32}")
_IN_COMMAND = re.compile(rf"/runners/({_PRODUCT_KEY.pattern})/")


class _BuiltRunner(TypedDict):
    codec: CodecName
    workload: WorkloadName
    command: list[Line]


class _BuiltDocument(TypedDict):
    """The document that ``build --json`` prints, as far as it matters here."""

    runners: list[_BuiltRunner]


@dataclass(frozen=True, slots=True)
class Against:
    """The second set: where it is from (``name``, and the ``checkout`` where that is one), its runners by
    codec and workload, and why there is none for others."""

    name: str
    checkout: Path | None
    runners: Mapping[Key, Runner]
    lacking: Mapping[Key, str]


def name_against(codec: str) -> str:
    """The name in plans and rows of a codec's second executable."""
    return codec + MARK_AGAINST


def codec_of(name: str) -> str:
    """The codec of such a name, or of any other."""
    return name.removesuffix(MARK_AGAINST)


def is_against(name: str) -> bool:
    """Whether this is the name of a second executable."""
    return name.endswith(MARK_AGAINST)


def is_checkout(source: str) -> bool:
    """Whether a source is a folder with a serbench of its own. Raises BadInput where it is no run either."""
    if (Path(source) / "serbench").is_file():
        return True
    try:
        find_run(source)
    except BadInput:
        raise BadInput(
            f"--against takes a run or another checkout (a folder with ./serbench); {source} is neither."
        ) from None
    return False


def against(source: str, built: Built, jobs: int, step: Callable[[str], object]) -> Against:
    """The second set from what the user names, one for each runner among ``built``. Raises BadInput where
    there is none at all."""
    own = {_key(item): item for item in built if isinstance(item, Runner)}
    if is_checkout(source):
        found = built_elsewhere(Path(source).absolute(), own, jobs, step)
    else:
        folder = RunFolder.load(find_run(source))
        with fitting_together(folder.path):
            found = of_run(folder.name, folder.record.get("runners", ()), own)
    if own and not found.runners:
        codec, workload = next(iter(found.lacking))
        raise BadInput(f"Nothing can be measured against {source}: {found.lacking[codec, workload]}")
    return found


def against_again(
    folder: RunFolder, built: Built, jobs: int, step: Callable[[str], object]
) -> Against | None:
    """The second set of a run that is resumed; None where it has none. A checkout builds again only where a
    command on this machine has named it. Raises BadInput where an executable is not the one that was
    measured."""
    recorded = folder.record.get("against")
    if not recorded:
        return None
    known = {(each["codec"], each["workload"]): each for each in recorded["runners"]}
    own = {key: item for item in built if isinstance(item, Runner) and (key := _key(item)) in known}
    if recorded.get("checkout"):
        checkout = followed(folder.name, recorded["checkout"], "--against")
        found = built_elsewhere(checkout, own, jobs, step)
    else:
        found = of_run(recorded["name"], recorded["runners"], own)
    for key, runner in found.runners.items():
        if runner.product_key != known[key].get("product_key"):
            raise BadInput(
                f"Run {folder.name} cannot be resumed: {found.name} no longer builds {key[0]} for {key[1]}"
                " from what it was measured with; start a new run."
            )
    return found


def _key(runner: Runner) -> Key:
    return (runner.codec, runner.workload)


def built_elsewhere(
    checkout: Path, own: Mapping[Key, Runner], jobs: int, step: Callable[[str], object]
) -> Against:
    """The executables that another checkout's ``./serbench build`` makes for these codecs and workloads."""
    codecs, workloads = ({key[at]: None for key in own} for at in (0, 1))
    words = [str(checkout / "serbench"), "build", *workloads, "--codecs", ",".join(codecs), "--json"]
    step(f"{checkout} builds {len(codecs)} codecs")
    try:
        made = subprocess.run(
            [*words, "--quiet", "-j", str(jobs)],
            cwd=checkout,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )
    except OSError as error:
        raise BadInput(f"{words[0]} cannot be started: {error.strerror}.") from error
    if not made.stdout:
        said = made.stderr.decode(errors="replace").strip().splitlines()[-1:] or ["it printed nothing"]
        raise BadInput(f"{words[0]} could not build: {said[0][:300]}")
    place = f"What {words[0]} build printed"
    document = typed(document_in(made.stdout, place), _BuiltDocument, place)
    found = {(each["codec"], each["workload"]): tuple(each["command"]) for each in document["runners"]}
    runners = {key: _of_command(own[key], found[key]) for key in own if key in found}
    lacking = {key: f"{checkout} does not build {key[0]} for {key[1]}." for key in own if key not in found}
    return Against(checkout.resolve().name, checkout, runners, lacking)


def _of_command(own: Runner, command: tuple[str, ...]) -> Runner:
    """A codec's runner of another checkout, started by that checkout's command."""
    if command == own.command:
        return own
    keys = _IN_COMMAND.findall(" ".join(command))
    return replace(own, command=command, product_key=keys[-1] if keys else "", parts=(), remake=None)


def of_run(name: str, recorded: Sequence[Mapping[str, Any]], own: Mapping[Key, Runner]) -> Against:
    """The executables of a run's record, of these codecs and workloads, that are in the cache."""
    known = {(each["codec"], each["workload"]): each for each in recorded}
    runners: dict[Key, Runner] = {}
    lacking: dict[Key, str] = {}
    for key, runner in own.items():
        try:
            runners[key] = _from_cache(name, runner, known.get(key))
        except SerbenchError as error:
            lacking[key] = str(error)
    return Against(name, None, runners, lacking)


def _from_cache(name: str, own: Runner, recorded: Mapping[str, Any] | None) -> Runner:
    """The runner of a record. A record may be anyone's, so no word of it is started: only its product's key
    takes the place of the own one, which names an entry of the cache, in the command that starts a codec
    here. Raises SerbenchError where there is none, or it was started in another way."""
    who = f"{own.codec} for {own.workload}"
    if recorded is None:
        raise SerbenchError(f"{name} has no {who}.")
    key = recorded.get("product_key", "")
    if key == own.product_key:
        return own
    entry = product_path(key).parent
    if not _PRODUCT_KEY.fullmatch(key) or damage(entry) is not None:
        raise SerbenchError(f"The executable of {who} that {name} measured is no longer in the cache.")
    found = replace(
        own,
        command=tuple(word.replace(own.product_key, key) for word in own.command),
        product_key=key,
        parts=(entry,),
        remake=None,
    )
    if shared(list(found.words)) != shared(list(recorded.get("command", ()))):
        raise SerbenchError(f"{name} started {who} in another way than this checkout does.")
    return found
