//! The part of every Rust runner that is neither codec nor schema (PROTOCOL.md, FORMAT.md).
//!
//! It knows objects only by the traits that the rendered plain types implement, so it is compiled once for
//! all codecs and workloads, and it uses no library but the standard one.

pub mod codec;
pub mod experiments;
pub mod protocol;
pub mod runner;
pub mod timing;
pub mod values;

pub use codec::{Codec, Failure, MessageCodec};
pub use values::bytes::{Input, Refusal};
pub use values::object::{Image, Object};
