//! What the harness knows of an object.

use std::marker::PhantomData;

use crate::values::bytes::Refusal;
use crate::values::touch::{Touch, ALL, ONE, TENTH};
use crate::values::xxh64::xxh64;

/// What an access operation reads (FORMAT.md, section 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plan {
    One,
    Tenth,
    All,
}

impl Plan {
    pub const EVERY: &'static [Self] = &[Self::One, Self::Tenth, Self::All];

    /// The plan's number in the type of a walk.
    pub const fn number(self) -> u8 {
        match self {
            Self::One => ONE,
            Self::Tenth => TENTH,
            Self::All => ALL,
        }
    }
}

/// What reading a root by the plan gives.
#[inline]
pub fn touched_by<T: Touch<ONE> + Touch<TENTH> + Touch<ALL>>(plan: Plan, root: &T) -> u64 {
    match plan {
        Plan::One => Touch::<ONE>::touch(root),
        Plan::Tenth => Touch::<TENTH>::touch(root),
        Plan::All => Touch::<ALL>::touch(root),
    }
}

/// The root type of a workload, or what a floor takes in its place.
pub trait Object: Sized {
    /// Whether the object is its own bytes, which a floor neither encodes nor decodes.
    const RAW: bool = false;

    /// Reads the object that takes all of `bytes`.
    fn from_corpus(bytes: &[u8]) -> Result<Self, Refusal>;

    /// Appends the canonical bytes of FORMAT.md, section 1.
    fn write_canonical(&self, out: &mut Vec<u8>);

    /// What reading the object by the plan gives.
    fn touched(&self, plan: Plan) -> u64;

    /// Whether the complex-object study's key can be read of objects (FORMAT.md, section 8).
    const HAS_STUDY_KEY: bool = false;

    /// That key.
    fn study_key(&self) -> u64 {
        0
    }

    /// Whether objects have a number (FORMAT.md, section 7).
    const HAS_NUMBER: bool = false;
    /// Whether objects have a batch.
    const HAS_BATCH: bool = false;
    /// Whether objects are envelopes.
    const IS_ENVELOPE: bool = false;

    /// Adds 1 to the number wherever it occurs.
    fn update_number(&mut self) {}

    /// Makes `count` parts, of which each gets a copy of all that is not in the batch. The elements go to them by
    /// their numbers or in turn, and the batch is empty afterwards.
    fn split_into(&mut self, _parts: &mut Vec<Self>, _count: usize, _by_number: bool) {}

    /// Where an envelope is to go.
    fn destination(&self) -> u64 {
        0
    }

    /// What an envelope holds.
    fn payload(&self) -> &[u8] {
        &[]
    }

    /// The digest of FORMAT.md, section 3. `scratch` is memory to be used again.
    fn digest(&self, scratch: &mut Vec<u8>) -> u64 {
        scratch.clear();
        self.write_canonical(scratch);
        xxh64(scratch)
    }
}

/// How many code points a text has.
pub fn code_points(text: &str) -> u64 {
    text.chars().count() as u64
}

/// The digest of objects whose digests are given in order.
pub fn digest_of_digests(digests: &[u64]) -> u64 {
    let bytes: Vec<u8> = digests.iter().flat_map(|digest| digest.to_le_bytes()).collect();
    xxh64(&bytes)
}

/// An object of the type `R` as its corpus bytes alone: what the floor holds.
pub struct Image<R> {
    pub bytes: Vec<u8>,
    of: PhantomData<R>,
}

impl<R> Image<R> {
    pub fn new(bytes: Vec<u8>) -> Self {
        Self {
            bytes,
            of: PhantomData,
        }
    }
}

impl<R: Object> Object for Image<R> {
    const RAW: bool = true;

    fn from_corpus(bytes: &[u8]) -> Result<Self, Refusal> {
        R::from_corpus(bytes)?;
        Ok(Self::new(bytes.to_vec()))
    }

    fn write_canonical(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.bytes);
    }

    fn touched(&self, plan: Plan) -> u64 {
        R::from_corpus(&self.bytes).map_or(0, |object| object.touched(plan))
    }
}

/// An enum of the schema. A trait, because a schema's value may be called `number` too.
pub trait Enumeration: Copy {
    /// The number that the schema declares.
    fn number(self) -> i32;

    /// The value of a declared number.
    fn from_number(number: i32) -> Option<Self>;
}

/// Makes an `Object` of a rendered root type, with what a router changes in it or reads of it, and the study's key.
#[macro_export]
macro_rules! plain_root {
    ($root:ty, $($routing:tt)*) => {
        impl $crate::Object for $root {
            fn from_corpus(bytes: &[::std::primitive::u8]) -> ::std::result::Result<Self, $crate::Refusal> {
                let mut input = $crate::Input::new(bytes);
                let object = <Self as $crate::values::reading::Read>::read::<true>(&mut input)?;
                input.end()?;
                ::std::result::Result::Ok(object)
            }

            fn write_canonical(&self, out: &mut ::std::vec::Vec<::std::primitive::u8>) {
                $crate::values::writing::Write::write::<true>(self, out);
            }

            fn touched(&self, plan: $crate::values::object::Plan) -> ::std::primitive::u64 {
                $crate::values::object::touched_by(plan, self)
            }

            $($routing)*
        }
    };
}

/// The walks over a rendered enum, which lies in the bytes as its number.
#[macro_export]
macro_rules! plain_enum {
    ($enumeration:ty) => {
        impl $crate::values::writing::Write for $enumeration {
            #[inline]
            fn write<const CANONICAL: ::std::primitive::bool>(
                &self,
                out: &mut ::std::vec::Vec<::std::primitive::u8>,
            ) {
                $crate::values::writing::Write::write::<CANONICAL>(
                    &$crate::values::object::Enumeration::number(*self),
                    out,
                );
            }
        }

        impl $crate::values::reading::Read for $enumeration {
            #[inline]
            fn read<const STRICT: ::std::primitive::bool>(
                input: &mut $crate::Input<'_>,
            ) -> ::std::result::Result<Self, $crate::Refusal> {
                let number = <::std::primitive::i32 as $crate::values::reading::Read>::read::<STRICT>(input)?;
                <Self as $crate::values::object::Enumeration>::from_number(number)
                    .ok_or($crate::Refusal::EnumNumber(number))
            }
        }

        impl<const PLAN: ::std::primitive::u8> $crate::values::touch::Touch<PLAN> for $enumeration {
            #[inline]
            fn touch(&self) -> ::std::primitive::u64 {
                $crate::values::touch::Touch::<PLAN>::touch(&$crate::values::object::Enumeration::number(
                    *self,
                ))
            }
        }
    };
}
