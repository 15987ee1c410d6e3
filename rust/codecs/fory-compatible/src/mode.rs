//! The format of all languages; writer and reader may have different versions of a type, which messages describe: the
//! library's default.

pub const XLANG: bool = true;
pub const COMPATIBLE: bool = true;
