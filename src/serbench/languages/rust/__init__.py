"""The package of Rust."""

from serbench.languages.language import Colours, Language
from serbench.languages.rust.names import RESERVED
from serbench.locations import CHECKOUT
from serbench.toolchain.requirements import Requirement

# The workspace's rust-version. Distributions have older ones, so only Rust's own installer helps.
_LEAST = (1, 85)
_RUSTUP = "curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh"
# Errors that are refusals would take a trace each.
_READ_BY_RUNTIME = ("RUST_BACKTRACE", "RUST_LIB_BACKTRACE", "RUST_MIN_STACK", "RUST_LOG")


LANGUAGE = Language(
    name="rust",
    title="Rust",
    project_file="Cargo.toml",
    folder=CHECKOUT / "rust",
    in_first_thread=True,
    takes_libraries="a crate's or workspace's folder",
    colours=Colours(light="#518252", dark="#a2d6a2", terminal="green"),
    shape="triangle-up",
    requirements=(
        Requirement("compiler", ("rustc",), ((r"rustc (\d[\d.]*)", _LEAST),), (), "RUSTC", _RUSTUP),
        Requirement("cargo", ("cargo",), ((r"cargo (\d[\d.]*)", _LEAST),), (), "", _RUSTUP),
    ),
    native=True,
    has_lto=True,
    wide_integers="signed and unsigned machine words",
    adapter_suffixes=frozenset({".rs"}),
    lexers={".rs": "rust"},
    hidden_variables=(
        "RUSTFLAGS",
        "RUSTC_BOOTSTRAP",
        "CARGO_INCREMENTAL",
        "CARGO_UNSTABLE_*",
        *_READ_BY_RUNTIME,
        "CARGO_ENCODED_RUSTFLAGS",
        "RUSTC_WRAPPER",
        "RUSTC_WORKSPACE_WRAPPER",
        "CARGO_PROFILE_*",
        "CARGO_BUILD_*",
        "CARGO_TARGET_*",
    ),
    hidden_from_runners=_READ_BY_RUNTIME,
    reserved=RESERVED,
    sampling_loop="serbench_harness::timing::sampler::sample*",
)
