//! The floor: the object is its corpus bytes already, and encoding and decoding copy them.

use serbench_harness::{Codec, Failure, Image};

use crate::plain::SerbenchRoot;

pub struct Memcpy {
    copy: Vec<u8>,
}

impl Codec for Memcpy {
    type Root = Image<SerbenchRoot>;
    const REUSES: bool = true;

    fn new() -> Self {
        Self { copy: Vec::new() }
    }

    fn encode(&mut self, image: &Self::Root) -> Result<&[u8], Failure> {
        self.copy.clear();
        self.copy.extend_from_slice(&image.bytes);
        Ok(&self.copy)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Self::Root, Failure> {
        Ok(Image::new(bytes.to_vec()))
    }

    fn decode_reuse(&mut self, bytes: &[u8], image: &mut Self::Root) -> Result<(), Failure> {
        image.bytes.clear();
        image.bytes.extend_from_slice(bytes);
        Ok(())
    }
}
