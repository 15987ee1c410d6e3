//! The runner of rust/wincode.

mod codec;

serbench_harness::borrowed!();
serbench_harness::runner!(codec::Wincode);
