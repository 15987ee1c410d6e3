//! Objects as record batches, and back: `serde_arrow` over the rows.

use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, StructArray};
use arrow_schema::{DataType, FieldRef};
use serbench_harness::values::object::Plan;
use serbench_harness::Failure;

use crate::cells::{Cell, Lent};
use crate::columns::{object, rows, touch, Row};
use crate::plain::SerbenchRoot as Root;

/// The columns of a table.
pub fn fields() -> Vec<FieldRef> {
    match Row::data_type() {
        DataType::Struct(fields) => fields.iter().cloned().collect(),
        other => unreachable!("a row is a struct, not {other}"),
    }
}

/// The batch of an object's rows.
pub fn batch_of(object: &Root, fields: &[FieldRef]) -> Result<RecordBatch, Failure> {
    let lent: Vec<Lent<'_, Row>> = rows(object).iter().map(Lent).collect();
    Ok(serde_arrow::to_record_batch(fields, &lent)?)
}

/// The object of a batch.
pub fn object_of(batch: &RecordBatch) -> Result<Root, Failure> {
    object(Vec::<Row>::read(serde_arrow::Deserializer::from_record_batch(
        batch,
    )?)?)
}

/// What a plan reads of a batch, which need not have other columns.
pub fn touched(batch: &RecordBatch, plan: Plan) -> Result<u64, Failure> {
    let table: ArrayRef = Arc::new(StructArray::from(batch.clone()));
    touch(&table, plan)
}

/// The batch that a message has, and no other.
pub fn only<E>(mut batches: impl Iterator<Item = Result<RecordBatch, E>>) -> Result<RecordBatch, Failure>
where
    Failure: From<E>,
{
    match (batches.next().transpose()?, batches.next()) {
        (Some(batch), None) => Ok(batch),
        (None, _) => Err(Failure::error("The message has no batch.".to_owned())),
        _ => Err(Failure::error("The message has more than one batch.".to_owned())),
    }
}
