//! The objects of the experiment `store`: any number of them, made from a corpus of many.

use std::path::Path;

use crate::protocol::container::{ContainerReader, CORPUS, NUMBERS};
use crate::protocol::RequestError;
use crate::values::object::{digest_of_digests, Object};
use crate::values::xxh64::xxh64;

const NUMBER_BYTES: usize = 4;

/// A corpus in its bytes. Object i is that of i modulo the corpus's number; where the corpus comes with the
/// places of the objects' numbers (FORMAT.md, section 6), the low 32 bits there are i, so that no two objects are
/// equal.
pub struct Pool {
    bytes: Vec<u8>,
    begins: Vec<usize>,
    places: Vec<usize>,
    digest: u64,
}

impl Pool {
    /// Without `numbers`, the file of places, objects repeat.
    pub fn load(corpus: &Path, numbers: Option<&Path>) -> Result<Self, RequestError> {
        let mut file = ContainerReader::open(corpus, CORPUS)?;
        let mut pool = Self {
            bytes: Vec::new(),
            begins: vec![0],
            places: Vec::new(),
            digest: 0,
        };
        let mut digests = Vec::new();
        for index in 0..file.count() {
            let bytes = file
                .next_entry()?
                .ok_or_else(|| file.refuse(format_args!("lacks the object {index}")))?;
            digests.push(xxh64(&bytes));
            pool.bytes.extend_from_slice(&bytes);
            pool.begins.push(pool.bytes.len());
        }
        file.finish()?;
        if digests.is_empty() {
            let sentence = "The corpus holds no objects, so there is nothing to store.";
            return Err(RequestError(sentence.to_owned()));
        }
        pool.digest = digest_of_digests(&digests);
        if let Some(numbers) = numbers {
            pool.load_places(numbers)?;
        }
        Ok(pool)
    }

    /// The number of objects in the corpus.
    pub fn objects(&self) -> usize {
        self.begins.len() - 1
    }

    pub fn total_bytes(&self) -> u64 {
        self.bytes.len() as u64
    }

    pub fn digest(&self) -> u64 {
        self.digest
    }

    /// Fills in the bytes of an object, as FORMAT.md, section 1, has them.
    pub fn bytes_of(&self, object: u64, bytes: &mut Vec<u8>) {
        let index = (object % self.objects() as u64) as usize;
        bytes.clear();
        bytes.extend_from_slice(&self.bytes[self.begins[index]..self.begins[index + 1]]);
        if let Some(&place) = self.places.get(index) {
            bytes[place..place + NUMBER_BYTES].copy_from_slice(&(object as u32).to_le_bytes());
        }
    }

    /// A fresh object, as an application holds those that it is about to write.
    pub fn make<R: Object>(&self, object: u64, scratch: &mut Vec<u8>) -> Result<R, RequestError> {
        self.bytes_of(object, scratch);
        R::from_corpus(scratch)
            .map_err(|refusal| RequestError(format!("The corpus is not of this runner's schema: {refusal}")))
    }

    fn load_places(&mut self, path: &Path) -> Result<(), RequestError> {
        let mut file = ContainerReader::open(path, NUMBERS)?;
        let foreign = |file: &ContainerReader| file.refuse("does not belong to the corpus");
        if file.count() != self.objects() as u64 {
            return Err(foreign(&file));
        }
        for index in 0..self.objects() {
            let entry = file.next_entry()?.unwrap_or_default();
            let place: [u8; NUMBER_BYTES] = entry.try_into().map_err(|_| foreign(&file))?;
            let place = u32::from_le_bytes(place) as usize;
            if place + NUMBER_BYTES > self.begins[index + 1] - self.begins[index] {
                return Err(foreign(&file));
            }
            self.places.push(place);
        }
        file.finish()
    }
}
