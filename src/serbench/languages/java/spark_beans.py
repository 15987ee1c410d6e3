"""Beans for Spark's encoders, rendered from a schema and compiled next to the plain types of a runner."""

from pathlib import Path

from serbench.cache.entries import keep
from serbench.cache.keys import content_key
from serbench.cache.products import folder_next_to
from serbench.codecs.runner import Runner
from serbench.corpus.workload import Workload
from serbench.errors import SerbenchError
from serbench.languages.java import LANGUAGE
from serbench.languages.java.lowering import lower_to_java
from serbench.languages.tool import captured, first_error
from serbench.locations import cache_directory
from serbench.render.engine import render_each, render_folder, write_if_changed
from serbench.schema.model import Oneof, Schema

_TEMPLATES = LANGUAGE.folder / "spark/templates"


def no_bean(schema: Schema) -> str:
    """Why an encoder of Spark cannot take objects of a schema; empty where it can."""
    for message in schema.messages:
        if message.on_cycle:
            return f"Spark's encoders take no recursive types, and {message.name} is one."
        if any(isinstance(member, Oneof) for member in message.members):
            return f"Spark's encoders take no oneof, and {message.name} has one."
    return ""


def beans_folder(runner: Runner, class_path: str, workload: Workload) -> Path:
    """The folder in the cache with the beans of a workload, compiled on ``class_path``. Raises SerbenchError
    where there are none."""
    sources = bean_sources(workload)
    place = cache_directory() / "spark-beans" / content_key(runner.product_key, class_path, sources)
    if not place.exists():
        with folder_next_to(place) as making:
            for name, text in sources.items():
                write_if_changed(making / "sources" / name, text)
            command = [*LANGUAGE.tools().tool("compiler").command, "-proc:none", "-nowarn", "-cp", class_path]
            command += ["-d", str(making), *(str(making / "sources" / name) for name in sources)]
            done = captured(command)
            if done.returncode != 0:
                raise SerbenchError(
                    f"The beans of {workload.name} do not compile: {first_error(done.stderr)}"
                )
            keep(making, place)
    return place


def bean_sources(workload: Workload) -> dict[str, str]:
    """The beans and what turns plain objects into them, by path. Raises SerbenchError where the schema has
    no beans."""
    hindrance = no_bean(workload.schema)
    if hindrance:
        raise SerbenchError(hindrance)
    schema = lower_to_java(workload.schema)
    contexts = [{"type": type_, "workload": workload.name} for type_ in schema.messages]
    beans = render_each(_TEMPLATES / "each-message", contexts)
    sources = {
        f"beans/{type_.name}.java": text
        for type_, files in zip(schema.messages, beans, strict=True)
        for text in files.values()
    }
    rendered = render_folder(_TEMPLATES, {"schema": schema, "workload": workload.name})
    return sources | {f"serbench/rendered/{name}": text for name, text in rendered.items()}
