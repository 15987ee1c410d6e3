//! The part of every Rust runner that is neither codec nor schema (PROTOCOL.md, FORMAT.md).
//!
//! It knows objects only by the traits that the rendered plain types implement, so it is compiled once for
//! all codecs and workloads, and it uses no library but the standard one.

pub mod about;
pub mod bytes;
pub mod calibration;
pub mod clock;
pub mod codec;
pub mod conformance;
pub mod container;
pub mod corpus;
pub mod counters;
pub mod experiment_memory;
pub mod experiment_store;
pub mod message_operations;
pub mod object;
pub mod operations;
pub mod phases;
pub mod proof;
pub mod protocol;
pub mod reading;
pub mod resident_memory;
pub mod runner;
pub mod sampler;
pub mod store;
pub mod touch;
pub mod writing;
pub mod xxh64;

pub use bytes::{Input, Refusal};
pub use codec::{Codec, Failure, MessageCodec};
pub use object::{Image, Object};
