"""The Java sources of a runner, by path below a source folder: those hand-written and those rendered."""

from collections.abc import Sequence
from pathlib import Path

from serbench.codecs.manifest import CodecManifest
from serbench.corpus.workload import Workload
from serbench.languages.java import LANGUAGE
from serbench.languages.java.lowering import JavaMessage, PlainAnnotations, lower_to_java
from serbench.languages.lowering import PlainEnum, wire_names
from serbench.languages.routing import routing_steps
from serbench.languages.sources import attributes_in, plain_table
from serbench.languages.study_key import study_key_steps
from serbench.render.engine import render_each, render_folder
from serbench.render.idls import render_idl

HARNESS = LANGUAGE.folder / "harness"
# Rendered for each schema and for each runner.
VALUES, PROTOCOL = HARNESS / "templates/values", HARNESS / "templates/protocol"
_SOURCES = Path("src/main/java")
_RESOURCES = Path("src/main/resources")


def harness_sources(workload: Workload) -> dict[str, str]:
    """The sources that all runners of a workload share, hand-written and generated."""
    schema = lower_to_java(workload.schema)
    routing = routing_steps(workload.schema, schema.messages)
    study_key = study_key_steps(workload.schema, schema.messages)
    context = {"schema": schema, "workload": workload.name, "routing": routing, "study_key": study_key}
    rendered = render_folder(VALUES, context)
    return _hand_written(HARNESS) | {f"serbench/rendered/{name}": text for name, text in rendered.items()}


def codec_sources(codec: CodecManifest) -> dict[str, str]:
    """The codec's hand-written files; a variant's replace its base's of the same
    name."""
    sources: dict[str, str] = {}
    for folder in reversed(codec.folders):
        sources |= _hand_written(folder)
    return sources


def rendered_sources(codec: CodecManifest, workload: Workload) -> dict[str, str]:
    """The plain classes as the codec annotates them, and what its own templates become."""
    idl = wire_names(codec.idl, workload.schema, workload.versions)
    schema = lower_to_java(workload.schema, idl, plain_annotations(codec))
    routing = routing_steps(workload.schema, schema.messages)
    context = {
        "schema": schema,
        "routing": routing,
        "workload": workload.name,
        "codec": codec.short_name,
    }
    sources: dict[str, str] = {}
    kinds: dict[str, Sequence[JavaMessage | PlainEnum]] = {
        "each-message": schema.messages,
        "each-enum": schema.enums,
    }
    for folder_name, types in kinds.items():
        texts = render_each(
            VALUES / folder_name, ({"type": type_, "workload": workload.name} for type_ in types)
        )
        for type_, files in zip(types, texts, strict=True):
            sources |= {f"plain/{type_.name}.java": text for text in files.values()}
    own = render_idl(codec.idl, context)
    for folder in reversed(codec.folders):
        own |= render_folder(folder, context)
    return sources | {f"codec/{name}": text for name, text in own.items()}


def render(codec: CodecManifest, workload: Workload) -> dict[str, str]:
    """All that a runner is compiled from but what its codec has hand-written."""
    return harness_sources(workload) | rendered_sources(codec, workload)


def resource_folders(codec: CodecManifest) -> tuple[Path, ...]:
    """The folders of resources, those of a variant last."""
    return tuple(folder / _RESOURCES for folder in reversed(codec.folders))


def plain_annotations(codec: CodecManifest) -> PlainAnnotations:
    """The annotations of the plain classes."""
    return PlainAnnotations(attributes_in(plain_table(codec), "annotations"))


def processor_flags(codec: CodecManifest) -> tuple[str, ...]:
    """The flags that let javac run the annotation processor which the table ``plain`` names, or none."""
    processor = plain_table(codec).get("processor")
    return ("-processor", processor) if processor else ("-proc:none",)


def _hand_written(folder: Path) -> dict[str, str]:
    top = folder / _SOURCES
    return {str(path.relative_to(top)): path.read_text("utf-8") for path in sorted(top.rglob("*.java"))}
