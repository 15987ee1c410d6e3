//! What a cell of a table holds: the type of its column, and how serde writes and reads it for `serde_arrow`.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use arrow_schema::{DataType, Field};
use serbench_plain_serde::{Bytes, Reads, Writes};
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A value of the plain types as a cell.
pub trait Cell: Sized {
    const NULLABLE: bool = false;

    fn data_type() -> DataType;
    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error>;
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error>;
}

/// The column of these cells.
pub fn field<T: Cell>(name: &str) -> Field {
    Field::new(name, T::data_type(), T::NULLABLE)
}

/// A cell that serde writes.
pub struct Lent<'a, T>(pub &'a T);

impl<T: Cell> Serialize for Lent<'_, T> {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.write(serializer)
    }
}

/// A cell that serde has read.
pub struct Owned<T>(pub T);

impl<'de, T: Cell> Deserialize<'de> for Owned<T> {
    #[inline]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::read(deserializer).map(Self)
    }
}

/// The cells of messages and enums, rendered.
#[allow(unused, nonstandard_style, clippy::all)]
mod rendered {
    include!(concat!(env!("SERBENCH_RENDERED"), "/cells.rs"));
}

macro_rules! cell_of_serde {
    ($($type:ty => $data_type:ident;)*) => {$(
        impl Cell for $type {
            fn data_type() -> DataType {
                DataType::$data_type
            }

            #[inline]
            fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self.serialize(serializer)
            }

            #[inline]
            fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Self::deserialize(deserializer)
            }
        }
    )*};
}

cell_of_serde! {
    bool => Boolean;
    i32 => Int32;
    u32 => UInt32;
    i64 => Int64;
    u64 => UInt64;
    f32 => Float32;
    f64 => Float64;
    String => Utf8;
}

impl Cell for Vec<u8> {
    fn data_type() -> DataType {
        DataType::Binary
    }

    #[inline]
    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Bytes::serialize(self, serializer)
    }

    #[inline]
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Bytes::deserialize(deserializer)
    }
}

impl<T: Cell> Cell for Option<T> {
    const NULLABLE: bool = true;

    fn data_type() -> DataType {
        T::data_type()
    }

    #[inline]
    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_ref().map(Lent).serialize(serializer)
    }

    #[inline]
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Option::<Owned<T>>::deserialize(deserializer)?.map(|owned| owned.0))
    }
}

impl<T: Cell> Cell for Vec<T> {
    fn data_type() -> DataType {
        DataType::List(Arc::new(field::<T>("item")))
    }

    #[inline]
    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(Lent))
    }

    #[inline]
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(ListVisitor(PhantomData))
    }
}

struct ListVisitor<T>(PhantomData<T>);

impl<'de, T: Cell> Visitor<'de> for ListVisitor<T> {
    type Value = Vec<T>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Vec<T>, A::Error> {
        let mut list = Vec::new();
        while let Some(Owned(element)) = elements.next_element()? {
            list.push(element);
        }
        Ok(list)
    }
}

impl<K: Cell + Ord, V: Cell> Cell for BTreeMap<K, V> {
    fn data_type() -> DataType {
        let entry = DataType::Struct(vec![field::<K>("key"), field::<V>("value")].into());
        DataType::Map(Arc::new(Field::new("entries", entry, false)), false)
    }

    #[inline]
    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter().map(|(key, value)| (Lent(key), Lent(value))))
    }

    #[inline]
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(MapVisitor(PhantomData))
    }
}

struct MapVisitor<K, V>(PhantomData<(K, V)>);

impl<'de, K: Cell + Ord, V: Cell> Visitor<'de> for MapVisitor<K, V> {
    type Value = BTreeMap<K, V>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a map")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<BTreeMap<K, V>, A::Error> {
        let mut map = BTreeMap::new();
        while let Some((Owned(key), Owned(value))) = entries.next_entry()? {
            map.insert(key, value);
        }
        Ok(map)
    }
}
