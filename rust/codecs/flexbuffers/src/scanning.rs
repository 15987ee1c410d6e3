//! Reads by a plan (FORMAT.md, section 5) with the library's readers, straight from the bytes.
//!
//! The readers' `as_` functions give the default for what is missing, which is what it means here, too.

use std::collections::BTreeMap;

use flexbuffers::{FlexBufferType, Reader};
use serbench_harness::values::touch::{entry, units, Fixed};

pub type Value<'a> = Reader<&'a [u8]>;

/// A value, or a whole field, that a plan reads. It is implemented for the plain types, which are never made.
pub trait Scan<const PLAN: u8> {
    fn scan(value: &Value<'_>) -> u64;
}

/// The scans over messages and enums, rendered.
#[allow(unused, clippy::all)]
mod rendered {
    include!(concat!(env!("SERBENCH_RENDERED"), "/scan.rs"));
}

/// What the key of a map gives, of its text.
pub trait Key {
    fn touch_of(text: &str) -> u64;
}

/// The middle element of a list.
#[inline]
pub fn middle<const PLAN: u8, T: Scan<PLAN>>(value: &Value<'_>) -> u64 {
    let list = value.as_vector();
    list.index(list.len() / 2).map_or(0, |element| T::scan(&element))
}

/// The keys of a map alone.
#[inline]
pub fn keys<K: Key>(value: &Value<'_>) -> u64 {
    let map = value.as_map();
    map.iter_keys()
        .fold(0, |sum, key| sum.wrapping_add(entry(K::touch_of(key), 0)))
}

/// The values of a map alone.
#[inline]
pub fn values<const PLAN: u8, V: Scan<PLAN>>(value: &Value<'_>) -> u64 {
    let map = value.as_map();
    map.iter_values()
        .fold(0, |sum, value| sum.wrapping_add(entry(0, V::scan(&value))))
}

macro_rules! scan_number {
    ($($number:ty, $value:ident => $read:expr;)*) => {$(
        impl<const PLAN: u8> Scan<PLAN> for $number {
            #[inline]
            fn scan($value: &Value<'_>) -> u64 {
                let number: $number = $read;
                number.touch_of()
            }
        }
    )*};
}

scan_number! {
    i32, value => value.as_i32();
    u32, value => value.as_u32();
    i64, value => value.as_i64();
    u64, value => value.as_u64();
    f32, value => value.as_f32();
    f64, value => value.as_f64();
}

macro_rules! key_number {
    ($($number:ty)*) => {$(
        impl Key for $number {
            #[inline]
            fn touch_of(text: &str) -> u64 {
                text.parse::<$number>().map_or(0, Fixed::touch_of)
            }
        }
    )*};
}

key_number!(i32 u32 i64 u64);

impl Key for bool {
    #[inline]
    fn touch_of(text: &str) -> u64 {
        u64::from(text == "true")
    }
}

impl Key for String {
    #[inline]
    fn touch_of(text: &str) -> u64 {
        units(text.as_bytes())
    }
}

impl<const PLAN: u8> Scan<PLAN> for bool {
    #[inline]
    fn scan(value: &Value<'_>) -> u64 {
        u64::from(value.as_bool())
    }
}

impl<const PLAN: u8> Scan<PLAN> for String {
    #[inline]
    fn scan(value: &Value<'_>) -> u64 {
        units(value.as_str().as_bytes())
    }
}

impl<const PLAN: u8> Scan<PLAN> for Vec<u8> {
    #[inline]
    fn scan(value: &Value<'_>) -> u64 {
        units(value.as_blob().0)
    }
}

impl<const PLAN: u8, T: Scan<PLAN>> Scan<PLAN> for Vec<T> {
    #[inline]
    fn scan(value: &Value<'_>) -> u64 {
        let list = value.as_vector();
        list.iter()
            .fold(0, |sum, element| sum.wrapping_add(T::scan(&element)))
    }
}

impl<const PLAN: u8, K: Key, V: Scan<PLAN>> Scan<PLAN> for BTreeMap<K, V> {
    #[inline]
    fn scan(value: &Value<'_>) -> u64 {
        let map = value.as_map();
        map.iter_keys()
            .zip(map.iter_values())
            .fold(0, |sum, (key, value)| {
                sum.wrapping_add(entry(K::touch_of(key), V::scan(&value)))
            })
    }
}

impl<const PLAN: u8, T: Scan<PLAN>> Scan<PLAN> for Option<T> {
    #[inline]
    fn scan(value: &Value<'_>) -> u64 {
        match value.flexbuffer_type() {
            FlexBufferType::Null => 0,
            _ => T::scan(value),
        }
    }
}

impl<const PLAN: u8, T: Scan<PLAN>> Scan<PLAN> for Box<T> {
    #[inline]
    fn scan(value: &Value<'_>) -> u64 {
        T::scan(value)
    }
}
