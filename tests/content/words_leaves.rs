//! The words-leaves method and the segments of a page, through the public API. The ratios of nodes
//! are tested in unit tests.

use std::ops::ControlFlow;
use trommel::{
    Extractor, Format, LineBlock, Method, Options, Sink, Summary,
    blocks::{Segment, SegmentKind},
    methods::{NodeRatio, Relevance, Thresholds, WordsLeaves},
};
use trommel_testing::{Random, all_pages, assert_same, extractor, run, run_whole};

const RATIOS: [NodeRatio; 4] =
    [NodeRatio::WordsLeaves, NodeRatio::CharsLeaves, NodeRatio::WordsNodes, NodeRatio::CharsNodes];
const RELEVANCES: [Relevance; 3] = [Relevance::Capped, Relevance::Scaled, Relevance::Literal];

fn options() -> Options {
    options_of(WordsLeaves::DEFAULT)
}

fn options_of(settings: WordsLeaves) -> Options {
    Options::default().with_method(Method::WordsLeaves(settings))
}

/// Options for each ratio and each relevance.
fn every_variant() -> impl Iterator<Item = Options> {
    RATIOS
        .into_iter()
        .flat_map(|ratio| RELEVANCES.map(|relevance| options_of(WordsLeaves { ratio, relevance })))
}

/// These options with the smallest possible budget.
fn at_minimum(options: Options) -> Options {
    let least = options.minimum_budget();
    options.with_budget(least)
}

/// The recorded fields of a segment.
#[derive(Clone, Debug, PartialEq)]
struct Part {
    index: u64,
    kind: SegmentKind,
    relevance: Option<f64>,
    offset: u64,
    tag: &'static str,
    blocks: usize,
    words: u64,
    links: u64,
    link_words: u64,
    text: String,
}

/// A sink that records the segments and the line-blocks of the page.
#[derive(Debug, Default, PartialEq)]
struct Parts {
    most: usize,
    /// Number of segments after which it stops.
    enough: usize,
    parts: Vec<Part>,
    blocks: Vec<(u64, String)>,
}

impl Sink for Parts {
    fn text(&mut self, _: &str) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn block(&mut self, block: &LineBlock<'_>) -> ControlFlow<()> {
        self.blocks.push((block.offset(), block.text().collect()));
        ControlFlow::Continue(())
    }

    fn segment(&mut self, segment: &Segment<'_>) -> ControlFlow<()> {
        self.parts.push(Part {
            index: segment.index(),
            kind: segment.kind(),
            relevance: segment.relevance(),
            offset: segment.offset(),
            tag: segment.tag(),
            blocks: segment.blocks(),
            words: segment.words(),
            links: segment.links(),
            link_words: segment.link_words(),
            text: segment.text().collect(),
        });
        if self.parts.len() == self.enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn wants_segments(&self) -> usize {
        self.most
    }
}

fn read<'a>(
    extractor: &mut Extractor,
    chunks: impl IntoIterator<Item = &'a [u8]>,
    most: usize,
) -> (Parts, Summary) {
    let mut parts = Parts { most, ..Parts::default() };
    for chunk in chunks {
        extractor.push_to(chunk, &mut parts).expect("HTML is never wrong");
    }
    let summary = extractor.finish_to(&mut parts).expect("HTML is never wrong");
    (parts, summary)
}

fn segments(html: &str, most: usize) -> Vec<Part> {
    read(&mut extractor(&options()), [html.as_bytes()], most).0.parts
}

fn of_kind(parts: &[Part], kind: SegmentKind) -> Vec<&Part> {
    parts.iter().filter(|part| part.kind == kind).collect()
}

/// Prose of a given number of words, without a full stop.
fn prose(words: usize) -> String {
    "the river rose slowly over the old stone bridge and nobody saw it "
        .split_whitespace()
        .cycle()
        .take(words)
        .collect::<Vec<_>>()
        .join(" ")
}

/// A page with a menu of links, an article, a comment, a list of short links, and an imprint.
fn page_of_parts() -> String {
    let (first, second, comment) = (prose(80), prose(60), prose(30));
    let paragraphs = format!("<p>{first}.<p>{second}.");
    format!(
        "<title>x</title><div class=bar><a href=/>Home</a> <a href=/n>News</a> <a href=/s>Sport</a> <a href=/w>Our weather</a></div>\
         <div class=story><h1>High water</h1>{paragraphs}</div>\
         <table class=remarks><tr><td>{comment}.</table>\
         <ul><li><a href=/a>About us</a><li><a href=/i>Imprint</a><li><a href=/j>Jobs</a></ul><h4>Printed in the valley</h4>"
    )
}

/// Example 2.1 of the paper with other words: the first line of a footer has many characters per
/// tag, but it is in another element than the content.
///
/// The paper leaves out the elements before it; here they are a menu. Without them, figure 5 makes
/// a single leaf of the page, and nothing can be separated.
#[test]
fn a_dense_line_of_the_footer_is_not_of_the_content() {
    let (first, second) = (prose(90), prose(70));
    let html = format!(
        "<body><ul><li>Journals<li>Proceedings<li>Standards<li>Books<li>Courses</ul><div id=maincontent>\n<a name=Abstract><h2>Abstract</h2></a>\n<p>{first}\n{second}.</p>\n</div>\n<div id=footer>\n\
         <p class=bottomstuff>Copyright of the valley. All rights are reserved, and none of them was ever used by anybody </p>\n\
         <p class=links>\n<a href=help.html target=blank>Help</a> |\n<a href=/contact.jsp>Contact Us</a> | <a href=/map>Map</a> | more\n\
         </div>\n</body>"
    );
    for relevance in [Relevance::Capped, Relevance::Scaled] {
        let text =
            run_whole(&options_of(WordsLeaves { relevance, ..WordsLeaves::DEFAULT }), html.as_bytes()).text;
        assert!(text.contains(&second), "{relevance:?}: {text}");
        assert!(!text.contains("Copyright") && !text.contains("Help"), "{relevance:?}: {text}");
    }
    // Definition 4.6 to the letter stops only at the root.
    let literal = WordsLeaves { relevance: Relevance::Literal, ..WordsLeaves::DEFAULT };
    let text = run_whole(&options_of(literal), html.as_bytes()).text;
    assert!(text.contains("Copyright") && text.contains("Contact Us"), "{text}");
}

#[test]
fn any_chunks_give_the_same_text_and_the_same_segments() {
    for page in all_pages() {
        for options in [options(), at_minimum(options().with_format(Format::Markdown))] {
            let whole = run_whole(&options, &page.bytes);
            let (parts, _) = read(&mut extractor(&options), [&page.bytes[..]], 5);
            let mut extractor = extractor(&options);
            for len in [1, 13, 4096] {
                let name = || format!("{} in chunks of {len}", page.name);
                assert_same(&whole, &run(&mut extractor, page.bytes.chunks(len)), name);
                let (found, _) = read(&mut extractor, page.bytes.chunks(len), 5);
                assert_eq!(parts.parts, found.parts, "{}", name());
            }
        }
    }
}

#[test]
fn segments_do_not_change_what_comes_out() {
    for page in all_pages() {
        for options in [options(), at_minimum(options())] {
            let whole = run_whole(&options, &page.bytes);
            let (parts, summary) = read(&mut extractor(&options), [&page.bytes[..]], 7);
            assert_eq!(summary, whole.summary, "{}", page.name);
            let blocks: Vec<_> =
                whole.blocks.iter().map(|block| (block.offset, block.text.clone())).collect();
            assert_eq!(parts.blocks, blocks, "{}", page.name);
        }
    }
}

#[test]
fn every_variant_reads_every_page_within_the_least_budget() {
    for page in all_pages() {
        for options in every_variant() {
            let whole = run_whole(&options, &page.bytes);
            let options = at_minimum(options);
            let small = run_whole(&options, &page.bytes);
            let budget = options.minimum_budget().bytes() as u64;
            assert!(small.summary.peak_bytes as u64 <= budget, "{}: {:?}", page.name, small.summary);
            assert_eq!(small.summary.text_bytes_lost, 0, "{}", page.name);
            if whole.summary.method == Method::WordsLeaves(WordsLeaves::DEFAULT)
                && small.summary.method == Method::WordsLeaves(WordsLeaves::DEFAULT)
            {
                assert_eq!(whole.all_text().len(), small.all_text().len(), "{}: no text is lost", page.name);
            }
        }
    }
}

#[test]
fn what_finds_no_room_as_a_node_is_counted_and_its_text_stays() {
    // Deeper than the maximum of nodes and, with the smallest budget, wider than fits while the
    // first block is open.
    let deep = format!("{}{}", "<div>".repeat(200), prose(50));
    let wide = "<b>x</b>y ".repeat(2_000);
    for (html, options) in [(&deep, options()), (&wide, at_minimum(options()))] {
        let outcome = run_whole(&options, html.as_bytes());
        assert!(outcome.summary.nodes_folded > 0, "{:?}", outcome.summary);
        assert_eq!(outcome.summary.text_bytes_lost, 0);
    }
    assert_eq!(run_whole(&options(), wide.as_bytes()).summary.nodes_folded, 0);
    let other = Options::default().with_method(Method::LineBlock(Thresholds::DEFAULT));
    assert_eq!(run_whole(&other, deep.as_bytes()).summary.nodes_folded, 0, "other methods have no nodes");
}

#[test]
fn an_endless_page_is_read_in_parts_within_its_budget() {
    let options = at_minimum(options());
    let page = page_of_parts().repeat(300);
    let (parts, summary) = read(&mut extractor(&options), [page.as_bytes()], 3);
    assert!(summary.first_early_decision_offset.is_some());
    assert!(summary.peak_bytes as u64 <= options.minimum_budget().bytes() as u64);
    let indexes: Vec<_> = parts.parts.iter().map(|part| part.index).collect();
    assert_eq!(indexes, (0..parts.parts.len() as u64).collect::<Vec<_>>(), "numbered over all parts");
    assert!(parts.parts.len() > 10);
}

#[test]
fn segments_come_by_relevance_then_menus_by_place() {
    let html = page_of_parts();
    let parts = segments(&html, 20);
    assert_eq!(parts[0].kind, SegmentKind::Content);
    assert!(parts[0].text.contains(&prose(80)), "{parts:#?}");
    assert_eq!(parts[0].text, run_whole(&options(), html.as_bytes()).text.trim_end().replace("\n\n", "\n"));
    let kinds: Vec<_> = parts.iter().map(|part| part.kind).collect();
    let first_menu = kinds.iter().position(|&kind| kind == SegmentKind::Menu).expect("there are menus");
    assert!(kinds[..first_menu].iter().skip(1).all(|&kind| kind == SegmentKind::Block), "{kinds:?}");
    assert!(kinds[first_menu..].iter().all(|&kind| kind == SegmentKind::Menu), "{kinds:?}");
    let blocks = of_kind(&parts, SegmentKind::Block);
    assert_eq!(blocks[0].text, format!("{}.", prose(30)), "the comment is the next most relevant");
    assert!(blocks.iter().any(|part| part.text.contains("Printed in the valley")));
    let menus: Vec<_> = of_kind(&parts, SegmentKind::Menu).iter().map(|part| part.text.clone()).collect();
    assert_eq!(menus, ["Home News Sport Our weather", "About us\nImprint\nJobs"]);
    let first = of_kind(&parts, SegmentKind::Menu)[0];
    assert_eq!((first.links, first.words, first.link_words, first.relevance), (4, 5, 5, None));
    for (number, part) in parts.iter().enumerate() {
        assert_eq!(part.index, number as u64);
        let begin = part.text.split([' ', '\n', '.']).next().expect("it has text");
        assert!(html[part.offset as usize..].starts_with(begin), "{part:?}");
        assert_eq!(part.blocks, part.text.lines().count());
        assert_eq!(part.relevance.is_none(), part.kind == SegmentKind::Menu);
    }
}

#[test]
fn no_line_block_is_in_two_segments() {
    for page in all_pages() {
        let (parts, summary) = read(&mut extractor(&options()), [&page.bytes[..]], 10_000);
        let blocks: usize = parts.parts.iter().map(|part| part.blocks).sum();
        assert!(blocks as u64 <= summary.blocks_total, "{}: {blocks} of {}", page.name, summary.blocks_total);
        let mut offsets: Vec<_> = parts.parts.iter().map(|part| part.offset).collect();
        offsets.sort_unstable();
        offsets.dedup();
        assert_eq!(offsets.len(), parts.parts.len(), "{}", page.name);
    }
}

#[test]
fn long_links_and_few_of_them_are_no_menu() {
    let item = |words| format!("<li><a href=/>{}</a>", prose(words));
    let list = |items: usize, words| format!("<p>{}.</p><ul>{}</ul>", prose(60), item(words).repeat(items));
    let menus = |html: &str| of_kind(&segments(html, 20), SegmentKind::Menu).len();
    assert_eq!(menus(&list(3, 2)), 1);
    assert_eq!(menus(&list(2, 2)), 0, "two links");
    assert_eq!(menus(&list(6, 3)), 0, "headlines");
    let mixed = |short, long| {
        format!("<p>{}.</p><ul>{}{}</ul>", prose(60), item(1).repeat(short), item(4).repeat(long))
    };
    assert_eq!(menus(&mixed(3, 1)), 1, "three of four links are short");
    assert_eq!(menus(&mixed(4, 2)), 0, "two of three are");
    let long_link = format!("<p>{}.</p><ul>{}<li>{}</ul>", prose(60), item(2).repeat(4), prose(3));
    assert_eq!(menus(&long_link), 0, "8 of 11 words are in links");
    let chinese = "<p>这条河在山谷里流淌,三天之后水面高过了那座古老的石桥,谁也没有见过这样的大水。</p>\
        <ul><li><a href=/>首页</a><li><a href=/>新闻</a><li><a href=/>体育</a><li><a href=/>关于我们</a></ul>";
    assert_eq!(menus(chinese), 1);
}

#[test]
fn a_sink_that_wants_none_gets_none_and_one_that_has_enough_no_more() {
    let html = page_of_parts();
    assert_eq!(segments(&html, 0), []);
    assert_eq!(of_kind(&segments(&html, 1), SegmentKind::Block).len(), 0);
    let mut parts = Parts { most: 10, enough: 2, ..Parts::default() };
    let mut extractor = extractor(&options());
    extractor.push_to(html.as_bytes(), &mut parts).expect("HTML is never wrong");
    extractor.finish_to(&mut parts).expect("HTML is never wrong");
    assert_eq!(parts.parts.len(), 2);
    let mut other =
        trommel_testing::extractor(&Options::default().with_method(Method::LineBlock(Thresholds::DEFAULT)));
    assert_eq!(read(&mut other, [html.as_bytes()], 10).0.parts, [], "another method has none");
}

#[test]
fn pages_without_text_have_no_segments() {
    for html in ["", "<p>", "<script>x</script>", "<div hidden></div>", "<img alt=x>"] {
        assert_eq!(segments(html, 5), [], "{html}");
        assert_eq!(run_whole(&options(), html.as_bytes()).text, "");
    }
}

#[test]
fn random_nesting_has_a_reading_in_every_variant() {
    let mut random = Random::new(7);
    let pieces = [
        "<div>", "</div>", "<p>", "<b>", "</b>", "<a href=/>", "</a>", "<td>", "<table>", "</table>", "x y ",
        "\u{4E2D}", "<li>",
    ];
    for _ in 0..200 {
        let html: String = (0..random.below(120)).map(|_| pieces[random.below(pieces.len())]).collect();
        for options in every_variant() {
            let (parts, _) = read(&mut extractor(&options), [html.as_bytes()], 50);
            let relevances = parts.parts.iter().filter_map(|part| part.relevance);
            assert!(relevances.clone().all(|relevance| relevance.is_finite() && relevance >= 0.0), "{html}");
        }
    }
}
