//! The files of one test: a store that is sorted, and the sorted one.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU64;

use serbench_harness::experiments::sort::asked::{Asked, Held};
use serbench_harness::experiments::sort::budget::Budget;
use serbench_harness::experiments::sort::keys::{Distinct, Key};
use serbench_harness::experiments::sort::located::in_file_order;
use serbench_harness::experiments::sort::mode::Mode;
use serbench_harness::experiments::sort::sorting::{sort, Sorted};
use serbench_harness::experiments::store::file::Extent;
use serbench_harness::experiments::store::index::StoreIdentity;
use serbench_harness::experiments::store::reader::StoreReader;
use serbench_harness::experiments::store::share::End;
use serbench_harness::experiments::store::writer::StoreWriter;

use crate::toy::{key_of, message, Toy, LARGEST_BYTES};

pub const OBJECTS: u64 = 3000;

/// A folder of one test's files.
pub struct Folder(PathBuf, PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(path.join("scratch")).expect("the folder can be made");
        let scratch = path.join("scratch");
        Self(path, scratch)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub fn create(&self, name: &str) -> StoreWriter {
        let identity = StoreIdentity {
            codec: "toy".to_owned(),
            workload: "texts".to_owned(),
            corpus_digest: 7,
            objects: OBJECTS,
        };
        let index = self.path(&format!("{name}-index"));
        StoreWriter::create(&self.path(name), &index, identity, false).expect("a store can be written")
    }

    /// A store in which the objects lie in another order than that of their numbers.
    pub fn write_input(&self, message: impl Fn(u64) -> Vec<u8>) {
        let writer = self.create("data");
        for place in 0..OBJECTS {
            let number = place * 7 % OBJECTS;
            let mut record = message(number);
            let bytes = record.len() as u64;
            record.resize(record.len().next_multiple_of(16), 0);
            let offset = writer.reserve(record.len() as u64);
            writer.write(&record, offset).expect("the record can be written");
            let noted = writer.note(&[number], &[Extent { offset, bytes }]);
            noted.expect("the index can be written");
        }
        writer.finish().expect("the store can be completed");
    }

    pub fn open(&self, name: &str, direct: bool) -> StoreReader {
        let index = self.path(&format!("{name}-index"));
        StoreReader::open(&self.path(name), &index, direct).expect("the store is whole")
    }

    /// The numbers of a store's objects in their order in the data file, with their messages.
    pub fn content(&self, name: &str) -> Vec<(u64, Vec<u8>)> {
        let located = in_file_order(&self.open(name, false)).expect("the store has an index");
        let data = std::fs::read(self.path(name)).expect("the store has data");
        let records = located.iter().map(|at| {
            let begin = at.offset as usize;
            (
                u64::from(at.number),
                data[begin..begin + at.bytes as usize].to_vec(),
            )
        });
        records.collect()
    }

    pub fn asked(&self, mode: Mode, budget: Budget) -> Asked<'_> {
        Asked {
            reader: self.open("data", false),
            mode,
            key: Key::Access,
            keys: (0..OBJECTS).map(|number| key_of(&message(number))).collect(),
            distinct: Distinct(0),
            budget,
            scratch: &self.1,
            direct: false,
            warmup_ns: 1,
            largest_bytes: LARGEST_BYTES,
            held: Held::from_now_on(),
            chunks_made: AtomicU64::new(0),
        }
    }

    pub fn sort(&self, asked: &Asked<'_>) -> Result<Sorted, End> {
        self.sort_after(asked, || ())
    }

    /// Sorts, and calls `begin` once all threads are warm.
    pub fn sort_after(&self, asked: &Asked<'_>, begin: impl FnOnce()) -> Result<Sorted, End> {
        let located = in_file_order(&asked.reader).expect("the store has an index");
        let writer = self.create("sorted");
        let sorted = sort::<Toy>(asked, located, &writer, || {
            begin();
            asked.held.begin_anew();
        });
        let left = std::fs::read_dir(&self.1).expect("the folder is there");
        assert_eq!(left.count(), 0);
        sorted
    }
}
