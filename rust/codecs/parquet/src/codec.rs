//! Parquet files in memory, of one row group.

use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::{FieldRef, Schema};
use bytes::Bytes;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::arrow::arrow_writer::{ArrowWriter, ArrowWriterOptions};
use parquet::arrow::ProjectionMask;
use parquet::file::properties::WriterProperties;
use serbench_harness::values::object::Plan;
use serbench_harness::{Codec, Failure};

use crate::columns::paths;
use crate::plain::SerbenchRoot as Root;
use crate::tables::{batch_of, fields, object_of, only, touched};

pub struct Parquet {
    fields: Vec<FieldRef>,
    bytes: Vec<u8>,
    paths: [Vec<String>; Plan::EVERY.len()],
}

/// The batch of a file: of the columns at these paths and below them, or of all.
fn read(bytes: &[u8], paths: Option<&[String]>) -> Result<RecordBatch, Failure> {
    let file = ParquetRecordBatchReaderBuilder::try_new(Bytes::copy_from_slice(bytes))?;
    let rows = usize::try_from(file.metadata().file_metadata().num_rows())?;
    let columns = match paths {
        Some(paths) => ProjectionMask::columns(file.parquet_schema(), paths.iter().map(String::as_str)),
        None => ProjectionMask::all(),
    };
    if rows == 0 {
        return Ok(RecordBatch::new_empty(Arc::clone(file.schema())));
    }
    only(file.with_projection(columns).with_batch_size(rows).build()?)
}

impl Codec for Parquet {
    type Root = Root;
    const PLANS: &'static [Plan] = Plan::EVERY;

    fn new() -> Self {
        Self {
            fields: fields(),
            bytes: Vec::new(),
            paths: std::array::from_fn(|at| paths(Plan::EVERY[at])),
        }
    }

    fn encode(&mut self, object: &Root) -> Result<&[u8], Failure> {
        let schema = Arc::new(Schema::new(self.fields.clone()));
        // Parquet's own names of the groups in lists and maps, by which columns are found.
        let properties = WriterProperties::builder().set_coerce_types(true).build();
        let options = ArrowWriterOptions::new()
            .with_properties(properties)
            .with_skip_arrow_metadata(true);
        self.bytes.clear();
        let mut writer = ArrowWriter::try_new_with_options(&mut self.bytes, schema, options)?;
        writer.write(&batch_of(object, &self.fields)?)?;
        writer.close()?;
        Ok(&self.bytes)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Root, Failure> {
        object_of(&read(bytes, None)?)
    }

    fn access(&mut self, bytes: &[u8], plan: Plan) -> Result<u64, Failure> {
        let at = Plan::EVERY
            .iter()
            .position(|one| *one == plan)
            .unwrap_or_default();
        touched(&read(bytes, Some(&self.paths[at]))?, plan)
    }
}
