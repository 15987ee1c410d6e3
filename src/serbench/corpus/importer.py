"""A workload's import.py, which converts foreign objects into canonical ones."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from serbench.errors import BadInput

_IMPORTER = "import.py"
_FUNCTION = "canonical"


@dataclass(frozen=True, slots=True)
class Importer:
    """The function ``canonical(document)`` of an import.py, and the file's text."""

    path: Path
    text: str
    _canonical: Callable[[Any], Any]

    @classmethod
    def beside(cls, schema: Path) -> Importer | None:
        """The importer in the folder of a schema.proto; None where there is none. Raises BadInput for one
        that cannot be run."""
        path = schema.with_name(_IMPORTER)
        if not path.exists():
            return None
        namespace: dict[str, Any] = {"__name__": "serbench_import", "__file__": str(path)}
        try:
            text = path.read_text(encoding="utf-8")
            exec(compile(text, str(path), "exec"), namespace)
        except Exception as error:
            raise BadInput(f"{path} cannot be run: {type(error).__name__}: {error}.") from error
        function = namespace.get(_FUNCTION)
        if not callable(function):
            raise BadInput(f"{path} does not define {_FUNCTION}.")
        return cls(path, text, function)

    def converted(self, document: Any) -> Any:
        """The canonical object of a foreign one; BadInput where the importer cannot make one of it."""
        try:
            return self._canonical(document)
        except Exception as error:
            frames = traceback.extract_tb(error.__traceback__)
            lines = [frame.lineno for frame in frames if frame.filename == str(self.path)]
            where = f":{lines[-1]}" if lines else ""
            reason = f"{type(error).__name__}: {error}"
            raise BadInput(f"{self.path}{where} cannot convert the object: {reason}") from error
