//! Reads by a plan (FORMAT.md, section 5) from raw documents: elements are found by their keys, in any order, and those
//! that the plan leaves out are passed by their lengths.

use std::collections::BTreeMap;

use bson::raw::RawElement;
use bson::{RawArray, RawBsonRef, RawDocument};
use serbench_harness::values::touch::{entry, fold, units, Fixed};
use serbench_harness::Failure;

pub type Value<'a> = RawBsonRef<'a>;
pub type Touched = Result<u64, Failure>;

/// A value, or a whole field, that a plan reads. It is implemented for the plain types, which are never made.
pub trait Scan<const PLAN: u8> {
    fn scan(value: Value<'_>) -> Touched;
}

/// The scans over messages and enums, rendered.
#[allow(unused, clippy::all)]
mod rendered {
    include!(concat!(env!("SERBENCH_RENDERED"), "/scan.rs"));
}

/// What the key of a map gives, of its text.
pub trait Key {
    fn touch_of(text: &str) -> Touched;
}

#[cold]
fn other_type(wanted: &str, value: Value<'_>) -> Failure {
    let found = value.element_type();
    Failure::error(format!(
        "The document holds a value of the type {found:?} in place of {wanted}."
    ))
}

#[cold]
pub fn unknown(name: &str) -> Failure {
    Failure::error(format!(
        "The schema has no name {name:?} where the document holds it."
    ))
}

pub fn text(value: Value<'_>) -> Result<&str, Failure> {
    value.as_str().ok_or_else(|| other_type("a string", value))
}

fn document(value: Value<'_>) -> Result<&RawDocument, Failure> {
    value.as_document().ok_or_else(|| other_type("a document", value))
}

fn array(value: Value<'_>) -> Result<&RawArray, Failure> {
    value.as_array().ok_or_else(|| other_type("an array", value))
}

/// The fold over the `N` fields of a message that a plan reads. `take` reads the one of an element into its place, or
/// says that the plan has none; what is behind the last one is not looked at.
#[inline]
pub fn message<const N: usize>(
    value: Value<'_>,
    take: impl Fn(&RawElement<'_>, &mut [u64; N]) -> Result<bool, Failure>,
) -> Touched {
    let mut fields = [0; N];
    let mut missing = N;
    let mut elements = document(value)?.iter_elements();
    while missing > 0 {
        let Some(element) = elements.next() else { break };
        if take(&element?, &mut fields)? {
            missing -= 1;
        }
    }
    Ok(fields.into_iter().fold(0, fold))
}

/// The set case of a oneof: the one element of its document.
#[inline]
pub fn case(value: Value<'_>, take: impl Fn(&str, Value<'_>) -> Touched) -> Touched {
    match document(value)?.iter_elements().next() {
        None => Ok(0),
        Some(element) => {
            let element = element?;
            take(element.key().as_str(), element.value()?)
        }
    }
}

/// The middle element of a list, whose length only its last element tells.
#[inline]
pub fn middle<const PLAN: u8, T: Scan<PLAN>>(value: Value<'_>) -> Touched {
    let list = array(value)?;
    match list.iter_elements().count() {
        0 => Ok(0),
        count => list
            .iter_elements()
            .nth(count / 2)
            .map_or(Ok(0), |element| T::scan(element?.value()?)),
    }
}

/// The sum of what elements give.
#[inline]
fn sum<'a>(
    elements: impl Iterator<Item = bson::error::Result<RawElement<'a>>>,
    touch: impl Fn(&RawElement<'a>) -> Touched,
) -> Touched {
    let mut sum = 0u64;
    for element in elements {
        sum = sum.wrapping_add(touch(&element?)?);
    }
    Ok(sum)
}

/// The keys of a map alone.
#[inline]
pub fn keys<K: Key>(value: Value<'_>) -> Touched {
    sum(document(value)?.iter_elements(), |element| {
        Ok(entry(K::touch_of(element.key().as_str())?, 0))
    })
}

/// The values of a map alone.
#[inline]
pub fn values<const PLAN: u8, V: Scan<PLAN>>(value: Value<'_>) -> Touched {
    sum(document(value)?.iter_elements(), |element| {
        Ok(entry(0, V::scan(element.value()?)?))
    })
}

/// An integer, in whichever width the document has it.
fn integer(value: Value<'_>) -> Result<i64, Failure> {
    match value {
        RawBsonRef::Int64(number) => Ok(number),
        RawBsonRef::Int32(number) => Ok(number.into()),
        _ => Err(other_type("an integer", value)),
    }
}

fn double(value: Value<'_>) -> Result<f64, Failure> {
    value.as_f64().ok_or_else(|| other_type("a double", value))
}

macro_rules! scan_number {
    ($($number:ty, $read:ident;)*) => {$(
        impl<const PLAN: u8> Scan<PLAN> for $number {
            #[inline]
            fn scan(value: Value<'_>) -> Touched {
                Ok(($read(value)? as $number).touch_of())
            }
        }
    )*};
}

scan_number! {
    i32, integer;
    u32, integer;
    i64, integer;
    u64, integer;
    f32, double;
    f64, double;
}

macro_rules! key_number {
    ($($number:ty)*) => {$(
        impl Key for $number {
            #[inline]
            fn touch_of(text: &str) -> Touched {
                Ok(text.parse::<$number>()?.touch_of())
            }
        }
    )*};
}

key_number!(i32 u32 i64 u64);

impl Key for bool {
    #[inline]
    fn touch_of(text: &str) -> Touched {
        Ok(u64::from(text.parse::<bool>()?))
    }
}

impl Key for String {
    #[inline]
    fn touch_of(text: &str) -> Touched {
        Ok(units(text.as_bytes()))
    }
}

impl<const PLAN: u8> Scan<PLAN> for bool {
    #[inline]
    fn scan(value: Value<'_>) -> Touched {
        let read = value.as_bool().ok_or_else(|| other_type("a boolean", value))?;
        Ok(u64::from(read))
    }
}

impl<const PLAN: u8> Scan<PLAN> for String {
    #[inline]
    fn scan(value: Value<'_>) -> Touched {
        Ok(units(text(value)?.as_bytes()))
    }
}

impl<const PLAN: u8> Scan<PLAN> for Vec<u8> {
    #[inline]
    fn scan(value: Value<'_>) -> Touched {
        let read = value.as_binary().ok_or_else(|| other_type("bytes", value))?;
        Ok(units(read.bytes))
    }
}

impl<const PLAN: u8, T: Scan<PLAN>> Scan<PLAN> for Vec<T> {
    #[inline]
    fn scan(value: Value<'_>) -> Touched {
        sum(array(value)?.iter_elements(), |element| T::scan(element.value()?))
    }
}

impl<const PLAN: u8, K: Key, V: Scan<PLAN>> Scan<PLAN> for BTreeMap<K, V> {
    #[inline]
    fn scan(value: Value<'_>) -> Touched {
        sum(document(value)?.iter_elements(), |element| {
            let key = K::touch_of(element.key().as_str())?;
            Ok(entry(key, V::scan(element.value()?)?))
        })
    }
}

impl<const PLAN: u8, T: Scan<PLAN>> Scan<PLAN> for Option<T> {
    #[inline]
    fn scan(value: Value<'_>) -> Touched {
        match value {
            RawBsonRef::Null => Ok(0),
            _ => T::scan(value),
        }
    }
}

impl<const PLAN: u8, T: Scan<PLAN>> Scan<PLAN> for Box<T> {
    #[inline]
    fn scan(value: Value<'_>) -> Touched {
        T::scan(value)
    }
}
