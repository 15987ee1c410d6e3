//! The runner of rust/fory-compatible, which shares the page of rust/fory but for its mode.

// Not every schema has cycles.
#[allow(dead_code)]
#[path = "../../fory/src/boxed.rs"]
mod boxed;
#[path = "../../fory/src/codec.rs"]
mod codec;
mod mode;
// Not every schema has oneofs.
#[allow(dead_code, unused_macros, unused_imports)]
#[path = "../../fory/src/oneofs.rs"]
mod oneofs;

serbench_harness::runner!(codec::Fory);
