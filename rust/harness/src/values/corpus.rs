//! A corpus as a runner holds it: plain objects and what is expected of them.

use std::path::Path;

use crate::protocol::container::{ContainerReader, CORPUS};
use crate::protocol::RequestError;
use crate::values::object::{digest_of_digests, Object};

/// `digests` has one for each object; `bytes` counts all objects without the framing.
pub struct Corpus<R> {
    pub objects: Vec<R>,
    pub digests: Vec<u64>,
    pub bytes: u64,
}

impl<R: Object> Corpus<R> {
    /// Reads a corpus strictly and computes the digests from the plain objects.
    pub fn load(path: &Path) -> Result<Self, RequestError> {
        let mut file = ContainerReader::open(path, CORPUS)?;
        let mut corpus = Self {
            objects: Vec::new(),
            digests: Vec::new(),
            bytes: 0,
        };
        let mut scratch = Vec::new();
        for index in 0..file.count() {
            let bytes = file
                .next_entry()?
                .ok_or_else(|| file.refuse(format_args!("lacks the object {index}")))?;
            let object = R::from_corpus(&bytes).map_err(|refusal| {
                file.refuse(format_args!(
                    "is not of this runner's schema: object {index}: {refusal}"
                ))
            })?;
            corpus.bytes += bytes.len() as u64;
            corpus.digests.push(object.digest(&mut scratch));
            corpus.objects.push(object);
        }
        file.finish()?;
        Ok(corpus)
    }

    /// Loads a corpus that something is to be measured on, so one with objects.
    pub fn load_to_measure(path: &Path) -> Result<Self, RequestError> {
        let corpus = Self::load(path)?;
        if corpus.objects.is_empty() {
            let sentence = "The corpus holds no objects, so there is nothing to measure.";
            return Err(RequestError(sentence.to_owned()));
        }
        Ok(corpus)
    }

    pub fn digest(&self) -> u64 {
        digest_of_digests(&self.digests)
    }
}
