//! Encode and decode of a codec's adapter under Criterion; each call works on the next object.

use std::hint::black_box;
use std::path::Path;
use std::time::Duration;

use criterion::Criterion;
use serbench_harness::values::corpus::Corpus;
use serbench_harness::{Codec, Object};

const WARM_UP: Duration = Duration::from_millis(200);
const MEASUREMENT: Duration = Duration::from_millis(500);
const SAMPLES: usize = 20;

/// Stands in for the harness's macro: `PROGRAM CORPUS`. Criterion writes its estimates where CRITERION_HOME
/// says.
#[macro_export]
macro_rules! runner {
    ($codec:ty) => {
        #[allow(dead_code, non_camel_case_types, non_snake_case, unused, clippy::all)]
        pub mod plain {
            include!(concat!(env!("SERBENCH_RENDERED"), "/plain.rs"));
        }

        fn main() -> ::std::result::Result<(), ::std::string::String> {
            $crate::measure::<$codec>()
        }
    };
}

/// Measures a codec over the corpus that the first argument names.
pub fn measure<C: Codec>() -> Result<(), String> {
    let path = std::env::args_os().nth(1).ok_or("Which corpus?")?;
    let corpus = Corpus::<C::Root>::load_to_measure(Path::new(&path)).map_err(|error| error.0)?;
    let mut codec = C::new();
    let mut messages = Vec::new();
    for object in &corpus.objects {
        let message = codec.encode(object).map_err(|failure| failure.detail)?;
        messages.push(message.to_vec());
    }
    // As in a runner every message is decoded and its value's digest taken before anything is timed, which
    // leaves memory in the same state.
    let mut scratch = Vec::new();
    for message in &messages {
        let value = codec.decode(message).map_err(|failure| failure.detail)?;
        black_box(value.digest(&mut scratch));
    }
    let mut criterion = Criterion::default()
        .without_plots()
        .warm_up_time(WARM_UP)
        .measurement_time(MEASUREMENT)
        .sample_size(SAMPLES);
    let mut turn = Turn::over(corpus.objects.len());
    criterion.bench_function("encode", |bencher| {
        bencher.iter(|| {
            let _ = black_box(codec.encode(black_box(&corpus.objects[turn.next()])));
        });
    });
    let mut turn = Turn::over(messages.len());
    criterion.bench_function("decode", |bencher| {
        bencher.iter(|| {
            let _ = black_box(codec.decode(black_box(&messages[turn.next()])));
        });
    });
    Ok(())
}

/// The objects' numbers, again and again.
struct Turn {
    count: usize,
    last: usize,
}

impl Turn {
    fn over(count: usize) -> Self {
        Self {
            count,
            last: count - 1,
        }
    }

    fn next(&mut self) -> usize {
        self.last = if self.last + 1 == self.count {
            0
        } else {
            self.last + 1
        };
        self.last
    }
}
