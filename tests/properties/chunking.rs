//! Any cutting of the input gives identical output: text, every field of every line-block, and the
//! summary.
//!
//! A failing random test prints its seed. `TROMMEL_SEED=<seed> cargo test --test properties`
//! replays it.

use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use trommel::{Format, Method, Options, methods::TagRatio};
use trommel_testing::kinds::kinds;
use trommel_testing::with_site_model;
use trommel_testing::{
    METHODS, all_pages, assert_same, cases, every_format, extractor, run, run_whole, seed,
};

/// Small pages that together have every construct that a cut can fall into.
const SMALL: &[&[u8]] = &[
    b"<p>a &amp; b &notit; &#x4e2d; &#233 &lt&gt; &nope; &am",
    b"<title>Rain &amp; sun</title><p>rain\r\n\r\nin\r the\n sun<br>rain<br><br>sun<p>sun",
    "\u{FEFF}<p>na\u{EF}ve \u{4E2D}\u{6587} \u{1F600}\u{AD}s\u{AD}o\u{A0}\u{3000}ft<p>e\u{301}".as_bytes(),
    b"\xFF\xFEa\x00<\x00p\x00>\x00\x2D\x4E\x3D\xD8\x00\xDE!\x00x",
    b"<meta charset=windows-1251><p>\xCF\xF0\xE8\xE2\xE5\xF2<p>\x98\xEC\xE8\xF0",
    b"<meta charset=shift_jis><p>\x95\x5C\x8E\xA6 \x83\x5C<b>\x94\x5C</b>\x87\x40 \xFF",
    b"a<!-->b<!--->c<!-- x -->d<!--y--!>e<!--- --->f<!z>g<?php?>h</ i>j<![CDATA[k]]>l<!--m--",
    b"<script>1<!-- <script> 2 </script> --> 3</script>x<script><!--</scriptx></script>y<style></styl</style>z",
    b"<head><title>Unclosed \n<meta name=a><p>text &amp; more<p>and <title>x</title>",
    b"<p>x<table><tr><th>a<th>b<tr><td>c<td>d &eacute; f</table><table><tr><td><p>lay<p>out</table>y",
    b"<pre>\n  one\n\ttwo\r\n\r\n three  \n</pre>4<pre>a<b> b</b>\n\n\n c</pre>",
    b"<p>one<br>two<br><br>three<br/>four</br>five<br> <br>six<hr>seven",
    b"<svg><title>no</title><![CDATA[ <p> ]]></svg>a<math><mi>x</mi><annotation>y</annotation></math>b<svg/>c",
    b"<div hidden>h</div><p style='display:none'>n<p aria-hidden=true>o<li>1<li>2<ul><li>3</ul><p>shown",
    b"\xC3\x28\xE4\xB8<p>\xF0\x9F\x98\xED\xA0\x80\xC0\xAFx\xE4",
    b"  Hello<head> \n <meta name=x> here we are</head> again",
    b"<p>s<ruby>a<rt> \xC2\xA0b</rt></ruby>c<ruby>d<rp> (</rp><rt>e<rp>)</ruby><rt>\nf<b>g</b><rt> </rt>h",
    b"<h1>a</h1><h2><a href=#b>b</a> <a href=#c>#</a></h2><p class='x entry-date'>On: 5 <b>June</b> 2023<p>c",
    b"<head><head>text <select><head>option</select> <head> \n x",
];

/// Small pages for the formats with marks.
const MARKED: &[&[u8]] = &[
    b"<p>a <b>b <i>c</b> d</i> <code>e</code><a href='/x?a&amp;b'> f </a><a href=/y>g<a>h</a>",
    b"<ul><li>one<ol start=3><li>two<li><b>three</ol><li>four</ul><blockquote>q<p>r</blockquote><h2>s</h2>",
    b"<pre><code>x <b>y</b>\n  z</code></pre><p>p<em></em><strong> q</strong>r<a href=z><p>s<p>t</a>",
    b"<p>a<p><img src='/x y.jpg' alt='b *c* &amp;'><figure><picture><source srcset='d.jpg 1x, e.jpg 2x'><img src=data:,></picture><figcaption>f</figcaption></figure><p><b>g <img src=//h.example/i></b> j<br><img data-src=k><noscript><img src=k></noscript>",
    b"<table><tr><th>a|b<th><b>c</b><tr><td>*d*<td><a href=/e>e</a></table><p>[x](y) `z` # 1. <i>k</i>",
];

#[track_caller]
fn assert_every_three_way_cut(options: &Options, page: &[u8]) {
    let whole = run_whole(options, page);
    let mut extractor = extractor(options);
    for first in 0..=page.len() {
        for second in first..=page.len() {
            let chunks = [&page[..first], &page[first..second], &page[second..]];
            let found = run(&mut extractor, chunks);
            assert_same(&whole, &found, || {
                format!("{:?} cut at {first} and {second}, {options:?}", String::from_utf8_lossy(page))
            });
        }
    }
}

/// These options with a fixed encoding. Without it, a small page is held until its encoding is
/// detected, and the later stages do not see the cuts.
fn settled(options: Options) -> Options {
    options.with_encoding("utf-8")
}

#[test]
fn every_three_way_cut_of_small_pages_gives_the_same() {
    for page in SMALL {
        assert_every_three_way_cut(&settled(Options::default()), page);
    }
}

#[test]
fn every_three_way_cut_of_small_pages_of_unknown_encoding_gives_the_same() {
    for page in SMALL.iter().filter(|page| !page.is_ascii() || page.starts_with(b"<meta")) {
        assert_every_three_way_cut(&Options::default(), page);
    }
}

#[test]
fn every_three_way_cut_of_small_pages_with_marks_gives_the_same() {
    for page in MARKED {
        for options in &every_format()[1..] {
            assert_every_three_way_cut(&settled(options.clone()), page);
        }
    }
}

/// The page in pieces of `len` bytes.
fn pieces(page: &[u8], len: usize) -> impl Iterator<Item = &[u8]> {
    page.chunks(len)
}

#[test]
fn one_byte_chunks_give_the_same() {
    for page in all_pages() {
        for options in every_format().into_iter().chain([settled(Options::default())]) {
            let whole = run_whole(&options, &page.bytes);
            let found = run(&mut extractor(&options), pieces(&page.bytes, 1));
            assert_same(&whole, &found, || format!("{} byte by byte, {options:?}", page.name));
        }
    }
}

#[test]
fn empty_chunks_change_nothing() {
    for page in all_pages() {
        let options = settled(Options::default());
        let whole = run_whole(&options, &page.bytes);
        let chunks = pieces(&page.bytes, 7).flat_map(|chunk| [&[][..], chunk, &[]]);
        let found = run(&mut extractor(&options), chunks);
        assert_same(&whole, &found, || format!("{} with empty chunks", page.name));
    }
}

#[test]
fn fields_cut_at_their_longest_are_cut_at_the_same_place() {
    for bytes in 1018..1028 {
        // Up to 4 KiB of a title are held and passed on in one piece, whatever the chunks.
        let title = format!("<title>{}{}ab c</title><p>text", "t".repeat(bytes), "é".repeat(2000));
        let options = settled(Options::default());
        let whole = run_whole(&options, title.as_bytes());
        for len in [1, 3] {
            let found = run(&mut extractor(&options), pieces(title.as_bytes(), len));
            assert_same(&whole, &found, || format!("title of {bytes} bytes, pieces of {len}"));
        }
    }
}

/// A budget with which pages of some ten thousand bytes are decided early, again and again.
fn at_minimum(options: Options) -> Options {
    let minimum = options.minimum_budget();
    options.with_budget(minimum)
}

#[test]
fn early_decisions_do_not_depend_on_chunks() {
    for options in every_format() {
        let options = at_minimum(options);
        for kind in kinds(60_000) {
            let mut page = Vec::new();
            kind.stream(|chunk| page.extend_from_slice(chunk));
            let whole = run_whole(&options, &page);
            let mut extractor = extractor(&options);
            for len in [1, 4096, 8191] {
                let found = run(&mut extractor, pieces(&page, len));
                assert_same(&whole, &found, || format!("{} in pieces of {len}, {options:?}", kind.name));
            }
        }
    }
}

#[test]
fn golden_pages_one_after_the_other_are_decided_early_the_same_way() {
    let mut page = Vec::new();
    for case in cases().iter().filter(|case| std::str::from_utf8(&case.bytes).is_ok()).cycle().take(60) {
        page.extend_from_slice(&case.bytes);
    }
    for method in METHODS {
        let options = at_minimum(Options::default().with_method(method));
        let whole = run_whole(&options, &page);
        assert!(
            whole.summary.first_early_decision_offset.is_some(),
            "the page does not fit the least budget"
        );
        for len in [1, 1000] {
            let found = run(&mut extractor(&options), pieces(&page, len));
            assert_same(&whole, &found, || format!("{method:?} in pieces of {len}"));
        }
    }
}

#[test]
fn pages_come_out_the_same_in_any_chunks_with_a_model_of_one_site() {
    for options in with_site_model() {
        for page in SMALL {
            assert_every_three_way_cut(&settled(options.clone()), page);
        }
        let mut kept = 0;
        for page in cases() {
            // A site model that decides alone gives the same in any budget: it needs no memory for
            // elements.
            for options in [options.clone(), at_minimum(options.clone())] {
                let whole = run_whole(&options, &page.bytes);
                kept += whole.summary.blocks_kept;
                for len in [1, 4096] {
                    let found = run(&mut extractor(&options), pieces(&page.bytes, len));
                    assert_same(&whole, &found, || format!("{} in pieces of {len}, {options:?}", page.name));
                }
            }
        }
        assert!(kept > 100, "the model keeps {kept} blocks: nothing is seen of it");
    }
}

/// One change of a page. Places are fractions of 65536.
#[derive(Clone, Debug)]
enum Mutation {
    Insert(u16, Vec<u8>),
    Delete(u16, u8),
    Repeat(u16, u16, u8),
    Flip(u16, u8),
}

/// Snippets to insert: the begins and ends of all constructs.
const SNIPPETS: &[&str] = &[
    "<", "</", "<!--", "-->", "--!>", "&", "&#", "&#x", "&amp", ";", "\r", "\n", "\r\n", "\0", "<p>", "<br>",
    "<pre>", "</pre>", "<title>", "</title>", "<script>", "</script>", "<!-- <script>", "<textarea>",
    "<svg>", "</svg>", "<![CDATA[", "]]>", "<table>", "<tr>", "<td>", "</table>", "<a href=x>", "</a>",
    "<b>", "</b>", "<em>", "<code>", "<iframe>", "<head>", "<div hidden>", "<plaintext>", "\u{AD}",
    "\u{FEFF}", "\u{4E2D}", "'", "\"", "=", " ", ">", "/>", "<li>", "<ul>", "<h1>", "<template>", "<select>",
    "<button>", "</button>", "<math>",
];

fn mutation() -> impl Strategy<Value = Mutation> {
    let snippet = prop_oneof![
        4 => (0..SNIPPETS.len()).prop_map(|at| SNIPPETS[at].as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 1..6),
    ];
    prop_oneof![
        4 => (any::<u16>(), snippet).prop_map(|(at, bytes)| Mutation::Insert(at, bytes)),
        2 => (any::<u16>(), any::<u8>()).prop_map(|(at, len)| Mutation::Delete(at, len)),
        1 => (any::<u16>(), any::<u16>(), 1..40_u8).prop_map(|(at, len, times)| Mutation::Repeat(at, len, times)),
        1 => (any::<u16>(), any::<u8>()).prop_map(|(at, bit)| Mutation::Flip(at, bit)),
    ]
}

/// The place of the fraction `at` of 65536 in `len` bytes.
fn place(at: u16, len: usize) -> usize {
    (usize::from(at) * len) >> 16
}

fn mutate(page: &mut Vec<u8>, mutation: &Mutation) {
    match mutation {
        Mutation::Insert(at, bytes) => {
            let at = place(*at, page.len());
            page.splice(at..at, bytes.iter().copied());
        }
        Mutation::Delete(at, len) => {
            let start = place(*at, page.len());
            let end = (start + usize::from(*len)).min(page.len());
            page.drain(start..end);
        }
        Mutation::Repeat(at, len, times) => {
            let start = place(*at, page.len());
            let end = (start + usize::from(*len) / 64).min(page.len());
            let repeated = page[start..end].repeat(usize::from(*times));
            page.splice(end..end, repeated);
        }
        Mutation::Flip(at, bit) => {
            let at = place(*at, page.len());
            if let Some(byte) = page.get_mut(at) {
                *byte ^= 1 << (bit % 8);
            }
        }
    }
}

#[test]
fn random_chunks_of_mutated_pages_give_the_same() {
    let pages = all_pages();
    let seed = seed();
    let config =
        Config { cases: 400, rng_seed: RngSeed::Fixed(seed), failure_persistence: None, ..Config::default() };
    let input = (
        0..pages.len(),
        prop::collection::vec(mutation(), 0..8),
        prop::collection::vec(any::<u16>(), 0..12),
        0..9_usize,
    );
    let result = TestRunner::new(config).run(&input, |(page, mutations, cuts, setup)| {
        let mut page = pages[page].bytes.clone();
        for mutation in &mutations {
            mutate(&mut page, mutation);
        }
        let options = match setup {
            0 => Options::default(),
            1 => at_minimum(Options::default()),
            2 => at_minimum(Options::default().with_format(Format::Markdown).with_links(true)),
            3 => at_minimum(settled(Options::default()).with_method(Method::TagRatio(TagRatio::Clusters))),
            4 => settled(Options::default()).with_format(Format::Markdown),
            5 => {
                settled(Options::default()).with_method(Method::TagRatio(TagRatio::Threshold { lambda: 1.0 }))
            }
            6 => at_minimum(
                Options::default()
                    .with_format(Format::Markdown)
                    .with_images(true)
                    .with_link_list(true)
                    .with_posts(true),
            ),
            7 => settled(Options::default()).with_images(true).with_link_list(true).with_posts(true),
            _ => Options::default().with_encoding("gbk").with_format(Format::Html),
        };
        let mut cuts: Vec<usize> = cuts.iter().map(|&at| place(at, page.len())).collect();
        cuts.push(page.len());
        cuts.sort_unstable();
        let mut start = 0;
        let chunks: Vec<&[u8]> =
            cuts.iter().map(|&end| &page[std::mem::replace(&mut start, end)..end]).collect();
        let whole = run_whole(&options, &page);
        let found = run(&mut extractor(&options), chunks);
        prop_assert_eq!(&whole, &found);
        Ok(())
    });
    if let Err(error) = result {
        panic!("TROMMEL_SEED={seed} replays this\n{error}");
    }
}

#[test]
fn text_that_ends_a_head_is_in_the_same_elements_however_it_is_cut() {
    // For some number of elements, one more needs another segment of memory, which the summary
    // counts.
    for elements in 1..140 {
        let page = format!("{}<div><head>text</div>", "<p>x".repeat(elements));
        let options = Options::default().with_encoding("utf-8");
        let whole = run_whole(&options, page.as_bytes());
        let found = run(&mut extractor(&options), page.as_bytes().chunks(1));
        assert_same(&whole, &found, || format!("{elements} elements"));
    }
}
