//! When messages are sent in a stage, and what is made of their arrival.

use crate::frames::PIECE_BYTES;
use crate::latency::Latencies;

/// What a source may do now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Allowance {
    /// Send at most this number of messages.
    Messages(u64),
    /// Nothing yet.
    Later,
    /// Nothing more in this stage.
    Done,
}

pub trait Schedule {
    /// How many bytes a source takes before the next has its turn; at least one message.
    const PIECE_BYTES: usize = PIECE_BYTES;

    /// `taken` messages of this source are already on their way in this stage.
    fn allowance(&mut self, source: usize, taken: u64, now_ns: u64) -> Allowance;

    /// How long nothing will be allowed that is not allowed now, if nothing arrives.
    fn idle_ns(&self, _now_ns: u64) -> u64 {
        u64::MAX
    }

    /// Whether the time of an arrival is of interest.
    const TIMED: bool = false;

    /// A message has arrived, the `number`th of its source in this stage.
    fn arrived(&mut self, _source: usize, _number: u64, _now_ns: u64) {}
}

/// Each message of the file once from each source, one by one.
pub struct Once {
    pub messages: u64,
}

impl Schedule for Once {
    const PIECE_BYTES: usize = 0;

    fn allowance(&mut self, _source: usize, taken: u64, _now_ns: u64) -> Allowance {
        match self.messages - taken {
            0 => Allowance::Done,
            _ => Allowance::Messages(1),
        }
    }
}

/// As fast as the relay takes them, for some time.
pub struct Saturation {
    pub end_ns: u64,
}

impl Schedule for Saturation {
    fn allowance(&mut self, _source: usize, _taken: u64, now_ns: u64) -> Allowance {
        if now_ns < self.end_ns {
            Allowance::Messages(u64::MAX)
        } else {
            Allowance::Done
        }
    }
}

/// Message i is due at i ÷ rate after the begin, whatever happened to those before it; sources take turns.
pub struct OpenLoop {
    pub begin_ns: u64,
    pub per_second: f64,
    pub sources: u64,
    /// How many messages are scheduled.
    pub total: u64,
    /// What is not sent by then is given up.
    pub give_up_ns: u64,
    pub busy: bool,
    pub latencies: Latencies,
}

impl OpenLoop {
    fn due_ns(&self, message: u64) -> u64 {
        self.begin_ns + (message as f64 * 1e9 / self.per_second) as u64
    }

    /// How many messages are due over all sources.
    fn due(&self, now_ns: u64) -> u64 {
        let elapsed_ns = now_ns.saturating_sub(self.begin_ns);
        let mut due = (elapsed_ns as f64 * self.per_second / 1e9) as u64 + 1;
        // Rounding must not make a message due before or after its own time.
        while due > 0 && self.due_ns(due - 1) > now_ns {
            due -= 1;
        }
        while self.due_ns(due) <= now_ns {
            due += 1;
        }
        due.min(self.total)
    }

    /// How many of the first `messages` are those of one source.
    fn share(&self, source: usize, messages: u64) -> u64 {
        (messages + self.sources - 1 - source as u64) / self.sources
    }
}

impl Schedule for OpenLoop {
    const TIMED: bool = true;

    fn allowance(&mut self, source: usize, taken: u64, now_ns: u64) -> Allowance {
        let due = self.share(source, self.due(now_ns));
        if taken == self.share(source, self.total) || now_ns >= self.give_up_ns {
            Allowance::Done
        } else if due > taken {
            Allowance::Messages(due - taken)
        } else {
            Allowance::Later
        }
    }

    fn idle_ns(&self, now_ns: u64) -> u64 {
        let due = self.due(now_ns);
        match (self.busy, due < self.total) {
            (true, true) => 0,
            (false, true) => self.due_ns(due).saturating_sub(now_ns),
            // All are sent, but the last arrivals are timed as exactly.
            (busy, false) => {
                if busy {
                    0
                } else {
                    u64::MAX
                }
            }
        }
    }

    fn arrived(&mut self, source: usize, number: u64, now_ns: u64) {
        let due_ns = self.due_ns(number * self.sources + source as u64);
        self.latencies.record(now_ns.saturating_sub(due_ns), now_ns);
    }
}

#[cfg(test)]
mod tests {
    use super::{Allowance, OpenLoop, Schedule};
    use crate::latency::Latencies;

    fn open_loop(per_second: f64, sources: u64, total: u64) -> OpenLoop {
        let latencies = Latencies::new();
        OpenLoop {
            begin_ns: 1000,
            per_second,
            sources,
            total,
            give_up_ns: u64::MAX,
            busy: false,
            latencies,
        }
    }

    #[test]
    fn what_is_due_does_not_depend_on_what_was_sent() {
        let mut schedule = open_loop(1e6, 2, 10);
        // At 2500 ns after the begin, messages 0 and 2 of source 0 and 1 of source 1 are due.
        assert_eq!(schedule.allowance(0, 0, 3500), Allowance::Messages(2));
        assert_eq!(schedule.allowance(1, 0, 3500), Allowance::Messages(1));
        assert_eq!(schedule.allowance(1, 1, 3500), Allowance::Later);
        assert_eq!(schedule.idle_ns(3500), 500);
        assert_eq!(schedule.allowance(0, 0, 1_000_000), Allowance::Messages(5));
        assert_eq!(schedule.allowance(0, 5, 1_000_000), Allowance::Done);
    }

    #[test]
    fn a_message_is_due_when_its_time_has_come_whatever_the_rate() {
        let schedule = open_loop(7e6 / 3.0, 1, u64::MAX);
        for message in (0..10_000).chain(1 << 40..(1 << 40) + 10_000) {
            let due_ns = schedule.due_ns(message);
            assert!(
                schedule.due(due_ns) > message && schedule.due(due_ns - 1) <= message,
                "{message}"
            );
        }
    }

    #[test]
    fn latency_counts_from_the_scheduled_time() {
        let mut schedule = open_loop(1e6, 2, 10);
        schedule.arrived(1, 2, 1000 + 5000 + 70_000);
        assert_eq!(schedule.latencies.quantile_ns(1.0), 70_015);
        assert_eq!(schedule.latencies.count(), 1);
    }
}
