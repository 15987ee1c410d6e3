//! The runner of rust/simd-json.

mod codec;

serbench_harness::borrowed!();
serbench_harness::runner!(codec::SimdJson);
