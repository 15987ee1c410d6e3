"""The package of JavaScript."""

from serbench.languages.javascript.runtime import runtime_program
from serbench.languages.language import Colours, Language
from serbench.locations import CHECKOUT
from serbench.render.idl import ReservedWords
from serbench.toolchain.requirements import Requirement

# What adds flags to every process of Node, or code, or another way to find libraries.
_READ_BY_NODE = (
    *("NODE_OPTIONS", "NODE_PATH", "NODE_ENV", "NODE_COMPILE_CACHE", "NODE_DISABLE_COMPILE_CACHE"),
    *("NODE_V8_COVERAGE", "NODE_DEBUG*", "NODE_ICU_DATA", "NODE_NO_WARNINGS", "NODE_PENDING_DEPRECATION"),
    *("NODE_REDIRECT_WARNINGS", "NODE_PRESERVE_SYMLINKS*", "UV_*"),
)
# By which libraries choose other code.
_READ_BY_LIBRARIES = ("MSGPACKR_*", "CBOR_NATIVE_*", "BUF_BIGINT_DISABLE", "PREBUILDS_ONLY", "DEBUG")
# What makes npm install other packages, or in another place.
_NPM = (
    "omit",
    "include",
    "only",
    "production",
    "dev",
    "global",
    "global_style",
    "install_strategy",
    "prefix",
)
_READ_BY_NPM = (
    *(f"npm_config_{name}" for name in _NPM),
    *(f"NPM_CONFIG_{name.upper()}" for name in _NPM),
)


LANGUAGE = Language(
    name="javascript",
    title="JavaScript",
    aliases=("js", "node", "browser"),
    hosts=("Node", "browser"),
    project_file="package.json",
    folder=CHECKOUT / "javascript",
    takes_libraries="a package's folder or tarball",
    colours=Colours(light="#733a5b", dark="#ab6e90", terminal="magenta"),
    shape="triangle-down",
    requirements=(
        # The oldest release with a collector that tells what it did, while a loop runs.
        Requirement(
            "runtime",
            ("node",),
            (
                (r"^v(\d+\.\d+(?:\.\d+)?)", (18, 15)),
                (r"^deno (\d+\.\d+)", (2, 0)),
                # With exact numbers of JSON and base64 in the language.
                (r"^(?:Chromium|Google Chrome) (\d+)", (140,)),
                (r"^Mozilla Firefox (\d+)", (140,)),
                (r"^(\d+\.\d+)", (1, 2)),
            ),
            ("nodejs",),
            kept=runtime_program,
        ),
        # Its lock files have the integrity of every package.
        Requirement("packages", ("npm",), ((r"(\d+\.\d+(?:\.\d+)?)", (8,)),), ("npm",)),
    ),
    jit_compiled=True,
    # After 0.3 s of warm-up V8 is within 3 % of its times after 2.5 s, the JVM after 0.65 s.
    warmup_share=0.46,
    slowness=3.0,
    converts=True,
    collects_garbage=True,
    maps_keep_order=True,
    code_free_flag="--disallow-code-generation-from-strings",
    runner_bytes=700 * 2**20,
    heap_bytes=512 * 2**20,
    heap_flag="--max-old-space-size={}",
    no_memory_budget="the memory of its objects is not comparable with a budget in other languages",
    wide_integers="BigInt objects",
    number_bits=53,
    beyond_numbers=(
        "its objects hold them as BigInt all the same",
        "its objects hold all as BigInt, and codecs of JSON look for long ones in a text before they parse"
        " it",
    ),
    adapter_suffixes=frozenset({".js", ".cjs"}),
    lexers={".js": "javascript", ".cjs": "javascript", ".json": "json"},
    hidden_variables=(*_READ_BY_NODE, *_READ_BY_LIBRARIES, *_READ_BY_NPM),
    hidden_from_runners=(*_READ_BY_NODE, *_READ_BY_LIBRARIES),
    runtime_tags=("v8", "browser"),
    # Members of every object, and of every struct of capnp-es.
    reserved=ReservedWords(fields=frozenset({"byte_offset", "constructor", "segment", "to_string"})),
)
