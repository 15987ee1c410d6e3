//! Whole sorts with a codec of a few lines: every contract, with one run, one merge and several passes.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU64;
use std::sync::{Mutex, PoisonError};

use serbench_harness::experiments::sort::asked::{Asked, Held};
use serbench_harness::experiments::sort::budget::Budget;
use serbench_harness::experiments::sort::contract::Contract;
use serbench_harness::experiments::sort::keys::Distinct;
use serbench_harness::experiments::sort::located::in_file_order;
use serbench_harness::experiments::sort::sorting::{sort, Sorted};
use serbench_harness::experiments::sort::tally::Counts;
use serbench_harness::experiments::store::file::Extent;
use serbench_harness::experiments::store::index::StoreIdentity;
use serbench_harness::experiments::store::reader::StoreReader;
use serbench_harness::experiments::store::share::End;
use serbench_harness::experiments::store::writer::StoreWriter;
use serbench_harness::protocol::RequestError;
use serbench_harness::values::object::Plan;
use serbench_harness::{Codec, Failure, Object, Refusal};

const OBJECTS: u64 = 3000;
const LARGEST_BYTES: u64 = 997;

/// What the allocator has given out is that of all tests of this process.
static ALONE: Mutex<()> = Mutex::new(());

struct Text(Vec<u8>);

impl Object for Text {
    fn from_corpus(bytes: &[u8]) -> Result<Self, Refusal> {
        Ok(Self(bytes.to_vec()))
    }

    fn write_canonical(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.0);
    }

    fn touched(&self, _plan: Plan) -> u64 {
        key_of(&self.0)
    }
}

/// Refuses a message that begins with "!".
struct Toy(Vec<u8>);

impl Codec for Toy {
    type Root = Text;
    const PLANS: &'static [Plan] = &[Plan::One];

    fn new() -> Self {
        Self(Vec::new())
    }

    fn encode(&mut self, text: &Text) -> Result<&[u8], Failure> {
        self.0.clear();
        text.write_canonical(&mut self.0);
        Ok(&self.0)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Text, Failure> {
        match bytes.first() {
            Some(b'!') => Err(Failure::error("It begins with a sign.")),
            _ => Ok(Text(bytes.to_vec())),
        }
    }

    fn access_one(&mut self, bytes: &[u8]) -> Result<u64, Failure> {
        Ok(self.decode(bytes)?.touched(Plan::One))
    }
}

/// Few keys, so that many are equal.
fn key_of(message: &[u8]) -> u64 {
    message.len() as u64 % 37
}

fn message(number: u64) -> Vec<u8> {
    let length = 1 + number * 7919 % LARGEST_BYTES;
    (0..length)
        .map(|place| b'a' + (number + place) as u8 % 26)
        .collect()
}

/// A folder of one test's files.
struct Folder(PathBuf, PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(path.join("scratch")).expect("the folder can be made");
        let scratch = path.join("scratch");
        Self(path, scratch)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn create(&self, name: &str) -> StoreWriter {
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
    fn write_input(&self, message: impl Fn(u64) -> Vec<u8>) {
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

    fn open(&self, name: &str) -> StoreReader {
        let index = self.path(&format!("{name}-index"));
        StoreReader::open(&self.path(name), &index, false).expect("the store is whole")
    }

    /// The numbers of a store's objects in their order in the data file, with their messages.
    fn content(&self, name: &str) -> Vec<(u64, Vec<u8>)> {
        let located = in_file_order(&self.open(name)).expect("the store has an index");
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

    fn asked(&self, contract: Contract, budget: Budget) -> Asked<'_> {
        Asked {
            reader: self.open("data"),
            contract,
            keys: (0..OBJECTS).map(|number| key_of(&message(number))).collect(),
            distinct: Distinct(0),
            budget,
            scratch: &self.1,
            direct: false,
            warmup_ns: 1,
            largest_bytes: LARGEST_BYTES,
            held: Held::from_now_on(),
            runs_made: AtomicU64::new(0),
        }
    }

    fn sort(&self, asked: &mut Asked<'_>) -> Result<Sorted, End> {
        let located = in_file_order(&asked.reader).expect("the store has an index");
        let writer = self.create("sorted");
        asked.held = Held::from_now_on();
        let sorted = sort::<Toy>(asked, located, &writer);
        let left = std::fs::read_dir(&self.1).expect("the folder is there");
        assert_eq!(left.count(), 0);
        sorted
    }
}

const CONTRACTS: [Contract; 5] = [
    Contract::Objects,
    Contract::KeptByAccess,
    Contract::KeptByDecoding,
    Contract::Lazy,
    Contract::Raw,
];

fn budget(memory_bytes: u64, fan_in: u64, threads: u64) -> Budget {
    Budget {
        memory_bytes,
        threads,
        fan_in,
    }
}

fn counts_of(sorted: &Sorted) -> Counts {
    let mut counts = Counts::default();
    for tally in &sorted.tallies {
        counts += tally.counts;
    }
    counts
}

fn expected(distinct: u64) -> Vec<(u64, Vec<u8>)> {
    let mut all: Vec<_> = (0..OBJECTS).map(|number| (number, message(number))).collect();
    all.sort_by_key(|(number, message)| (Distinct(distinct).key(key_of(message)), *number));
    all
}

/// How the codec or the request failed.
fn failure_of(sorted: Result<Sorted, End>) -> (Option<u64>, String) {
    match sorted {
        Ok(_) => panic!("the sort has not failed"),
        Err(End::Failed(number, failure)) => (number, failure.detail),
        Err(End::Refused(RequestError(sentence))) => (None, sentence),
    }
}

#[test]
fn every_contract_sorts_with_any_number_of_runs() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = Folder::new("sort-contracts");
    folder.write_input(message);
    for contract in CONTRACTS {
        for (budget, passes) in [
            (budget(64 << 20, 2, 1), 0..=0),
            (budget(512 << 10, 16, 1), 1..=1),
            (budget(512 << 10, 2, 1), 2..=3),
            (budget(512 << 10, 2, 2), 2..=4),
        ] {
            let mut asked = folder.asked(contract, budget);
            asked.distinct = Distinct(5);
            let sorted = folder.sort(&mut asked);
            let sorted = sorted
                .unwrap_or_else(|end| panic!("{contract:?} {}: {:?}", budget.threads, failure_of(Err(end))));
            let said = format!("{contract:?} {passes:?} {} {}", sorted.passes, sorted.runs);
            assert!(folder.content("sorted") == expected(5), "{said}");
            assert!(passes.contains(&sorted.passes), "{said}");
            assert_eq!(sorted.runs == 1, sorted.passes == 0, "{said}");
            assert_eq!(
                sorted.bytes,
                (0..OBJECTS).map(|n| message(n).len() as u64).sum::<u64>()
            );
            assert_eq!(sorted.tallies.len() as u64, budget.threads);
            let counts = counts_of(&sorted);
            let readings = OBJECTS..=OBJECTS * (sorted.passes + 1);
            let (decodes, accesses) = (counts.decodes, counts.accesses);
            match contract {
                Contract::Objects | Contract::KeptByDecoding => {
                    assert!(readings.contains(&decodes) && accesses == 0, "{said}");
                }
                Contract::KeptByAccess => assert!(readings.contains(&accesses) && decodes == 0, "{said}"),
                Contract::Lazy => assert_eq!((decodes, accesses), (0, 2 * counts.comparisons), "{said}"),
                Contract::Raw => assert_eq!((decodes, accesses), (0, 0), "{said}"),
            }
        }
    }
}

#[test]
fn what_the_codec_refuses_is_named() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = Folder::new("sort-failures");
    folder.write_input(|number| match number {
        1234 => b"!".to_vec(),
        _ => message(number),
    });
    for contract in CONTRACTS
        .into_iter()
        .filter(|&contract| contract != Contract::Raw)
    {
        let mut asked = folder.asked(contract, budget(64 << 20, 2, 1));
        let number = (contract != Contract::Lazy).then_some(1234);
        let expected = (number, "It begins with a sign.".to_owned());
        assert_eq!(failure_of(folder.sort(&mut asked)), expected, "{contract:?}");
    }
}

#[test]
fn objects_that_do_not_fit_are_refused() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = Folder::new("sort-budget");
    folder.write_input(message);
    let mut asked = folder.asked(Contract::Objects, budget(2048, 2, 1));
    let sentence = "The memory of 2048 bytes does not hold one block.";
    assert_eq!(failure_of(folder.sort(&mut asked)), (None, sentence.to_owned()));
}
