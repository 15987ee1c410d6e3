"""Workloads: a schema, a generator of data, and the reason they exist (the folder ``workloads/<name>``)."""

from __future__ import annotations

import ast
import difflib
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from serbench import locations
from serbench.errors import BadInput
from serbench.schema.build import read_schema
from serbench.schema.model import Schema

_FREE = "objects"
_LABELLED = "labelled_objects"


@dataclass(frozen=True, slots=True)
class Workload:
    """A workload. ``schema`` has the first message of schema.proto as its root; ``conformance``: its
    objects are fixed, labelled with features and never ranked; ``summary`` is the first line of its README
    after the title."""

    name: str
    folder: Path
    schema: Schema
    conformance: bool
    summary: str

    @property
    def generator(self) -> Path:
        return self.folder / "generate.py"


def all_workload_names() -> tuple[str, ...]:
    """The names of all workloads in the checkout, in alphabetical order."""
    folders = locations.WORKLOADS.glob("*/schema.proto")
    return tuple(sorted(schema.parent.name for schema in folders))


def find_workloads(names: Sequence[str]) -> tuple[Workload, ...]:
    """The named workloads in the order given, each once.

    Raises BadInput for an unknown name, with the nearest one there is, and for a folder that is no
    workload.
    """
    known = all_workload_names()
    for name in names:
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
            hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(known) or 'none'}."
            raise BadInput(f"There is no workload {name}; {hint}")
    return tuple(load_workload(locations.WORKLOADS / name) for name in dict.fromkeys(names))


def load_workload(folder: Path) -> Workload:
    """The workload in a folder. Raises BadInput when a part is missing or not valid."""
    defined = _defined_functions(folder / "generate.py")
    if not defined & {_FREE, _LABELLED}:
        raise BadInput(f"The generator {folder / 'generate.py'} defines neither {_FREE} nor {_LABELLED}.")
    return Workload(
        name=folder.name,
        folder=folder,
        schema=read_schema(folder / "schema.proto"),
        conformance=_LABELLED in defined,
        summary=_summary(folder / "README.md"),
    )


def free_objects(workload: Workload, count: int, seed: int) -> Iterator[dict[str, Any]]:
    """``count`` objects from the generator of a workload. Raises BadInput when it fails or ends early."""
    function = _generator_function(workload, _FREE)
    made = 0
    for obj in _guarded(workload.generator, lambda: function(count, seed)):
        yield obj
        made += 1
        if made == count:
            return
    raise BadInput(f"The generator {workload.generator} made {made} objects of the {count} wanted.")


def labelled_objects(workload: Workload) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    """The features and the value of each object of a conformance workload. Raises BadInput when the
    generator fails."""
    function = _generator_function(workload, _LABELLED)
    for pair in _guarded(workload.generator, function):
        if not (isinstance(pair, tuple) and len(pair) == 2 and isinstance(pair[0], tuple)):
            raise BadInput(f"The generator {workload.generator} gave no pair of features and object.")
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


def _defined_functions(path: Path) -> set[str]:
    """The top-level functions, found without running the file."""
    try:
        tree = ast.parse(_read_text(path), str(path))
    except (SyntaxError, ValueError) as error:
        raise BadInput(_failure(path, error)) from None
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def _generator_function(workload: Workload, name: str) -> Callable[..., Iterable[Any]]:
    """A function of generate.py, which is run anew for it.

    Nothing is left behind: neither a byte-code file, for the checkout may be read-only, nor a module name,
    under which two generators would meet. Dataclasses look their module up while they are made, so the name
    exists until the file has been run.
    """
    path = workload.generator
    module = ModuleType(f"serbench_workload_{workload.name.replace('-', '_')}_{id(workload)}")
    module.__file__ = str(path)
    text = _read_text(path)
    sys.modules[module.__name__] = module
    try:
        exec(compile(text, str(path), "exec"), module.__dict__)
    except Exception as error:
        raise BadInput(_failure(path, error)) from error
    finally:
        del sys.modules[module.__name__]
    function = getattr(module, name, None)
    if not callable(function):
        raise BadInput(f"The generator {path} does not define {name}.")
    return function  # type: ignore[no-any-return]


def _guarded(path: Path, make: Callable[[], Iterable[Any]]) -> Iterator[Any]:
    """The items of an iterable of the generator, its exceptions turned into one sentence."""
    try:
        items = iter(make())
    except Exception as error:
        raise BadInput(_failure(path, error)) from error
    while True:
        try:
            item = next(items)
        except StopIteration:
            return
        except Exception as error:
            raise BadInput(_failure(path, error)) from error
        yield item


def _failure(path: Path, error: Exception) -> str:
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
    line = error.lineno if isinstance(error, SyntaxError) else frames[-1].lineno if frames else None
    reason = error.msg if isinstance(error, SyntaxError) else str(error)
    where = f" in line {line}" if line else ""
    return f"The generator {path} fails{where}: {type(error).__name__}: {reason}."
