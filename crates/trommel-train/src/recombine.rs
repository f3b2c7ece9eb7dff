//! Recombined pages (data augmentation): the frame of one page with the content of another.
//!
//! A corpus has few pages of each site, so that a model could recognise the site by the frame of a
//! text. Recombined pages prevent that. Both pages can be of the same site.
//!
//! The content of a page is the innermost container that holds nearly all of its gold text, with
//! its tags. The frame is the rest of the body. A recombined page has the head and the gold text of
//! the page with the content, because title and metadata belong to the content.

use super::boost::random;
use super::data::{GoldPage, SITE_BUCKETS, words};
use memchr::memchr;
use rayon::prelude::*;
use std::ops::Range;
use trommel::_train::decoded;
use trommel::html::{AttrSet, Tag, TagId, TokenSink, Tokenizer};
use trommel_score::matched;

/// Minimum words of gold text on a page.
const MIN_WORDS: usize = 80;

const MIN_FRAME_WORDS: usize = 60;

/// Minimum share of the page's gold text in its content container.
const NEARLY_ALL: f64 = 0.9;

/// A byte order mark: the bytes after it are UTF-8, whatever the page declares.
const MARK: &str = "\u{FEFF}";

/// Recombined pages. Both pages of a pair are of the same part of the sites. Each frame and each
/// content is used once.
///
/// Cost: linear in the pages, except for the alignment of their gold text. Holds about as many
/// bytes as the pages have.
pub(super) fn pages(pages: &[GoldPage], seed: u64) -> Vec<GoldPage> {
    let cuts: Vec<Option<Cuts>> = pages.par_iter().map(Cuts::of).collect();
    let mut pairs = Vec::new();
    let ways = (0..SITE_BUCKETS).flat_map(|part| [(part, false), (part, true)]);
    for (part, is_xml) in ways {
        let of_part = || (0..pages.len()).filter(|&at| pages[at].site_bucket() == part);
        let cut = |at: usize| Some((at, cuts[at].as_ref().filter(|cuts| cuts.is_xml == is_xml)?));
        let frames = of_part().filter_map(cut).filter(|(_, cuts)| cuts.has_frame);
        let mut contents: Vec<(usize, &Cuts)> = of_part().filter_map(cut).collect();
        // Each part of the sites has its own random sequence, independent of the other parts.
        let mut seed = seed ^ u64::from(part);
        for last in (1..contents.len()).rev() {
            contents.swap(last, (random(&mut seed) * (last + 1) as f64) as usize);
        }
        pairs.extend(frames.zip(contents).filter(|(frame, content)| frame.0 != content.0));
    }
    let put_together = |((frame, frame_cuts), (content, content_cuts)): ((usize, &Cuts), (usize, &Cuts))| {
        let (outer, inner) = (decoded(pages[frame].html()), decoded(pages[content].html()));
        let html = [
            MARK,
            &inner[..content_cuts.body],
            &outer[frame_cuts.body..frame_cuts.content.start],
            &inner[content_cuts.content.clone()],
            &outer[frame_cuts.content.end..],
        ];
        pages[content].with_frame(&pages[frame], html.concat().into_bytes())
    };
    pairs.into_par_iter().map(put_together).collect()
}

/// Where a page is cut, in bytes of its decoded text.
struct Cuts {
    /// Where the body begins, with its tag.
    body: usize,
    content: Range<usize>,
    /// Whether there are enough words outside the content.
    has_frame: bool,
    /// Whether the page is XML, where any element can be self-closing. A frame of HTML does not
    /// allow that.
    is_xml: bool,
}

impl Cuts {
    /// `None` for a page without a body, without a container that holds its gold text, or with too
    /// little gold text.
    fn of(page: &GoldPage) -> Option<Self> {
        let text = decoded(page.html());
        let mut tokenizer = Tokenizer::new();
        let mut tree = Tree::new(&text);
        tokenizer.push(&text, 0, &mut tree);
        tokenizer.finish(&mut tree);
        let Tree { containers, words, .. } = tree;
        let body = containers.iter().position(|container| container.tag == TagId::Body)?;
        // For each word, the number of aligned words before it.
        let mut right = Vec::with_capacity(words.len() + 1);
        right.push(0);
        for is_right in matched(&words, page.gold()) {
            right.push(right[right.len() - 1] + usize::from(is_right));
        }
        let right_in = |container: &Container| right[container.words.end] - right[container.words.start];
        let all = right_in(&containers[body]);
        if all < MIN_WORDS {
            return None;
        }
        // Containers come after their ancestors. Of two siblings, at most one holds nearly all.
        let holds_nearly_all = |container: &&Container| right_in(container) as f64 >= NEARLY_ALL * all as f64;
        let mut inside = containers[body + 1..].iter().filter(|container| container.tag != TagId::Table);
        let content = inside.rfind(holds_nearly_all)?;
        Some(Self {
            body: containers[body].bytes.start,
            content: content.bytes.clone(),
            has_frame: containers[body].words.len() >= content.words.len() + MIN_FRAME_WORDS,
            is_xml: text.trim_start().starts_with("<?"),
        })
    }
}

/// An element that can replace another one with its tags, a table, or the body.
struct Container {
    tag: TagId,
    bytes: Range<usize>,
    words: Range<usize>,
}

/// The containers of a page in the order of their start tags, and the words of its text.
struct Tree<'a> {
    html: &'a str,
    containers: Vec<Container>,
    /// Indexes of the open containers.
    open: Vec<usize>,
    words: Vec<u32>,
    /// Text since the last tag, whose words are not counted yet. It comes in pieces that can end
    /// within a word.
    text: String,
}

impl<'a> Tree<'a> {
    fn new(html: &'a str) -> Self {
        Self { html, containers: Vec::new(), open: Vec::new(), words: Vec::new(), text: String::new() }
    }

    /// Counts the words of the text since the last tag.
    fn count_words(&mut self) {
        self.words.extend(words(&self.text));
        self.text.clear();
    }

    /// Closes the open containers from index `from` at byte `end`.
    fn close(&mut self, from: usize, end: usize) {
        for at in self.open.drain(from..) {
            self.containers[at].bytes.end = end;
            self.containers[at].words.end = self.words.len();
        }
    }
}

impl TokenSink for Tree<'_> {
    fn wanted(&self, _: TagId) -> AttrSet {
        AttrSet::NONE
    }

    fn wants_raw_text(&self, _: TagId) -> bool {
        false
    }

    fn start_tag(&mut self, tag: &Tag<'_>) {
        use TagId::{Article, Body, Div, Main, Section, Table, Td};
        self.count_words();
        if !matches!(tag.id, Article | Body | Div | Main | Section | Table | Td) {
            return;
        }
        let start = tag.offset as usize;
        // A cell without an end tag.
        if tag.id == Td && self.open.last().is_some_and(|&open| self.containers[open].tag == Td) {
            self.close(self.open.len() - 1, start);
        }
        self.open.push(self.containers.len());
        let words = self.words.len()..self.words.len();
        self.containers.push(Container { tag: tag.id, bytes: start..start, words });
    }

    fn end_tag(&mut self, tag: &Tag<'_>) {
        self.count_words();
        let is_ended = |&open: &usize| self.containers[open].tag == tag.id;
        let Some(from) = self.open.iter().rposition(is_ended) else { return };
        let start = tag.offset as usize;
        self.close(from + 1, start);
        let rest = &self.html[start..];
        // An implied end tag has no bytes.
        let written = if rest.starts_with("</") {
            memchr(b'>', rest.as_bytes()).map_or(rest.len(), |at| at + 1)
        } else {
            0
        };
        self.close(from, start + written);
    }

    fn text(&mut self, text: &str, _: u64) {
        self.text.push_str(text);
    }

    fn end(&mut self) {
        self.count_words();
        self.close(0, self.html.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A page with words of its own: `inside` of them in an article, `outside` outside it.
    fn page(number: usize, charset: &str, inside: usize, outside: usize) -> GoldPage {
        let words = |name: &str, count: usize| -> String {
            (0..count).map(|word| format!("{name}{number}x{word} ")).collect()
        };
        let (inside, outside) = (words("inside", inside), words("outside", outside));
        let html = format!(
            "<meta charset={charset}><title>T{number} é</title><body><div class=f{number}>{outside}<table><tr><td>a<td>b</table>\
            <article><p>{inside}</article></div><p>after{number}"
        );
        GoldPage::new(html.into_bytes(), &inside, "a.example", "all", None)
    }

    #[test]
    fn a_content_moves_into_the_frame_of_another_page() {
        let given = [page(1, "utf-8", 100, 100), page(2, "koi8-r", 100, 100)];
        let mixed = pages(&given, 1);
        let html: Vec<&str> = mixed.iter().filter_map(|page| std::str::from_utf8(page.html()).ok()).collect();
        // Either both pages change their frames, or neither does.
        let Some(of_first) = html.iter().find(|html| html.contains("inside1x0 ")) else {
            assert!(mixed.is_empty());
            return;
        };
        assert!(
            of_first.starts_with(
                "\u{FEFF}<meta charset=utf-8><title>T1 é</title><body><div class=f2>outside2x0 "
            ),
            "{of_first}"
        );
        assert!(of_first.ends_with("inside1x99 </article></div><p>after2"), "{of_first}");
        assert_eq!(mixed.len(), 2);
    }

    #[test]
    fn small_contents_and_frames_are_not_recombined() {
        let few_words = page(1, "utf-8", 79, 100);
        let no_frame = page(2, "utf-8", 100, 40);
        let no_body = GoldPage::new(b"<p>text".repeat(100), &"text ".repeat(100), "a.example", "all", None);
        for other in [few_words, no_body] {
            assert!(pages(&[other, page(3, "utf-8", 100, 100)], 1).is_empty());
        }
        // Its content can still get another frame.
        let mixed = pages(&[no_frame, page(3, "utf-8", 100, 100)], 1);
        assert!(
            mixed
                .iter()
                .all(|page| std::str::from_utf8(page.html()).is_ok_and(|html| html.contains("outside3x")))
        );
    }

    #[test]
    fn words_with_character_references_are_whole() {
        let mut tree = Tree::new("");
        let mut tokenizer = Tokenizer::new();
        tokenizer.push("<body>Stra&szlig;e am M&uuml;hlbach<b>f&uuml;nf</b>", 0, &mut tree);
        tokenizer.finish(&mut tree);
        assert_eq!(tree.words, words("Straße am Mühlbach fünf").collect::<Vec<_>>());
    }

    #[test]
    fn a_frame_of_xml_has_a_head_of_xml() {
        let of_xml = |number| {
            let mut html = b"<?xml version=\"1.0\"?>".to_vec();
            let page = page(number, "utf-8", 100, 100);
            html.extend_from_slice(page.html());
            page.with_frame(&page, html)
        };
        let given: Vec<GoldPage> = (0..20)
            .map(
                |number: usize| {
                    if number.is_multiple_of(2) { of_xml(number) } else { page(number, "utf-8", 100, 100) }
                },
            )
            .collect();
        let mixed = pages(&given, 1);
        assert!(mixed.len() > 10, "{}", mixed.len());
        for page in &mixed {
            let html = str::from_utf8(page.html()).unwrap();
            let head: usize =
                html.split_once("<title>T").unwrap().1.split(' ').next().unwrap().parse().unwrap();
            let frame: usize =
                html.split_once("class=f").unwrap().1.split('>').next().unwrap().parse().unwrap();
            assert_eq!((head % 2, html.contains("<?xml")), (frame % 2, frame.is_multiple_of(2)), "{html}");
        }
    }

    /// The containers of a page, with their tags.
    fn containers(html: &str) -> Vec<String> {
        let mut tokenizer = Tokenizer::new();
        let mut tree = Tree::new(html);
        tokenizer.push(html, 0, &mut tree);
        tokenizer.finish(&mut tree);
        tree.containers.iter().map(|container| html[container.bytes.clone()].to_string()).collect()
    }

    #[test]
    fn containers_end_where_their_tags_do() {
        // A self-closing element ends after its only tag.
        let html = "<?xml?><body><div/><p>one</p></body>";
        assert_eq!(containers(html), ["<body><div/><p>one</p></body>", "<div/>"]);
        let html = "<body><div>one<table><tr><td>two<td>three</table></div></section><div>four</body>";
        assert_eq!(
            containers(html),
            [
                html,
                "<div>one<table><tr><td>two<td>three</table></div>",
                "<table><tr><td>two<td>three</table>",
                "<td>two",
                "<td>three",
                "<div>four",
            ]
        );
    }
}
