//! Tests of what is kept whole.

use super::tables::TABLE_NEXT_TO_TEXT_LOGITS;
use super::*;
use crate::block::tests::blocks_of;
use alloc::format;
use alloc::string::String;

/// The texts of a page that are kept if all blocks but `dropped` were; those score far too low.
fn kept(html: &str, dropped: &[&str]) -> String {
    kept_by(html, dropped, -9.0)
}

/// Like [`kept`], with this score for the blocks in `dropped`.
fn kept_by(html: &str, dropped: &[&str], score: f32) -> String {
    kept_after(html, dropped, score, |arena| keep(arena, 0.0))
}

/// Like [`kept_by`], after this rule.
fn kept_after(html: &str, dropped: &[&str], score: f32, rule: impl Fn(&mut Arena)) -> String {
    let mut blocks = blocks_of(html, false);
    let arena = &mut blocks.arena;
    for index in 0..arena.len() {
        let keep = !dropped.contains(&arena.text(arena.record(index)));
        set(arena, index, keep);
        arena.record_mut(index).score = if keep { 1.0 } else { score };
    }
    rule(arena);
    let mut kept = String::new();
    for index in 0..arena.len() {
        let record = arena.record(index);
        if record.verdict == Verdict::Kept {
            kept.push_str(arena.text(record));
            kept.push(' ');
        }
    }
    kept
}

const TABLE: &str = "<p>before<table><tr><th>Month<th>Level<tr><td>March<td>12<tr><td>April<td>9</table>\
    <table><tr><td>May<td>1<tr><td>June<td>2</table><p>after";

#[test]
fn methods_with_thresholds_keep_tables_whole_of_which_most_is_kept() {
    let kept = |html: &str, dropped: &[&str]| kept_after(html, dropped, -9.0, keep_tables);
    let all = "before Month Level March 12 April 9 May 1 June 2 after ";
    assert_eq!(kept(TABLE, &["12", "9"]), all);
    assert_eq!(kept(TABLE, &["12", "9", "before"]), all.replace("before ", ""), "what is around");
    assert_eq!(
        kept(TABLE, &["May", "June"]),
        all.replace("May ", "").replace("June ", ""),
        "too little of it"
    );
    assert_eq!(kept(TABLE, &["12", "1", "2", "May", "June"]), "before Month Level March 12 April 9 after ");
    assert_eq!(kept(TABLE, &["Month", "Level"]), all, "the header row goes with its columns");
    assert_eq!(kept("<table><tr><td>a<td>b</table>", &["b"]), "a ", "a row alone is no table of data");
    let page = "<table><tr><td>level of the water<td hidden>x<tr><td>in spring<td>y</table>";
    assert_eq!(kept(page, &["x", "y"]), "level of the water in spring y ", "but what is hidden");
}

#[test]
fn a_likely_data_table_is_kept_whole() {
    let page = "<p>s<table><tr><td>a<td>b<tr><td>c<td>d</table><p>t";
    let cells = ["a", "b", "c", "d"];
    let limit = -TABLE_NEXT_TO_TEXT_LOGITS;
    assert_eq!(kept_by(page, &cells, limit), "s a b c d t ");
    assert_eq!(kept_by(page, &cells, limit - 0.1), "s t ", "too unlikely");
    assert_eq!(kept_by(page, &["s", "a", "b", "c", "d"], limit), "a b c d t ", "text on one side");
    assert_eq!(kept_by(page, &["s", "t", "a", "b", "c"], -0.1), "a b c d ", "no text, but a mean");
    assert_eq!(kept_by(page, &["s", "t", "a", "b", "c"], -0.5), "d ", "too low a mean");
}

#[test]
fn columns_of_controls_do_not_drop_the_titles_of_a_ranking() {
    let page = "<p>s<table><tr><td>1<td>tide<td>want to read<tr><td>2<td>ebb<td>want to read</table>";
    assert_eq!(kept_by(page, &["s", "want to read"], -8.0), "1 tide 2 ebb ");
}

#[test]
fn cells_far_below_the_mean_of_a_table_are_dropped() {
    let post = "and what I forgot to say is that it rained for the whole of the week in which we were there";
    let page = format!("<p>s<table><tr><td>ada<td>{post}<tr><td>ben<td>{post}</table><p>t");
    assert_eq!(kept_by(&page, &["ada", "ben"], -2.0), format!("s {post} {post} t "));
    assert_eq!(kept_by(&page, &["ada", "ben"], -1.0), format!("s ada {post} ben {post} t "));
}

#[test]
fn a_caption_is_kept_with_the_table_or_code_of_its_figure() {
    let quote = "<blockquote>a</blockquote>";
    for shown in ["<pre>a</pre>", "<table><tr><td>a<td>a<tr><td>a<td>a</table>", quote] {
        for [before, after] in [["<figcaption>c</figcaption>", ""], ["", "<figcaption>c</figcaption>"]] {
            let page = format!("<p>s<figure>{before}{shown}{after}</figure><p>t");
            assert!(kept_by(&page, &["c"], -1.5).contains('c'), "{page}");
            assert!(!kept_by(&page, &["c"], -2.5).contains('c'), "{page}");
            assert!(!kept_by(&page, &["a", "c"], -1.9).contains('c'), "{page}");
        }
    }
    assert_eq!(kept_by("<p>s<figure><img><figcaption>c</figcaption></figure><p>t", &["c"], -0.1), "s t ");
}

#[test]
fn what_stands_between_kept_parts_of_a_preformatted_text_is_kept() {
    let page = "<pre>a\n\nb\n\nc\n\nd</pre><pre>e\n\nf</pre>";
    assert_eq!(kept(page, &[]), "a b c d e f ");
    assert_eq!(kept(page, &["b", "c"]), "a b c d e f ");
    assert_eq!(kept(page, &["c", "d", "e"]), "a b f ", "two texts have two ends");
    assert_eq!(kept(page, &["a", "b", "c", "d", "e", "f"]), "");
    assert_eq!(kept("<p>a<p>b<p>c", &["b"]), "a c ");
}

#[test]
fn code_amid_text_is_kept_if_it_is_not_unlikely() {
    let page = "<p>a<p>name<pre>b\n\nc</pre><p>d<p>e<p>f<p>g";
    assert_eq!(kept_by(page, &["name", "b", "c"], -1.0), "a b c d e f g ");
    assert_eq!(kept_by(page, &["name", "b", "c"], -2.0), "a d e f g ");
    assert_eq!(kept_by(page, &["name", "b", "c", "d", "e", "f"], -1.0), "a g ", "text is too far after it");
    assert_eq!(kept_by(page, &["a", "name", "b", "c"], -1.0), "d e f g ", "no text is before it");
}

#[test]
fn what_says_of_code_in_a_table_what_it_is_is_kept() {
    let page = "<p>s<table><tr><td>in the header<td><tr><td><pre>int a;</pre><td></table><p>t";
    assert_eq!(kept_by(page, &["in the header"], -1.0), "s in the header int a; t ");
    assert_eq!(kept_by(page, &["in the header"], -2.5), "s int a; t ");
    assert_eq!(kept_by(page, &["in the header", "int a;"], -2.0), "s t ");
}

#[test]
fn methods_with_thresholds_keep_code_next_to_text() {
    let mut blocks = blocks_of("<p>s<pre>a</pre><p>b<p>c<pre>d</pre>", false);
    let arena = &mut blocks.arena;
    set(arena, 0, true);
    keep_code_next_to_text(arena);
    let kept = |index: usize| arena.record(index).verdict == Verdict::Kept;
    assert_eq!([0, 1, 2, 3, 4].map(kept), [true, true, false, false, false]);
}
