//! Where the records of a store lie: the index in memory, 16 bytes an object.

use crate::experiments::store::file::Extent;
use crate::experiments::store::reader::StoreReader;
use crate::protocol::RequestError;

const NUMBERS_AT_ONCE: u64 = 4096;

/// The record of an object. Of the store that is read, sorted by offset; of the one that is written, by number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Located {
    pub offset: u64,
    pub bytes: u32,
    pub number: u32,
}

impl Located {
    pub fn extent(&self) -> Extent {
        Extent {
            offset: self.offset,
            bytes: u64::from(self.bytes),
        }
    }
}

/// All records in the order in which they lie in the data file.
pub fn in_file_order(reader: &StoreReader) -> Result<Vec<Located>, RequestError> {
    let objects = reader.identity.objects;
    if objects > u64::from(u32::MAX) {
        return Err(RequestError(format!("{objects} objects are too many to sort.")));
    }
    let mut all = Vec::with_capacity(objects as usize);
    let mut extents = Vec::new();
    for first in (0..objects).step_by(NUMBERS_AT_ONCE as usize) {
        let numbers: Vec<u64> = (first..objects.min(first + NUMBERS_AT_ONCE)).collect();
        reader.locate(&numbers, &mut extents)?;
        for (&number, extent) in numbers.iter().zip(&extents) {
            all.push(Located {
                offset: extent.offset,
                bytes: u32::try_from(extent.bytes).map_err(|_| too_large(number, extent))?,
                number: number as u32,
            });
        }
    }
    all.sort_unstable_by_key(|located| (located.offset, located.number));
    Ok(all)
}

fn too_large(number: u64, extent: &Extent) -> RequestError {
    RequestError(format!(
        "The object {number} has {} bytes, which are too many to sort.",
        extent.bytes
    ))
}
