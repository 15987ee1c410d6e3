//! The runner of rust/fory.

// Not every schema has cycles.
#[allow(dead_code)]
mod boxed;
mod codec;
mod mode;
// Not every schema has oneofs.
#[allow(dead_code, unused_macros, unused_imports)]
mod oneofs;

serbench_harness::runner!(codec::Fory);
