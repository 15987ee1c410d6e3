//! apache-avro over the plain types: serde walks over them, the rendered schema decides what is written.

use apache_avro::reader::datum::GenericDatumReader;
use apache_avro::writer::datum::GenericDatumWriter;
use apache_avro::Schema;
use serbench_harness::{Codec, Failure};

use crate::plain::SerbenchRoot as Root;

pub struct Avro {
    writer: GenericDatumWriter<'static>,
    reader: GenericDatumReader<'static>,
    buffer: Vec<u8>,
}

impl Codec for Avro {
    type Root = Root;

    fn new() -> Self {
        // The library's readers and writers borrow their schema, and a codec is to borrow nothing.
        let schema: &Schema = Box::leak(Box::new(
            Schema::parse_str(crate::wire::SCHEMA).expect("the rendered schema is Avro's"),
        ));
        Self {
            writer: GenericDatumWriter::builder(schema)
                .human_readable(false)
                .build()
                .expect("the schema defines all that it names"),
            reader: GenericDatumReader::builder(schema)
                .human_readable(false)
                .build()
                .expect("the schema defines all that it names"),
            buffer: Vec::new(),
        }
    }

    fn encode(&mut self, object: &Root) -> Result<&[u8], Failure> {
        self.buffer.clear();
        self.writer.write_ser(&mut self.buffer, object)?;
        Ok(&self.buffer)
    }

    fn decode(&mut self, mut bytes: &[u8]) -> Result<Root, Failure> {
        Ok(self.reader.read_deser(&mut bytes)?)
    }
}
