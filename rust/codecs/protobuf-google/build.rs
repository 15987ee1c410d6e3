//! Generates the messages from the rendered .proto.

use std::env;
use std::path::Path;

use google_protobuf_codegen::CodeGen;

fn main() {
    println!("cargo::rerun-if-env-changed=SERBENCH_RENDERED");
    let rendered =
        env::var_os("SERBENCH_RENDERED").expect("SERBENCH_RENDERED names the rendered files' folder");
    let folder = Path::new(&rendered);
    println!(
        "cargo::rerun-if-changed={}",
        folder.join("message.proto").display()
    );
    let protoc = protoc_bin_vendored::protoc_bin_path().expect("the crate has a protoc for this machine");
    CodeGen::new()
        .protoc_path(protoc)
        .include(folder)
        .input("message.proto")
        .generate_and_compile()
        .expect("the messages are generated");
}
