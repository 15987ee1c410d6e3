//! The cursor over the bytes of FORMAT.md, section 1, and what it refuses.

use std::fmt;

/// Why bytes are not those of an object. It is small and owns nothing, so that reading stays quick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    Missing { wanted: usize, there: usize },
    LeftOver(usize),
    Bool(u8),
    Presence(u8),
    EnumNumber(i32),
    Case(u32),
    KeyOrder,
    Nan,
    Utf8,
    Depth,
}

/// How deep messages that can hold themselves may lie in one another (FORMAT.md, section 1).
pub const DEEPEST: u32 = 1024;

impl fmt::Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { wanted, there } => write!(out, "{wanted} bytes are wanted and {there} are there"),
            Self::LeftOver(count) => write!(out, "{count} bytes are left over"),
            Self::Bool(value) => write!(out, "a bool is 0 or 1, not {value}"),
            Self::Presence(value) => write!(out, "a presence byte is 0 or 1, not {value}"),
            Self::EnumNumber(number) => write!(out, "the enum declares no number {number}"),
            Self::Case(position) => write!(out, "the position {position} is beyond the oneof's last case"),
            Self::KeyOrder => write!(out, "the keys of a map do not ascend"),
            Self::Nan => write!(out, "a NaN has not the canonical pattern"),
            Self::Utf8 => write!(out, "a string is not UTF-8"),
            Self::Depth => write!(out, "messages lie more than {DEEPEST} deep in one another"),
        }
    }
}

/// The bytes that are still to be read.
#[derive(Clone, Copy)]
pub struct Input<'a> {
    rest: &'a [u8],
    depth: u32,
}

impl<'a> Input<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self {
            rest: bytes,
            depth: 0,
        }
    }

    /// How many bytes are still there.
    #[inline]
    pub fn remaining(&self) -> usize {
        self.rest.len()
    }

    /// The next `count` bytes.
    #[inline]
    pub fn take(&mut self, count: usize) -> Result<&'a [u8], Refusal> {
        if count > self.rest.len() {
            return Err(self.missing(count));
        }
        let (taken, rest) = self.rest.split_at(count);
        self.rest = rest;
        Ok(taken)
    }

    /// The next `N` bytes as an array.
    #[inline]
    pub fn array<const N: usize>(&mut self) -> Result<[u8; N], Refusal> {
        match self.rest.split_first_chunk::<N>() {
            Some((taken, rest)) => {
                self.rest = rest;
                Ok(*taken)
            }
            None => Err(self.missing(N)),
        }
    }

    /// A u32 that counts elements, entries or bytes.
    #[inline]
    pub fn count(&mut self) -> Result<usize, Refusal> {
        Ok(u32::from_le_bytes(self.array()?) as usize)
    }

    /// The bytes of `count` elements of `width` bytes each.
    #[inline]
    pub fn elements(&mut self, count: usize, width: usize) -> Result<&'a [u8], Refusal> {
        self.take(count.saturating_mul(width))
    }

    /// The bytes of a string or of a bytes value, after its length.
    #[inline]
    pub fn counted(&mut self) -> Result<&'a [u8], Refusal> {
        let count = self.count()?;
        self.take(count)
    }

    /// Whether a field with presence is there.
    #[inline]
    pub fn presence(&mut self) -> Result<bool, Refusal> {
        match self.array()? {
            [0] => Ok(false),
            [1] => Ok(true),
            [value] => Err(Refusal::Presence(value)),
        }
    }

    /// Reads a message that can hold itself, one level below what it lies in.
    #[inline]
    pub fn level<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, Refusal>) -> Result<T, Refusal> {
        if self.depth == DEEPEST {
            return Err(Refusal::Depth);
        }
        self.depth += 1;
        let found = read(self);
        self.depth -= 1;
        found
    }

    /// All that is left.
    pub fn all(&mut self) -> &'a [u8] {
        std::mem::take(&mut self.rest)
    }

    /// Refuses bytes that nothing has read.
    pub fn end(&self) -> Result<(), Refusal> {
        if self.rest.is_empty() {
            Ok(())
        } else {
            Err(Refusal::LeftOver(self.rest.len()))
        }
    }

    #[cold]
    fn missing(&self, wanted: usize) -> Refusal {
        Refusal::Missing {
            wanted,
            there: self.rest.len(),
        }
    }
}
