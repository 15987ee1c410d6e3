//! Texts, and a codec of a few lines for them.

use std::sync::atomic::{AtomicU64, Ordering};

use serbench_harness::values::object::Plan;
use serbench_harness::{Codec, Failure, Object, Refusal};

pub const LARGEST_BYTES: u64 = 997;

pub struct Text(Vec<u8>);

impl Object for Text {
    fn from_corpus(bytes: &[u8]) -> Result<Self, Refusal> {
        Ok(Self(bytes.to_vec()))
    }

    fn write_canonical(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.0);
    }

    fn touched(&self, _plan: Plan) -> u64 {
        key_of(&self.0)
    }

    const HAS_STUDY_KEY: bool = true;

    fn study_key(&self) -> u64 {
        study_key_of(&self.0)
    }
}

/// How many codecs there have been, and how many of them have got a buffer.
pub static CODECS: AtomicU64 = AtomicU64::new(0);
pub static BUFFERS: AtomicU64 = AtomicU64::new(0);

/// Refuses a message that begins with "!" and the encoding of a text that ends with "?".
pub struct Toy(Vec<u8>);

impl Codec for Toy {
    type Root = Text;
    const PLANS: &'static [Plan] = &[Plan::One];

    fn new() -> Self {
        CODECS.fetch_add(1, Ordering::Relaxed);
        Self(Vec::new())
    }

    fn encode(&mut self, text: &Text) -> Result<&[u8], Failure> {
        if text.0.last() == Some(&b'?') {
            return Err(Failure::error("It ends with a sign."));
        }
        if self.0.capacity() == 0 {
            BUFFERS.fetch_add(1, Ordering::Relaxed);
        }
        self.0.clear();
        text.write_canonical(&mut self.0);
        Ok(&self.0)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Text, Failure> {
        match bytes.first() {
            Some(b'!') => Err(Failure::error("It begins with a sign.")),
            _ => Ok(Text(bytes.to_vec())),
        }
    }

    fn access(&mut self, bytes: &[u8], plan: Plan) -> Result<u64, Failure> {
        Ok(self.decode(bytes)?.touched(plan))
    }
}

/// Few keys, so that many are equal.
pub fn key_of(message: &[u8]) -> u64 {
    message.len() as u64 % 37
}

/// Another order than by `key_of`.
pub fn study_key_of(message: &[u8]) -> u64 {
    message.len() as u64 % 41
}

pub fn message(number: u64) -> Vec<u8> {
    let length = 1 + number * 7919 % LARGEST_BYTES;
    (0..length)
        .map(|place| b'a' + (number + place) as u8 % 26)
        .collect()
}
