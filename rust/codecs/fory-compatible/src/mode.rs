//! Writer and reader may have different versions of a type, which messages describe: the library's default.

pub const COMPATIBLE: bool = true;
