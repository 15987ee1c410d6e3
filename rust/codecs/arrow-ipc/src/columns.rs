//! Reads by a plan (FORMAT.md, section 5) where the values lie in the arrays of their columns, which are found by name.

use std::collections::BTreeMap;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Float32Type, Float64Type, Int32Type, Int64Type, UInt32Type, UInt64Type,
};
use arrow_array::{
    Array, ArrayRef, BinaryArray, BooleanArray, ListArray, MapArray, PrimitiveArray, StringArray,
};
use arrow_buffer::NullBuffer;
use serbench_harness::values::touch::{entry, units, Fixed, ONE};
use serbench_harness::Failure;

/// The columns that a plan reads of a value of the plain types.
pub trait Read<const PLAN: u8> {
    type Columns: Column;
}

/// A column, of which a value is read at a row.
pub trait Column: Sized {
    fn of(array: &ArrayRef) -> Result<Self, Failure>;
    fn touch(&self, row: usize) -> u64;

    /// The paths of what is read below a column, as Parquet's schema has them.
    fn paths(path: &str, found: &mut Vec<String>) {
        found.push(path.to_owned());
    }
}

/// The columns that are rendered for messages.
#[allow(unused, nonstandard_style, clippy::all)]
mod rendered {
    include!(concat!(env!("SERBENCH_RENDERED"), "/columns.rs"));
}

pub use rendered::*;

fn of_type<T>(array: &ArrayRef, typed: Option<T>) -> Result<T, Failure> {
    typed.ok_or_else(|| Failure::error(format!("A column of the type {} is another.", array.data_type())))
}

/// The column inside a struct that has a name.
pub fn inside<C: Column>(array: &ArrayRef, name: &str) -> Result<C, Failure> {
    let columns = of_type(array, array.as_struct_opt())?;
    named(columns.column_by_name(name), name)
}

/// A column, which is there.
pub fn named<C: Column>(column: Option<&ArrayRef>, name: &str) -> Result<C, Failure> {
    C::of(column.ok_or_else(|| Failure::error(format!("There is no column {name:?}.")))?)
}

pub struct Number<T: ArrowPrimitiveType>(PrimitiveArray<T>);

impl<T: ArrowPrimitiveType<Native: Fixed>> Column for Number<T> {
    fn of(array: &ArrayRef) -> Result<Self, Failure> {
        Ok(Self(of_type(array, array.as_primitive_opt())?.clone()))
    }

    #[inline]
    fn touch(&self, row: usize) -> u64 {
        self.0.value(row).touch_of()
    }
}

macro_rules! read_number {
    ($($number:ty => $type:ty;)*) => {$(
        impl<const PLAN: u8> Read<PLAN> for $number {
            type Columns = Number<$type>;
        }
    )*};
}

read_number! {
    i32 => Int32Type;
    u32 => UInt32Type;
    i64 => Int64Type;
    u64 => UInt64Type;
    f32 => Float32Type;
    f64 => Float64Type;
}

impl Column for BooleanArray {
    fn of(array: &ArrayRef) -> Result<Self, Failure> {
        Ok(of_type(array, array.as_boolean_opt())?.clone())
    }

    #[inline]
    fn touch(&self, row: usize) -> u64 {
        u64::from(self.value(row))
    }
}

impl<const PLAN: u8> Read<PLAN> for bool {
    type Columns = BooleanArray;
}

impl Column for StringArray {
    fn of(array: &ArrayRef) -> Result<Self, Failure> {
        Ok(of_type(array, array.as_string_opt())?.clone())
    }

    #[inline]
    fn touch(&self, row: usize) -> u64 {
        units(self.value(row).as_bytes())
    }
}

impl<const PLAN: u8> Read<PLAN> for String {
    type Columns = StringArray;
}

impl Column for BinaryArray {
    fn of(array: &ArrayRef) -> Result<Self, Failure> {
        Ok(of_type(array, array.as_binary_opt())?.clone())
    }

    #[inline]
    fn touch(&self, row: usize) -> u64 {
        units(self.value(row))
    }
}

impl<const PLAN: u8> Read<PLAN> for Vec<u8> {
    type Columns = BinaryArray;
}

/// A column with nulls, which give 0.
pub struct Nullable<C> {
    nulls: Option<NullBuffer>,
    column: C,
}

impl<C: Column> Column for Nullable<C> {
    fn of(array: &ArrayRef) -> Result<Self, Failure> {
        let nulls = array.nulls().cloned();
        Ok(Self {
            nulls,
            column: C::of(array)?,
        })
    }

    #[inline]
    fn touch(&self, row: usize) -> u64 {
        match &self.nulls {
            Some(nulls) if nulls.is_null(row) => 0,
            _ => self.column.touch(row),
        }
    }

    fn paths(path: &str, found: &mut Vec<String>) {
        C::paths(path, found);
    }
}

impl<const PLAN: u8, T: Read<PLAN>> Read<PLAN> for Option<T> {
    type Columns = Nullable<T::Columns>;
}

/// Lists, of which all elements are read.
pub struct List<C> {
    lists: ListArray,
    elements: C,
}

impl<C: Column> List<C> {
    #[inline]
    fn range(&self, row: usize) -> std::ops::Range<usize> {
        let offsets = self.lists.value_offsets();
        offsets[row] as usize..offsets[row + 1] as usize
    }
}

impl<C: Column> Column for List<C> {
    fn of(array: &ArrayRef) -> Result<Self, Failure> {
        let lists = of_type(array, array.as_list_opt())?.clone();
        let elements = C::of(lists.values())?;
        Ok(Self { lists, elements })
    }

    #[inline]
    fn touch(&self, row: usize) -> u64 {
        self.range(row)
            .fold(0, |sum, at| sum.wrapping_add(self.elements.touch(at)))
    }

    fn paths(path: &str, found: &mut Vec<String>) {
        C::paths(&format!("{path}.list.element"), found);
    }
}

impl<const PLAN: u8, T: Read<PLAN>> Read<PLAN> for Vec<T> {
    type Columns = List<T::Columns>;
}

/// Lists, of which the middle element is read.
pub struct Middle<C>(List<C>);

impl<C: Column> Column for Middle<C> {
    fn of(array: &ArrayRef) -> Result<Self, Failure> {
        List::of(array).map(Self)
    }

    #[inline]
    fn touch(&self, row: usize) -> u64 {
        let range = self.0.range(row);
        match range.len() {
            0 => 0,
            count => self.0.elements.touch(range.start + count / 2),
        }
    }

    fn paths(path: &str, found: &mut Vec<String>) {
        List::<C>::paths(path, found);
    }
}

/// What is not read, and gives 0.
pub struct Nothing;

impl Column for Nothing {
    fn of(_: &ArrayRef) -> Result<Self, Failure> {
        Ok(Self)
    }

    #[inline]
    fn touch(&self, _: usize) -> u64 {
        0
    }
}

/// Maps, which are read as a whole from the bytes.
pub struct Map<K, V> {
    maps: MapArray,
    keys: K,
    values: V,
}

impl<K: Column, V: Column> Column for Map<K, V> {
    fn of(array: &ArrayRef) -> Result<Self, Failure> {
        let maps = of_type(array, array.as_map_opt())?.clone();
        let (keys, values) = (K::of(maps.keys())?, V::of(maps.values())?);
        Ok(Self { maps, keys, values })
    }

    #[inline]
    fn touch(&self, row: usize) -> u64 {
        let offsets = self.maps.value_offsets();
        (offsets[row] as usize..offsets[row + 1] as usize).fold(0, |sum, at| {
            sum.wrapping_add(entry(self.keys.touch(at), self.values.touch(at)))
        })
    }
}

impl<const PLAN: u8, K: Read<PLAN>, V: Read<PLAN>> Read<PLAN> for BTreeMap<K, V> {
    type Columns = Map<K::Columns, V::Columns>;
}

/// The only row of a message whose root is no list.
pub fn only<T>(rows: Vec<T>) -> Result<T, Failure> {
    let count = rows.len();
    let [row] = <[T; 1]>::try_from(rows).map_err(|_| one_row(count))?;
    Ok(row)
}

#[cold]
fn one_row(count: usize) -> Failure {
    Failure::error(format!("The message has {count} rows, and an object is one."))
}

/// What a plan reads of the only row.
pub fn touch_only<const PLAN: u8>(array: &ArrayRef) -> Result<u64, Failure>
where
    Row: Read<PLAN>,
{
    match array.len() {
        1 => Ok(<Row as Read<PLAN>>::Columns::of(array)?.touch(0)),
        count => Err(one_row(count)),
    }
}

/// What a plan reads of the rows: access-one the middle one, the others all.
pub fn touch_rows<const PLAN: u8>(array: &ArrayRef) -> Result<u64, Failure>
where
    Row: Read<PLAN>,
{
    let columns = <Row as Read<PLAN>>::Columns::of(array)?;
    Ok(match array.len() {
        0 => 0,
        count if PLAN == ONE => columns.touch(count / 2),
        count => (0..count).fold(0, |sum, row| sum.wrapping_add(columns.touch(row))),
    })
}
