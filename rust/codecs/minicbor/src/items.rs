//! The values of fields as CBOR items (formats/cbor.md). `types` has messages, enums and oneofs.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::convert::Infallible;

use minicbor::data::Type;
use minicbor::{decode, encode, Decoder, Encoder};

use crate::keys::Key;

pub type Out<'a> = Encoder<&'a mut Vec<u8>>;
pub type Written = Result<(), encode::Error<Infallible>>;
pub type Read<T> = Result<T, decode::Error>;

/// A value that is always written.
pub trait Item: Sized {
    fn put(&self, out: &mut Out<'_>) -> Written;

    fn take(input: &mut Decoder<'_>) -> Read<Self>;
}

macro_rules! scalar {
    ($($type:ty: $method:ident),*) => {
        $(impl Item for $type {
            #[inline]
            fn put(&self, out: &mut Out<'_>) -> Written {
                out.$method(*self)?.ok()
            }

            #[inline]
            fn take(input: &mut Decoder<'_>) -> Read<Self> {
                input.$method()
            }
        })*
    };
}
scalar!(bool: bool, i32: i32, u32: u32, i64: i64, u64: u64, f32: f32, f64: f64);

impl Item for String {
    #[inline]
    fn put(&self, out: &mut Out<'_>) -> Written {
        out.str(self)?.ok()
    }

    #[inline]
    fn take(input: &mut Decoder<'_>) -> Read<Self> {
        text(input).map(Cow::into_owned)
    }
}

/// A text in one piece, which is borrowed, or in several.
#[inline]
pub fn text<'b>(input: &mut Decoder<'b>) -> Read<Cow<'b, str>> {
    if input.datatype()? == Type::StringIndef {
        return input.str_iter()?.collect();
    }
    input.str().map(Cow::Borrowed)
}

impl Item for Vec<u8> {
    #[inline]
    fn put(&self, out: &mut Out<'_>) -> Written {
        out.bytes(self)?.ok()
    }

    #[inline]
    fn take(input: &mut Decoder<'_>) -> Read<Self> {
        if input.datatype()? == Type::BytesIndef {
            let pieces: Vec<&[u8]> = input.bytes_iter()?.collect::<Result<_, _>>()?;
            return Ok(pieces.concat());
        }
        input.bytes().map(<[u8]>::to_vec)
    }
}

impl<T: Item> Item for Vec<T> {
    fn put(&self, out: &mut Out<'_>) -> Written {
        out.array(self.len() as u64)?;
        self.iter().try_for_each(|element| element.put(out))
    }

    fn take(input: &mut Decoder<'_>) -> Read<Self> {
        let Some(size) = input.array()? else {
            let mut elements = Vec::new();
            until_break(input, |input| {
                T::take(input).map(|element| elements.push(element))
            })?;
            return Ok(elements);
        };
        // Every element has a byte or more, so a false size cannot ask for much memory.
        let left = input.input().len() - input.position();
        let mut elements = Vec::with_capacity(left.min(size as usize));
        for _ in 0..size {
            elements.push(T::take(input)?);
        }
        Ok(elements)
    }
}

impl<K: Key, V: Item> Item for BTreeMap<K, V> {
    fn put(&self, out: &mut Out<'_>) -> Written {
        out.map(self.len() as u64)?;
        self.iter().try_for_each(|(key, value)| {
            key.put(out)?;
            value.put(out)
        })
    }

    fn take(input: &mut Decoder<'_>) -> Read<Self> {
        let mut map = BTreeMap::new();
        entries(input, |input| {
            let key = K::of(text(input)?)?;
            map.insert(key, V::take(input)?);
            Ok(())
        })?;
        Ok(map)
    }
}

impl<T: Item> Item for Box<T> {
    #[inline]
    fn put(&self, out: &mut Out<'_>) -> Written {
        T::put(self, out)
    }

    #[inline]
    fn take(input: &mut Decoder<'_>) -> Read<Self> {
        T::take(input).map(Box::new)
    }
}

/// Reads a map of either kind of length; `entry` reads a key and its value.
#[inline]
pub fn entries<'b>(input: &mut Decoder<'b>, mut entry: impl FnMut(&mut Decoder<'b>) -> Read<()>) -> Read<()> {
    match input.map()? {
        Some(size) => (0..size).try_for_each(|_| entry(input)),
        None => until_break(input, entry),
    }
}

fn until_break<'b>(input: &mut Decoder<'b>, mut item: impl FnMut(&mut Decoder<'b>) -> Read<()>) -> Read<()> {
    while input.datatype()? != Type::Break {
        item(input)?;
    }
    input.skip()
}

/// A field of a message: a value that is always written, or one that may be absent.
pub trait Member {
    /// How many entries it has in the message's map.
    fn entries(&self) -> u64;

    fn put(&self, name: &str, out: &mut Out<'_>) -> Written;

    fn take(&mut self, input: &mut Decoder<'_>) -> Read<()>;
}

impl<T: Item> Member for T {
    #[inline]
    fn entries(&self) -> u64 {
        1
    }

    #[inline]
    fn put(&self, name: &str, out: &mut Out<'_>) -> Written {
        Item::put(self, out.str(name)?)
    }

    #[inline]
    fn take(&mut self, input: &mut Decoder<'_>) -> Read<()> {
        *self = Item::take(input)?;
        Ok(())
    }
}

impl<T: Item> Member for Option<T> {
    #[inline]
    fn entries(&self) -> u64 {
        self.is_some().into()
    }

    #[inline]
    fn put(&self, name: &str, out: &mut Out<'_>) -> Written {
        self.as_ref()
            .map_or(Ok(()), |value| Member::put(value, name, out))
    }

    #[inline]
    fn take(&mut self, input: &mut Decoder<'_>) -> Read<()> {
        *self = match input.datatype()? {
            Type::Null => input.null().map(|()| None)?,
            _ => Some(T::take(input)?),
        };
        Ok(())
    }
}
