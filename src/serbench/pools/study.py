"""The complex-object study, as far as all experiments with files follow it: its methods, its log lines and
its files of results."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from serbench.languages import languages, title_of
from serbench.record.row import Row
from serbench.selection.discovery import find_adapters

PINNED = {"core": True, "free": False}
_NS_PER_S = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Method:
    """A method of the study and the codec that corresponds to it, as that codec's manifest says. ``theirs``
    says where the study's did less work; with the ``is_reference`` one all others are compared."""

    language: str
    name: str
    codec: str
    theirs: str = ""
    is_reference: bool = False


def methods() -> Mapping[str, Method]:
    """The methods of the study by our codec's name."""
    return _methods_in(tuple(language.name for language in languages()))


@cache
def _methods_in(names: tuple[str, ...]) -> Mapping[str, Method]:
    pages = find_adapters(names)
    found = ((codec, codec.published["study"]) for codec in pages if "study" in codec.published)
    return {
        codec.name: Method(
            title_of(codec.name),
            said["method"],
            codec.name,
            said.get("less_work", ""),
            said.get("reference", False),
        )
        for codec, said in found
    }


def reference_codec() -> str:
    """Our codec for the method with which the study's are compared."""
    return next(method.codec for method in methods().values() if method.is_reference)


def reference_name() -> tuple[str, str]:
    """The language and the name of that method, as the study has them."""
    method = methods()[reference_codec()]
    return method.language, method.name


def method_name(codec: str) -> str:
    """The study's name of a codec, its language before the method; one that it did not have, by our
    name."""
    method = methods().get(codec)
    if method is not None:
        return f"{method.language} {method.name}"
    return f"{title_of(codec)} {codec.partition('/')[2]}"


def studys_line(verb: str, row: Row, method: str, way: str, datatype: str, io_phases: Collection[str]) -> str:
    """The log line of a row: ``verb`` with its language, whether it was pinned, the method, its ``way``, the
    type of the objects, and the times of the I/O and of all phases in seconds."""
    io_ns = sum(time["wall_ns"] for name, time in row.phases.items() if name in io_phases)
    fields = (
        f"[{verb}{row.language.upper()}]",
        str(PINNED[row.parameters["pin"]]).lower(),
        method,
        way,
        datatype,
        f"{io_ns / _NS_PER_S:.9f}",
        f"{row.wall_ns[0] / _NS_PER_S:.9f}",
    )
    return "#".join(fields)


def write_files(header: str, lines: Iterable[tuple[str, str, Row]], folder: Path) -> list[Path]:
    """Writes result_<language>_<what>_<n>_<repetition>.txt of what each line is about, the line and its
    row."""
    of_files: dict[str, list[str]] = {}
    for what, line, row in lines:
        repetition = row.parameters["repetition"] + 1
        name = f"result_{row.language}_{what}_{row.parameters['objects']}_{repetition}.txt"
        of_files.setdefault(name, []).append(line)
    paths: list[Path] = []
    for name, of_file in sorted(of_files.items()):
        path = folder / name
        path.write_text("".join(f"{line}\n" for line in (header, *of_file)), encoding="utf-8")
        paths.append(path)
    return paths
