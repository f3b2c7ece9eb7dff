//! An extractor never holds more than its budget, by its own ledger and by a counting allocator.

use std::ops::ControlFlow;

#[global_allocator]
static ALLOCATOR: trommel_testing::heap::Counting = trommel_testing::heap::Counting;

use trommel::{Budget, Extractor, Format, LineBlock, Method, Options, Sink, Summary, methods::WordsLeaves};
#[cfg(feature = "site")]
use trommel_testing::heap::held;
use trommel_testing::heap::measure;
use trommel_testing::kinds::{Kind, dear_titles, kinds};
use trommel_testing::mutants::each;
use trommel_testing::with_site_model;
use trommel_testing::{METHODS, Page, all_pages, cases, every_format, extractor, shared_pages};

/// A sink that holds nothing and counts the bytes of text.
#[derive(Default)]
struct Nothing {
    text_bytes: usize,
}

impl Sink for Nothing {
    fn text(&mut self, _: &str) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn block(&mut self, block: &LineBlock<'_>) -> ControlFlow<()> {
        self.text_bytes += block.text().map(str::len).sum::<usize>();
        ControlFlow::Continue(())
    }
}

fn read(extractor: &mut Extractor, page: &[u8], sink: &mut Nothing) -> Summary {
    for chunk in page.chunks(8 << 10) {
        extractor.push_to(chunk, sink).expect("HTML is never wrong");
    }
    extractor.finish_to(sink).expect("HTML is never wrong")
}

fn read_kind(extractor: &mut Extractor, kind: &Kind) -> Summary {
    kind.stream(|chunk| extractor.push_to(chunk, &mut Nothing::default()).expect("HTML is never wrong"));
    extractor.finish_to(&mut Nothing::default()).expect("HTML is never wrong")
}

/// Bytes that are handed over with a summary.
fn handed_out_bytes(summary: &Summary) -> usize {
    let meta = &summary.metadata;
    let [title, author, date] = [&meta.title, &meta.author, &meta.date];
    let fields = [title, author, date, &meta.lang, &meta.url, &meta.site_name, &meta.description];
    fields.map(String::len).iter().sum()
}

/// Reads a page twice with one extractor, and checks its ledger and the heap against the budget.
#[track_caller]
fn assert_within(
    budget: Budget,
    options: &Options,
    name: &str,
    mut read: impl FnMut(&mut Extractor) -> Summary,
) {
    let options = options.clone().with_budget(budget);
    let budget = budget.bytes();
    let (handed_out, peak_bytes, _) = measure(|| {
        let mut extractor = extractor(&options);
        let (first, second) = (read(&mut extractor), read(&mut extractor));
        for summary in [&first, &second] {
            let ledger = summary.peak_bytes;
            assert!(ledger <= budget, "{name}: the ledger says {ledger} of {budget} bytes, {options:?}");
        }
        handed_out_bytes(&first) + handed_out_bytes(&second)
    });
    assert!(
        peak_bytes <= budget + handed_out,
        "{name}: {peak_bytes} bytes on the heap, {budget} allowed, {options:?}"
    );
}

/// The smallest budget, two small ones, and the default.
fn budgets(options: &Options) -> [Budget; 4] {
    let (small, medium) = (Budget::from_bytes(256 << 10), Budget::from_bytes(1 << 20));
    [options.minimum_budget(), small, medium, Budget::DEFAULT]
}

/// Bytes of a hostile page that exceeds the two smallest budgets.
const HOSTILE_BYTES: usize = 300_000;

#[test]
fn no_page_takes_more_than_its_budget() {
    for page in all_pages() {
        for options in every_format() {
            for budget in budgets(&options) {
                assert_within(budget, &options, &page.name, |extractor| {
                    read(extractor, &page.bytes, &mut Nothing::default())
                });
            }
        }
    }
}

#[test]
fn no_kind_of_hostile_page_takes_more_than_its_budget() {
    for kind in kinds(HOSTILE_BYTES) {
        for options in every_format() {
            for budget in &budgets(&options)[..2] {
                assert_within(*budget, &options, kind.name, |extractor| read_kind(extractor, &kind));
            }
        }
    }
}

#[test]
fn no_page_takes_more_than_its_budget_with_the_nodes_of_its_tree() {
    let options = Options::default().with_method(Method::WordsLeaves(WordsLeaves::DEFAULT));
    for budget in &budgets(&options)[..3] {
        for page in all_pages() {
            assert_within(*budget, &options, &page.name, |extractor| {
                read(extractor, &page.bytes, &mut Nothing::default())
            });
        }
        for kind in kinds(HOSTILE_BYTES) {
            assert_within(*budget, &options, kind.name, |extractor| read_kind(extractor, &kind));
        }
    }
}

#[test]
fn no_page_takes_more_than_its_budget_with_a_model_of_one_site() {
    let [alone, with_trees] = with_site_model();
    // The bytes of the site model and its sum for each open element come on top of the trees.
    assert!(with_trees.minimum_budget() > Options::default().minimum_budget());
    assert!(alone.minimum_budget() < with_trees.minimum_budget());
    for options in [alone, with_trees] {
        for budget in &budgets(&options)[..2] {
            for page in all_pages() {
                assert_within(*budget, &options, &page.name, |extractor| {
                    read(extractor, &page.bytes, &mut Nothing::default())
                });
            }
        }
        for kind in kinds(HOSTILE_BYTES) {
            assert_within(options.minimum_budget(), &options, kind.name, |extractor| {
                read_kind(extractor, &kind)
            });
        }
    }
}

#[test]
fn no_large_kind_of_hostile_page_takes_more_than_its_budget() {
    let options = Options::default();
    let [.., medium, default] = budgets(&options);
    for (budget, bytes) in [(medium, 1_500_000), (default, 5_000_000)] {
        for kind in kinds(bytes) {
            assert_within(budget, &options, kind.name, |extractor| read_kind(extractor, &kind));
        }
    }
}

#[test]
fn a_page_of_50_megabytes_streams_through_every_budget() {
    let page = kinds(50_000_000).swap_remove(0);
    assert!(page.bytes() > 50_000_000);
    let options = Options::default();
    for budget in [options.minimum_budget(), Budget::DEFAULT] {
        let options = Options::default().with_budget(budget);
        let (summary, peak_bytes, _) = measure(|| read_kind(&mut extractor(&options), &page));
        let allowed = budget.bytes() + handed_out_bytes(&summary);
        assert!(summary.first_early_decision_offset.is_some() && summary.bytes_in == page.bytes() as u64);
        assert!(peak_bytes <= allowed, "{peak_bytes} bytes on the heap, {allowed} allowed");
        println!("{} bytes allowed: ledger {}, heap {peak_bytes}", budget.bytes(), summary.peak_bytes);
    }
}

#[test]
fn no_title_takes_more_than_is_set_aside_for_it() {
    let kind = kinds(400_000).into_iter().find(|kind| kind.name == "many_small_blocks");
    let kind = kind.expect("one kind has this name");
    for title in dear_titles() {
        let page = format!("<title>{title}</title><p>{title}");
        for options in every_format() {
            assert_within(options.minimum_budget(), &options, &title, |extractor| {
                extractor.push_to(page.as_bytes(), &mut Nothing::default()).expect("HTML is never wrong");
                read_kind(extractor, &kind)
            });
        }
    }
}

/// Number of damaged pages whose heap is measured, unless `TROMMEL_MUTANTS` is set.
const MUTANTS: usize = 1000;

#[test]
fn no_damaged_page_takes_more_than_its_budget() {
    let mut most = 0.0_f64;
    each(MUTANTS, |mutant| {
        let whole = vec![mutant.page.clone()];
        for chunks in [whole, mutant.chunks()] {
            let (summary, heap_bytes, _) = measure(|| {
                let (mut extractor, mut sink) = (extractor(&mutant.options), Nothing::default());
                for chunk in &chunks {
                    extractor.push_to(chunk, &mut sink).expect("HTML is never wrong");
                }
                extractor.finish_to(&mut sink).expect("HTML is never wrong")
            });
            // In addition to the budget: the label of an encoding in the copy of the options.
            let allowed = mutant.budget.bytes() + handed_out_bytes(&summary) + 16;
            assert!(heap_bytes <= allowed, "{heap_bytes} bytes on the heap, {allowed} allowed");
            most = most.max(heap_bytes as f64 / allowed as f64);
        }
    });
    println!("damaged pages: heap at most {most:.4} of what is allowed");
}

/// Allocations of a reused extractor that reads `page` a second time with a reused summary.
fn allocations_on_reuse(options: &Options, page: &[u8]) -> u64 {
    let mut extractor = extractor(options);
    let mut summary = read(&mut extractor, page, &mut Nothing::default());
    let again = || {
        for chunk in page.chunks(8 << 10) {
            extractor.push_to(chunk, &mut Nothing::default()).expect("HTML is never wrong");
        }
        extractor.finish_into(&mut Nothing::default(), &mut summary).expect("HTML is never wrong");
    };
    measure(again).2
}

#[test]
fn reading_pages_of_two_kinds_in_turns_allocates_nothing() {
    let texts = format!("<p>{}", "word ".repeat(30)).repeat(400);
    let records = "<p>a b c d".repeat(3000);
    for options in every_format() {
        let mut extractor = extractor(&options);
        let mut summary = Summary::default();
        let mut both = || {
            for page in [&texts, &records] {
                extractor.push_to(page.as_bytes(), &mut Nothing::default()).expect("HTML is never wrong");
                extractor.finish_into(&mut Nothing::default(), &mut summary).expect("HTML is never wrong");
            }
        };
        both();
        assert_eq!(measure(both).2, 0, "{options:?}");
    }
}

#[test]
fn reading_a_page_again_allocates_nothing() {
    for page in cases() {
        for options in every_format() {
            assert_eq!(allocations_on_reuse(&options, &page.bytes), 0, "{}, {options:?}", page.name);
        }
    }
}

#[test]
fn reading_hostile_bytes_again_allocates_nothing() {
    // Kinds that exceed the budget are left out: their texts and records get memory in turn,
    // through the allocator. All others together are within one of 5 MiB.
    let budget = Budget::from_bytes(5 << 20);
    let left_out = ["big", "one_line_without_spaces", "links_over_blocks"];
    let mut page = Vec::new();
    for kind in kinds(18_000) {
        if !left_out.contains(&kind.name) {
            kind.stream(|chunk| page.extend_from_slice(chunk));
            page.extend_from_slice(b"</a></table></pre></div></script></title>-->");
        }
    }
    for method in METHODS {
        for options in every_format() {
            let options = options.with_method(method).with_budget(budget);
            assert_eq!(allocations_on_reuse(&options, &page), 0, "{options:?}");
        }
    }
}

/// Bytes that a page of normal size may take in addition to its text.
const NORMAL_BYTES: usize = 256 << 10;

/// Mean text bytes of a line-block below which records of blocks and elements take more memory than
/// the text.
const SHORT_BLOCK_BYTES: usize = 40;

/// Bytes that the records of a line-block and of its elements may take on a page of short blocks.
const RECORD_BYTES: usize = 96;

#[test]
fn a_normal_page_takes_little_more_than_twice_its_text() {
    let mut worst = (0.0, String::new());
    let pages: Vec<Page> = all_pages().into_iter().chain(shared_pages(60)).collect();
    for page in &pages {
        let mut sink = Nothing::default();
        let (summary, peak_bytes, _) =
            measure(|| read(&mut extractor(&Options::default()), &page.bytes, &mut sink));
        let blocks = summary.blocks_total as usize;
        let has_short_blocks = sink.text_bytes < SHORT_BLOCK_BYTES * blocks;
        let record_bytes = if has_short_blocks { RECORD_BYTES * blocks } else { 0 };
        let allowed = NORMAL_BYTES + 2 * sink.text_bytes + record_bytes;
        let ratio = peak_bytes as f64 / allowed as f64;
        if ratio > worst.0 {
            worst = (ratio, format!("{}: {peak_bytes} of {allowed} bytes", page.name));
        }
    }
    println!("{} pages; most heap of what is allowed: {:.3}, {}", pages.len(), worst.0, worst.1);
    assert!(worst.0 <= 1.0, "{}", worst.1);
}

#[test]
fn no_budget_loses_text() {
    let all = trommel_testing::shown::keep(0.0);
    // Every block is in its own elements: records of elements must not take the memory for text.
    let page: String = (0..20_000)
        .map(|row| format!("<section><div><ul><li><p>row {row}</p></li></ul></div></section>"))
        .collect();
    let whole = trommel::extract(page.as_bytes(), &all).unwrap();
    assert_eq!(whole.text.matches("row").count(), 20_000);
    for options in [all.clone(), all.with_format(Format::Markdown)] {
        let least = options.minimum_budget();
        for bytes in [least.bytes(), least.bytes() + 5_000, least.bytes() + 40_000, 1 << 20] {
            let small =
                trommel::extract(page.as_bytes(), &options.clone().with_budget(Budget::from_bytes(bytes)))
                    .unwrap();
            assert_eq!(small.text.matches("row").count(), 20_000, "budget {bytes}");
            assert!(
                small.summary.first_early_decision_offset.is_some() && small.summary.text_bytes_lost == 0
            );
        }
    }
    let learned = Options::default();
    let least = learned.minimum_budget();
    let small = trommel::extract(page.as_bytes(), &learned.with_budget(least)).unwrap();
    assert_eq!((small.summary.blocks_total, small.summary.text_bytes_lost), (20_000, 0));
}

#[test]
fn elements_nested_without_end_lose_no_text() {
    let page = "<title>x</title>".to_string() + &"<div>some words in each of them".repeat(20_000);
    let options = Options::default();
    let small =
        trommel::extract(page.as_bytes(), &options.clone().with_budget(options.minimum_budget())).unwrap();
    for summary in [small.summary, trommel::extract(page.as_bytes(), &options).unwrap().summary] {
        assert_eq!((summary.blocks_total, summary.text_bytes_lost), (20_000, 0));
        assert!(summary.elements_forgotten > 19_000);
    }
}

/// Pages that are costly for matching selectors.
#[cfg(feature = "css")]
fn dear_to_selectors() -> Vec<(&'static str, String)> {
    let names = "a abbr address article aside b bdi big blockquote center cite code dd del dfn div dl dt em fieldset figcaption figure \
        font footer form h1 h2 h3 h4 h5 h6 header hgroup i ins kbd label legend li main map mark menu nav ol p pre q ruby s samp search \
        section small span strike strong sub summary sup table tbody td tfoot th thead tr time tt u ul var x-y custom";
    let siblings: String =
        names.split_whitespace().map(|name| format!("<{name} class=y></{name}>")).collect();
    let attributes: String = (0..400).map(|i| format!(" a{i}={i} title{i}={i}")).collect();
    let div = "<div class='x y a b c d e f g h i j k l'>";
    vec![
        ("siblings of all names at each depth", format!("{siblings}{div}").repeat(300)),
        ("many attributes", format!("<div class=x{attributes}>").repeat(300)),
        ("long attributes", format!("<div class=x title='{}'>", "long ".repeat(1000)).repeat(300)),
        ("quotes", format!("<p a='{}' b=\"{}\">", "\"".repeat(900), "'".repeat(9000)).repeat(100)),
        ("an attribute of 30 MB", format!("<p a='{}'>text", "x".repeat(30_000_000))),
        ("ends in the wrong order", "<b class=x><p class=y>z</b></p>".repeat(2000)),
        ("open elements", format!("{div}<p class=y>z").repeat(2000)),
        ("names that no rule knows", (0..20_000).map(|i| format!("<x-{i}></x-{i}>")).collect()),
    ]
}

#[cfg(feature = "css")]
#[test]
fn no_page_takes_more_than_its_budget_with_selectors() {
    use trommel::css::Selectors;
    let new = Selectors::default;
    let selectors = [
        new().select(".x, .y"),
        new().drop(".y"),
        new().select("nothing"),
        new().select("div div div div div div p").and_then(|all| all.drop("* > * > * > .y")),
        new().select(".a .b .c .d .e .f .g .h .i .j .k .l nothing"),
        new().select("*>*>*>*>*>*>*>*>*>*>*>*>*>*>nothing"),
        new().select(&format!("[title='{}']", "long ".repeat(800))),
        new().select("nothing:nth-of-type(3)").and_then(|all| all.drop("x-1, x-2:nth-child(2)")),
        (0..20).try_fold(new(), |all, i| all.select(&format!("div .c{i} > p:not(.y)"))),
        new().select(&["*"; 500].join("\n")),
        new().drop(&["div"; 300].join("\t")),
        new().select(&"[class]".repeat(580)),
        new().drop(&"[class]".repeat(580)),
        new().select(&".x".repeat(2000)),
        new().drop(&[":not(.z)"; 500].concat()),
        new().select("p:nth-of-t\\79pe(2)"),
    ];
    // The rest of the extractor gets its minimum, so that memory it does not use cannot hide what
    // selectors take.
    let peak = |options: &Options, page: &str| {
        let options = options.clone().with_budget(options.minimum_budget());
        let read_twice = || {
            let mut extractor = extractor(&options);
            let blocks = |_| read(&mut extractor, page.as_bytes(), &mut Nothing::default()).blocks_total;
            (0..2).map(blocks).sum::<u64>()
        };
        measure(read_twice).1
    };
    let pages = dear_to_selectors();
    // Selectors that select leave no fallback.
    let without_selectors = [true, false].map(|has_fallback| {
        let plain = Options::default().with_fallback(has_fallback);
        let peaks: Vec<usize> = pages.iter().map(|(_, page)| peak(&plain, page)).collect();
        (plain, peaks)
    });
    let mut most = 0.0_f64;
    for selectors in selectors {
        let selectors = selectors.expect("the selectors are sound");
        let (plain, plain_peaks) = &without_selectors[usize::from(selectors.selects())];
        let options = plain.clone().with_selectors(selectors);
        let allowed = options.minimum_budget().bytes() - plain.minimum_budget().bytes();
        for ((name, page), plain_peak) in pages.iter().zip(plain_peaks) {
            let beyond = peak(&options, page).saturating_sub(*plain_peak);
            assert!(
                beyond <= allowed,
                "{name}: {beyond} bytes for selectors, {allowed} allowed, {options:?}"
            );
            most = most.max(beyond as f64 / allowed as f64);
        }
    }
    println!("most heap for selectors of what is allowed: {most:.3}");
}

/// A file of wrappers for this number of hosts.
#[cfg(feature = "site")]
fn sites_of(hosts: usize) -> trommel::site::Sites {
    let site = |host: usize| {
        format!(
            r#"{{"host": "host-{host}.example", "pages": 9, "sample": 9, "templates": [{{"pages": 9, "patterns": [{{"element": {{"tag": "div",
            "attributes": [{{"name": "class", "value": "story of the valley", "stem": "story"}}, {{"name": "id", "value": "main"}}],
            "steps": [["section", 1], ["x-part", 2]]}}, "level": 4, "pages": 9, "relevance": 8.5, "informativeness": 1.5}}]}}]}}"#
        )
    };
    let sites: Vec<String> = (0..hosts).map(site).collect();
    let json = format!(r#"{{"trommel_site": 1, "sites": [{}]}}"#, sites.join(","));
    trommel::site::Sites::from_json(&json).expect("the file is sound")
}

#[cfg(feature = "site")]
#[test]
fn what_wrappers_of_sites_hold_is_booked() {
    for hosts in [1, 300] {
        let (sites, held) = held(|| sites_of(hosts));
        let reserved = sites.held_bytes();
        assert!(held <= reserved, "{held} bytes on the heap for {hosts} hosts, {reserved} reserved");
        assert!(
            reserved <= 2 * held + 1024,
            "{held} bytes on the heap for {hosts} hosts, {reserved} reserved"
        );
    }
}
