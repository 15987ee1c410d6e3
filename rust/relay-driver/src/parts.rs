//! Messages of which every sink receives a part: one has arrived when all its parts have.

use std::ops::Range;

/// What a closed sink has received, so that it is not waited for.
const CLOSED: u64 = u64::MAX;

/// Of one source: each sink receives the parts of its messages in order.
#[derive(Clone)]
struct Progress {
    /// The parts that each sink has received.
    received: Vec<u64>,
    /// The messages of which all parts have arrived: the least of `received`.
    whole: u64,
    /// How many sinks have received no more than that.
    behind: usize,
}

pub struct Parts {
    sources: Vec<Progress>,
}

impl Parts {
    pub fn new(sources: usize, sinks: usize) -> Self {
        let progress = Progress {
            received: vec![0; sinks],
            whole: 0,
            behind: sinks,
        };
        Self {
            sources: vec![progress; sources],
        }
    }

    /// A part has arrived; the numbers of the messages that are whole by it.
    pub fn arrive(&mut self, source: usize, sink: usize, number: u64) -> Range<u64> {
        self.sources[source].receive(sink, number + 1)
    }

    /// Of this sink nothing is expected any more; the messages of each source that are whole without it.
    pub fn close(&mut self, sink: usize) -> impl Iterator<Item = (usize, u64)> + '_ {
        let sources = self.sources.iter_mut().enumerate();
        sources.flat_map(move |(source, progress)| {
            let whole = progress.receive(sink, CLOSED);
            whole.map(move |number| (source, number))
        })
    }
}

impl Progress {
    fn receive(&mut self, sink: usize, count: u64) -> Range<u64> {
        let before = std::mem::replace(&mut self.received[sink], count);
        if before == self.whole {
            self.behind -= 1;
        }
        let begin = self.whole;
        // While one sink is behind, what the others receive makes nothing whole.
        if self.behind == 0 {
            let least = self.received.iter().copied().min().unwrap_or(CLOSED);
            self.whole = if least == CLOSED { begin } else { least };
            self.behind = self.received.iter().filter(|&&count| count == least).count();
        }
        begin..self.whole
    }
}

#[cfg(test)]
mod tests {
    use super::Parts;

    #[test]
    fn the_last_part_makes_a_message_whole() {
        let mut parts = Parts::new(2, 3);
        for number in 0..3 {
            assert!(parts.arrive(1, 0, number).is_empty());
            assert!(parts.arrive(1, 2, number).is_empty());
        }
        assert_eq!(parts.arrive(1, 1, 0), 0..1);
        assert_eq!(parts.arrive(1, 1, 1), 1..2);
        assert!(parts.arrive(1, 0, 3).is_empty());
        assert_eq!(parts.arrive(1, 1, 2), 2..3);
        assert!(parts.arrive(0, 1, 0).is_empty());
    }

    #[test]
    fn one_sink_has_whole_messages() {
        let mut parts = Parts::new(1, 1);
        assert_eq!(parts.arrive(0, 0, 0), 0..1);
        assert_eq!(parts.arrive(0, 0, 1), 1..2);
    }

    #[test]
    fn a_closed_sink_is_not_waited_for() {
        let mut parts = Parts::new(2, 3);
        for (sink, count) in [(0, 1), (1, 3), (2, 4)] {
            for number in 0..count {
                parts.arrive(1, sink, number);
            }
        }
        assert_eq!(parts.close(0).collect::<Vec<_>>(), [(1, 1), (1, 2)]);
        assert!(parts.arrive(0, 1, 0).is_empty());
        assert_eq!(parts.arrive(0, 2, 0), 0..1);
        assert_eq!(parts.arrive(1, 1, 3), 3..4);
        assert_eq!(parts.close(1).count(), 0);
        assert_eq!(parts.close(2).count(), 0);
    }
}
