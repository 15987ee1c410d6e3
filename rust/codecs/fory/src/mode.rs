//! The format of all languages, and writer and reader have the same types, so messages do not describe them.

pub const XLANG: bool = true;
pub const COMPATIBLE: bool = false;
