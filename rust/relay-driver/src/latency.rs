//! Latencies of one rate.

use hdrhistogram::Histogram;
use serbench_harness::protocol::Line;

const LARGEST_NS: u64 = 60_000_000_000;
const DIGITS: u8 = 3;
/// The quantiles that are told.
const QUANTILES: [&str; 12] = [
    "0", "0.1", "0.25", "0.5", "0.75", "0.9", "0.95", "0.99", "0.995", "0.999", "0.9999", "1",
];

pub struct Latencies {
    histogram: Histogram<u64>,
    last_ns: u64,
}

impl Latencies {
    pub fn new() -> Self {
        let histogram = Histogram::new_with_bounds(1, LARGEST_NS, DIGITS);
        Self {
            histogram: histogram.expect("the bounds are sound"),
            last_ns: 0,
        }
    }

    /// A message that arrived at this time; what took longer than the bound counts as the bound.
    #[inline]
    pub fn record(&mut self, latency_ns: u64, now_ns: u64) {
        self.histogram.saturating_record(latency_ns.max(1));
        self.last_ns = now_ns;
    }

    pub fn count(&self) -> u64 {
        self.histogram.len()
    }

    pub fn quantile_ns(&self, quantile: f64) -> u64 {
        match (self.histogram.is_empty(), quantile == 0.0) {
            (true, _) => 0,
            (false, true) => self.histogram.min(),
            (false, false) => self.histogram.value_at_quantile(quantile),
        }
    }

    /// Messages per second until the last arrival.
    fn achieved_per_s(&self, begin_ns: u64) -> f64 {
        match self.last_ns.saturating_sub(begin_ns) {
            0 => 0.0,
            elapsed_ns => self.count() as f64 * 1e9 / elapsed_ns as f64,
        }
    }

    pub fn lines(&self, load: &str, per_second: f64, begin_ns: u64) -> Vec<Line> {
        let summary = Line::new("latency")
            .text("load", load)
            .number("rate_per_s", per_second.round() as u64)
            .number("achieved_per_s", self.achieved_per_s(begin_ns).round() as u64)
            .number("count", self.count())
            .number("p50_ns", self.quantile_ns(0.5))
            .number("p90_ns", self.quantile_ns(0.9))
            .number("p99_ns", self.quantile_ns(0.99))
            .number("p999_ns", self.quantile_ns(0.999))
            .number("max_ns", self.quantile_ns(1.0));
        let quantiles = QUANTILES.iter().map(|text| {
            let quantile = text.parse().expect("it is a number");
            Line::new("quantile")
                .text("load", load)
                .text("at", text)
                .number("ns", self.quantile_ns(quantile))
        });
        std::iter::once(summary).chain(quantiles).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Latencies;

    #[test]
    fn latencies_are_told_by_quantiles() {
        let mut latencies = Latencies::new();
        for latency in 1..=1000 {
            latencies.record(latency, 5_000 + latency * 1_000_000);
        }
        let lines: Vec<String> = latencies
            .lines("20%", 1234.5, 5_000)
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(
            lines[0],
            "latency load=20%25 rate_per_s=1235 achieved_per_s=1000 count=1000 p50_ns=500 p90_ns=900 p99_ns=990 \
             p999_ns=999 max_ns=1000"
        );
        assert_eq!(lines[1], "quantile load=20%25 at=0 ns=1");
        assert_eq!(lines[4], "quantile load=20%25 at=0.5 ns=500");
        assert_eq!(lines.len(), 13);
    }

    #[test]
    fn nothing_has_no_latency() {
        let lines = Latencies::new().lines("5", 5.0, 0);
        assert_eq!(
            lines[0].to_string(),
            "latency load=5 rate_per_s=5 achieved_per_s=0 count=0 p50_ns=0 p90_ns=0 p99_ns=0 p999_ns=0 max_ns=0"
        );
    }
}
