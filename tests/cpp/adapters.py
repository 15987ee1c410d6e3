"""Adapters of C++ that no codec has, compiled into runners."""

import shutil
import subprocess
from pathlib import Path

from serbench.codecs.runner import Runner
from serbench.corpus.workload import Workload
from serbench.languages.cpp.build import HARNESS, rendering_context
from serbench.locations import CHECKOUT
from serbench.render.engine import render_folder, write_if_changed

COMPILER = shutil.which("c++")
# The page that these pages are made of.
SOUND = CHECKOUT / "cpp" / "codecs" / "handcoded"


def compiled_page(name: str, workload: Workload, experiment: str, folder: Path, *flags: str) -> Runner:
    """The runner of the page in the folder ``name`` next to this file, made in ``folder``. It has the
    verbs of an experiment; ``flags`` are more flags of the compiler."""
    context = rendering_context(workload.schema, workload.name)
    for source in (HARNESS / "values", SOUND):
        for file, text in render_folder(source, context).items():
            write_if_changed(folder / file, text)
    facts = {
        "CODEC": name, "WORKLOAD": workload.name, "SCHEMA": workload.schema.sha256(),
        "LIBRARY": "", "LIBRARY_VERSION": "", "COMPILER": "", "FLAGS": "",
    }  # fmt: skip
    program = folder / "runner"
    words = ["-std=c++20", *flags, f'-DSERBENCH_EXPERIMENT_VERBS="experiments/{experiment}/verbs.hpp"']
    words += [f'-DSERBENCH_{key}="{value}"' for key, value in facts.items()]
    page = Path(__file__).parent / name
    words += [f"-I{place}" for place in (page, HARNESS, HARNESS / "values", SOUND, folder)]
    # The sources of the other experiments are not asked for.
    sources = [path for path in HARNESS.rglob("*.cpp") if path.parent.parent.name != "experiments"]
    sources += (HARNESS / "experiments" / experiment).glob("*.cpp")
    words += ["-o", str(program), *map(str, sorted(sources)), "-ldl"]
    subprocess.run([str(COMPILER), *words], check=True)
    return Runner((str(program),), f"cpp/{name}", workload.name, workload.schema.sha256(), name)
