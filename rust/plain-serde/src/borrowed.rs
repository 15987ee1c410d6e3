//! Texts that borrow from a message wherever it holds them as they are.

use std::borrow::Cow;
use std::fmt;

use serbench_harness::values::touch::{units, Touch};
use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer};

/// A text of a format with escapes: a part of the message, or a copy where the message has it escaped. Serde's own
/// `Cow` borrows only in a field with the attribute `borrow`, so neither in a list, in an option nor as a key.
#[derive(Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct BorrowedText<'a>(Cow<'a, str>);

impl<'de: 'a, 'a> Deserialize<'de> for BorrowedText<'a> {
    #[inline]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(BorrowingVisitor).map(BorrowedText)
    }
}

struct BorrowingVisitor;

impl<'de> Visitor<'de> for BorrowingVisitor {
    type Value = Cow<'de, str>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a text")
    }

    #[inline]
    fn visit_borrowed_str<E: de::Error>(self, text: &'de str) -> Result<Cow<'de, str>, E> {
        Ok(Cow::Borrowed(text))
    }

    #[inline]
    fn visit_str<E: de::Error>(self, text: &str) -> Result<Cow<'de, str>, E> {
        Ok(Cow::Owned(text.to_owned()))
    }

    #[inline]
    fn visit_string<E: de::Error>(self, text: String) -> Result<Cow<'de, str>, E> {
        Ok(Cow::Owned(text))
    }
}

impl<const PLAN: u8> Touch<PLAN> for BorrowedText<'_> {
    #[inline]
    fn touch(&self) -> u64 {
        units(self.0.as_bytes())
    }
}
