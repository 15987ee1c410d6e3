"""The package of Python."""

from keyword import kwlist

from serbench.languages.language import Colours, Language
from serbench.locations import CHECKOUT
from serbench.render.idl import ReservedWords
from serbench.toolchain.requirements import Requirement

_LEAST = (3, 11)
# What changes how every program of the interpreter runs; a virtual environment sets the last one.
_READ_BY_INTERPRETER = ("PYTHON*", "VIRTUAL_ENV")
# By which libraries choose other code.
_READ_BY_LIBRARIES = (
    *("PROTOCOL_BUFFERS_*", "TEMPORARILY_DISABLE_PROTOBUF_VERSION_CHECK", "MSGPACK_PUREPYTHON"),
    *("IJSON_BACKEND", "NPY_*", "NUMPY_*"),
)
# What makes pip install other packages, or in another place; where it finds them is the user's business.
_READ_BY_PIP = (
    *("PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PIP_USER", "PIP_PYTHON*", "PIP_PLATFORM", "PIP_ABI"),
    *("PIP_IMPLEMENTATION", "PIP_NO_BINARY", "PIP_ONLY_BINARY", "PIP_PREFER_BINARY", "PIP_PRE"),
    *("PIP_CONSTRAINT", "PIP_BUILD_CONSTRAINT", "PIP_REQUIREMENT", "PIP_EDITABLE", "PIP_NO_DEPS"),
    *("PIP_IGNORE_INSTALLED", "PIP_UPGRADE", "PIP_DRY_RUN", "PIP_REQUIRE_VIRTUALENV", "PIP_NO_COMPILE"),
    *("PIP_COMPILE", "PIP_REQUIRE_HASHES", "PIP_SRC", "PIP_CONFIG_SETTINGS", "PIP_GLOBAL_OPTION"),
)


LANGUAGE = Language(
    name="python",
    title="Python",
    aliases=("py",),
    project_file="pyproject.toml",
    folder=CHECKOUT / "python",
    in_first_thread=True,
    takes_libraries="a wheel or a project",
    colours=Colours(light="#b08f28", dark="#eddb3f", terminal="yellow"),
    shape="cross",
    requirements=(
        Requirement(
            "interpreter",
            ("python3", "python3.14", "python3.13", "python3.12", "python3.11"),
            ((r"Python (\d+\.\d+\.\d+)", _LEAST),),
            ("python3", "python3-venv"),
        ),
    ),
    slowness=6.0,
    converts=True,
    collects_garbage=True,
    maps_keep_order=True,
    no_memory_budget="the memory of its objects is not comparable with a budget in other languages",
    wide_integers="int objects of any size",
    # Generated messages have attributes of these names, which only getattr reaches.
    reserved=ReservedWords(
        fields=frozenset(word.lower() for word in kwlist) | {"self"},
        types=frozenset({"False", "None", "True"}),
    ),
    adapter_suffixes=frozenset({".py"}),
    lexers={".py": "python"},
    hidden_variables=(*_READ_BY_INTERPRETER, *_READ_BY_LIBRARIES, *_READ_BY_PIP),
    hidden_from_runners=(*_READ_BY_INTERPRETER, *_READ_BY_LIBRARIES),
    runtime_tags=("pythonruntime",),
)
