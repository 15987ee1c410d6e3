//! Plain values into a message under construction, top-down. The walks over messages are rendered.

use capnp::primitive_list::Builder;
use capnp::{data_list, struct_list, text_list, traits, Error, Result};
use serbench_harness::values::object::Enumeration;

/// A plain message, and the struct that holds it.
pub trait Pack {
    type Wire: traits::OwnedStruct;

    /// Into a struct that is new, where what is not set is the default.
    fn pack(&self, to: <Self::Wire as traits::OwnedStruct>::Builder<'_>) -> Result<()>;
}

/// The number of elements as lists take it.
pub fn count(elements: usize) -> Result<u32> {
    match u32::try_from(elements) {
        Ok(count) if count < 1 << 29 => Ok(count),
        _ => Err(Error::failed(String::from(
            "lists are limited to 2^29 - 1 elements",
        ))),
    }
}

/// A list that takes numbers or bools.
pub trait Fill<T> {
    fn fill(self, values: &[T]);
}

macro_rules! fill {
    ($($number:ty)*) => {$(
        impl Fill<$number> for Builder<'_, $number> {
            fn fill(mut self, values: &[$number]) {
                match self.as_slice() {
                    Some(slice) => slice.copy_from_slice(values),
                    // Bools are bits.
                    None => (0..).zip(values).for_each(|(index, value)| self.set(index, *value)),
                }
            }
        }
    )*};
}

fill!(bool i32 u32 i64 u64 f32 f64);

pub fn numbers<T>(values: &[T], to: impl Fill<T>) {
    to.fill(values);
}

pub fn enums<E: Enumeration>(values: &[E], mut to: Builder<'_, i32>) {
    for (index, value) in (0..).zip(values) {
        to.set(index, value.number());
    }
}

pub fn texts(values: &[String], mut to: text_list::Builder<'_>) {
    for (index, value) in (0..).zip(values) {
        to.set(index, value.as_str());
    }
}

pub fn blobs(values: &[Vec<u8>], mut to: data_list::Builder<'_>) {
    for (index, value) in (0..).zip(values) {
        to.set(index, value);
    }
}

pub fn messages<T: Pack>(values: &[T], mut to: struct_list::Builder<'_, T::Wire>) -> Result<()> {
    for (index, value) in (0..).zip(values) {
        value.pack(to.reborrow().get(index))?;
    }
    Ok(())
}
