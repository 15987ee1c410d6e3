//! The runner of rust/minicbor.

mod codec;
// Not every schema has every kind of field.
#[allow(dead_code)]
mod items;
#[allow(dead_code)]
mod keys;
#[allow(unused_macros, unused_imports)]
mod types;

serbench_harness::runner!(codec::Minicbor);
