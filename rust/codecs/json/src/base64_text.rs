//! Bytes as base64 text, which JSON has no other way for; named in the attributes of codec.toml.

use std::borrow::Cow;
use std::collections::BTreeMap;

use base64::engine::general_purpose::STANDARD;
use base64::Engine;
use serde::de::{self, DeserializeOwned};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Whatever a field holds that has bytes in it.
pub trait Base64: Sized {
    fn to_text<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error>;
    fn from_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error>;
}

pub fn serialize<T: Base64, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    value.to_text(serializer)
}

pub fn deserialize<'de, T: Base64, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    T::from_text(deserializer)
}

struct Text<'a>(&'a [u8]);

impl Serialize for Text<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&STANDARD.encode(self.0))
    }
}

struct Bytes(Vec<u8>);

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // A text without escapes is borrowed from the input.
        #[derive(Deserialize)]
        #[serde(transparent)]
        struct Borrowed<'a>(#[serde(borrow)] Cow<'a, str>);
        let text = Borrowed::deserialize(deserializer)?;
        STANDARD
            .decode(text.0.as_bytes())
            .map(Bytes)
            .map_err(de::Error::custom)
    }
}

impl Base64 for Vec<u8> {
    fn to_text<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Text(self).serialize(serializer)
    }

    fn from_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Bytes::deserialize(deserializer).map(|bytes| bytes.0)
    }
}

impl Base64 for Option<Vec<u8>> {
    fn to_text<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_deref().map(Text).serialize(serializer)
    }

    fn from_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Option::<Bytes>::deserialize(deserializer)?.map(|bytes| bytes.0))
    }
}

impl Base64 for Vec<Vec<u8>> {
    fn to_text<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(|bytes| Text(bytes)))
    }

    fn from_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Vec::<Bytes>::deserialize(deserializer)?
            .into_iter()
            .map(|bytes| bytes.0)
            .collect())
    }
}

impl<K: Serialize + DeserializeOwned + Ord> Base64 for BTreeMap<K, Vec<u8>> {
    fn to_text<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter().map(|(key, bytes)| (key, Text(bytes))))
    }

    fn from_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let entries = BTreeMap::<K, Bytes>::deserialize(deserializer)?;
        Ok(entries.into_iter().map(|(key, bytes)| (key, bytes.0)).collect())
    }
}
