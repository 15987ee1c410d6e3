//! Writes values as FORMAT.md, section 1, lays them out.
//!
//! `CANONICAL` looks for NaN, as the digest wants it; without it the bits are written as they are, which is
//! the `handcoded` codec. Maps are sorted already, because a BTreeMap is.

use std::collections::BTreeMap;

/// A value, or a whole field, that can be written.
pub trait Write {
    fn write<const CANONICAL: bool>(&self, out: &mut Vec<u8>);

    /// The elements of a list, after their number.
    #[inline]
    fn write_list<const CANONICAL: bool>(values: &[Self], out: &mut Vec<u8>)
    where
        Self: Sized,
    {
        for value in values {
            value.write::<CANONICAL>(out);
        }
    }
}

/// The set case of a oneof: its position and its value.
pub trait WriteCase {
    fn write_case<const CANONICAL: bool>(&self, out: &mut Vec<u8>);
}

/// Writes a oneof.
#[inline]
pub fn oneof<const CANONICAL: bool, T: WriteCase>(value: &Option<T>, out: &mut Vec<u8>) {
    match value {
        None => position(0, out),
        Some(case) => case.write_case::<CANONICAL>(out),
    }
}

/// Writes the position of a case in its oneof.
#[inline]
pub fn position(position: u32, out: &mut Vec<u8>) {
    out.extend_from_slice(&position.to_le_bytes());
}

/// Writes a number of elements, entries or bytes. Panics beyond the format's limit of 2³²−1.
#[inline]
pub fn count(count: usize, out: &mut Vec<u8>) {
    let count = u32::try_from(count).expect("a list holds at most 2^32-1 elements");
    out.extend_from_slice(&count.to_le_bytes());
}

/// Writes bytes after their number, with one look at the buffer's room for both.
#[inline]
fn counted(bytes: &[u8], out: &mut Vec<u8>) {
    let number = u32::try_from(bytes.len()).expect("a value holds at most 2^32-1 bytes");
    let number = number.to_le_bytes();
    out.reserve(number.len() + bytes.len());
    // SAFETY: there is room for both, and the length covers what has been written.
    unsafe {
        let end = out.as_mut_ptr().add(out.len());
        end.cast::<[u8; 4]>().write_unaligned(number);
        std::ptr::copy_nonoverlapping(bytes.as_ptr(), end.add(number.len()), bytes.len());
        out.set_len(out.len() + number.len() + bytes.len());
    }
}

/// The memory of a list of numbers.
#[inline]
fn memory_of<T: Number>(values: &[T]) -> &[u8] {
    // SAFETY: T is one of the six number types below, which have neither padding nor bytes without a value,
    // and the slice covers exactly the memory of `values`, borrowed for as long. Without this a list of
    // numbers is written one by one, with a check of the buffer's room before each.
    unsafe { std::slice::from_raw_parts(values.as_ptr().cast::<u8>(), std::mem::size_of_val(values)) }
}

trait Number {}

macro_rules! write_number {
    ($number:ty, $value:ident => $canonical:expr, $looks:expr) => {
        impl Number for $number {}

        impl Write for $number {
            #[inline]
            fn write<const CANONICAL: bool>(&self, out: &mut Vec<u8>) {
                let $value = *self;
                let value = if CANONICAL { $canonical } else { $value };
                out.extend_from_slice(&value.to_le_bytes());
            }

            #[inline]
            fn write_list<const CANONICAL: bool>(values: &[Self], out: &mut Vec<u8>) {
                if cfg!(target_endian = "little") && !(CANONICAL && $looks) {
                    out.extend_from_slice(memory_of(values));
                } else {
                    for value in values {
                        value.write::<CANONICAL>(out);
                    }
                }
            }
        }
    };
}

/// The one NaN that is written.
pub const NAN_32: f32 = f32::from_bits(0x7FC0_0000);
pub const NAN_64: f64 = f64::from_bits(0x7FF8_0000_0000_0000);

write_number!(i32, value => value, false);
write_number!(u32, value => value, false);
write_number!(i64, value => value, false);
write_number!(u64, value => value, false);
write_number!(f32, value => if value.is_nan() { NAN_32 } else { value }, true);
write_number!(f64, value => if value.is_nan() { NAN_64 } else { value }, true);

impl Write for bool {
    #[inline]
    fn write<const CANONICAL: bool>(&self, out: &mut Vec<u8>) {
        out.push(u8::from(*self));
    }

    #[inline]
    fn write_list<const CANONICAL: bool>(values: &[Self], out: &mut Vec<u8>) {
        out.extend(values.iter().map(|&value| u8::from(value)));
    }
}

impl Write for String {
    #[inline]
    fn write<const CANONICAL: bool>(&self, out: &mut Vec<u8>) {
        counted(self.as_bytes(), out);
    }
}

impl Write for Vec<u8> {
    #[inline]
    fn write<const CANONICAL: bool>(&self, out: &mut Vec<u8>) {
        counted(self, out);
    }
}

impl<T: Write> Write for Vec<T> {
    #[inline]
    fn write<const CANONICAL: bool>(&self, out: &mut Vec<u8>) {
        count(self.len(), out);
        T::write_list::<CANONICAL>(self, out);
    }
}

impl<K: Write, V: Write> Write for BTreeMap<K, V> {
    #[inline]
    fn write<const CANONICAL: bool>(&self, out: &mut Vec<u8>) {
        count(self.len(), out);
        for (key, value) in self {
            key.write::<CANONICAL>(out);
            value.write::<CANONICAL>(out);
        }
    }
}

impl<T: Write> Write for Option<T> {
    #[inline]
    fn write<const CANONICAL: bool>(&self, out: &mut Vec<u8>) {
        out.push(u8::from(self.is_some()));
        if let Some(value) = self {
            value.write::<CANONICAL>(out);
        }
    }
}

impl<T: Write> Write for Box<T> {
    #[inline]
    fn write<const CANONICAL: bool>(&self, out: &mut Vec<u8>) {
        (**self).write::<CANONICAL>(out);
    }
}
