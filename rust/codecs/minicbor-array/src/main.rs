//! The runner of rust/minicbor-array.

mod codec;

serbench_harness::borrowed!();
serbench_harness::runner!(codec::Minicbor);
