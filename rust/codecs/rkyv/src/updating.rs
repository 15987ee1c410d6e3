//! Adds 1 to the number of an archive wherever it occurs (FORMAT.md, section 7), by the library's sealed references.

use rkyv::option::ArchivedOption;
use rkyv::rend::{i32_le, i64_le, u32_le, u64_le};
use rkyv::seal::Seal;
use rkyv::vec::ArchivedVec;

/// An archived number that is updated, or what leads to it.
pub trait Numbered {
    fn add_one(this: Seal<'_, Self>);
}

/// The archived messages on the way to the number, rendered.
#[allow(unused, clippy::all)]
mod rendered {
    include!(concat!(env!("SERBENCH_RENDERED"), "/updating.rs"));
}

macro_rules! update_number {
    ($($number:ty)*) => {$(
        impl Numbered for $number {
            #[inline]
            fn add_one(mut this: Seal<'_, Self>) {
                *this = this.to_native().wrapping_add(1).into();
            }
        }
    )*};
}

update_number!(i32_le u32_le i64_le u64_le);

impl<T: Numbered> Numbered for ArchivedVec<T> {
    #[inline]
    fn add_one(this: Seal<'_, Self>) {
        let mut elements = ArchivedVec::as_slice_seal(this);
        for place in 0..elements.len() {
            T::add_one(elements.as_mut().index(place));
        }
    }
}

impl<T: Numbered> Numbered for ArchivedOption<T> {
    #[inline]
    fn add_one(this: Seal<'_, Self>) {
        if let Some(value) = ArchivedOption::as_seal(this) {
            T::add_one(value);
        }
    }
}
