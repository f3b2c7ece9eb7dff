//! The most frequent values of a field, in bounded memory: the space-saving sketch of Metwally,
//! Agrawal and El Abbadi (2005).

use std::collections::{BTreeSet, HashMap};

use crate::crawl::data::{Group, Value};
use crate::crawl::row::{Measures, begin_of};

pub(super) const KEPT_VALUES: usize = 1000;

/// Maximum bytes of a value; a host name has no more.
const MAX_VALUE_BYTES: usize = 253;

/// Counts pages by a value.
///
/// A value with more pages than the number of all pages divided by [`KEPT_VALUES`] is always in it.
/// If all counters are in use, a new value takes over the one with the fewest pages, and its count
/// becomes the error.
///
/// Cost: at most [`KEPT_VALUES`] counters of some 700 bytes; logarithmic time per page.
#[derive(Debug, Default)]
pub(super) struct Sketch {
    places: HashMap<Box<str>, usize>,
    counters: Vec<Counter>,
    /// Counters by count, with their index.
    order: BTreeSet<(u64, usize)>,
    /// Pages without a value.
    missing: u64,
    /// Whether a value has lost its counter.
    is_sketched: bool,
}

#[derive(Debug)]
struct Counter {
    value: Box<str>,
    count: u64,
    /// Maximum pages of other values in the count.
    error: u64,
    sums: Sums,
}

/// Sums over the pages since the value got its counter.
#[derive(Debug, Default)]
struct Sums {
    pages: u64,
    nothing: u64,
    texts: u64,
    chars: u64,
    blocks: u64,
    blocks_kept: u64,
    confidences: u64,
    /// In thousandths.
    confidence: u64,
}

impl Sums {
    fn add(&mut self, page: &Measures) {
        self.pages += 1;
        self.nothing += u64::from(page.kept_nothing);
        if let Some(chars) = page.chars {
            self.texts += 1;
            self.chars = self.chars.saturating_add(chars);
        }
        self.blocks = self.blocks.saturating_add(page.blocks.unwrap_or(0));
        self.blocks_kept = self.blocks_kept.saturating_add(page.blocks_kept.unwrap_or(0));
        if let Some(thousandths) = page.confidence_thousandths {
            self.confidences += 1;
            self.confidence += thousandths;
        }
    }
}

impl Sketch {
    /// Counts a page.
    pub(super) fn add(&mut self, value: Option<&str>, page: &Measures) {
        let Some(value) = value else {
            self.missing += 1;
            return;
        };
        let value = begin_of(value, MAX_VALUE_BYTES);
        let place = match self.places.get(value) {
            Some(&place) => place,
            None => self.place_for(value),
        };
        let counter = &mut self.counters[place];
        self.order.remove(&(counter.count, place));
        counter.count += 1;
        counter.sums.add(page);
        self.order.insert((counter.count, place));
    }

    /// The index of a counter for a new value.
    fn place_for(&mut self, value: &str) -> usize {
        let (count, place) = match self.order.first().filter(|_| self.counters.len() >= KEPT_VALUES) {
            Some(&(count, place)) => {
                self.places.remove(&self.counters[place].value);
                self.is_sketched = true;
                (count, place)
            }
            None => (0, self.counters.len()),
        };
        let counter = Counter { value: value.into(), count, error: count, sums: Sums::default() };
        if place == self.counters.len() {
            self.counters.push(counter);
            self.order.insert((count, place));
        } else {
            self.counters[place] = counter;
        }
        self.places.insert(value.into(), place);
        place
    }

    /// The data for the report, by falling counts; `None` if no page has a value.
    pub(super) fn data(&self, name: &'static str) -> Option<Group> {
        if self.counters.is_empty() {
            return None;
        }
        let mut counters: Vec<_> = self.counters.iter().collect();
        counters.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.value.cmp(&b.value)));
        let error = self.order.first().filter(|_| self.is_sketched).map_or(0, |(count, _)| *count);
        let values = counters.into_iter().map(value_data).collect();
        Some(Group { name, missing: self.missing, error, values })
    }
}

fn value_data(counter: &Counter) -> Value {
    let sums = &counter.sums;
    let ratio = |part: u64, whole: u64| (whole > 0).then(|| part as f64 / whole as f64);
    let share = |share: f64| (share * 1000.0).round() / 1000.0;
    Value {
        value: counter.value.to_string(),
        pages: counter.count,
        error: counter.error,
        nothing: share(ratio(sums.nothing, sums.pages).unwrap_or(0.0)),
        chars: ratio(sums.chars, sums.texts).map(f64::round),
        kept: ratio(sums.blocks_kept, sums.blocks).map(|kept| share(kept.min(1.0))),
        confidence: ratio(sums.confidence, sums.confidences).map(|sum| share(sum / 1000.0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_values_are_counted_exactly() {
        let mut sketch = Sketch::default();
        for number in 0..KEPT_VALUES * 3 {
            sketch.add(Some(&format!("host{}", number % KEPT_VALUES)), &Measures::default());
        }
        sketch.add(None, &Measures::default());
        let data = sketch.data("host").expect("there are values");
        assert_eq!((data.missing, data.error, data.values.len()), (1, 0, KEPT_VALUES));
        assert!(data.values.iter().all(|value| value.pages == 3 && value.error == 0));
    }

    #[test]
    fn frequent_values_stay_within_the_error() {
        let mut sketch = Sketch::default();
        let mut pages = HashMap::<String, u64>::new();
        for number in 0..100_000_u64 {
            // Every second page has its own host; the others share twelve.
            let host = if number % 2 == 0 { number } else { (number / 2).trailing_zeros().into() };
            let host = format!("host{host}");
            sketch.add(Some(&host), &Measures::default());
            *pages.entry(host).or_default() += 1;
        }
        let data = sketch.data("host").expect("there are values");
        assert_eq!(data.values.len(), KEPT_VALUES);
        let most = 100_000 / KEPT_VALUES as u64;
        assert!(data.error <= most);
        for value in &data.values {
            let exact = pages.remove(&value.value).expect("no value is invented");
            assert!(exact <= value.pages && value.pages - value.error <= exact, "{value:?}: {exact}");
        }
        assert!(pages.values().all(|count| *count <= data.error), "what is left out has few pages");
    }

    #[test]
    fn a_long_value_is_cut_between_characters() {
        let mut sketch = Sketch::default();
        sketch.add(Some(&"ü".repeat(1000)), &Measures::default());
        let data = sketch.data("host").expect("there is a value");
        assert_eq!(data.values[0].value, "ü".repeat(126));
    }
}
