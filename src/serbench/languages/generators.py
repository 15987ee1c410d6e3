"""The code generators of a codec: the table ``generator`` of its manifest."""

import re
import shlex
import shutil
from collections.abc import Mapping
from dataclasses import dataclass

from serbench.codecs.manifest import CodecManifest, table_of
from serbench.errors import SerbenchError

_TOOL = re.compile(r"\{([\w.-]+)\}")


@dataclass(frozen=True, slots=True)
class Generators:
    """``commands`` run in a runner's folder before it is compiled, in order and without a shell; in them
    ``{NAME}`` is a tool that the codec pins. ``programs`` are those of the machine that they start."""

    programs: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()

    @property
    def tools(self) -> tuple[str, ...]:
        """The tools that the commands name, each once."""
        return tuple(dict.fromkeys(name for line in self.commands for name in _TOOL.findall(line)))

    def missing(self) -> str:
        """Why they cannot run here; empty where they can."""
        gone = [program for program in self.programs if shutil.which(program) is None]
        return f"The program {gone[0]}, which its build starts, is not installed" if gone else ""

    def words(self, tools: Mapping[str, str]) -> list[list[str]]:
        """The commands, with the executables of the tools."""

        def executable(found: re.Match[str]) -> str:
            return shlex.quote(tools[found[1]])

        return [shlex.split(_TOOL.sub(executable, line)) for line in self.commands]


def generators_of(codec: CodecManifest) -> Generators:
    """The generators of a codec, its base's where it names none.
    Raises SerbenchError for a table with other fields."""
    found = table_of(codec, "generator")
    if found is None:
        return Generators()
    folder, table = found
    unknown = sorted(table.keys() - {"programs", "commands"})
    if unknown:
        raise SerbenchError(f'{folder / "codec.toml"} has the unknown field "generator.{unknown[0]}".')
    return Generators(tuple(table.get("programs", ())), tuple(table.get("commands", ())))
