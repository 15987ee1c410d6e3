//! Serde's attribute `with` over what a field holds: one value, an option, a list or a map of values in a form.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::forms::{Reads, Writes};

/// A value that is written in the form `F`.
pub struct Lent<'a, F, T>(&'a T, PhantomData<F>);

impl<'a, F, T> Lent<'a, F, T> {
    #[inline]
    pub fn new(value: &'a T) -> Self {
        Self(value, PhantomData)
    }
}

impl<F: Writes<T>, T> Serialize for Lent<'_, F, T> {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        F::serialize(self.0, serializer)
    }
}

/// A value that was read in the form `F`.
pub struct Owned<F, T>(pub T, PhantomData<F>);

impl<'de, F: Reads<'de, T>, T> Deserialize<'de> for Owned<F, T> {
    #[inline]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        F::deserialize(deserializer).map(|value| Self(value, PhantomData))
    }
}

/// One value.
pub struct One<F>(PhantomData<F>);

impl<F> One<F> {
    #[inline]
    pub fn serialize<T, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error>
    where
        F: Writes<T>,
    {
        F::serialize(value, serializer)
    }

    #[inline]
    pub fn deserialize<'de, T, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error>
    where
        F: Reads<'de, T>,
    {
        F::deserialize(deserializer)
    }
}

/// A value that may be absent.
pub struct Optional<F>(PhantomData<F>);

impl<F> Optional<F> {
    #[inline]
    pub fn serialize<T, S: Serializer>(value: &Option<T>, serializer: S) -> Result<S::Ok, S::Error>
    where
        F: Writes<T>,
    {
        value.as_ref().map(Lent::<F, T>::new).serialize(serializer)
    }

    #[inline]
    pub fn deserialize<'de, T, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error>
    where
        F: Reads<'de, T>,
    {
        let value = Option::<Owned<F, T>>::deserialize(deserializer)?;
        Ok(value.map(|owned| owned.0))
    }
}

/// A list of values.
pub struct List<F>(PhantomData<F>);

impl<F> List<F> {
    #[inline]
    pub fn serialize<T, S: Serializer>(list: &[T], serializer: S) -> Result<S::Ok, S::Error>
    where
        F: Writes<T>,
    {
        serializer.collect_seq(list.iter().map(Lent::<F, T>::new))
    }

    #[inline]
    pub fn deserialize<'de, T, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<T>, D::Error>
    where
        F: Reads<'de, T>,
    {
        let list = Vec::<Owned<F, T>>::deserialize(deserializer)?;
        // The standard library collects into the memory of the list it takes apart.
        Ok(list.into_iter().map(|owned| owned.0).collect())
    }
}

/// A map of keys in the form `K` to values in the form `V`.
pub struct Map<K, V>(PhantomData<(K, V)>);

impl<K, V> Map<K, V> {
    #[inline]
    pub fn serialize<A, B, S: Serializer>(map: &BTreeMap<A, B>, serializer: S) -> Result<S::Ok, S::Error>
    where
        K: Writes<A>,
        V: Writes<B>,
    {
        let entries = map.iter();
        serializer.collect_map(entries.map(|(key, value)| (Lent::<K, A>::new(key), Lent::<V, B>::new(value))))
    }

    #[inline]
    pub fn deserialize<'de, A, B, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<A, B>, D::Error>
    where
        A: Ord,
        K: Reads<'de, A>,
        V: Reads<'de, B>,
    {
        deserializer.deserialize_map(EntriesVisitor::<K, A, V, B>(PhantomData))
    }
}

struct EntriesVisitor<K, A, V, B>(PhantomData<(K, A, V, B)>);

impl<'de, K: Reads<'de, A>, A: Ord, V: Reads<'de, B>, B> Visitor<'de> for EntriesVisitor<K, A, V, B> {
    type Value = BTreeMap<A, B>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a map")
    }

    #[inline]
    fn visit_map<M: MapAccess<'de>>(self, mut entries: M) -> Result<Self::Value, M::Error> {
        let mut map = BTreeMap::new();
        while let Some((key, value)) = entries.next_entry::<Owned<K, A>, Owned<V, B>>()? {
            map.insert(key.0, value.0);
        }
        Ok(map)
    }
}
