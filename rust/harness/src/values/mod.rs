//! Values: how they are written and read by FORMAT.md, walked over, hashed, and judged when they come back.

pub mod bytes;
pub mod corpus;
pub mod judging;
pub mod object;
pub mod reading;
pub mod touch;
pub mod writing;
pub mod xxh64;
