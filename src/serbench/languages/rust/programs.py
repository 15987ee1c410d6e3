"""Programs that are compiled once, besides runners.
They are native programs of the project and no codecs, each a package in a folder of its own."""

from pathlib import Path

from serbench.cache.entries import damage
from serbench.cache.keys import content_key, folder_contents
from serbench.cache.products import keep_product, locked
from serbench.errors import BadInput, SerbenchError
from serbench.languages.rust import LANGUAGE
from serbench.languages.rust.probe import compiler_identity
from serbench.languages.rust.sources import HARNESS
from serbench.languages.tool import captured
from serbench.locations import cache_directory
from serbench.toolchain.requirements import MissingToolchain

_LAST_LINES = 3


def build_program(name: str) -> Path:
    """The program in the folder ``rust/NAME``, compiled now where the cache does not have it; its package is
    called ``serbench-NAME``.

    Raises BadInput where there is no toolchain and SerbenchError where it does not compile.
    """
    folder, tools = LANGUAGE.folder / name, LANGUAGE.toolchain()
    if isinstance(tools, MissingToolchain):
        raise BadInput(f"{folder} cannot be compiled: {tools.detail}")
    # A program may use the harness's parts that are of no codec.
    own = folder_contents(folder, [".rs", ".toml", ".lock"])
    key = content_key(own, folder_contents(HARNESS), compiler_identity())
    place = cache_directory() / "programs"
    with locked(place):
        product = place / key / "program"
        if damage(product.parent) is not None:
            _compile(folder, product)
    return product


def _compile(folder: Path, product: Path) -> None:
    tree = cache_directory() / "programs" / "target"
    words = ["cargo", "build", "--release", "--locked", "--quiet", "--color", "never"]
    words += ["--manifest-path", str(folder / "Cargo.toml"), "--target-dir", str(tree)]
    done = captured(words)
    made = tree / "release" / f"serbench-{folder.name}"
    if done.returncode != 0 or not made.exists():
        last = " ".join((done.stderr or "").strip().splitlines()[-_LAST_LINES:])
        raise SerbenchError(f"{folder} does not compile: {last or 'no reason was given'}")
    keep_product(made, product, None)
