//! Measures the sampler itself: an operation that does nothing, and a memcpy of the corpus through the
//! sampler next to the same hand-written loop.

use std::hint::black_box;

use crate::codec::Failure;
use crate::protocol::{Line, Replies, RequestError};
use crate::timing::clock::Stopwatch;
use crate::timing::sampler::{calibrated_rotations, sample, Sample, SamplingPlan};
use crate::values::corpus::Corpus;
use crate::values::object::{Image, Object};

/// Takes the samples of the three in turn, so that a machine that changes its speed changes it for all.
pub fn calibrate<R: Object>(
    replies: &mut Replies,
    corpus: &Corpus<Image<R>>,
    plan: &SamplingPlan,
) -> Result<(), RequestError> {
    let sources: Vec<&[u8]> = corpus
        .objects
        .iter()
        .map(|image| image.bytes.as_slice())
        .collect();
    let largest = sources.iter().map(|source| source.len()).max().unwrap_or(0);
    let mut target = vec![0; largest];
    let internal = |failure: Failure| RequestError(failure.detail);
    let empty_rotations =
        calibrated_rotations(plan, |rotations| nothing(sources.len(), rotations)).map_err(internal)?;
    let copy_rotations =
        calibrated_rotations(plan, |rotations| copies(&sources, &mut target, rotations)).map_err(internal)?;
    for _ in 0..plan.samples {
        report(
            replies,
            "empty",
            &nothing(sources.len(), empty_rotations).map_err(internal)?,
        )?;
        let through = copies(&sources, &mut target, copy_rotations).map_err(internal)?;
        report(replies, "sampler-memcpy", &through)?;
        report(
            replies,
            "hand-memcpy",
            &copies_by_hand(&sources, &mut target, copy_rotations),
        )?;
    }
    Ok(())
}

fn nothing(objects: usize, rotations: u64) -> Result<Sample, Failure> {
    sample(objects, rotations, |index| {
        black_box(index);
        Ok(())
    })
}

fn copies(sources: &[&[u8]], target: &mut [u8], rotations: u64) -> Result<Sample, Failure> {
    sample(sources.len(), rotations, |index| {
        let source = sources[index];
        target[..source.len()].copy_from_slice(source);
        black_box(&mut *target);
        Ok(())
    })
}

/// The same without the sampler.
#[inline(never)]
fn copies_by_hand(sources: &[&[u8]], target: &mut [u8], rotations: u64) -> Sample {
    let watch = Stopwatch::start();
    for _ in 0..rotations {
        for source in sources {
            target[..source.len()].copy_from_slice(source);
            black_box(&mut *target);
        }
    }
    let cpu_ns = watch.cpu_ns();
    Sample {
        n: rotations * sources.len() as u64,
        cpu_ns,
        wall_ns: watch.wall_ns(),
    }
}

fn report(replies: &mut Replies, name: &str, sample: &Sample) -> Result<(), RequestError> {
    replies.send(
        Line::new("calibration")
            .text("name", name)
            .number("n", sample.n)
            .number("cpu_ns", sample.cpu_ns)
            .number("wall_ns", sample.wall_ns),
    )
}
