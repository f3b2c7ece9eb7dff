//! The measure of time of the benchmarks.

use criterion::measurement::{Measurement, ValueFormatter, WallTime};
use std::fs;
use std::time::{Duration, Instant};

/// Processor time of this thread, or wall-clock time where the system does not report it.
pub(crate) struct ProcessorTime {
    begun: Instant,
}

impl ProcessorTime {
    pub(crate) fn new() -> Self {
        Self { begun: Instant::now() }
    }
}

impl Measurement for ProcessorTime {
    type Intermediate = Duration;
    type Value = Duration;

    fn start(&self) -> Duration {
        // The system updates the count when the thread yields.
        std::thread::yield_now();
        fs::read_to_string("/proc/thread-self/schedstat")
            .ok()
            .and_then(|line| line.split(' ').next()?.parse().ok())
            .map_or_else(|| self.begun.elapsed(), Duration::from_nanos)
    }

    fn end(&self, start: Duration) -> Duration {
        self.start().saturating_sub(start)
    }

    fn add(&self, one: &Duration, other: &Duration) -> Duration {
        *one + *other
    }

    fn zero(&self) -> Duration {
        Duration::ZERO
    }

    fn to_f64(&self, value: &Duration) -> f64 {
        value.as_nanos() as f64
    }

    fn formatter(&self) -> &dyn ValueFormatter {
        WallTime.formatter()
    }
}
