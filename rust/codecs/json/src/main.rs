//! The runner of rust/json.

// Not every schema has bytes.
#[allow(dead_code)]
mod base64_text;
mod codec;

serbench_harness::runner!(codec::Json);
