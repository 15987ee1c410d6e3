//! The runner of rust/avro.

mod codec;
// Not every schema has every kind of field.
#[allow(dead_code)]
mod forms;
#[allow(unused_macros, unused_imports)]
mod wire;

serbench_harness::runner!(codec::Avro);
