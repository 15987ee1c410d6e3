//! Bytes to the archived root, which is validated: what the library's safe functions do.

pub use rkyv::rancor::Error;

use rkyv::seal::Seal;

use crate::codec::Archived;

pub fn open(bytes: &[u8]) -> Result<&Archived, Error> {
    rkyv::access::<Archived, Error>(bytes)
}

/// The same to be changed where it lies.
pub fn open_mut(bytes: &mut [u8]) -> Result<Seal<'_, Archived>, Error> {
    rkyv::access_mut::<Archived, Error>(bytes)
}
