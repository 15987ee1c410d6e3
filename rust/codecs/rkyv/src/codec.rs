//! rkyv over the plain types, whose derives and attributes codec.toml names. How bytes are opened is told in
//! `opening`.

use std::mem::take;

use rkyv::api::high::to_bytes_in_with_alloc;
use rkyv::ser::allocator::Arena;
use rkyv::util::AlignedVec;
use rkyv::Archive;
use serbench_harness::values::object::Plan;
use serbench_harness::values::touch::{ALL, ONE, TENTH};
use serbench_harness::{Codec, Failure};

use crate::opening::{open, open_mut, Error};
use crate::plain::SerbenchRoot as Root;
use crate::touching::Touch;
use crate::updating::Numbered;

pub type Archived = <Root as Archive>::Archived;

pub struct Rkyv {
    buffer: AlignedVec,
    arena: Arena,
    copy: AlignedVec,
}

impl Codec for Rkyv {
    type Root = Root;
    const PLANS: &'static [Plan] = Plan::EVERY;
    const UPDATES: bool = true;

    fn new() -> Self {
        Self {
            buffer: AlignedVec::new(),
            arena: Arena::new(),
            copy: AlignedVec::new(),
        }
    }

    fn encode(&mut self, object: &Root) -> Result<&[u8], Failure> {
        let mut buffer = take(&mut self.buffer);
        buffer.clear();
        self.buffer = to_bytes_in_with_alloc::<_, _, Error>(object, buffer, self.arena.acquire())?;
        Ok(&self.buffer)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Root, Failure> {
        let archived = open(self.aligned(bytes))?;
        Ok(rkyv::deserialize::<Root, Error>(archived)?)
    }

    fn update_number(&mut self, bytes: &mut [u8]) -> Result<bool, Failure> {
        if !is_aligned(bytes) {
            return Ok(false);
        }
        Numbered::add_one(open_mut(bytes)?);
        Ok(true)
    }

    fn access(&mut self, bytes: &[u8], plan: Plan) -> Result<u64, Failure> {
        let archived = open(self.aligned(bytes))?;
        Ok(match plan {
            Plan::One => Touch::<ONE>::touch(archived),
            Plan::Tenth => Touch::<TENTH>::touch(archived),
            Plan::All => Touch::<ALL>::touch(archived),
        })
    }
}

impl Rkyv {
    /// The bytes where they lie, if they are aligned as an archive has to be, which is what the allocators of
    /// 64-bit machines give; otherwise a copy.
    fn aligned<'a>(&'a mut self, bytes: &'a [u8]) -> &'a [u8] {
        if is_aligned(bytes) {
            return bytes;
        }
        self.copy.clear();
        self.copy.extend_from_slice(bytes);
        &self.copy
    }
}

fn is_aligned(bytes: &[u8]) -> bool {
    bytes.as_ptr().align_offset(AlignedVec::<16>::ALIGNMENT) == 0
}
