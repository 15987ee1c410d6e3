//! The format for Rust alone; writer and reader may have different versions of a type, which messages describe.

pub const XLANG: bool = false;
pub const COMPATIBLE: bool = true;
