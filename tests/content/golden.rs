//! Golden pages: their output is compared byte for byte with the reviewed output, and scored
//! against the expected main content.
//!
//! `TROMMEL_BLESS=1 cargo test --test content golden` rewrites the reviewed files. The diff is
//! reviewed like code.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::{env, fs};

use trommel::{Favor, Format, Method, Options, blocks::Verdict};
use trommel_score::word_bag;
use trommel_testing::{Outcome, Page, cases, in_package, run_whole, unmet};

/// Minimum mean word-bag F1 of all golden pages. It is raised when the mean exceeds it by a
/// hundredth.
const FLOOR_F1: f64 = 0.965;

/// Minimum mean word-bag F1 of the pages of `corpora/unmet`.
const UNMET_FLOOR_F1: f64 = 0.78;

/// Word-bag F1 from which a page of `corpora/unmet` moves to `corpora/cases`.
const MET_F1: f64 = 0.94;

/// Text of the comments of the page `comments`.
const COMMENTS: [&str; 9] = [
    "I met my husband in a queue for stamps.",
    "This is better than anything in the essay.",
    "Too long.",
    "Give each counter its own queue",
    "So he had chosen the other counter.",
    "two children and a tuba",
    "Which judge?",
    "I worked in a bakery for six years",
    "The tuba has been sold.",
];

/// The file `name` of a case.
fn file(case: &Page, name: &str) -> PathBuf {
    in_package("corpora").join(&case.name).join(name)
}

/// A line for each line-block, so that a diff shows which verdict changed.
fn block_lines(outcome: &Outcome) -> String {
    let line = |block: &trommel_testing::Block| {
        let verdict = if block.verdict == Verdict::Kept { "kept" } else { "dropped" };
        let (index, tag, chars) = (block.index, block.tag, block.chars);
        format!("{{\"index\":{index},\"tag\":\"{tag}\",\"chars\":{chars},\"verdict\":\"{verdict}\"}}\n")
    };
    outcome.blocks.iter().map(line).collect()
}

#[test]
fn golden_pages_give_what_they_gave() {
    let is_blessing = env::var_os("TROMMEL_BLESS").is_some();
    let mut changed = Vec::new();
    for case in cases() {
        let plain = run_whole(&Options::default(), &case.bytes);
        let markdown = Options::default().with_format(Format::Markdown).with_links(true);
        let found = [
            ("expect.txt", plain.text.clone()),
            ("expect.md", run_whole(&markdown, &case.bytes).text),
            ("expect.jsonl", block_lines(&plain)),
        ];
        for (name, found) in found {
            let path = file(&case, name);
            if is_blessing {
                fs::write(&path, found).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
                continue;
            }
            let expected = fs::read_to_string(&path).unwrap_or_default();
            if let Some(difference) = first_difference(&expected, &found) {
                changed.push(format!("{}/{name}, {difference}", case.name));
            }
        }
    }
    let changes = changed.join("\n");
    assert!(changed.is_empty(), "if this is meant, bless it (see the head of this file):\n{changes}");
}

/// The first line in which two texts differ.
fn first_difference(expected: &str, found: &str) -> Option<String> {
    if expected == found {
        return None;
    }
    let (mut expected, mut found) = (expected.split('\n'), found.split('\n'));
    let mut number = 0;
    loop {
        number += 1;
        let (expected, found) = (expected.next(), found.next());
        if expected != found {
            return Some(format!("line {number}:\n  expected {expected:?}\n     found {found:?}"));
        }
    }
}

/// Prints the scores of pages, and returns their mean F1.
fn mean_f1(cases: &[Page]) -> f64 {
    let mut sum = 0.0;
    for case in cases {
        let gold = fs::read_to_string(file(case, "gold.txt")).expect("each case has its gold");
        let found = word_bag(&run_whole(&Options::default(), &case.bytes).text, &gold);
        println!(
            "{:24} precision {:.3}  recall {:.3}  F1 {:.3}",
            case.name, found.precision, found.recall, found.f1
        );
        if found.f1 >= MET_F1 && case.name.starts_with("unmet/") {
            println!("this one is done well now: move it to corpora/cases, bless it and read what it gives");
        }
        sum += found.f1;
    }
    sum / cases.len() as f64
}

#[test]
fn golden_pages_are_at_least_as_good_as_they_were() {
    for (cases, floor) in [(cases(), FLOOR_F1), (unmet(), UNMET_FLOOR_F1)] {
        let mean = mean_f1(&cases);
        println!("mean F1 of {} pages: {mean:.4}, floor {floor}", cases.len());
        assert!(mean >= floor, "mean F1 is {mean:.4}, floor {floor}");
    }
}

#[test]
fn what_precision_keeps_balance_keeps_and_what_balance_keeps_recall_keeps() {
    for case in cases().into_iter().chain(unmet()) {
        let kept = |favor| {
            let options = Options::default().with_method(Method::Learned).with_favor(favor);
            let blocks = run_whole(&options, &case.bytes).blocks;
            blocks
                .into_iter()
                .filter(|block| block.verdict == Verdict::Kept)
                .map(|block| block.index)
                .collect()
        };
        let [precision, balanced, recall]: [BTreeSet<u64>; 3] =
            [Favor::Precision, Favor::Balanced, Favor::Recall].map(kept);
        assert!(precision.is_subset(&balanced) && balanced.is_subset(&recall), "{}", case.name);
    }
}

#[test]
fn comments_are_kept_where_they_are_asked_for() {
    let page = cases().into_iter().find(|case| case.name == "cases/comments").expect("the page is there");
    let without = run_whole(&Options::default(), &page.bytes).text;
    let with = run_whole(&Options::default().keep_comments(true), &page.bytes).text;
    // In the order of the page: the essay, then its comments.
    assert!(with.starts_with(without.trim_end()), "{with}");
    let comments = &with[without.trim_end().len()..];
    println!("{comments}");
    for comment in COMMENTS {
        assert!(comments.contains(comment), "{comment}");
    }
    assert!(!comments.contains("Reply") && !comments.contains("Leave a"), "{comments}");
}

#[test]
fn what_a_page_says_once_comes_out_once() {
    let titles =
        ["The lighthouse that moved inland", "When the cliff at Harrow Ness gave way", "Two miles by hand"];
    let page = cases().into_iter().find(|case| case.name == "cases/title-once").expect("the page is there");
    let text = run_whole(&Options::default(), &page.bytes).text;
    for title in titles {
        assert_eq!(text.matches(title).count(), 1, "{title}");
    }
}

#[test]
fn each_case_has_its_files() {
    for case in cases() {
        for name in ["page.html", "gold.txt", "why.md", "expect.txt", "expect.md", "expect.jsonl"] {
            assert!(file(&case, name).is_file(), "{} lacks {name}", case.name);
        }
    }
    for case in unmet() {
        for name in ["page.html", "gold.txt", "why.md"] {
            assert!(file(&case, name).is_file(), "{} lacks {name}", case.name);
        }
    }
}
