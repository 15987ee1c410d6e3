//! Plain values out of a message where it lies. The walks over messages are rendered.

use capnp::primitive_list::Reader;
use capnp::{data_list, struct_list, text, text_list, traits, Error, Result};
use serbench_harness::values::object::Enumeration;

/// How many elements a list may have: as many as the message has bits, because elements without bytes may be claimed in
/// any number.
#[derive(Clone, Copy)]
pub struct Most(usize);

impl Most {
    pub fn of_message(words: usize) -> Self {
        Self(words.saturating_mul(u64::BITS as usize))
    }

    pub fn require_room(self, count: u32) -> Result<()> {
        if count as usize > self.0 {
            return Err(Error::failed(String::from(
                "a list has more elements than the message has bits",
            )));
        }
        Ok(())
    }
}

/// A plain message, and the struct that holds it.
pub trait Unpack: Sized {
    type Wire: traits::OwnedStruct;

    fn unpack(from: <Self::Wire as traits::OwnedStruct>::Reader<'_>, most: Most) -> Result<Self>;
}

pub fn declared<E: Enumeration>(number: i32) -> Result<E> {
    E::from_number(number).ok_or_else(|| Error::failed(format!("the enum declares no number {number}")))
}

/// Refuses what is not UTF-8.
pub fn text(from: text::Reader<'_>) -> Result<String> {
    Ok(from.to_string()?)
}

/// A list of numbers or bools.
pub trait Numbers<T> {
    fn values(self) -> Vec<T>;
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl Numbers<$number> for Reader<'_, $number> {
            fn values(self) -> Vec<$number> {
                match self.as_slice() {
                    Some(slice) => slice.to_vec(),
                    // Bools are bits.
                    None => self.iter().collect(),
                }
            }
        }
    )*};
}

numbers!(bool i32 u32 i64 u64 f32 f64);

pub fn numbers<T>(from: impl Numbers<T>) -> Vec<T> {
    from.values()
}

/// A list whose elements may be refused, with room for all from the start. Collecting results would begin with none.
fn list<V, T>(from: impl ExactSizeIterator<Item = V>, unpack: impl Fn(V) -> Result<T>) -> Result<Vec<T>> {
    let mut values = Vec::with_capacity(from.len());
    for value in from {
        values.push(unpack(value)?);
    }
    Ok(values)
}

pub fn enums<E: Enumeration>(from: Reader<'_, i32>) -> Result<Vec<E>> {
    list(from.iter(), declared)
}

pub fn texts(from: text_list::Reader<'_>) -> Result<Vec<String>> {
    list(from.iter(), |value| text(value?))
}

pub fn blobs(from: data_list::Reader<'_>) -> Result<Vec<Vec<u8>>> {
    list(from.iter(), |value| Ok(value?.to_vec()))
}

pub fn messages<T: Unpack>(from: struct_list::Reader<'_, T::Wire>, most: Most) -> Result<Vec<T>> {
    most.require_room(from.len())?;
    list(from.iter(), |value| T::unpack(value, most))
}
