//! Record batches in streams of Arrow's IPC format.

use arrow_array::RecordBatch;
use arrow_ipc::reader::StreamReader;
use arrow_ipc::writer::StreamWriter;
use arrow_schema::FieldRef;
use serbench_harness::values::object::Plan;
use serbench_harness::{Failure, MessageCodec};

use crate::plain::SerbenchRoot as Root;
use crate::tables::{batch_of, fields, object_of, only, touched};

pub struct ArrowIpc {
    fields: Vec<FieldRef>,
    bytes: Vec<u8>,
}

/// A batch, when there is one.
type Batch = Option<RecordBatch>;

#[cold]
fn no_batch() -> Failure {
    Failure::error("There is no batch.".to_owned())
}

impl MessageCodec for ArrowIpc {
    type Root = Root;
    type Message = Batch;
    type Opened<'a> = Batch;
    const PLANS: &'static [Plan] = Plan::EVERY;

    fn new() -> Self {
        Self {
            fields: fields(),
            bytes: Vec::new(),
        }
    }

    fn build(&mut self, object: &Root, message: &mut Batch) -> Result<(), Failure> {
        *message = Some(batch_of(object, &self.fields)?);
        Ok(())
    }

    fn serialize<'a>(&'a mut self, message: &'a Batch) -> Result<&'a [u8], Failure> {
        let batch = message.as_ref().ok_or_else(no_batch)?;
        self.bytes.clear();
        let mut writer = StreamWriter::try_new(&mut self.bytes, batch.schema_ref())?;
        writer.write(batch)?;
        writer.finish()?;
        drop(writer);
        Ok(&self.bytes)
    }

    fn deserialize(&mut self, bytes: &[u8], opened: &mut Batch) -> Result<(), Failure> {
        *opened = Some(only(StreamReader::try_new(bytes, None)?)?);
        Ok(())
    }

    fn extract(&mut self, opened: &Batch) -> Result<Root, Failure> {
        object_of(opened.as_ref().ok_or_else(no_batch)?)
    }

    fn touch(&mut self, opened: &Batch, plan: Plan) -> Result<u64, Failure> {
        touched(opened.as_ref().ok_or_else(no_batch)?, plan)
    }
}
