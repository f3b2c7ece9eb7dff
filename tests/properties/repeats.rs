//! Sketches of what hosts repeat: merging, bounds, and what they change.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::Arc;

use proptest::prelude::*;
use trommel::repeats::{Limits, PageSketch, Repeats};
use trommel::{Extractor, LineBlock, Method, Options, Sink};

/// A generated page: its host, and the numbers of its texts.
type Page = (u8, Vec<u16>);

fn text(number: u16) -> String {
    // Digits would be folded.
    number.to_string().bytes().map(|digit| char::from(digit - b'0' + b'a')).collect()
}

fn url(host: u8) -> String {
    format!("https://{}.example/", text(host.into()))
}

fn sketch(limits: Limits, pages: &[Page]) -> Repeats {
    let mut repeats = Repeats::new(limits);
    for (host, texts) in pages {
        let mut page = PageSketch::new(&url(*host));
        texts.iter().for_each(|&number| page.add(&text(number), 10, number % 3 > 0));
        repeats.add(&page, None);
    }
    repeats
}

fn pages(texts: u16) -> impl Strategy<Value = Vec<Page>> {
    prop::collection::vec((0..3_u8, prop::collection::vec(0..texts, 1..12)), 1..60)
}

fn merged(parts: &[Repeats]) -> Repeats {
    let mut merged = parts[0].clone();
    parts[1..].iter().for_each(|part| merged.merge(part));
    merged
}

/// The sketches of up to four parts of the pages.
fn parts(limits: Limits, pages: &[Page]) -> Vec<Repeats> {
    pages.chunks(pages.len().div_ceil(4)).map(|part| sketch(limits, part)).collect()
}

proptest! {
    #[test]
    fn merging_parts_in_any_order_gives_the_whole(pages in pages(40)) {
        let whole = sketch(Limits::DEFAULT, &pages);
        let mut parts = parts(Limits::DEFAULT, &pages);
        let first = merged(&parts);
        prop_assert_eq!(first.to_bytes(), whole.to_bytes());
        parts.reverse();
        prop_assert_eq!(merged(&parts).to_bytes(), whole.to_bytes());
        let twice = merged(&[whole.clone(), Repeats::from_bytes(&whole.to_bytes()).unwrap()]);
        for (host, number) in (0..3).flat_map(|host| (0..40).map(move |number| (host, number))) {
            let repeat = |repeats: &Repeats| repeats.repeat(&url(host), &text(number));
            prop_assert_eq!(repeat(&twice), repeat(&whole));
        }
    }

    #[test]
    fn merging_within_tight_bounds_errs_by_no_more_than_stated(pages in pages(900)) {
        let limits = Limits { host_bytes: 1, all_bytes: 9 << 10 };
        let parts = parts(limits, &pages);
        for repeats in [sketch(limits, &pages), merged(&parts)] {
            prop_assert!(repeats.bytes() <= limits.all_bytes);
            let mut truth: BTreeMap<(u8, u16), BTreeSet<Vec<u16>>> = BTreeMap::new();
            for (host, texts) in &pages {
                texts.iter().for_each(|&number| {
                    truth.entry((*host, number)).or_default().insert(texts.clone());
                });
            }
            for ((host, number), pages) in truth {
                let found = repeats.repeat(&url(host), &text(number)).map_or(0, |repeat| repeat.pages);
                let least = if found < 8 { found + repeats.error_of(&url(host)) } else { u32::MAX };
                // Pages with some of the same texts may have one name, so that fewer are counted.
                if pages.len() == 1 {
                    prop_assert!(least >= 1, "{found} of {}", pages.len());
                }
                prop_assert!(found <= pages.len() as u32 || found >= 8, "{found} of {}", pages.len());
            }
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200), at in 0..300_usize) {
        let mut file = sketch(Limits::DEFAULT, &[(0, vec![1, 2, 3]), (1, vec![2])]).to_bytes();
        let at = at.min(file.len());
        file.splice(at.., bytes);
        if let Err(error) = Repeats::from_bytes(&file) {
            prop_assert!(error.to_string().contains("expected"));
        }
    }
}

fn html(number: u16) -> String {
    let name = text(number);
    format!(
        "<title>{name}</title><ul><li><a href=/>Home</a></ul><h1>{name}</h1>\
         <p>The {name} rose for three days in the valley, and on the fourth day it fell again.</p>\
         <p>Nobody had seen the {name} so high before, and nobody in the {name} valley slept.</p>\
         <p>Ada {name} writes about water.</p><footer>Imprint</footer>"
    )
}

/// The output for a page of `a.example`, and its summary, with this sketch.
fn output(number: u16, repeats: Option<Repeats>) -> (String, trommel::Summary) {
    let mut options = Options::default();
    if let Some(repeats) = repeats {
        options = options.with_repeats(Arc::new(repeats));
    }
    let mut extractor = Extractor::new(options).unwrap();
    extractor.set_url("https://a.example/");
    extractor.push(html(number).as_bytes()).unwrap();
    let page = extractor.finish().unwrap();
    let mut summary = page.summary;
    // The evidence takes a part of the budget.
    summary.peak_bytes = 0;
    summary.content_hash = None;
    (page.text, summary)
}

/// The sketch of the pages of `a.example` with these numbers.
fn built(numbers: &[u16]) -> Repeats {
    let mut extractor = Extractor::new(Options::default().record_repeats(true)).unwrap();
    let mut repeats = Repeats::new(Limits::DEFAULT);
    for &number in numbers {
        extractor.set_url("https://a.example/");
        extractor.push(html(number).as_bytes()).unwrap();
        extractor.finish().unwrap();
        repeats.add(extractor.page_sketch(), Some(&text(number)));
    }
    repeats
}

#[test]
fn a_host_with_one_page_or_copies_of_it_is_decided_as_without() {
    for numbers in [&[7][..], &[7, 7, 7, 7, 7], &[]] {
        assert_eq!(output(7, Some(built(numbers))), output(7, None), "{numbers:?}");
    }
}

#[test]
fn the_content_hash_of_the_second_pass_is_that_of_the_first() {
    let repeats = Arc::new(built(&[1, 2, 3, 1]));
    let mut extractor = Extractor::new(Options::default().with_repeats(Arc::clone(&repeats))).unwrap();
    for number in [1, 2, 3] {
        extractor.set_url("https://a.example/");
        extractor.push(html(number).as_bytes()).unwrap();
        let hash = extractor.finish().unwrap().summary.content_hash.expect("it has content");
        assert_eq!(repeats.first_id(hash), Some(&*text(number)));
    }
    assert_eq!(repeats.counts().duplicates, 1);
}

/// Text and score of each block.
#[derive(Default)]
struct Scores(Vec<(String, f32)>);

impl Sink for Scores {
    fn text(&mut self, _: &str) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn block(&mut self, block: &LineBlock<'_>) -> ControlFlow<()> {
        self.0.push((block.text().collect(), block.score().unwrap_or(0.0)));
        ControlFlow::Continue(())
    }
}

/// The blocks of page 1, in which all pages have one paragraph in common.
fn scores(repeats: Option<Repeats>) -> Vec<(String, f32)> {
    let mut options = Options::default().with_method(Method::Learned);
    if let Some(repeats) = repeats {
        options = options.with_repeats(Arc::new(repeats));
    }
    let mut extractor = Extractor::new(options).unwrap();
    extractor.set_url("https://a.example/");
    let mut found = Scores::default();
    extractor.push_to(html(1).replace("Ada b writes", "Ada writes").as_bytes(), &mut found).unwrap();
    extractor.finish_to(&mut found).unwrap();
    found.0
}

#[test]
fn the_learned_method_lowers_scores_by_the_share_of_pages_that_have_a_text() {
    let common = |number: u16| html(number).replace(&format!("Ada {} writes", text(number)), "Ada writes");
    let mut extractor = Extractor::new(Options::default().record_repeats(true)).unwrap();
    let mut repeats = Repeats::new(Limits::DEFAULT);
    for number in 1..=4 {
        extractor.set_url("https://a.example/");
        extractor.push(common(number).as_bytes()).unwrap();
        extractor.finish().unwrap();
        repeats.add(extractor.page_sketch(), None);
    }
    let (alone, with) = (scores(None), scores(Some(repeats)));
    assert_eq!(alone.len(), with.len());
    for ((text, alone), (_, with)) in alone.iter().zip(&with).filter(|((_, alone), _)| alone.is_finite()) {
        // Three of the four pages are others.
        let fall = if text == "Home" || text == "Ada writes about water." { 1.5 } else { 0.0 };
        assert!((alone - fall - with).abs() < 1e-4, "{text}: {alone} {with}");
    }
    assert!(with.iter().any(|(text, _)| text == "Ada writes about water."));
}
