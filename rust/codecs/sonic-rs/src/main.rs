//! The runner of rust/sonic-rs.

mod codec;

serbench_harness::borrowed!();
serbench_harness::runner!(codec::SonicRs);
