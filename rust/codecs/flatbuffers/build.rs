//! Generates the accessors of the tables from the rendered .fbs.

use std::env;
use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-env-changed=SERBENCH_RENDERED");
    let rendered =
        env::var_os("SERBENCH_RENDERED").expect("SERBENCH_RENDERED names the rendered files' folder");
    let idl = Path::new(&rendered).join("message.fbs");
    println!("cargo::rerun-if-changed={}", idl.display());
    let status = Command::new(flatc_fork::flatc())
        .arg("--rust")
        .arg("-o")
        .arg(env::var_os("OUT_DIR").expect("cargo names the folder of what a build makes"))
        .arg(&idl)
        .status()
        .expect("flatc is started");
    assert!(status.success(), "flatc refuses the rendered .fbs");
}
