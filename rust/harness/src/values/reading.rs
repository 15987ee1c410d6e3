//! Reads values from the bytes of FORMAT.md, section 1.
//!
//! `STRICT` refuses every second encoding of a value, as a corpus is read; without it a NaN keeps its bits and
//! keys may come in any order, which is the `handcoded` codec. UTF-8 is looked at in both, because a String of
//! Rust holds nothing else.

use std::collections::BTreeMap;

use crate::values::bytes::{Input, Refusal};
use crate::values::writing::{NAN_32, NAN_64};

/// A value, or a whole field, that can be read.
pub trait Read: Sized {
    fn read<const STRICT: bool>(input: &mut Input<'_>) -> Result<Self, Refusal>;

    /// Reads over a value that is there, whose memory is used again where that is possible.
    #[inline]
    fn read_over<const STRICT: bool>(&mut self, input: &mut Input<'_>) -> Result<(), Refusal> {
        *self = Self::read::<STRICT>(input)?;
        Ok(())
    }

    /// Reads the elements of a list over those that are there; `list` has `count` of them in the end.
    #[inline]
    fn read_list<const STRICT: bool>(
        list: &mut Vec<Self>,
        count: usize,
        input: &mut Input<'_>,
    ) -> Result<(), Refusal> {
        list.truncate(count);
        for value in list.iter_mut() {
            value.read_over::<STRICT>(input)?;
        }
        // What the bytes claim is believed only as far as they reach.
        list.reserve((count - list.len()).min(input.remaining()));
        while list.len() < count {
            list.push(Self::read::<STRICT>(input)?);
        }
        Ok(())
    }
}

/// A oneof's enum: reads the case at a position, which is not 0.
pub trait ReadCase: Sized {
    fn read_case<const STRICT: bool>(position: u32, input: &mut Input<'_>) -> Result<Self, Refusal>;
}

/// Reads a oneof.
#[inline]
pub fn oneof<const STRICT: bool, T: ReadCase>(input: &mut Input<'_>) -> Result<Option<T>, Refusal> {
    match u32::from_le_bytes(input.array()?) {
        0 => Ok(None),
        position => T::read_case::<STRICT>(position, input).map(Some),
    }
}

/// Refuses every NaN but the canonical one.
trait Canonical: Copy {
    fn is_canonical(self) -> bool;
}

macro_rules! read_number {
    ($number:ty, $value:ident => $canonical:expr) => {
        impl Canonical for $number {
            #[inline]
            fn is_canonical(self) -> bool {
                let $value = self;
                $canonical
            }
        }

        impl Read for $number {
            #[inline]
            fn read<const STRICT: bool>(input: &mut Input<'_>) -> Result<Self, Refusal> {
                let value = Self::from_le_bytes(input.array()?);
                if !STRICT || value.is_canonical() {
                    Ok(value)
                } else {
                    Err(Refusal::Nan)
                }
            }

            #[inline]
            fn read_list<const STRICT: bool>(
                list: &mut Vec<Self>,
                count: usize,
                input: &mut Input<'_>,
            ) -> Result<(), Refusal> {
                const WIDTH: usize = std::mem::size_of::<$number>();
                let elements = input.elements(count, WIDTH)?.chunks_exact(WIDTH);
                list.clear();
                list.extend(elements.map(|element| {
                    Self::from_le_bytes(
                        element
                            .try_into()
                            .expect("a chunk has the width of the number"),
                    )
                }));
                if !STRICT || list.iter().all(|value| value.is_canonical()) {
                    Ok(())
                } else {
                    Err(Refusal::Nan)
                }
            }
        }
    };
}

read_number!(i32, _value => true);
read_number!(u32, _value => true);
read_number!(i64, _value => true);
read_number!(u64, _value => true);
read_number!(f32, value => !value.is_nan() || value.to_bits() == NAN_32.to_bits());
read_number!(f64, value => !value.is_nan() || value.to_bits() == NAN_64.to_bits());

impl Read for bool {
    #[inline]
    fn read<const STRICT: bool>(input: &mut Input<'_>) -> Result<Self, Refusal> {
        match input.array()? {
            [0] => Ok(false),
            [1] => Ok(true),
            [value] => Err(Refusal::Bool(value)),
        }
    }
}

#[inline]
fn text<'a>(input: &mut Input<'a>) -> Result<&'a str, Refusal> {
    let bytes = input.counted()?;
    if is_ascii(bytes) {
        // SAFETY: bytes below 128 are UTF-8.
        return Ok(unsafe { std::str::from_utf8_unchecked(bytes) });
    }
    std::str::from_utf8(bytes).map_err(|_| Refusal::Utf8)
}

/// Whether every byte is below 128. Blocks of one width cover a text, the last one over the end of the one before it, so
/// only texts below four bytes are looked at byte by byte. The standard library looks for the first byte that is not
/// ASCII, which takes longer on texts of a line and less.
#[inline]
fn is_ascii(bytes: &[u8]) -> bool {
    const HIGH: u128 = u128::from_ne_bytes([128; 16]);
    fn ends<const N: usize>(bytes: &[u8]) -> Option<(&[u8; N], &[u8; N])> {
        bytes.first_chunk().zip(bytes.last_chunk())
    }
    let any = if let Some(last) = bytes.last_chunk::<16>() {
        let block = |bytes: &[u8]| bytes.try_into().map_or(HIGH, u128::from_ne_bytes);
        let blocks = bytes.chunks_exact(16).map(block);
        blocks.fold(u128::from_ne_bytes(*last), |any, block| any | block)
    } else if let Some((first, last)) = ends::<8>(bytes) {
        u128::from(u64::from_ne_bytes(*first) | u64::from_ne_bytes(*last))
    } else if let Some((first, last)) = ends::<4>(bytes) {
        u128::from(u32::from_ne_bytes(*first) | u32::from_ne_bytes(*last))
    } else {
        u128::from(bytes.iter().fold(0, |any, byte| any | byte))
    };
    any & HIGH == 0
}

impl Read for String {
    #[inline]
    fn read<const STRICT: bool>(input: &mut Input<'_>) -> Result<Self, Refusal> {
        text(input).map(str::to_owned)
    }

    #[inline]
    fn read_over<const STRICT: bool>(&mut self, input: &mut Input<'_>) -> Result<(), Refusal> {
        let read = text(input)?;
        self.clear();
        self.push_str(read);
        Ok(())
    }
}

impl Read for Vec<u8> {
    #[inline]
    fn read<const STRICT: bool>(input: &mut Input<'_>) -> Result<Self, Refusal> {
        input.counted().map(<[u8]>::to_vec)
    }

    #[inline]
    fn read_over<const STRICT: bool>(&mut self, input: &mut Input<'_>) -> Result<(), Refusal> {
        let read = input.counted()?;
        self.clear();
        self.extend_from_slice(read);
        Ok(())
    }
}

impl<T: Read> Read for Vec<T> {
    #[inline]
    fn read<const STRICT: bool>(input: &mut Input<'_>) -> Result<Self, Refusal> {
        let mut list = Vec::new();
        list.read_over::<STRICT>(input)?;
        Ok(list)
    }

    #[inline]
    fn read_over<const STRICT: bool>(&mut self, input: &mut Input<'_>) -> Result<(), Refusal> {
        let count = input.count()?;
        T::read_list::<STRICT>(self, count, input)
    }
}

impl<K: Read + Ord, V: Read> Read for BTreeMap<K, V> {
    #[inline]
    fn read<const STRICT: bool>(input: &mut Input<'_>) -> Result<Self, Refusal> {
        let count = input.count()?;
        let mut entries: Vec<(K, V)> = Vec::with_capacity(count.min(input.remaining()));
        for _ in 0..count {
            let key = K::read::<STRICT>(input)?;
            if STRICT && entries.last().is_some_and(|(last, _)| *last >= key) {
                return Err(Refusal::KeyOrder);
            }
            let value = V::read::<STRICT>(input)?;
            entries.push((key, value));
        }
        // From sorted entries the tree is built at once, without a search for each.
        Ok(entries.into_iter().collect())
    }
}

impl<T: Read> Read for Option<T> {
    #[inline]
    fn read<const STRICT: bool>(input: &mut Input<'_>) -> Result<Self, Refusal> {
        if input.presence()? {
            T::read::<STRICT>(input).map(Some)
        } else {
            Ok(None)
        }
    }

    #[inline]
    fn read_over<const STRICT: bool>(&mut self, input: &mut Input<'_>) -> Result<(), Refusal> {
        match self {
            Some(value) if input.presence()? => value.read_over::<STRICT>(input),
            Some(_) => {
                *self = None;
                Ok(())
            }
            None => {
                *self = Self::read::<STRICT>(input)?;
                Ok(())
            }
        }
    }
}

impl<T: Read> Read for Box<T> {
    #[inline]
    fn read<const STRICT: bool>(input: &mut Input<'_>) -> Result<Self, Refusal> {
        T::read::<STRICT>(input).map(Box::new)
    }

    #[inline]
    fn read_over<const STRICT: bool>(&mut self, input: &mut Input<'_>) -> Result<(), Refusal> {
        (**self).read_over::<STRICT>(input)
    }
}

#[cfg(test)]
mod tests {
    use super::{text, Input, Refusal};

    /// A text of `length` letters with these bytes in it at a place, as the format has it.
    fn written(length: usize, place: usize, inside: &[u8]) -> Vec<u8> {
        let mut bytes = vec![b'a'; length];
        bytes[place..place + inside.len()].copy_from_slice(inside);
        [&(length as u32).to_le_bytes()[..], &bytes].concat()
    }

    #[test]
    fn a_text_is_utf8_whatever_its_length_and_wherever_it_is_not_ascii() {
        for length in 1..=100 {
            let ascii = written(length, 0, b"b");
            let read = text(&mut Input::new(&ascii)).expect("it is ASCII");
            assert_eq!(read.as_bytes(), &ascii[4..]);
            for place in 0..length {
                let torn = written(length, place, &[0xC3]);
                assert_eq!(
                    text(&mut Input::new(&torn)),
                    Err(Refusal::Utf8),
                    "{length} {place}"
                );
            }
            for place in 0..length - 1 {
                let letter = written(length, place, "é".as_bytes());
                let read = text(&mut Input::new(&letter)).expect("it is UTF-8");
                assert_eq!(read.as_bytes(), &letter[4..]);
            }
        }
        assert_eq!(text(&mut Input::new(&[0; 4])), Ok(""));
    }
}
