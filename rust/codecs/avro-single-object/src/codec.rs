//! serde_avro_fast over the plain types, with the header of a single object: what is read goes by the schema of its
//! writer.

use std::collections::HashMap;
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
const MARKER: [u8; 2] = [0xC3, 0x01];
const VERSIONS: &[&str] = &include!(concat!(env!("SERBENCH_RENDERED"), "/versions.rs"));

pub struct Avro {
    writing: SerializerConfig<'static>,
    /// How a message is read, by the fingerprint of its writer's schema.
    registry: HashMap<[u8; 8], DeserializerConfig<'static>>,
    buffer: Vec<u8>,
}

impl Codec for Avro {
    type Root = Root;

    fn new() -> Self {
        Self {
            writing: SerializerConfig::new(parsed(VERSIONS[0])),
            registry: VERSIONS.iter().map(|text| reading(parsed(text))).collect(),
            buffer: Vec::new(),
        }
    }

    fn encode(&mut self, object: &Root) -> Result<&[u8], Failure> {
        self.buffer.clear();
        self.buffer = serde_avro_fast::to_single_object(object, take(&mut self.buffer), &mut self.writing)?;
        Ok(&self.buffer)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Root, Failure> {
        let (header, datum) = bytes
            .split_first_chunk::<10>()
            .ok_or("the message is shorter than the header of a single object")?;
        let (marker, fingerprint) = header.split_at(MARKER.len());
        if marker != MARKER {
            return Err("the message has no header of a single object".into());
        }
        let reading = self
            .registry
            .get(fingerprint)
            .ok_or("no schema has the fingerprint of the message")?;
        let mut state = DeserializerState::with_config(SliceRead::new(datum), reading.clone());
        Ok(Root::deserialize(state.deserializer())?)
    }
}

/// What reads and writes borrows the schema, and a codec is to borrow nothing.
fn parsed(text: &str) -> &'static Schema {
    Box::leak(Box::new(text.parse().expect("the rendered schema is Avro's")))
}

fn reading(writers: &'static Schema) -> ([u8; 8], DeserializerConfig<'static>) {
    let mut reading = DeserializerConfig::new(writers);
    reading.allowed_depth = DEPTH;
    (*writers.rabin_fingerprint(), reading)
}
