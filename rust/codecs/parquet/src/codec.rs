//! Parquet files in memory, of one row group.

use std::io::Read;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::{FieldRef, Schema};
use bytes::buf::Reader;
use bytes::Bytes;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::arrow::arrow_writer::{ArrowWriter, ArrowWriterOptions};
use parquet::arrow::ProjectionMask;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{ChunkReader, Length};
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

/// A file that counts the bytes that are read of it.
struct Counting<F> {
    file: F,
    read: Arc<AtomicUsize>,
}

impl<F> Counting<F> {
    fn count(&self, bytes: usize) {
        self.read.fetch_add(bytes, Ordering::Relaxed);
    }
}

impl Length for Counting<Bytes> {
    fn len(&self) -> u64 {
        Length::len(&self.file)
    }
}

impl ChunkReader for Counting<Bytes> {
    type T = Counting<Reader<Bytes>>;

    fn get_read(&self, start: u64) -> parquet::errors::Result<Self::T> {
        let (file, read) = (self.file.get_read(start)?, Arc::clone(&self.read));
        Ok(Counting { file, read })
    }

    fn get_bytes(&self, start: u64, length: usize) -> parquet::errors::Result<Bytes> {
        self.count(length);
        self.file.get_bytes(start, length)
    }
}

impl Read for Counting<Reader<Bytes>> {
    fn read(&mut self, to: &mut [u8]) -> std::io::Result<usize> {
        let bytes = self.file.read(to)?;
        self.count(bytes);
        Ok(bytes)
    }
}

/// The batch of a file: of the columns at these paths and below them, or of all.
fn read(file: impl ChunkReader + 'static, paths: Option<&[String]>) -> Result<RecordBatch, Failure> {
    let file = ParquetRecordBatchReaderBuilder::try_new(file)?;
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

impl Parquet {
    /// The paths of what a plan reads.
    fn paths_of(&self, plan: Plan) -> &[String] {
        let at = Plan::EVERY.iter().position(|one| *one == plan);
        &self.paths[at.unwrap_or_default()]
    }
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
        object_of(&read(Bytes::copy_from_slice(bytes), None)?)
    }

    fn access(&mut self, bytes: &[u8], plan: Plan) -> Result<u64, Failure> {
        touched(
            &read(Bytes::copy_from_slice(bytes), Some(self.paths_of(plan)))?,
            plan,
        )
    }

    /// What the library asks the file for.
    fn bytes_read(&mut self, bytes: &[u8], plan: Plan) -> Result<Option<usize>, Failure> {
        let counted = Arc::new(AtomicUsize::new(0));
        let (file, read_of_it) = (Bytes::copy_from_slice(bytes), Arc::clone(&counted));
        let file = Counting {
            file,
            read: read_of_it,
        };
        read(file, Some(self.paths_of(plan)))?;
        Ok(Some(counted.load(Ordering::Relaxed)))
    }
}
