//! Generates the accessors of the messages from the rendered .capnp.

use std::env;
use std::path::Path;

fn main() {
    println!("cargo::rerun-if-env-changed=SERBENCH_RENDERED");
    let rendered =
        env::var_os("SERBENCH_RENDERED").expect("SERBENCH_RENDERED names the rendered files' folder");
    let folder = Path::new(&rendered);
    let idl = folder.join("message.capnp");
    println!("cargo::rerun-if-changed={}", idl.display());
    capnpc::CompilerCommand::new()
        .src_prefix(folder)
        .file(&idl)
        .run()
        .expect("the rendered .capnp is compiled");
}
