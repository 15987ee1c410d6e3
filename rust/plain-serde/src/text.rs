//! The keys of maps as text, for formats in which a key is nothing else.

use std::fmt;
use std::io::Write;
use std::marker::PhantomData;
use std::str::FromStr;

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serializer};

use crate::borrowed::BorrowedText;
use crate::forms::{Reads, Writes};

/// A string as it is, a number in decimal digits, a bool as `true` or `false`.
pub struct Text;

impl Writes<String> for Text {
    #[inline]
    fn serialize<S: Serializer>(value: &String, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(value)
    }
}

impl<'de> Reads<'de, String> for Text {
    #[inline]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
        String::deserialize(deserializer)
    }
}

impl<'de: 'a, 'a> Reads<'de, &'a str> for Text {
    #[inline]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<&'a str, D::Error> {
        <&str>::deserialize(deserializer)
    }
}

impl<'de: 'a, 'a> Reads<'de, BorrowedText<'a>> for Text {
    #[inline]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<BorrowedText<'a>, D::Error> {
        BorrowedText::deserialize(deserializer)
    }
}

// The longest texts are those of i64::MIN and of u64::MAX.
const LONGEST: usize = 20;

/// Writes the text from memory on the stack.
fn serialize_text<T: fmt::Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    let mut memory = [0; LONGEST];
    let mut free = &mut memory[..];
    write!(free, "{value}").expect("every text fits");
    let unused = free.len();
    let text = std::str::from_utf8(&memory[..LONGEST - unused]).expect("digits are UTF-8");
    serializer.serialize_str(text)
}

struct TextVisitor<T>(PhantomData<T>);

impl<T: FromStr> Visitor<'_> for TextVisitor<T> {
    type Value = T;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a number or a bool as text")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        text.parse()
            .map_err(|_| E::invalid_value(de::Unexpected::Str(text), &self))
    }
}

macro_rules! text_of {
    ($($type:ty)*) => {$(
        impl Writes<$type> for Text {
            #[inline]
            fn serialize<S: Serializer>(value: &$type, serializer: S) -> Result<S::Ok, S::Error> {
                serialize_text(value, serializer)
            }
        }

        impl<'de> Reads<'de, $type> for Text {
            #[inline]
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                deserializer.deserialize_str(TextVisitor(PhantomData))
            }
        }
    )*};
}

text_of!(bool i32 u32 i64 u64);
