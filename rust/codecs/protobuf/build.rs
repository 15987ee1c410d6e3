//! Generates the messages from the rendered .proto.

use std::env;
use std::path::Path;

fn main() {
    println!("cargo::rerun-if-env-changed=SERBENCH_RENDERED");
    let rendered =
        env::var_os("SERBENCH_RENDERED").expect("SERBENCH_RENDERED names the rendered files' folder");
    let folder = Path::new(&rendered);
    let idl = folder.join("message.proto");
    println!("cargo::rerun-if-changed={}", idl.display());
    let descriptors = protox::compile([&idl], [&folder]).expect("the rendered .proto is read");
    prost_build::Config::new()
        .btree_map(["."])
        .compile_fds(descriptors)
        .expect("the messages are generated");
}
