//! Apache Fory over the plain types, whose derives codec.toml names.

use serbench_harness::{Codec, Failure};

use crate::mode::{COMPATIBLE, XLANG};
use crate::oneofs::register;
use crate::plain::SerbenchRoot as Root;

pub struct Fory {
    fory: fory::Fory,
    buffer: Vec<u8>,
}

impl Codec for Fory {
    type Root = Root;

    fn new() -> Self {
        // The limits guard against foreign data. Large data is data too.
        let mut fory = fory::Fory::builder()
            .xlang(XLANG)
            .compatible(COMPATIBLE)
            .max_type_fields(u32::MAX as usize)
            .max_type_meta_bytes(u32::MAX as usize)
            .max_graph_memory_bytes(usize::MAX)
            .max_unbacked_container_items(usize::MAX)
            .build();
        register(&mut fory).expect("every type is registered once");
        Self {
            fory,
            buffer: Vec::new(),
        }
    }

    fn encode(&mut self, object: &Root) -> Result<&[u8], Failure> {
        self.buffer.clear();
        self.fory.serialize_to(&mut self.buffer, object)?;
        Ok(&self.buffer)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Root, Failure> {
        Ok(self.fory.deserialize(bytes)?)
    }
}
