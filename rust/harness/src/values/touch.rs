//! The touch of values (FORMAT.md, section 4); the unit of a string is a byte of UTF-8.
//!
//! A plan is a number in the type, so each plan is straight code of its own.

use std::collections::BTreeMap;

use crate::values::writing::{NAN_32, NAN_64};

pub const ONE: u8 = 1;
pub const TENTH: u8 = 2;
pub const ALL: u8 = 3;

/// A value, or a whole field, that a plan reads.
pub trait Touch<const PLAN: u8> {
    fn touch(&self) -> u64;
}

/// The fold of a message after one more field.
#[inline]
pub fn fold(hash: u64, field: u64) -> u64 {
    hash.rotate_left(5).wrapping_add(field)
}

/// The touch of a map's entry.
#[inline]
pub fn entry(key: u64, value: u64) -> u64 {
    key.wrapping_add(value.rotate_left(7))
}

/// The touch of a string or of bytes. The sum of 256 units fits into 16 bits, and narrow sums are what vector
/// instructions are good at.
#[inline]
pub fn units(bytes: &[u8]) -> u64 {
    bytes.chunks(256).fold(bytes.len() as u64, |sum, block| {
        let of_block = block
            .iter()
            .fold(0_u16, |sum, unit| sum.wrapping_add(u16::from(*unit)));
        sum + u64::from(of_block)
    })
}

/// A value of a width that never varies: its touch follows from its little-endian bytes.
pub trait Fixed: Sized {
    const WIDTH: usize;

    fn touch_of(self) -> u64;

    /// The value in exactly WIDTH bytes.
    fn from_bytes(bytes: &[u8]) -> Self;
}

/// The middle element of a list.
#[inline]
pub fn middle<const PLAN: u8, T: Touch<PLAN>>(list: &[T]) -> u64 {
    list.get(list.len() / 2).map_or(0, Touch::touch)
}

/// The keys of a map alone.
#[inline]
pub fn keys<const PLAN: u8, K: Touch<PLAN>, V>(map: &BTreeMap<K, V>) -> u64 {
    map.keys()
        .fold(0, |sum, key| sum.wrapping_add(entry(key.touch(), 0)))
}

/// The values of a map alone.
#[inline]
pub fn values<const PLAN: u8, K, V: Touch<PLAN>>(map: &BTreeMap<K, V>) -> u64 {
    map.values()
        .fold(0, |sum, value| sum.wrapping_add(entry(0, value.touch())))
}

macro_rules! touch_number {
    ($number:ty, $value:ident => $touch:expr) => {
        impl Fixed for $number {
            const WIDTH: usize = std::mem::size_of::<$number>();

            #[inline]
            fn touch_of(self) -> u64 {
                let $value = self;
                $touch
            }

            #[inline]
            fn from_bytes(bytes: &[u8]) -> Self {
                Self::from_le_bytes(bytes.try_into().expect("a number has its width"))
            }
        }

        impl<const PLAN: u8> Touch<PLAN> for $number {
            #[inline]
            fn touch(&self) -> u64 {
                self.touch_of()
            }
        }
    };
}

touch_number!(i32, value => i64::from(value) as u64);
touch_number!(u32, value => u64::from(value));
touch_number!(i64, value => value as u64);
touch_number!(u64, value => value);
touch_number!(f32, value => u64::from(if value.is_nan() { NAN_32 } else { value }.to_bits()));
touch_number!(f64, value => if value.is_nan() { NAN_64 } else { value }.to_bits());

impl<const PLAN: u8> Touch<PLAN> for bool {
    #[inline]
    fn touch(&self) -> u64 {
        u64::from(*self)
    }
}

impl<const PLAN: u8> Touch<PLAN> for String {
    #[inline]
    fn touch(&self) -> u64 {
        units(self.as_bytes())
    }
}

impl<const PLAN: u8> Touch<PLAN> for Vec<u8> {
    #[inline]
    fn touch(&self) -> u64 {
        units(self)
    }
}

impl<const PLAN: u8, T: Touch<PLAN>> Touch<PLAN> for Vec<T> {
    #[inline]
    fn touch(&self) -> u64 {
        self.iter().fold(0, |sum, value| sum.wrapping_add(value.touch()))
    }
}

impl<const PLAN: u8, K: Touch<PLAN>, V: Touch<PLAN>> Touch<PLAN> for BTreeMap<K, V> {
    #[inline]
    fn touch(&self) -> u64 {
        self.iter().fold(0, |sum, (key, value)| {
            sum.wrapping_add(entry(key.touch(), value.touch()))
        })
    }
}

impl<const PLAN: u8, T: Touch<PLAN>> Touch<PLAN> for Option<T> {
    #[inline]
    fn touch(&self) -> u64 {
        self.as_ref().map_or(0, Touch::touch)
    }
}

impl<const PLAN: u8, T: Touch<PLAN>> Touch<PLAN> for Box<T> {
    #[inline]
    fn touch(&self) -> u64 {
        (**self).touch()
    }
}
