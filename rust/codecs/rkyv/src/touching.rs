//! Reads by a plan (FORMAT.md, section 5) straight from archived values, as an application reads them.

use rkyv::boxed::ArchivedBox;
use rkyv::collections::btree_map::ArchivedBTreeMap;
use rkyv::option::ArchivedOption;
use rkyv::rend::{f32_le, f64_le, i32_le, i64_le, u32_le, u64_le};
use rkyv::string::ArchivedString;
use rkyv::vec::ArchivedVec;
use serbench_harness::values::touch::{entry, units, Fixed};

/// An archived value, or a whole field, that a plan reads.
pub trait Touch<const PLAN: u8> {
    fn touch(&self) -> u64;
}

/// The reads of archived messages and enums, rendered.
#[allow(unused, clippy::all)]
mod rendered {
    include!(concat!(env!("SERBENCH_RENDERED"), "/touching.rs"));
}

/// A whole field.
#[inline]
fn whole<const PLAN: u8, T: Touch<PLAN>>(field: &T) -> u64 {
    field.touch()
}

/// The middle element of a list.
#[inline]
fn middle<const PLAN: u8, T: Touch<PLAN>>(list: &ArchivedVec<T>) -> u64 {
    list.get(list.len() / 2).map_or(0, Touch::touch)
}

/// The keys of a map alone.
#[inline]
fn keys<const PLAN: u8, K: Touch<PLAN>, V>(map: &ArchivedBTreeMap<K, V>) -> u64 {
    map.keys()
        .fold(0, |sum, key| sum.wrapping_add(entry(key.touch(), 0)))
}

/// The values of a map alone.
#[inline]
fn values<const PLAN: u8, K, V: Touch<PLAN>>(map: &ArchivedBTreeMap<K, V>) -> u64 {
    map.values()
        .fold(0, |sum, value| sum.wrapping_add(entry(0, value.touch())))
}

macro_rules! touch_number {
    ($($number:ty)*) => {$(
        impl<const PLAN: u8> Touch<PLAN> for $number {
            #[inline]
            fn touch(&self) -> u64 {
                self.to_native().touch_of()
            }
        }
    )*};
}

touch_number!(i32_le u32_le i64_le u64_le f32_le f64_le);

impl<const PLAN: u8> Touch<PLAN> for bool {
    #[inline]
    fn touch(&self) -> u64 {
        u64::from(*self)
    }
}

impl<const PLAN: u8> Touch<PLAN> for ArchivedString {
    #[inline]
    fn touch(&self) -> u64 {
        units(self.as_bytes())
    }
}

impl<const PLAN: u8> Touch<PLAN> for ArchivedVec<u8> {
    #[inline]
    fn touch(&self) -> u64 {
        units(self)
    }
}

impl<const PLAN: u8, T: Touch<PLAN>> Touch<PLAN> for ArchivedVec<T> {
    #[inline]
    fn touch(&self) -> u64 {
        self.iter().fold(0, |sum, value| sum.wrapping_add(value.touch()))
    }
}

impl<const PLAN: u8, K: Touch<PLAN>, V: Touch<PLAN>> Touch<PLAN> for ArchivedBTreeMap<K, V> {
    #[inline]
    fn touch(&self) -> u64 {
        self.iter().fold(0, |sum, (key, value)| {
            sum.wrapping_add(entry(key.touch(), value.touch()))
        })
    }
}

impl<const PLAN: u8, T: Touch<PLAN>> Touch<PLAN> for ArchivedOption<T> {
    #[inline]
    fn touch(&self) -> u64 {
        self.as_ref().map_or(0, Touch::touch)
    }
}

impl<const PLAN: u8, T: Touch<PLAN> + rkyv::Portable> Touch<PLAN> for ArchivedBox<T> {
    #[inline]
    fn touch(&self) -> u64 {
        self.get().touch()
    }
}
