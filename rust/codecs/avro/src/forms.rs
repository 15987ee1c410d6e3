//! How values lie in Avro that it has no type of its own for.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serbench_plain_serde::{Form, Lent, Owned, Reads, Writes};
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A value in a union with null, which it never is.
pub struct Nullable<F>(PhantomData<F>);

impl<F: Writes<T>, T> Writes<T> for Nullable<F> {
    #[inline]
    fn serialize<S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_some(&Lent::<F, T>::new(value))
    }
}

impl<'de, F: Reads<'de, T>, T> Reads<'de, T> for Nullable<F> {
    #[inline]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
        let value = Option::<Owned<F, T>>::deserialize(deserializer)?;
        value
            .map(|owned| owned.0)
            .ok_or_else(|| D::Error::custom("an element of a list or a map is null"))
    }
}

/// A oneof, null when unset. The rendered definitions implement it.
pub struct Union;

/// A map as an array of records of a key in the form `K` and a value in the form `V`.
pub struct Entries<K, V>(PhantomData<(K, V)>);

impl<K, V> Entries<K, V> {
    pub fn serialize<A, B, S: Serializer>(map: &BTreeMap<A, B>, serializer: S) -> Result<S::Ok, S::Error>
    where
        K: Form<A>,
        V: Form<B>,
    {
        serializer.collect_seq(map.iter().map(|(key, value)| LentEntry::<K, V, A, B> {
            key: Lent::new(key),
            value: Lent::new(value),
        }))
    }

    pub fn deserialize<'de, A: Ord, B, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<BTreeMap<A, B>, D::Error>
    where
        K: Form<A>,
        V: Form<B>,
    {
        let entries = Vec::<OwnedEntry<K, V, A, B>>::deserialize(deserializer)?;
        Ok(entries
            .into_iter()
            .map(|entry| (entry.key, entry.value))
            .collect())
    }
}

#[derive(Serialize)]
#[serde(bound = "K: Form<A>, V: Form<B>")]
struct LentEntry<'a, K, V, A, B> {
    key: Lent<'a, K, A>,
    value: Lent<'a, V, B>,
}

struct OwnedEntry<K, V, A, B> {
    key: A,
    value: B,
    forms: PhantomData<(K, V)>,
}

impl<'de, K: Form<A>, V: Form<B>, A, B> Deserialize<'de> for OwnedEntry<K, V, A, B> {
    /// A derive would ask for the record by one name, but the schema has a record for each map.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(EntryVisitor(PhantomData))
    }
}

#[derive(Deserialize)]
#[serde(field_identifier, rename_all = "lowercase")]
enum EntryField {
    Key,
    Value,
}

struct EntryVisitor<K, V, A, B>(PhantomData<(K, V, A, B)>);

impl<'de, K: Form<A>, V: Form<B>, A, B> Visitor<'de> for EntryVisitor<K, V, A, B> {
    type Value = OwnedEntry<K, V, A, B>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a key and a value")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut fields: M) -> Result<Self::Value, M::Error> {
        let (mut key, mut value) = (None, None);
        while let Some(name) = fields.next_key()? {
            match name {
                EntryField::Key => key = Some(fields.next_value::<Owned<K, A>>()?.0),
                EntryField::Value => value = Some(fields.next_value::<Owned<V, B>>()?.0),
            }
        }
        Ok(OwnedEntry {
            key: key.ok_or_else(|| M::Error::missing_field("key"))?,
            value: value.ok_or_else(|| M::Error::missing_field("value"))?,
            forms: PhantomData,
        })
    }
}
