//! Bytes to the archived root, which is validated: what the library's safe functions do.

pub use rkyv::rancor::Error;

use crate::codec::Archived;

pub fn open(bytes: &[u8]) -> Result<&Archived, Error> {
    rkyv::access::<Archived, Error>(bytes)
}
