//! Bytes to the archived root, which is taken as valid: what the library's unsafe functions do.

use rkyv::seal::Seal;

use crate::codec::Archived;

/// Of no size and without words: with nothing validated there is hardly anything to report.
pub use rkyv::rancor::Failure as Error;

pub fn open(bytes: &[u8]) -> Result<&Archived, Error> {
    // SAFETY: None for foreign bytes, as the variant's name says. The runner opens aligned archives that this
    // library wrote.
    Ok(unsafe { rkyv::access_unchecked::<Archived>(bytes) })
}

/// The same to be changed where it lies.
pub fn open_mut(bytes: &mut [u8]) -> Result<Seal<'_, Archived>, Error> {
    // SAFETY: As in `open`.
    Ok(unsafe { rkyv::access_unchecked_mut::<Archived>(bytes) })
}
