//! The runner of rust/simd-json.

mod codec;

serbench_harness::runner!(codec::SimdJson);
