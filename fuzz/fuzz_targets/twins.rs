//! The tokenizer gives the same tokens as html5ever, in any pieces. Intended differences are those
//! of `tests/twin`.
#![no_main]

#[path = "../../tests/twin/by_html5ever.rs"]
mod by_html5ever;
#[path = "../../tests/twin/events.rs"]
#[allow(dead_code, reason = "the tests use more of it")]
mod events;

use std::iter;

use events::Ours;
use libfuzzer_sys::fuzz_target;

trommel_fuzz::count_blocks!();

/// Elements whose content depends on the tree: html5ever asks its tree builder.
const TREE: [&str; 3] = ["svg", "math", "frameset"];

fuzz_target!(|data: &[u8]| {
    let Some((&[step], page)) = data.split_last_chunk::<1>().map(|(page, step)| (step, page)) else { return };
    let page = String::from_utf8_lossy(page);
    let ours = Ours::read(&page, iter::empty());

    // Cuts at character boundaries, at most 16 bytes apart if the characters allow it.
    let cuts =
        (1..page.len()).filter(|at| page.is_char_boundary(*at) && at % (usize::from(step % 16) + 1) == 0);
    let pieces = Ours::read(&page, cuts);
    assert_eq!(pieces.events, ours.events, "in pieces");
    assert_eq!(pieces.tags, ours.tags, "in pieces");

    // By the standard no end tag ends a `plaintext`. Here a self-closing one is a whole element in
    // XML.
    let is_plain = |tag: &events::OurTag| tag.name == "plaintext" && tag.self_closing;
    if ours.tags.iter().any(|tag| TREE.contains(&tag.name.as_str()) || is_plain(tag)) {
        return;
    }
    let repaired = events::repaired(&page, &ours.tags);
    let theirs = by_html5ever::read(repaired.as_deref().unwrap_or(&page));
    for (ours, theirs) in ours.events.iter().zip(&theirs.events) {
        assert_eq!(ours, theirs);
    }
    assert_eq!(ours.events.len(), theirs.events.len());
});
