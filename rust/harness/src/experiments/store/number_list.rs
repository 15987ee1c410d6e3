//! Files of numbers, 8 bytes each.

use std::ops::Range;
use std::path::Path;

use crate::experiments::store::file::StoreFile;
use crate::protocol::RequestError;

const NUMBER_BYTES: u64 = 8;
const NUMBERS_AT_ONCE: usize = 8192;

pub struct NumberList(StoreFile);

impl NumberList {
    pub fn open(path: &Path) -> Result<Self, RequestError> {
        Ok(Self(StoreFile::open_to_read(path, false)?))
    }

    /// The numbers at these places.
    pub fn read(&self, places: Range<u64>) -> Result<Vec<u64>, RequestError> {
        let mut bytes = vec![0; (NUMBER_BYTES * (places.end - places.start)) as usize];
        self.0.read_all(&mut bytes, NUMBER_BYTES * places.start)?;
        let numbers = bytes.chunks_exact(NUMBER_BYTES as usize);
        Ok(numbers
            .map(|number| u64::from_le_bytes(number.try_into().expect("eight bytes")))
            .collect())
    }

    /// All of a list, which has to be of `count` keys.
    pub fn read_keys(&self, count: u64) -> Result<Vec<u64>, RequestError> {
        if self.0.size()? == NUMBER_BYTES * count {
            return self.read(0..count);
        }
        Err(self.0.refuse(format_args!(
            "does not hold a key of 8 bytes for each of {count} objects"
        )))
    }

    /// Refuses a list that is not an order of the numbers below `count`.
    pub fn require_order(&self, count: u64) -> Result<(), RequestError> {
        let refusal = || {
            self.0
                .refuse(format_args!("does not hold each number below {count} once"))
        };
        if self.0.size()? != NUMBER_BYTES * count {
            return Err(refusal());
        }
        let mut there = vec![false; count as usize];
        for first in (0..count).step_by(NUMBERS_AT_ONCE) {
            for number in self.read(first..count.min(first + NUMBERS_AT_ONCE as u64))? {
                match there.get_mut(number as usize) {
                    Some(seen) if !*seen => *seen = true,
                    _ => return Err(refusal()),
                }
            }
        }
        Ok(())
    }
}
