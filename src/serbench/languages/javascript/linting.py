"""The checks of the language's sources: prettier, eslint and the harness's tests."""

from collections.abc import Sequence
from pathlib import Path

from serbench.codecs.manifest import CodecManifest
from serbench.errors import SerbenchError
from serbench.languages.builder import Command
from serbench.languages.javascript import LANGUAGE
from serbench.languages.javascript.environments import install
from serbench.languages.javascript.packages import parse_packages
from serbench.render.engine import write_if_changed
from serbench.toolchain.requirements import parse_version

_LINT = LANGUAGE.folder / "lint"
_RULES = "eslint.config.js"


def linters(checkout: Path, cache: Path, codecs: Sequence[CodecManifest]) -> dict[str, list[Command] | str]:
    """The checks by title; npm installs prettier and eslint once, and where it cannot, they are left out."""
    tools = LANGUAGE.tools()
    node = tools.tool("runtime").command
    harness = checkout / "javascript" / "harness"
    place = ("env", f"--chdir={harness}")
    return {
        **_of_packages(checkout, node),
        "node --test": [(*place, *node, "--test", "test/")],
    }


def _of_packages(checkout: Path, node: Command) -> dict[str, list[Command] | str]:
    try:
        modules = _installed()
    except SerbenchError as error:
        return {"prettier and eslint": str(error)}
    files = [path for path in (checkout / "javascript").rglob("*") if path.suffix in {".js", ".cjs"}]
    sources = sorted(str(path.relative_to(checkout)) for path in files if "node_modules" not in path.parts)
    # The rules name packages, which are found from where the rules lie.
    rules = modules.with_name(_RULES)
    write_if_changed(rules, (_LINT / _RULES).read_text(encoding="utf-8"))
    prettier = (*node, str(modules / "prettier" / "bin" / "prettier.cjs"), "--no-editorconfig", "--check")
    eslint = (*node, str(modules / "eslint" / "bin" / "eslint.js"), "--no-config-lookup", "--max-warnings=0")
    return {
        "prettier": [(*prettier, "--config", str(_LINT / "prettier.json"), *sources)],
        "eslint": [(*eslint, "--config", str(rules), *sources)],
    }


def _installed() -> Path:
    """The packages of the checks; SerbenchError where npm cannot install them or Node is too old for them."""
    path = _LINT / "package.json"
    lock = path.with_name("package-lock.json")
    packages = parse_packages(path.read_text(encoding="utf-8"), lock.read_text(encoding="utf-8"), path)
    if parse_version(LANGUAGE.tools().tool("runtime").version.removeprefix("v")) < packages.least:
        raise SerbenchError(f"They need Node {'.'.join(map(str, packages.least))} or later.")
    return install(packages, lambda _: None)
