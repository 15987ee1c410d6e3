//! serde_avro_fast over the plain types: serde walks over them, the rendered schema decides what is written.

use std::mem::take;

use serbench_harness::{Codec, Failure};
use serde::Deserialize;
use serde_avro_fast::de::read::SliceRead;
use serde_avro_fast::de::{DeserializerConfig, DeserializerState};
use serde_avro_fast::ser::SerializerConfig;
use serde_avro_fast::Schema;

use crate::plain::SerbenchRoot as Root;

/// How deep messages may nest; by default 64, where each message counts, and each list and union.
const DEPTH: usize = 10_000;

pub struct Avro {
    writing: SerializerConfig<'static>,
    reading: DeserializerConfig<'static>,
    buffer: Vec<u8>,
}

impl Codec for Avro {
    type Root = Root;

    fn new() -> Self {
        // What writes borrows the schema, and a codec is to borrow nothing.
        let schema: &Schema = Box::leak(Box::new(
            crate::wire::SCHEMA
                .parse()
                .expect("the rendered schema is Avro's"),
        ));
        let mut reading = DeserializerConfig::new(schema);
        reading.allowed_depth = DEPTH;
        Self {
            writing: SerializerConfig::new(schema),
            reading,
            buffer: Vec::new(),
        }
    }

    fn encode(&mut self, object: &Root) -> Result<&[u8], Failure> {
        self.buffer.clear();
        self.buffer = serde_avro_fast::to_datum(object, take(&mut self.buffer), &mut self.writing)?;
        Ok(&self.buffer)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Root, Failure> {
        let mut state = DeserializerState::with_config(SliceRead::new(bytes), self.reading.clone());
        Ok(Root::deserialize(state.deserializer())?)
    }
}
