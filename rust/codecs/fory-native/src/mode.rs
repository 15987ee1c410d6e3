//! The format for Rust alone, and writer and reader have the same types, so messages do not describe them.

pub const XLANG: bool = false;
pub const COMPATIBLE: bool = false;
