//! Whole sorts with a codec of a few lines: every mode, with one chunk, one merge and several passes.

mod folder;
mod toy;

use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};

use serbench_harness::experiments::sort::budget::Budget;
use serbench_harness::experiments::sort::crew::with_crew;
use serbench_harness::experiments::sort::keys::{Distinct, Key};
use serbench_harness::experiments::sort::mode::Mode;
use serbench_harness::experiments::sort::sorting::Sorted;
use serbench_harness::experiments::sort::tally::Counts;
use serbench_harness::experiments::store::share::End;
use serbench_harness::protocol::RequestError;

use folder::{Folder, OBJECTS};
use toy::{key_of, message, study_key_of, Toy, BUFFERS, CODECS};

/// What the allocator has given out is that of all tests of this process.
static ALONE: Mutex<()> = Mutex::new(());

const MODES: [Mode; 5] = [
    Mode::Objects,
    Mode::BytesByAccess,
    Mode::BytesByDecoding,
    Mode::Lazy,
    Mode::Raw,
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
fn failure_of<T>(sorted: Result<T, End>) -> (Option<u64>, String) {
    match sorted {
        Ok(_) => panic!("nothing has failed"),
        Err(End::Failed(number, failure)) => (number, failure.detail),
        Err(End::Refused(RequestError(sentence))) => (None, sentence),
    }
}

#[test]
fn every_mode_sorts_with_any_number_of_chunks() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = Folder::new("sort-modes");
    folder.write_input(message);
    for mode in MODES {
        for (budget, passes) in [
            (budget(64 << 20, 2, 1), 0..=0),
            (budget(512 << 10, 16, 1), 1..=1),
            (budget(512 << 10, 2, 1), 2..=3),
            (budget(512 << 10, 2, 2), 2..=8),
        ] {
            let mut asked = folder.asked(mode, budget);
            asked.distinct = Distinct(5);
            let sorted = folder.sort(&asked);
            let sorted = sorted.unwrap_or_else(|end| {
                panic!(
                    "{mode:?} {}: {:?}",
                    budget.threads,
                    failure_of::<Sorted>(Err(end))
                )
            });
            let said = format!("{mode:?} {passes:?} {} {}", sorted.passes, sorted.chunks);
            assert!(folder.content("sorted") == expected(5), "{said}");
            assert!(passes.contains(&sorted.passes), "{said}");
            assert_eq!(sorted.chunks == 1, sorted.passes == 0, "{said}");
            assert_eq!(
                sorted.bytes,
                (0..OBJECTS).map(|n| message(n).len() as u64).sum::<u64>()
            );
            assert_eq!(sorted.tallies.len() as u64, budget.threads);
            let counts = counts_of(&sorted);
            let readings = OBJECTS..=OBJECTS * (sorted.passes + 1);
            let (decodes, accesses) = (counts.decodes, counts.accesses);
            match mode {
                Mode::Objects | Mode::BytesByDecoding => {
                    assert!(readings.contains(&decodes) && accesses == 0, "{said}");
                }
                Mode::BytesByAccess => assert!(readings.contains(&accesses) && decodes == 0, "{said}"),
                Mode::Lazy => assert_eq!((decodes, accesses), (0, 2 * counts.comparisons), "{said}"),
                Mode::Raw => assert_eq!((decodes, accesses), (0, 0), "{said}"),
            }
        }
    }
}

#[test]
fn objects_are_sorted_by_the_key_of_the_study() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = Folder::new("sort-study");
    folder.write_input(message);
    let mut right = expected(0);
    right.sort_by_key(|(number, message)| (study_key_of(message), *number));
    assert!(right != expected(0));
    for name in ["objects", "bytes"] {
        let mode = Mode::named::<Toy>(name, Key::Study);
        let mode = mode.unwrap_or_else(|RequestError(sentence)| panic!("{sentence}"));
        let mut asked = folder.asked(mode, budget(512 << 10, 16, 1));
        asked.key = Key::Study;
        let sorted = folder.sort(&asked);
        let sorted = sorted.unwrap_or_else(|end| panic!("{:?}", failure_of::<Sorted>(Err(end))));
        assert!(folder.content("sorted") == right, "{name}");
        assert_eq!(
            (counts_of(&sorted).decodes, counts_of(&sorted).accesses),
            (2 * OBJECTS, 0)
        );
    }
    let refused = Mode::named::<Toy>("lazy", Key::Study).expect_err("no codec has it");
    assert_eq!(
        refused.0,
        "No codec has the mode \"lazy\" with the key \"study\"."
    );
}

#[test]
fn what_is_read_past_the_page_cache_is_held_by_pages() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = Folder::new("sort-direct");
    folder.write_input(message);
    let chunks_of = |direct| {
        let mut asked = folder.asked(Mode::Raw, budget(128 << 10, 2, 1));
        asked.direct = direct;
        asked.reader = folder.open("data", direct);
        let sorted = folder.sort(&asked);
        let sorted = sorted.unwrap_or_else(|end| panic!("{:?}", failure_of::<Sorted>(Err(end))));
        assert!(folder.content("sorted") == expected(0));
        (sorted.chunks, sorted.bytes)
    };
    let (buffered, bytes) = chunks_of(false);
    // A block is a 64th of the memory, here half a page.
    let held = bytes / (2 << 10) * (4 << 10);
    assert!(buffered >= bytes / (128 << 10));
    assert!(chunks_of(true).0 >= held / (128 << 10));
}

#[test]
fn what_the_codec_refuses_is_named() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = Folder::new("sort-failures");
    folder.write_input(|number| match number {
        1234 => b"!".to_vec(),
        _ => message(number),
    });
    for mode in MODES.into_iter().filter(|&mode| mode != Mode::Raw) {
        let asked = folder.asked(mode, budget(64 << 20, 2, 1));
        let expected = (Some(1234), "It begins with a sign.".to_owned());
        assert_eq!(failure_of(folder.sort(&asked)), expected, "{mode:?}");
    }
}

#[test]
fn objects_that_do_not_fit_are_refused() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = Folder::new("sort-budget");
    folder.write_input(message);
    let asked = folder.asked(Mode::Objects, budget(2048, 2, 1));
    let sentence = "The memory of 2048 bytes does not hold one block.";
    assert_eq!(failure_of(folder.sort(&asked)), (None, sentence.to_owned()));
}

#[test]
fn what_cannot_be_encoded_is_named() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = Folder::new("sort-encoding");
    folder.write_input(|number| match number {
        1234 => b"bad?".to_vec(),
        _ => message(number),
    });
    for memory_bytes in [64 << 20, 512 << 10] {
        let asked = folder.asked(Mode::Objects, budget(memory_bytes, 2, 1));
        let expected = (Some(1234), "It ends with a sign.".to_owned());
        assert_eq!(failure_of(folder.sort(&asked)), expected);
    }
}

#[test]
fn each_thread_keeps_the_codec_that_it_has_warmed_up() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = Folder::new("sort-warm-up");
    folder.write_input(message);
    for threads in [1, 2] {
        let mut asked = folder.asked(Mode::Objects, budget(512 << 10, 2, threads));
        asked.warmup_ns = 50_000_000;
        CODECS.store(0, Ordering::Relaxed);
        BUFFERS.store(0, Ordering::Relaxed);
        let counts = || (CODECS.load(Ordering::Relaxed), BUFFERS.load(Ordering::Relaxed));
        let mut begun = (0, 0);
        let sorted = folder.sort_after(&asked, || begun = counts());
        let passes = sorted
            .unwrap_or_else(|end| panic!("{:?}", failure_of::<Sorted>(Err(end))))
            .passes;
        assert!(passes >= 2);
        assert_eq!((begun, counts()), ((threads, threads), (threads, threads)));
    }
}

#[test]
fn a_thread_that_panics_is_told() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = Folder::new("sort-panic");
    folder.write_input(message);
    let asked = folder.asked(Mode::Raw, budget(1 << 20, 2, 2));
    with_crew::<Toy, _>(&asked, |crew| {
        let expected = (None, "A thread of the runner panicked.".to_owned());
        let done = crew.all(vec![false, true], |_, panics| {
            assert!(!panics);
            Ok(())
        });
        assert_eq!(failure_of(done), expected);
        assert_eq!(failure_of(crew.one(1, |_| Ok(()))), expected);
        assert!(matches!(crew.one(0, |_| Ok(7)), Ok(7)));
    });
}
