//! The runner of this codec.

mod cells;
mod codec;
// Not every schema has maps, or a list that access-one reads, and not every codec looks for columns by their paths.
#[allow(dead_code)]
mod columns;
mod tables;

serbench_harness::runner!(messages codec::ArrowIpc);
