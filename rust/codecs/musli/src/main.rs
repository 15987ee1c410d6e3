//! The runner of rust/musli.

mod codec;

serbench_harness::borrowed!();
serbench_harness::runner!(codec::Musli);
