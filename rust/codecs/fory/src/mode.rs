//! Writer and reader have the same types, so messages do not describe them.

pub const COMPATIBLE: bool = false;
