"""Fetches a package of crates.io by cargo. Crates that build a C++ program bring its sources."""

import os
import shutil
from pathlib import Path

from serbench.errors import SerbenchError
from serbench.languages.builder import Tell
from serbench.languages.tool import captured
from serbench.toolchain.archives import expected

# A package that depends on the wanted one, because cargo fetches what packages need.
_MANIFEST = """
[package]
name = "fetching"
version = "0.0.0"
edition = "2021"

[lib]
path = "nothing.rs"

[dependencies]
"{crate}" = "={version}"
"""


def fetch_crate(crate: str, version: str, sha256: str | None, folder: Path, tell: Tell) -> Path:
    """The crate's archive in an existing folder.

    Raises SerbenchError, with the reason in one sentence, where it is unavailable or not the expected one.
    """
    cargo = shutil.which("cargo")
    if cargo is None:
        raise SerbenchError("it is fetched by cargo, which is not installed.")
    (folder / "Cargo.toml").write_text(_MANIFEST.format(crate=crate, version=version), encoding="utf-8")
    tell(f"Fetching the crate {crate} {version} …")
    done = captured([cargo, "fetch", "--manifest-path", str(folder / "Cargo.toml")])
    if done.returncode != 0:
        faults = [line for line in done.stderr.splitlines() if line.startswith("error")]
        why = (faults or ["it gave no reason"])[0].removeprefix("error: ").rstrip(".")
        raise SerbenchError(f"cargo says: {why}.")
    # Cargo keeps what it has fetched in its own folder.
    home = Path(os.environ.get("CARGO_HOME") or Path.home() / ".cargo")
    names = (f"{crate}-{version}.crate", f"{crate}-{version}+*.crate")
    archives = [path for name in names for path in home.glob(f"registry/cache/*/{name}")]
    if not archives:
        raise SerbenchError(f"cargo fetched no archive of {crate} {version}.")
    return expected(archives[0], sha256)
