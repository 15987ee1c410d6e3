//! Reads by a plan straight from the bytes of FORMAT.md, section 1: what the plan leaves out is skipped,
//! and nothing is built.
//!
//! Bounds, presence bytes and positions of cases are checked. Strings are read as bytes, without a check
//! for UTF-8, and an enum's number is taken as it is.

use std::collections::BTreeMap;

use serbench_harness::values::touch::{entry, units, Fixed};
use serbench_harness::{Input, Refusal};

/// A value, or a whole field, that can be passed over. `WIDTH` is set where it is always the same.
pub trait Skip {
    const WIDTH: Option<usize> = None;

    fn skip(input: &mut Input<'_>) -> Result<(), Refusal>;

    /// Passes over elements that follow each other.
    #[inline]
    fn skip_list(count: usize, input: &mut Input<'_>) -> Result<(), Refusal> {
        if let Some(width) = Self::WIDTH {
            return input.elements(count, width).map(drop);
        }
        for _ in 0..count {
            Self::skip(input)?;
        }
        Ok(())
    }
}

/// A value, or a whole field, that a plan reads.
pub trait Scan<const PLAN: u8> {
    fn scan(input: &mut Input<'_>) -> Result<u64, Refusal>;

    /// The sum over elements that follow each other.
    #[inline]
    fn scan_list(count: usize, input: &mut Input<'_>) -> Result<u64, Refusal> {
        let mut sum = 0u64;
        for _ in 0..count {
            sum = sum.wrapping_add(Self::scan(input)?);
        }
        Ok(sum)
    }
}

/// A workload's root, of which nothing is read after the last field that the plan reads.
pub trait Opening<const PLAN: u8> {
    fn scan_opening(input: &mut Input<'_>) -> Result<u64, Refusal>;
}

/// The width of a message whose fields have these widths.
pub const fn width_of(fields: &[Option<usize>]) -> Option<usize> {
    let mut total = 0;
    let mut index = 0;
    while index < fields.len() {
        match fields[index] {
            Some(width) => total += width,
            None => return None,
        }
        index += 1;
    }
    Some(total)
}

/// The position of a oneof's case.
#[inline]
pub fn position(input: &mut Input<'_>) -> Result<u32, Refusal> {
    input.array().map(u32::from_le_bytes)
}

/// The middle element of a list. Nothing is read after it, so the rest of the list is not passed over.
#[inline]
pub fn middle<const PLAN: u8, T: Scan<PLAN> + Skip>(input: &mut Input<'_>) -> Result<u64, Refusal> {
    match input.count()? {
        0 => Ok(0),
        count => {
            T::skip_list(count / 2, input)?;
            T::scan(input)
        }
    }
}

/// The keys of a map alone.
#[inline]
pub fn keys<const PLAN: u8, K: Scan<PLAN>, V: Skip>(input: &mut Input<'_>) -> Result<u64, Refusal> {
    let mut sum = 0u64;
    for _ in 0..input.count()? {
        sum = sum.wrapping_add(entry(K::scan(input)?, 0));
        V::skip(input)?;
    }
    Ok(sum)
}

/// The values of a map alone.
#[inline]
pub fn values<const PLAN: u8, K: Skip, V: Scan<PLAN>>(input: &mut Input<'_>) -> Result<u64, Refusal> {
    let mut sum = 0u64;
    for _ in 0..input.count()? {
        K::skip(input)?;
        sum = sum.wrapping_add(entry(0, V::scan(input)?));
    }
    Ok(sum)
}

macro_rules! scan_number {
    ($($number:ty)*) => {$(
        impl Skip for $number {
            const WIDTH: Option<usize> = Some(<$number as Fixed>::WIDTH);

            #[inline]
            fn skip(input: &mut Input<'_>) -> Result<(), Refusal> {
                input.take(<$number as Fixed>::WIDTH).map(drop)
            }
        }

        impl<const PLAN: u8> Scan<PLAN> for $number {
            #[inline]
            fn scan(input: &mut Input<'_>) -> Result<u64, Refusal> {
                Ok(Self::from_le_bytes(input.array()?).touch_of())
            }

            #[inline]
            fn scan_list(count: usize, input: &mut Input<'_>) -> Result<u64, Refusal> {
                const WIDTH: usize = <$number as Fixed>::WIDTH;
                let elements = input.elements(count, WIDTH)?.chunks_exact(WIDTH);
                Ok(elements.fold(0, |sum, bytes| sum.wrapping_add(Self::from_bytes(bytes).touch_of())))
            }
        }
    )*};
}

scan_number!(i32 u32 i64 u64 f32 f64);

impl Skip for bool {
    const WIDTH: Option<usize> = Some(1);

    #[inline]
    fn skip(input: &mut Input<'_>) -> Result<(), Refusal> {
        input.take(1).map(drop)
    }
}

impl<const PLAN: u8> Scan<PLAN> for bool {
    #[inline]
    fn scan(input: &mut Input<'_>) -> Result<u64, Refusal> {
        match input.array()? {
            [value @ 0..=1] => Ok(u64::from(value)),
            [value] => Err(Refusal::Bool(value)),
        }
    }
}

/// The walks over an enum, which lies in the bytes as its number.
macro_rules! scan_enum {
    ($enumeration:ty) => {
        impl $crate::scanning::Skip for $enumeration {
            const WIDTH: ::std::option::Option<::std::primitive::usize> =
                <::std::primitive::i32 as $crate::scanning::Skip>::WIDTH;

            #[inline]
            fn skip(
                input: &mut ::serbench_harness::Input<'_>,
            ) -> ::std::result::Result<(), ::serbench_harness::Refusal> {
                <::std::primitive::i32 as $crate::scanning::Skip>::skip(input)
            }
        }

        impl<const PLAN: ::std::primitive::u8> $crate::scanning::Scan<PLAN> for $enumeration {
            #[inline]
            fn scan(
                input: &mut ::serbench_harness::Input<'_>,
            ) -> ::std::result::Result<::std::primitive::u64, ::serbench_harness::Refusal> {
                <::std::primitive::i32 as $crate::scanning::Scan<PLAN>>::scan(input)
            }
        }
    };
}
pub(crate) use scan_enum;

macro_rules! scan_counted {
    ($($counted:ty)*) => {$(
        impl Skip for $counted {
            #[inline]
            fn skip(input: &mut Input<'_>) -> Result<(), Refusal> {
                input.counted().map(drop)
            }
        }

        impl<const PLAN: u8> Scan<PLAN> for $counted {
            #[inline]
            fn scan(input: &mut Input<'_>) -> Result<u64, Refusal> {
                input.counted().map(units)
            }
        }
    )*};
}

scan_counted!(String Vec<u8>);

impl<T: Skip> Skip for Vec<T> {
    #[inline]
    fn skip(input: &mut Input<'_>) -> Result<(), Refusal> {
        let count = input.count()?;
        T::skip_list(count, input)
    }
}

impl<const PLAN: u8, T: Scan<PLAN>> Scan<PLAN> for Vec<T> {
    #[inline]
    fn scan(input: &mut Input<'_>) -> Result<u64, Refusal> {
        let count = input.count()?;
        T::scan_list(count, input)
    }
}

impl<K: Skip, V: Skip> Skip for BTreeMap<K, V> {
    #[inline]
    fn skip(input: &mut Input<'_>) -> Result<(), Refusal> {
        let count = input.count()?;
        if let (Some(key), Some(value)) = (K::WIDTH, V::WIDTH) {
            return input.elements(count, key + value).map(drop);
        }
        for _ in 0..count {
            K::skip(input)?;
            V::skip(input)?;
        }
        Ok(())
    }
}

impl<const PLAN: u8, K: Scan<PLAN>, V: Scan<PLAN>> Scan<PLAN> for BTreeMap<K, V> {
    #[inline]
    fn scan(input: &mut Input<'_>) -> Result<u64, Refusal> {
        let mut sum = 0u64;
        for _ in 0..input.count()? {
            let key = K::scan(input)?;
            sum = sum.wrapping_add(entry(key, V::scan(input)?));
        }
        Ok(sum)
    }
}

impl<T: Skip> Skip for Option<T> {
    #[inline]
    fn skip(input: &mut Input<'_>) -> Result<(), Refusal> {
        if input.presence()? {
            T::skip(input)?;
        }
        Ok(())
    }
}

impl<const PLAN: u8, T: Scan<PLAN>> Scan<PLAN> for Option<T> {
    #[inline]
    fn scan(input: &mut Input<'_>) -> Result<u64, Refusal> {
        if input.presence()? {
            T::scan(input)
        } else {
            Ok(0)
        }
    }
}

impl<T: Skip> Skip for Box<T> {
    #[inline]
    fn skip(input: &mut Input<'_>) -> Result<(), Refusal> {
        T::skip(input)
    }
}

impl<const PLAN: u8, T: Scan<PLAN>> Scan<PLAN> for Box<T> {
    #[inline]
    fn scan(input: &mut Input<'_>) -> Result<u64, Refusal> {
        T::scan(input)
    }
}
