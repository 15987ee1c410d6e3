//! Bytes to the archived root, which is taken as valid: what the library's unsafe functions do.

use rkyv::rancor::Error;

use crate::codec::Archived;

pub fn open(bytes: &[u8]) -> Result<&Archived, Error> {
    // SAFETY: None for foreign bytes, as the variant's name says. The runner opens aligned archives that this
    // library wrote.
    Ok(unsafe { rkyv::access_unchecked::<Archived>(bytes) })
}
