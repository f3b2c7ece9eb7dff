//! Tests of the line-block builder: one fact each.

use super::*;
use crate::html::{AttrSet, Tokenizer};
use crate::structure::{
    ClassWords, CodeLanguage, ElementInfo, ElementTracker, Mark, Marks, Opened, Separation, Space,
    StructureSink, Subscription, TablePart, TrackedSink, Wants,
};
use alloc::string::ToString;
use alloc::vec::Vec;
use std::format;

/// Budget for these tests.
const LIMIT_BYTES: usize = 1 << 20;

/// Forwards the events of a [`TrackedSink`] to the builder.
struct Driver(Blocks);

impl StructureSink for Driver {
    const SEES: Subscription = Subscription::of(&[TagId::A], AttrSet::NONE);

    fn text(&mut self, text: &str, offset: u64, context: &Context) {
        assert_eq!(self.0.text(text, offset, context), text.len());
    }
    fn space(&mut self, space: Space<'_>, context: &Context) {
        match space {
            Space::Between(text) => self.0.space(text, context),
            Space::Indent(spaces) => self.0.indent(spaces),
        }
    }
    fn new_element(&mut self, parent: u32, tag: TagId, context: &Context, info: ElementInfo) -> u32 {
        self.0.new_element(parent, tag, context, info)
    }
    fn separate(&mut self, separation: Separation) {
        self.0.separate(separation);
    }
    fn tag(&mut self) {
        self.0.tag();
    }
    fn open_mark(&mut self, mark: Mark, href: Option<&str>) {
        self.0.open_mark(mark, href, "");
    }
    fn close_mark(&mut self, mark: Mark) {
        self.0.close_mark(mark);
    }
    fn wants(&self) -> Wants {
        Wants::default().with(Wants::MARKS, true)
    }
    fn code_language(&mut self, language: CodeLanguage<'_>) {
        self.0.code_language(language);
    }
    fn table(&mut self, part: TablePart) {
        self.0.table(part);
    }
    fn opened(&mut self, element: &Opened<'_>, parent: Marks) -> Marks {
        if element.tag.id == TagId::A {
            self.0.begin_link(element);
        }
        parent
    }
    fn void_element(&mut self, element: &Opened<'_>, _: Marks) {
        if element.tag.id == TagId::Input {
            self.0.input(element);
        }
    }
    fn head_tag(&mut self, _: &Opened<'_>, _: Marks) -> bool {
        false
    }
}

/// The line-blocks of a page: records, and texts with marks.
fn read(html: &str, with_marks: bool) -> Vec<(Record, String)> {
    let blocks = blocks_of(html, with_marks);
    let arena = &blocks.arena;
    (0..arena.len())
        .map(|index| (*arena.record(index), arena.text(arena.record(index)).to_string()))
        .collect()
}

/// The builder after reading a whole page.
pub(crate) fn blocks_of(html: &str, with_marks: bool) -> Blocks {
    let mut wire = Driver(Blocks::new(MemoryLedger::new(LIMIT_BYTES, 0), with_marks, with_marks, None));
    let (mut tokenizer, mut tracker) = (Tokenizer::new(), ElementTracker::new(ClassWords::Read));
    let mut cleaning = TrackedSink::new(&mut tracker, &mut wire);
    tokenizer.push(html, 0, &mut cleaning);
    tokenizer.finish(&mut cleaning);
    wire.0.end_block();
    wire.0
}

fn texts(html: &str) -> Vec<String> {
    read(html, false).into_iter().map(|(_, text)| text).collect()
}

fn marked(html: &str) -> Vec<String> {
    read(html, true).into_iter().map(|(_, text)| text).collect()
}

/// The only line-block of a page.
fn only(html: &str) -> Record {
    let blocks = read(html, false);
    assert_eq!(blocks.len(), 1, "{blocks:?}");
    blocks[0].0
}

#[track_caller]
fn assert_words(expected: u32, text: &str) {
    assert_eq!(only(text).words(), expected, "{text}");
}

// White space.

#[test]
fn white_space_folds_to_one_space_and_none_at_the_edges() {
    assert_eq!(texts("<p> \n a \t\r\n b  <b> c</b> "), ["a b c"]);
}

#[test]
fn wide_spaces_fold_like_others() {
    assert_eq!(texts("<p>\u{3000}\u{3000}a\u{A0}&nbsp; b\u{2003}c"), ["a b c"]);
}

#[test]
fn soft_hyphens_and_controls_vanish_without_parting_a_word() {
    let block = only("<p>da\u{AD}ta\u{1}ba\u{FEFF}se");
    assert_eq!((block.chars, block.words), (8, 1));
}

#[test]
fn inline_tags_do_not_part_a_word() {
    let block = only("<p>da<b>ta</b>ba<span>se</span>");
    assert_eq!((block.words, block.tags), (1, 4));
}

#[test]
fn an_image_parts_words() {
    assert_eq!(texts("a<img>b"), ["a b"]);
    assert_words(2, "a<img>b");
}

// Lines and line-blocks.

#[test]
fn line_ends_of_the_source_part_nothing() {
    assert_eq!(texts("<p>a\nb\n\n\nc"), ["a b c"]);
}

#[test]
fn block_level_tags_part_line_blocks() {
    assert_eq!(
        texts("a<div>b<p>c</div>d<h1>e</h1>f<li>g<li>h<td>i"),
        ["a", "b", "c", "d", "e", "f", "g", "h", "i"]
    );
}

#[test]
fn one_br_begins_a_line_of_the_same_block() {
    assert_eq!(texts("a <br> b<br/>c</br>d"), ["a\nb\nc\nd"]);
}

#[test]
fn two_br_part_line_blocks() {
    let blocks = read("a<br><br>b<br> \n <br><br>c", false);
    assert_eq!(blocks.iter().map(|block| &*block.1).collect::<Vec<_>>(), ["a", "b", "c"]);
    assert_eq!(blocks[1].0.break_before, Break::Blank);
}

#[test]
fn br_at_the_edges_of_a_block_does_not_show() {
    assert_eq!(texts("<p><br>a<br><p><br><br>b"), ["a", "b"]);
}

#[test]
fn words_on_both_sides_of_a_br_are_two() {
    assert_words(2, "one<br>two");
}

#[test]
fn tags_between_blocks_are_no_tags_of_blocks() {
    let blocks = read("<p><b>a</b><i></i></p><div><div><p>b", false);
    assert_eq!((blocks[0].0.tags, blocks[1].0.tags), (3, 0));
    assert!(blocks[1].0.tags_before >= 4);
}

#[test]
fn characters_and_words_of_links_count_as_such() {
    let block = only("<p>see <a href=/x>this page</a> and <a>that</a>");
    // A space is counted with the character after it.
    assert_eq!((block.chars, block.link_chars), (22, 15));
    assert_eq!((block.words, block.link_words, block.links.count()), (5, 3, 2));
}

#[test]
fn the_offset_is_that_of_the_first_character_that_shows() {
    assert_eq!(only("<p>  \n <b> x").offset, 11);
}

#[test]
fn hidden_text_amid_a_line_is_left_out() {
    let block = only("<p>a <span hidden>b</span><u style='display:none'> c</u>d");
    assert_eq!((block.chars, block.words), (3, 2));
    assert_eq!(texts("<p>a <span hidden>b</span>c"), ["a c"]);
}

#[test]
fn hidden_text_at_the_begin_of_a_line_is_a_block_of_its_own() {
    let blocks = read("<p>x<p><span hidden>a</span> b <span hidden>c</span>d", false);
    let found: Vec<_> = blocks.iter().map(|block| (&*block.1, block.0.has(Flags::HIDDEN))).collect();
    assert_eq!(found, [("x", false), ("a", true), ("b d", false)]);
    assert_eq!(blocks[1].0.break_before, Break::Block);
}

// Preformatted text.

#[test]
fn preformatted_text_keeps_lines_and_indentation() {
    assert_eq!(texts("<pre>\nfn a() {\n    b  c\n\td\n}\n</pre>"), ["fn a() {\n    b  c\n\td\n}"]);
}

#[test]
fn an_empty_preformatted_line_parts_line_blocks() {
    assert_eq!(texts("<pre>a\n\n  b\n \nc</pre>"), ["a", "  b", "c"]);
}

#[test]
fn spaces_at_the_end_of_a_preformatted_line_do_not_move_to_the_next() {
    assert_eq!(texts("<pre>a  \nb  <br>c</pre>"), ["a\nb\nc"]);
}

#[test]
fn spaces_of_preformatted_text_are_counted_with_what_follows() {
    assert_eq!(only("<pre>a   b  </pre>").chars, 5);
}

#[test]
fn empty_lines_amid_preformatted_text_are_counted_with_what_follows() {
    let blocks = read("<pre>a\n\n\n\nb c</pre>", false);
    let [(first, _), (second, text)] = blocks.as_slice() else { panic!("{blocks:?}") };
    assert_eq!((first.chars, second.chars, second.words, text.as_str()), (1, 5, 2, "\n\nb c"));
}

// Blocks that must be cut.

#[test]
fn a_long_block_is_cut_and_loses_nothing() {
    let page = "word ".repeat(5000);
    let blocks = read(&page, false);
    assert!(blocks.len() > 2);
    let joined: String = blocks.iter().map(|block| &*block.1).collect();
    assert_eq!(joined, page.trim_end());
    assert!(blocks[1..].iter().all(|block| block.0.break_before == Break::None));
    assert_eq!(blocks.iter().map(|block| block.0.words()).sum::<u32>(), 5000);
    assert_eq!(blocks.iter().map(|block| block.0.chars()).sum::<u32>() as usize, joined.len());
}

#[test]
fn a_block_is_cut_between_characters() {
    for shift in 0..4 {
        let page = format!("{}{}", "x".repeat(shift), "\u{1F600}".repeat(4000));
        let blocks = read(&page, false);
        assert_eq!(blocks.iter().map(|block| &*block.1).collect::<String>(), page);
        assert!(blocks.iter().all(|block| block.1.len() <= SEGMENT_BYTES));
    }
}

#[test]
fn offsets_of_the_parts_of_a_cut_block_are_those_of_their_first_characters() {
    let page = "w".repeat(3 * SEGMENT_BYTES);
    let offsets: Vec<u64> = read(&page, false).iter().map(|block| block.0.offset).collect();
    assert_eq!(offsets, [0, 8192, 16384]);
}

#[test]
fn what_follows_a_cut_block_is_parted_from_it() {
    let blocks = read(&format!("<p>{}<p>next", "w".repeat(SEGMENT_BYTES + 1)), false);
    assert_eq!(blocks[1].0.break_before, Break::None);
    assert_eq!(blocks[2].0.break_before, Break::Block);
}

// Marks.

#[test]
fn marks_stand_around_what_shows() {
    assert_eq!(marked("<p>a <b> b </b> c"), ["a \u{3}b\u{4} c"]);
}

#[test]
fn a_mark_around_nothing_is_not_written() {
    assert_eq!(marked("<p>a<b></b><em> </em>b<a href=/x></a>"), ["a b"]);
}

#[test]
fn an_inner_mark_ends_with_the_outer_one() {
    assert_eq!(marked("<p><b>a<i>b</b>c</i>"), ["\u{3}a\u{1}b\u{2}\u{4}c"]);
}

#[test]
fn a_mark_over_two_blocks_is_written_in_both() {
    assert_eq!(marked("<b>a<p>b</b>c"), ["\u{3}a", "\u{3}b\u{4}c"]);
}

#[test]
fn a_link_has_its_target() {
    assert_eq!(marked("<a href='/x?a&amp;b'>l</a>m"), ["\u{7}/x?a&b\u{E}l\u{8}m"]);
}

#[test]
fn a_link_that_begins_inside_another_ends_it() {
    assert_eq!(marked("<a href=/x>l<a href=/y>m</a>"), ["\u{7}/x\u{E}l\u{8}\u{7}/y\u{E}m"]);
}

#[test]
fn marks_are_not_counted() {
    let (plain, marked) = (only("<p>a <b>b</b>"), read("<p>a <b>b</b>", true)[0].0);
    assert_eq!((plain.chars, plain.words, plain.tags), (marked.chars, marked.words, marked.tags));
}

#[test]
fn control_characters_of_the_page_are_no_marks() {
    assert_eq!(marked("<p>a\u{3}b\u{7}c<a href='/\u{8}\u{E}x'>d</a>"), ["abc\u{7}/x\u{E}d"]);
}

// Tables.

/// For each line-block, whether it is in a data table.
fn in_data(html: &str) -> Vec<bool> {
    read(html, false).iter().map(|block| block.0.has(Flags::DATA_TABLE)).collect()
}

#[test]
fn a_table_of_code_is_layout() {
    let page = "<table><tr><th colspan=2>first.py<tr><td>1<td><pre>import a</pre></table>";
    assert_eq!(in_data(page), [false; 3]);
}

#[test]
fn a_table_that_names_its_columns_has_code_and_headings_in_cells() {
    for cell in ["<pre>a = 1\nb = 2</pre>", "<pre>a\n\nb</pre>", "<h3>Second</h3>"] {
        let rows = |name: &str| format!("<table><tr>{name}<tr><td>one<td>first<tr><td>two<td>{cell}</table>");
        assert!(in_data(&rows("<th>Name<th>Meaning")).iter().all(|&is_data| is_data), "{cell}");
        assert!(in_data(&rows("<td>Name<td>Meaning")).iter().all(|&is_data| !is_data), "{cell}");
    }
}

#[test]
fn two_rows_and_two_columns_are_data() {
    assert_eq!(
        in_data("a<table><tr><th>b<th>c<tr><td>d<td>e</table>f"),
        [false, true, true, true, true, false]
    );
}

#[test]
fn a_row_of_short_cells_is_data() {
    assert_eq!(in_data("<table><caption>a</caption><tr><td>b<td><td>c</table>d"), [true, true, true, false]);
    let long = "a ".repeat(40);
    for page in [
        "<table><tr><td>a<td></table>",
        "<table><tr><td>a<td>b<p>c</table>",
        "<table><tr><td>a<td><h2>b</h2></table>",
        "<table><tr><td>a<td><table><tr><td>b</table></table>",
        &std::format!("<table><tr><td>a<td>{long}</table>"),
    ] {
        assert!(in_data(page).iter().all(|&is_in_data| !is_in_data), "{page}");
    }
}

#[test]
fn a_hidden_table_ends_no_other() {
    let page =
        "<table hidden><tr><td>a<td>b<tr><td>c<td>d</table><table><tr><td>e<td>f<tr><td>g<td>h</table>i";
    assert_eq!(in_data(page), [true, true, true, true, true, true, true, true, false]);
    // A nested table, hidden or not, makes the outer table a layout table.
    let inside = "<table><tr><td>a<td>b<table hidden><tr><td>c</table><tr><td>d<td>e</table>f";
    assert_eq!(in_data(inside), [false; 6]);
}

#[test]
fn parts_of_tables_by_role_are_those_of_tables() {
    let page = "<div role=table><div role=rowgroup><div role=row><span role=columnheader>b</span><span role=columnheader>c</span></div></div>\
        <p>d</p><div role=row><i><span role=cell>e</span></i><x-y role=cell>f</x-y></div></div>g<div role=row><span role=cell>h</span>i</div>";
    assert_eq!(in_data(page), [true, true, true, true, true, false, false]);
}

#[test]
fn one_column_is_layout() {
    assert_eq!(in_data("<table><tr><td>a<tr><td>b</table>"), [false, false]);
}

#[test]
fn a_table_of_data_that_names_its_columns_has_long_cells() {
    let table = |first: &str, cell: &str| {
        format!("<table><tr>{first}<tr><td>file<td>{cell}<tr><td>local<td>none</table>")
    };
    for cell in ["<ul><li>a<li>b<li>c<li>d<li>e</ul>", &"long text ".repeat(100)] {
        assert!(in_data(&table("<th>Type<th>Arguments", cell)).iter().all(|&is_data| is_data), "{cell}");
        for first in ["<td>Type<td>Arguments", "<th>Type<td>Arguments", "<th colspan=2>Types"] {
            assert!(in_data(&table(first, cell)).iter().all(|&is_data| !is_data), "{cell}");
        }
    }
    assert!(!in_data(&table("<th>Type<th>Arguments", &"<p>x".repeat(17)))[0]);
}

#[test]
fn a_table_with_a_heading_a_long_text_or_a_table_is_layout() {
    for content in ["<h2>x</h2>", &"long text ".repeat(100), "<table><tr><td>x</table>"] {
        let page = format!("<table><tr><td>{content}<td>b<tr><td>c<td>d</table>");
        assert!(in_data(&page).iter().all(|&is_data| !is_data), "{page}");
    }
}

#[test]
fn headings_may_name_the_columns_of_a_table() {
    for first in [
        "<tr><td><h3>Platform</h3><td><h3>Rating</h3>",
        "<thead><tr><th colspan=2><h3>Platforms</h3></thead>",
        "<caption><h4>Platforms</h4></caption>",
        "<tr><th><h3>Platform</h3><th>Rating",
        "<tr><td><td><h3>Platform</h3><td><h3>Rating</h3>",
        "<tr><th><h3>Platform</h3><td><h3>Rating</h3>",
    ] {
        let page = format!("<table>{first}<tr><td>a<td>b<tr><td>c<td>d</table>");
        assert!(in_data(&page).iter().all(|&is_data| is_data), "{page}");
    }
    for page in [
        "<table><tr><td><h3>News</h3><p>a<td><h3>Rating</h3><tr><td>a<td>b</table>",
        "<table><tr><th><h3>News</h3><p>a<th>b<tr><td>a<td>b</table>",
        "<table><tr><td><h3>News</h3><tr><td>a<td>b</table>",
        "<table><tr><td><h3>News</h3><td>a<tr><td>a<td>b</table>",
        "<table><tr><td><h3>News</h3><td><h3>Rating</h3></table>",
        "<table><tr><th><h3>News</h3><th><h3>Rating</h3></table>",
        "<table><tr><td>a<td>b<tr><td><h3>News</h3><td>b</table>",
    ] {
        assert!(in_data(page).iter().all(|&is_data| !is_data), "{page}");
    }
}

#[test]
fn cells_and_rows_part_line_blocks_by_their_own_strength() {
    let blocks = read("<table><tr><td>a<td>b<tr><td>c</table>d", false);
    let breaks: Vec<Break> = blocks.iter().map(|block| block.0.break_before).collect();
    assert_eq!(breaks, [Break::Block, Break::Cell, Break::Row, Break::Block]);
}

// Words.

#[test]
fn words_of_english_are_runs_of_letters_and_digits() {
    assert_words(6, "It rained, for 3 (three) days.");
}

#[test]
fn a_sentence_has_about_as_many_words_in_any_script() {
    for sentence in [
        "The old ferryman counted his passengers twice and came to a different number each time.",
        "老船夫把乘客数了两遍，每次得到的数目都不一样。",
        "年老いた渡し守は乗客を二度数えたが、そのたびに数が違った。",
        "คนพายเรือเฒ่านับผู้โดยสารสองครั้งและได้จำนวนต่างกันทุกครั้ง",
        "Der alte Fährmann zählte seine Fahrgäste zweimal und kam jedes Mal auf eine andere Zahl.",
    ] {
        let words = only(sentence).words();
        assert!((12..=30).contains(&words), "{words}: {sentence}");
    }
}

#[test]
fn words_of_german_and_russian_hold_their_letters_together() {
    assert_words(3, "Größe über Öl");
    assert_words(2, "Ещё дождь");
}

#[test]
fn words_of_chinese_and_japanese_are_characters() {
    assert_words(4, "下了三天。");
    assert_words(6, "雨がふった日");
}

#[test]
fn words_of_thai_are_letters_and_not_the_marks_on_them() {
    // Five letters: two of them have a vowel sign and a tone mark each. Two letters are a word.
    assert_words(3, "ที่นี่มาก");
}

#[test]
fn words_of_korean_are_parted_by_spaces() {
    assert_words(2, "비가 왔다");
}

#[test]
fn combining_marks_do_not_part_words() {
    assert_words(1, "cafe\u{301}s");
    assert_words(1, "हिन्दी");
    assert_words(1, "مُحَمَّد");
    assert_words(1, "می\u{200C}خواهم");
}

#[test]
fn scripts_mixed_in_one_text_are_each_counted_their_way() {
    assert_words(5, "Rust 语言 in 2024");
    assert_words(3, "漢a漢");
}
