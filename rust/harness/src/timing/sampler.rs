//! Times operations: PROTOCOL.md, "Sample".

use crate::codec::Failure;
use crate::timing::clock::Stopwatch;

/// One sample: `n` operations and what the clocks say of them.
pub struct Sample {
    pub n: u64,
    pub cpu_ns: u64,
    pub wall_ns: u64,
}

/// `sample_ns` is the CPU time that a sample takes at least, `warmup_ns` the wall time before the first, and
/// `budget_ns` the wall time after which 3 samples are enough.
pub struct SamplingPlan {
    pub sample_ns: u64,
    pub samples: u64,
    pub warmup_ns: u64,
    pub budget_ns: u64,
}

const FEWEST: u64 = 3;
const CERTAIN: u64 = 2;

/// One sample: `rotations` times through all objects. The operation is inlined into the loop, whose own cost
/// is an increment and a comparison.
#[inline(never)]
pub fn sample<F>(objects: usize, rotations: u64, mut operation: F) -> Result<Sample, Failure>
where
    F: FnMut(usize) -> Result<(), Failure>,
{
    let watch = Stopwatch::start();
    for _ in 0..rotations {
        for index in 0..objects {
            operation(index)?;
        }
    }
    let cpu_ns = watch.cpu_ns();
    Ok(Sample {
        n: rotations * objects as u64,
        cpu_ns,
        wall_ns: watch.wall_ns(),
    })
}

/// Warms up and calibrates at once: the number of rotations doubles until a sample is long enough, then runs of
/// that length go on until the warm-up is over; one that falls short by then, as warm code is faster, doubles
/// the number again. Two in a row have to be long enough: one may be so by a stall.
pub fn calibrated_rotations(
    plan: &SamplingPlan,
    mut take: impl FnMut(u64) -> Result<Sample, Failure>,
) -> Result<u64, Failure> {
    let (mut rotations, mut long_enough) = (1, 0);
    let watch = Stopwatch::start();
    while long_enough < CERTAIN || watch.wall_ns() < plan.warmup_ns {
        if take(rotations)?.cpu_ns >= plan.sample_ns {
            long_enough += 1;
        } else {
            (rotations, long_enough) = (rotations * 2, 0);
        }
    }
    Ok(rotations)
}

/// Whether sampling goes on after `taken` samples and `elapsed_ns`.
pub fn goes_on(plan: &SamplingPlan, taken: u64, elapsed_ns: u64) -> bool {
    taken < plan.samples && (taken < FEWEST || elapsed_ns < plan.budget_ns)
}

#[cfg(test)]
mod tests {
    use super::{calibrated_rotations, goes_on, sample, Sample, SamplingPlan};

    const PLAN: SamplingPlan = SamplingPlan {
        sample_ns: 1000,
        samples: 5,
        warmup_ns: 0,
        budget_ns: 100,
    };

    #[test]
    fn a_sample_takes_every_object_in_turn() {
        let mut seen = Vec::new();
        let found = sample(3, 2, |index| {
            seen.push(index);
            Ok(())
        });
        assert_eq!(found.expect("nothing fails").n, 6);
        assert_eq!(seen, [0, 1, 2, 0, 1, 2]);
    }

    #[test]
    fn rotations_double_until_a_sample_is_long_enough() {
        let take = |rotations| {
            Ok(Sample {
                n: rotations,
                cpu_ns: rotations * 300,
                wall_ns: 0,
            })
        };
        assert_eq!(calibrated_rotations(&PLAN, take).expect("nothing fails"), 4);
    }

    #[test]
    fn a_sample_that_is_long_by_a_stall_ends_no_calibration() {
        let mut stall = 5000;
        let take = |rotations: u64| {
            Ok(Sample {
                n: rotations,
                cpu_ns: (rotations * 300).max(std::mem::take(&mut stall)),
                wall_ns: 0,
            })
        };
        assert_eq!(calibrated_rotations(&PLAN, take).expect("nothing fails"), 4);
    }

    #[test]
    fn the_budget_ends_sampling_after_three() {
        assert!(goes_on(&PLAN, 2, 1000));
        assert!(!goes_on(&PLAN, 3, 100));
        assert!(goes_on(&PLAN, 3, 99));
        assert!(!goes_on(&PLAN, 5, 0));
    }
}
