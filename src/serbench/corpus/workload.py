"""Workloads: a schema, a generator of data, and the reason they exist (the folder ``workloads/<name>``)."""

from __future__ import annotations

import ast
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any

from serbench import locations
from serbench.corpus.variant import (
    BATCH,
    BATCH_MEMBER,
    Parameters,
    VariantName,
    batched,
    parse_name,
    variants,
)
from serbench.errors import BadInput, did_you_mean
from serbench.schema.build import read_schema
from serbench.schema.model import Schema

_FREE = "objects"
_LABELLED = "labelled_objects"
_PARAMETERS = "PARAMETERS"


@dataclass(frozen=True, slots=True)
class Workload:
    """A workload, or one variant of it (serbench.corpus.variant).

    ``schema`` has the first message of schema.proto as its root, or a list of them in a variant with a batch;
    ``conformance``: its objects are fixed and prove what a codec does; nothing is timed with them, so its
    runners are built quickly. ``summary`` is the first line of its README after the title; ``parameters`` are
    those of the variant, ``axes`` the generator's parameters with their usual values. ``runners_of`` names
    the workload of the same schema whose runners serve this one, where that is not its own family.
    ``versions`` are the schemas whose messages its runners meet, its own among them, in the order of time: a
    codec whose users tell a version by its number, or have a registry of schemas, is told of them. Empty
    where there is only its own."""

    name: str
    folder: Path
    schema: Schema
    conformance: bool
    summary: str
    parameters: Parameters = ()
    runners_of: str = ""
    versions: tuple[Schema, ...] = ()
    axes: Mapping[str, tuple[int, ...]] = field(default_factory=dict, hash=False)

    @property
    def generator(self) -> Path:
        return self.folder / "generate.py"

    @property
    def batch(self) -> int:
        """How many objects of the generator one message holds; 0 where the message is the object."""
        return dict(self.parameters).get(BATCH, 0)

    @property
    def built_as(self) -> Workload:
        """The workload for which runners are built.
        Runners depend only on the schema, so variants share them."""
        family = self.runners_of or parse_name(self.name).family
        return replace(self, name=f"{family}-{BATCH}" if self.batch else family, parameters=())


def all_workload_names() -> tuple[str, ...]:
    """The names of all workloads in the checkout, in alphabetical order."""
    folders = locations.WORKLOADS.glob("*/schema.proto")
    return tuple(sorted(schema.parent.name for schema in folders))


def find_workloads(names: Sequence[str]) -> tuple[Workload, ...]:
    """The named workloads in the order given, each once; a name without the parameters that the workload has
    means every usual variant.

    Raises BadInput for an unknown name, with the nearest one there is, and for a folder that is no
    workload.
    """
    known = all_workload_names()
    found: dict[str, Workload] = {}
    for text in names:
        name = parse_name(text)
        if name.family not in known:
            hint = did_you_mean(name.family, known, f"there are {', '.join(known) or 'none'}.", cutoff=0.5)
            if Path(name.family).is_file():
                hint = f"is it a file of data? --data {name.family} measures its objects."
            raise BadInput(f"There is no workload {name.family}; {hint}")
        for workload in load_variants(locations.WORKLOADS / name.family, name):
            found.setdefault(workload.name, workload)
    return tuple(found.values())


def load_workload(folder: Path) -> Workload:
    """The first variant of the workload in a folder. Raises BadInput when a part is missing or not valid."""
    return load_variants(folder, VariantName(folder.name, ()))[0]


def load_variants(folder: Path, name: VariantName) -> list[Workload]:
    """The variants of the workload in a folder that the name means. Raises BadInput when a part is missing or
    not valid."""
    tree = _parsed(folder / "generate.py")
    defined = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    if not defined & {_FREE, _LABELLED}:
        raise BadInput(f"The generator {folder / 'generate.py'} defines neither {_FREE} nor {_LABELLED}.")
    conformance = _LABELLED in defined
    if conformance and name.parameters:
        raise BadInput(f"The conformance workload {name.family} has no parameters.")
    schema = read_schema(folder / "schema.proto")
    axes = _axes(folder / "generate.py", tree)
    summary = _summary(folder / "README.md")
    return [
        Workload(
            name=str(variant),
            folder=folder,
            schema=batched(schema) if BATCH in dict(variant.parameters) else schema,
            conformance=conformance,
            summary=summary,
            parameters=variant.parameters,
            axes=axes,
        )
        for variant in variants(name, axes)
    ]


def free_objects(workload: Workload, count: int, seed: int) -> Iterator[dict[str, Any]]:
    """``count`` objects of a workload, each a whole batch where it has batches. Raises BadInput when the
    generator fails or ends early."""
    function = _generator_function(workload, _FREE)
    arguments = {name: value for name, value in workload.parameters if name != BATCH}
    wanted = count * (workload.batch or 1)
    made = _guarded(workload.generator, lambda: function(wanted, seed, **arguments))
    objects = islice(_counted(workload, made, wanted), wanted)
    if not workload.batch:
        yield from objects
    else:
        while members := list(islice(objects, workload.batch)):
            yield {BATCH_MEMBER: members}


def _counted(workload: Workload, objects: Iterable[Any], wanted: int) -> Iterator[Any]:
    made = 0
    for made, obj in enumerate(objects, 1):
        yield obj
        if made == wanted:
            return
    raise BadInput(f"The generator {workload.generator} made only {made} of {wanted} objects.")


def labelled_objects(workload: Workload) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    """The features and the value of each object of a conformance workload. Raises BadInput when the
    generator fails."""
    function = _generator_function(workload, _LABELLED)
    for pair in _guarded(workload.generator, function):
        if not (isinstance(pair, tuple) and len(pair) == 2 and isinstance(pair[0], tuple)):
            raise BadInput(f"The generator {workload.generator} yielded no pair of features and object.")
        yield pair


def _read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise BadInput(f"The file {path} of a workload cannot be read: {reason}.") from None


def _summary(readme: Path) -> str:
    lines = [line.strip() for line in _read_text(readme).splitlines()]
    return next((line for line in lines if line and not line.startswith("#")), "")


def _parsed(path: Path) -> ast.Module:
    """The generator's top level, found without running the file."""
    text = _read_text(path)
    with _running(path):
        return ast.parse(text, str(path))


def _axes(path: Path, tree: ast.Module) -> dict[str, tuple[int, ...]]:
    """The parameters of a generator with their usual values."""
    for node in tree.body:
        target = node.targets[0] if isinstance(node, ast.Assign) else None
        if isinstance(node, ast.Assign) and isinstance(target, ast.Name) and target.id == _PARAMETERS:
            try:
                axes = ast.literal_eval(node.value)
                return {str(name): tuple(int(value) for value in values) for name, values in axes.items()}
            except (ValueError, TypeError, AttributeError):
                raise BadInput(
                    f"{_PARAMETERS} in the generator {path} does not map names to tuples of whole numbers."
                ) from None
    return {}


def _generator_function(workload: Workload, name: str) -> Callable[..., Iterable[Any]]:
    """A function of generate.py, which is executed for it.

    Nothing is left behind: no byte-code file, because the checkout may be read-only, and no module name,
    under which two generators would collide. Dataclasses look their module up on creation, so the name
    exists until the file has been run.
    """
    path = workload.generator
    module = ModuleType(f"serbench_workload_{workload.name.replace('-', '_')}_{id(workload)}")
    module.__file__ = str(path)
    text = _read_text(path)
    sys.modules[module.__name__] = module
    try:
        with _running(path):
            exec(compile(text, str(path), "exec"), module.__dict__)
    finally:
        del sys.modules[module.__name__]
    function = getattr(module, name, None)
    if not callable(function):
        raise BadInput(f"The generator {path} does not define {name}.")
    return function  # type: ignore[no-any-return]


def _guarded(path: Path, make: Callable[[], Iterable[Any]]) -> Iterator[Any]:
    """The items of an iterable of the generator, its exceptions turned into one sentence."""
    with _running(path):
        yield from make()


@contextmanager
def _running(path: Path) -> Iterator[None]:
    """Turns the exceptions of a generator's code into one sentence."""
    try:
        yield
    except Exception as error:
        frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
        line = error.lineno if isinstance(error, SyntaxError) else frames[-1].lineno if frames else None
        reason = error.msg if isinstance(error, SyntaxError) else str(error)
        where = f" in line {line}" if line else ""
        sentence = f"The generator {path} fails{where}: {type(error).__name__}: {reason}."
        raise BadInput(sentence) from error
