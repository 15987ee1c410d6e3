//! The runner of rust/borsh.

mod codec;
// Not every schema has lists of messages.
#[allow(dead_code)]
mod lists;

serbench_harness::runner!(codec::Borsh);
