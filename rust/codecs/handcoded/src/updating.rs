//! Finds the number of a message (FORMAT.md, section 7) in its bytes and updates it there.

use serbench_harness::values::touch::Fixed;
use serbench_harness::{Input, Refusal};

use crate::scanning::Skip;

/// A number that is updated, or what leads to it (FORMAT.md, section 7).
pub trait Numbered {
    /// Passes over the value and notes where the number lies in it: how many bytes there are from its first on.
    fn find(input: &mut Input<'_>, places: &mut Vec<usize>) -> Result<(), Refusal>;

    /// Adds 1 to the number with which the bytes begin.
    fn add_one(bytes: &mut [u8]);
}

macro_rules! update_number {
    ($($number:ty)*) => {$(
        impl Numbered for $number {
            #[inline]
            fn find(input: &mut Input<'_>, places: &mut Vec<usize>) -> Result<(), Refusal> {
                places.push(input.remaining());
                Self::skip(input)
            }

            #[inline]
            fn add_one(bytes: &mut [u8]) {
                let place = &mut bytes[..<$number as Fixed>::WIDTH];
                let number = Self::from_bytes(place).wrapping_add(1);
                place.copy_from_slice(&number.to_le_bytes());
            }
        }
    )*};
}

update_number!(i32 u32 i64 u64);

impl<T: Numbered> Numbered for Vec<T> {
    #[inline]
    fn find(input: &mut Input<'_>, places: &mut Vec<usize>) -> Result<(), Refusal> {
        for _ in 0..input.count()? {
            T::find(input, places)?;
        }
        Ok(())
    }

    #[inline]
    fn add_one(bytes: &mut [u8]) {
        T::add_one(bytes);
    }
}

impl<T: Numbered> Numbered for Option<T> {
    #[inline]
    fn find(input: &mut Input<'_>, places: &mut Vec<usize>) -> Result<(), Refusal> {
        if input.presence()? {
            T::find(input, places)?;
        }
        Ok(())
    }

    #[inline]
    fn add_one(bytes: &mut [u8]) {
        T::add_one(bytes);
    }
}
