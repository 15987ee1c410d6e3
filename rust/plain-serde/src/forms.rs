//! How one value lies in a format.

use std::fmt;

use serbench_harness::values::object::Enumeration;
use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A way to write values of the type `T`.
pub trait Writes<T> {
    fn serialize<S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error>;
}

/// A way to read values of the type `T`, which may borrow from the message.
pub trait Reads<'de, T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error>;
}

/// A way to write and read values that own what they hold.
pub trait Form<T>: Writes<T> + for<'de> Reads<'de, T> {}

impl<F: Writes<T> + for<'de> Reads<'de, T>, T> Form<T> for F {}

/// As the type's own traits of serde have it.
pub struct Native;

impl<T: Serialize> Writes<T> for Native {
    #[inline]
    fn serialize<S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
        value.serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Reads<'de, T> for Native {
    #[inline]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
        T::deserialize(deserializer)
    }
}

/// A vector as the format's byte string. To serde a `Vec<u8>` is a list of numbers.
pub struct Bytes;

impl Writes<Vec<u8>> for Bytes {
    #[inline]
    fn serialize<S: Serializer>(value: &Vec<u8>, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(value)
    }
}

impl<'de> Reads<'de, Vec<u8>> for Bytes {
    #[inline]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
        deserializer.deserialize_byte_buf(BytesVisitor)
    }
}

/// Bytes that stay in the message.
impl<'de: 'a, 'a> Reads<'de, &'a [u8]> for Bytes {
    #[inline]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<&'a [u8], D::Error> {
        <&[u8]>::deserialize(deserializer)
    }
}

struct BytesVisitor;

impl Visitor<'_> for BytesVisitor {
    type Value = Vec<u8>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("bytes")
    }

    #[inline]
    fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<Vec<u8>, E> {
        Ok(bytes.to_vec())
    }

    #[inline]
    fn visit_byte_buf<E: de::Error>(self, bytes: Vec<u8>) -> Result<Vec<u8>, E> {
        Ok(bytes)
    }
}

/// An unsigned number as the signed one of the same bits, for formats without unsigned ones.
pub struct Bits;

impl Writes<u32> for Bits {
    #[inline]
    fn serialize<S: Serializer>(value: &u32, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i32(*value as i32)
    }
}

impl<'de> Reads<'de, u32> for Bits {
    #[inline]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
        i32::deserialize(deserializer).map(|bits| bits as u32)
    }
}

impl Writes<u64> for Bits {
    #[inline]
    fn serialize<S: Serializer>(value: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i64(*value as i64)
    }
}

impl<'de> Reads<'de, u64> for Bits {
    #[inline]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        i64::deserialize(deserializer).map(|bits| bits as u64)
    }
}

/// An enum as the number that the schema declares.
pub struct Number;

impl<E: Enumeration> Writes<E> for Number {
    #[inline]
    fn serialize<S: Serializer>(value: &E, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i32(value.number())
    }
}

impl<'de, E: Enumeration> Reads<'de, E> for Number {
    #[inline]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<E, D::Error> {
        let number = i32::deserialize(deserializer)?;
        E::from_number(number)
            .ok_or_else(|| de::Error::custom(format_args!("the enum has no number {number}")))
    }
}

/// Bytes as text in base64 with padding, for formats that have no bytes.
#[cfg(feature = "base64")]
pub struct Base64;

#[cfg(feature = "base64")]
mod base64_text {
    use base64::engine::general_purpose::STANDARD;
    use base64::Engine;

    use super::{de, fmt, Base64, Deserializer, Reads, Serializer, Visitor, Writes};

    impl Writes<Vec<u8>> for Base64 {
        fn serialize<S: Serializer>(value: &Vec<u8>, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_str(&STANDARD.encode(value))
        }
    }

    impl<'de> Reads<'de, Vec<u8>> for Base64 {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
            deserializer.deserialize_str(TextVisitor)
        }
    }

    /// Reads the text where it lies in the input or in the parser's memory.
    struct TextVisitor;

    impl Visitor<'_> for TextVisitor {
        type Value = Vec<u8>;

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str("bytes as text in base64")
        }

        fn visit_str<E: de::Error>(self, text: &str) -> Result<Vec<u8>, E> {
            STANDARD.decode(text).map_err(E::custom)
        }
    }
}
