//! Hints in the class and id of an element: what part of a page it may be.
//!
//! In: the text of a class or id. Out: a bit for each of 16 topics, a number for each word, and a
//! hash of the names. Web pages in any language name their parts by the same few English words.
//! These are identifiers, not words of the text. The learned decision weighs the hints. Holds
//! nothing besides static tables.

use crate::hash::{EMPTY_32, hash_32};
use crate::html::{scan, swar};

/// A word of at most 16 bytes, its first byte lowest.
type PackedWord = u128;

/// Bytes of a packed word. Longer words give no hint.
const PACKED_BYTES: usize = 16;

/// Slots of the hash table of words: several times their number.
const SLOTS: usize = 1024;

/// Folds both halves of a word and spreads the bits upward: Fibonacci hashing.
const fn spread(word: PackedWord) -> u64 {
    let folded = (word as u64) ^ ((word >> 64) as u64).rotate_left(29);
    folded.wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// Slot at which the search for a word begins.
const fn slot(word: PackedWord) -> usize {
    (spread(word) >> (64 - SLOTS.ilog2())) as usize
}

const fn pack(word: &str) -> PackedWord {
    let bytes = word.as_bytes();
    let mut packed = 0;
    let mut i = 0;
    while i < bytes.len() {
        packed |= (bytes[i] as PackedWord) << (8 * i);
        i += 1;
    }
    packed
}

/// Builds the open-addressed table of words and their bits. An empty slot has the empty word.
const fn table() -> [(PackedWord, u8); SLOTS] {
    let mut table = [(0, 0); SLOTS];
    let mut i = 0;
    while i < WORDS.len() {
        let mut at = slot(pack(WORDS[i]));
        while table[at].0 != 0 {
            at = (at + 1) % SLOTS;
        }
        table[at] = (pack(WORDS[i]), BITS[i]);
        i += 1;
    }
    table
}

/// Builds the table of the words' numbers, by slot. It is searched first, since nearly all words of
/// pages are not in the list.
const fn numbers() -> [u32; SLOTS] {
    let mut numbers = [0; SLOTS];
    let mut at = 0;
    while at < SLOTS {
        if TABLE[at].0 != 0 {
            numbers[at] = number_of(TABLE[at].0);
        }
        at += 1;
    }
    numbers
}

/// The bit of a word with this number, if the word is in the list.
#[inline]
fn bit_of(number: u32, word: PackedWord) -> Option<u8> {
    // The highest bits of the number are the slot.
    let mut at = (number >> (u32::BITS - SLOTS.ilog2())) as usize;
    while NUMBERS[at] != 0 {
        if NUMBERS[at] == number && TABLE[at].0 == word {
            return Some(TABLE[at].1);
        }
        at = (at + 1) % SLOTS;
    }
    None
}

/// Hints of an element by its class and id, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Hints(pub(crate) u16);

impl Hints {
    /// Number of hints.
    pub(crate) const COUNT: usize = 16;

    /// Topics, by the number of their words in the list below.
    pub(crate) const NAVIGATION: Self = Self(1);
    pub(crate) const NEXT_TO_CONTENT: Self = Self(1 << 2);
    pub(crate) const OTHER_CONTENT: Self = Self(1 << 3);
    pub(crate) const SHARING: Self = Self(1 << 5);
    pub(crate) const ADVERTISING: Self = Self(1 << 6);
    pub(crate) const LAYERS: Self = Self(1 << 8);
    pub(crate) const FORUM: Self = Self(1 << 11);
    pub(crate) const TITLES: Self = Self(1 << 13);

    /// Comments, answers, reviews.
    pub(crate) const COMMENTS: Self = Self(1 << 4);

    /// About the content: its author, its date.
    pub(crate) const ABOUT: Self = Self(1 << 7);

    /// The content.
    pub(crate) const CONTENT: Self = Self(1 << 9);

    /// Whether an element holds comments. A content hint excludes texts that are reviews, or that
    /// are open to comments.
    pub(crate) fn are_of_comments(self) -> bool {
        self.has(Self::COMMENTS) && !self.has(Self::CONTENT)
    }

    /// Whether any of `other` is set.
    pub(crate) fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The union of both sets.
    pub(crate) const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// Hints of names, and whether one of their words means a layer over the page. Layers and controls
/// share a topic. Only layers are the reason `consent`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct NameHints(u32);

impl NameHints {
    /// Added to the topic of a word that means a layer.
    const OF_LAYER: u8 = Hints::COUNT as u8;

    #[inline]
    fn add(&mut self, topic: u8) {
        self.0 |= 1 << (topic % Self::OF_LAYER) | u32::from(topic / Self::OF_LAYER) << Self::OF_LAYER;
    }

    pub(super) fn add_all(&mut self, other: Self) {
        self.0 |= other.0;
    }

    pub(super) fn hints(self) -> Hints {
        Hints(self.0 as u16)
    }

    pub(super) fn has_layer(self) -> bool {
        self.0 >> Self::OF_LAYER != 0
    }
}

/// Defines the words and the topic of each, plus [`NameHints::OF_LAYER`] for those of layers.
macro_rules! words {
    ($($bit:literal: [$($word:literal)*])*) => {
        const WORDS: &[&str; [$($($word),*),*].len()] = &[$($($word),*),*];
        const BITS: &[u8; WORDS.len()] = &[$($({ let _ = $word; $bit }),*),*];
    };
}

words! {
    // Navigation.
    0: ["nav" "navigation" "navbar" "navi" "menu" "menubar" "submenu" "breadcrumb" "breadcrumbs" "crumb" "crumbs"
        "pagination" "pager" "paging" "toc" "skip" "tab" "tabs" "toolbar" "dropdown" "links" "sitemap"]
    // The edges of the page.
    1: ["footer" "foot" "copyright" "colophon" "header" "masthead" "topbar" "top" "bottom" "logo" "site" "legal"
        "disclaimer"]
    // Next to the content.
    2: ["sidebar" "side" "aside" "rail" "widget" "widgets" "secondary" "right" "left" "complementary" "module"]
    // Other content.
    3: ["related" "recommended" "recommendations" "recommend" "similar" "popular" "trending" "latest" "recent" "also"
        "teaser" "teasers" "upsell" "crosssell" "recirc" "outbrain" "taboola" "carousel" "slider" "more" "next"
        "previous" "prev" "featured" "suggested" "most" "readmore"]
    // Comments.
    4: ["comment" "comments" "commentlist" "discussion" "disqus" "reply" "replies" "respond" "feedback" "review"
        "reviews" "rating" "ratings"]
    // Sharing.
    5: ["share" "sharing" "social" "follow" "facebook" "twitter" "addthis" "sharedaddy" "bookmark" "print" "email"]
    // Advertising.
    6: ["ad" "ads" "adv" "advert" "advertisement" "advertising" "sponsor" "sponsored" "promo" "promotion" "promotions"
        "banner" "sponsors" "affiliate"]
    // About the content.
    7: ["meta" "metadata" "byline" "author" "date" "time" "timestamp" "tags" "tag" "category" "categories" "info" "bio"
        "profile" "published" "dateline" "authors"]
    // Layers and forms.
    8: ["popup" "login" "register" "search" "form" "notice" "alert" "cta" "button" "btn" "cart" "basket"]
    24: ["cookie" "cookies" "consent" "gdpr" "modal" "overlay" "newsletter" "subscribe" "subscription" "signup"
        "paywall" "dialog"]
    // The content.
    9: ["article" "post" "entry" "story" "body" "content" "text" "main" "single" "blog" "articlebody" "copy"
        "paragraph" "richtext" "prose" "markdown" "wysiwyg" "hentry" "news"]
    // Items of a list of things.
    10: ["card" "cards" "item" "items" "tile" "tiles" "listing" "list" "grid" "result" "results" "row" "col" "column"
        "block" "box" "panel" "section"]
    // Forum and answers.
    11: ["message" "messages" "thread" "forum" "topic" "topics" "answer" "answers" "question" "questions" "quote"
        "signature" "postbody" "faq" "accordion"]
    // Products.
    12: ["product" "products" "price" "prices" "spec" "specs" "specification" "specifications" "description" "details"
        "detail" "features" "feature" "sku" "shop" "overview" "summary" "excerpt"]
    // Titles.
    13: ["title" "headline" "heading" "subtitle" "subheadline" "caption" "credit" "figcaption" "kicker" "dek" "lead"
        "intro" "hero"]
    // Code and documentation.
    14: ["code" "highlight" "example" "doc" "docs" "api" "documentation" "wiki" "mw" "reference" "references"
        "footnote" "footnotes" "table" "pre" "source"]
    // Not shown.
    15: ["hidden" "hide" "collapse" "collapsed" "sr" "visually" "screen" "invisible" "offscreen" "mobile" "desktop"
        "noprint" "none"]
}

static TABLE: [(PackedWord, u8); SLOTS] = table();
/// See [`numbers`].
static NUMBERS: [u32; SLOTS] = numbers();

/// The number of a word in tables of weights; never zero.
#[inline]
const fn number_of(word: PackedWord) -> u32 {
    let number = (spread(word) >> 32) as u32;
    if number == 0 { 1 } else { number }
}

/// Reads the words of a class or id. Returns the hints and a hash of the names without digits.
///
/// The hash is the same for all elements that a template makes of one kind. Each word goes to
/// `take` as a number. Words are runs of letters; an upper-case letter after a lower-case one
/// begins a new word. Names are separated by spaces, line ends and tabs. Each name adds to the hash
/// as a whole.
///
/// Cost: linear in the text, holds nothing.
#[inline]
pub(super) fn read(text: &str, take: impl FnMut(u32)) -> (NameHints, u32) {
    read_words::<true>(text, take)
}

/// [`read`] of a name that does not add to the hash.
#[inline]
pub(super) fn hints(text: &str, take: impl FnMut(u32)) -> NameHints {
    read_words::<false>(text, take).0
}

fn read_words<const WITH_HASH: bool>(text: &str, mut take: impl FnMut(u32)) -> (NameHints, u32) {
    let bytes = text.as_bytes();
    let mut hints = NameHints::default();
    let mut kind = 0_u32;
    let mut begin = 0;
    while begin < bytes.len() {
        let rest = &bytes[begin..];
        let signs = Signs::of(rest);
        let end = signs.end_of_names(rest.len());
        if end == 0 {
            let name = &rest[..name_bytes(rest)];
            kind = kind.wrapping_add(read_long_name(name, &mut hints, &mut take));
            begin += name.len();
            continue;
        }
        signs.each_word(end, |start, len| take_word(rest, start, len, &mut hints, &mut take));
        if WITH_HASH {
            signs.each_name(end, |name, has_digit| {
                if !has_digit {
                    kind = kind.wrapping_add(hash_of(&rest[name]));
                }
            });
        }
        begin += end;
    }
    (hints, kind)
}

/// Adds a word of `len` letters at `start`.
#[inline(always)]
fn take_word(bytes: &[u8], start: usize, len: usize, hints: &mut NameHints, take: &mut impl FnMut(u32)) {
    if len <= PACKED_BYTES {
        let word = pack_lower(bytes, start, len);
        let number = number_of(word);
        take(number);
        if let Some(bit) = bit_of(number, word) {
            hints.add(bit);
        }
    }
}

/// Separators of the names in a class.
const SPACES: [u8; 3] = *b" \n\t";

/// Bytes that are classified in one step: as many as a mask has bits.
const SIGNS: usize = u64::BITS as usize;

/// Character classes of the first [`SIGNS`] bytes of a text, one bit per byte.
struct Signs {
    /// ASCII letters, in either case.
    letters: u64,
    /// ASCII letters in upper case.
    capitals: u64,
    /// ASCII digits.
    digits: u64,
    /// Separators of names.
    spaces: u64,
}

impl Signs {
    /// Classifies the first bytes of a text.
    #[inline]
    fn of(bytes: &[u8]) -> Self {
        let mut padded = [0; SIGNS];
        let len = bytes.len().min(SIGNS);
        padded[..len].copy_from_slice(&bytes[..len]);
        let mut signs = Self { letters: 0, capitals: 0, digits: 0, spaces: 0 };
        let chunks = padded.as_chunks().0.iter().enumerate();
        for (number, chunk) in chunks.take(len.div_ceil(scan::WIDTH)) {
            let at = number * scan::WIDTH;
            let capitals = scan::between(chunk, b'A', b'Z');
            signs.letters |= (capitals | scan::between(chunk, b'a', b'z')) << at;
            signs.capitals |= capitals << at;
            signs.digits |= scan::between(chunk, b'0', b'9') << at;
            signs.spaces |= scan::hits(chunk, SPACES) << at;
        }
        signs
    }

    /// Bytes of the complete names at the start of a text of `len` bytes. The last of them ends
    /// before a space or with the text. Zero if the first name is longer than [`SIGNS`].
    #[inline]
    fn end_of_names(&self, len: usize) -> usize {
        if len <= SIGNS { len } else { SIGNS - self.spaces.leading_zeros() as usize }
    }

    /// Calls `word` with the start and the length of each word in the first `end` bytes.
    #[inline]
    fn each_word(&self, end: usize, mut word: impl FnMut(usize, usize)) {
        let begins_hump = self.capitals & (self.letters & !self.capitals) << 1;
        let mut starts = self.letters & (!(self.letters << 1) | begins_hump) & below(end);
        while starts != 0 {
            let start = starts.trailing_zeros();
            starts &= starts - 1;
            // A word ends before the next character that is not a letter or begins another word.
            let ends = (!self.letters | starts) >> start >> 1;
            word(start as usize, 1 + (ends.trailing_zeros().min(u64::BITS - 1 - start)) as usize);
        }
    }

    /// Calls `name` with the range of each name in the first `end` bytes, and whether it has
    /// digits.
    #[inline]
    fn each_name(&self, end: usize, mut name: impl FnMut(core::ops::Range<usize>, bool)) {
        let mut rest = !self.spaces & below(end);
        while rest != 0 {
            let start = rest.trailing_zeros();
            let len = (!(rest >> start)).trailing_zeros();
            let of_name = below(len as usize) << start;
            name(start as usize..(start + len) as usize, self.digits & of_name != 0);
            rest &= !of_name;
        }
    }
}

/// A mask of the lowest `bits` bits.
#[inline]
fn below(bits: usize) -> u64 {
    if bits < SIGNS { (1 << bits) - 1 } else { u64::MAX }
}

/// Bytes up to the first space.
fn name_bytes(bytes: &[u8]) -> usize {
    bytes.iter().position(|byte| SPACES.contains(byte)).unwrap_or(bytes.len())
}

/// Adds the words of one long name, byte by byte. Returns what the name adds to the hash.
#[cold]
fn read_long_name(name: &[u8], hints: &mut NameHints, take: &mut impl FnMut(u32)) -> u32 {
    let mut at = 0;
    while at < name.len() {
        let continues_word = |pair: &[u8]| {
            pair[1].is_ascii_alphabetic() && !(pair[1].is_ascii_uppercase() && pair[0].is_ascii_lowercase())
        };
        let len = if name[at].is_ascii_alphabetic() {
            1 + name[at..].windows(2).take_while(|pair| continues_word(pair)).count()
        } else {
            0
        };
        if len > 0 {
            take_word(name, at, len, hints, take);
        }
        at += len.max(1);
    }
    if name.iter().any(u8::is_ascii_digit) { 0 } else { hash_of(name) }
}

/// What a name adds to the hash of its element.
#[inline]
fn hash_of(name: &[u8]) -> u32 {
    let hash = hash_32(name.iter().copied());
    if hash == EMPTY_32 { 0 } else { hash }
}

/// A word of at most [`PACKED_BYTES`] letters, in lower case and packed.
#[inline]
fn pack_lower(bytes: &[u8], start: usize, len: usize) -> PackedWord {
    /// The bit that distinguishes upper and lower case, for eight letters.
    const LOWER: u64 = 0x2020_2020_2020_2020;
    let letters = |at: usize, len: usize| {
        let word = swar::padded_word(bytes, at) | LOWER;
        if len < 8 { word & ((1 << (8 * len)) - 1) } else { word }
    };
    let low = letters(start, len);
    let high = if len > 8 { letters(start + 8, len - 8) } else { 0 };
    PackedWord::from(low) | PackedWord::from(high) << 64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::add_32;
    use alloc::vec::Vec;

    /// A reference for [`read`] that goes byte by byte.
    fn slow_read(text: &str, mut take: impl FnMut(u32)) -> (NameHints, u32) {
        let mut hints = NameHints::default();
        let mut kind = 0_u32;
        let mut word: PackedWord = 0;
        let mut len = 0;
        let mut hash = EMPTY_32;
        let mut has_digit = false;
        let mut was_lower = false;
        let bytes = text.as_bytes();
        for at in 0..=bytes.len() {
            let byte = bytes.get(at).copied().unwrap_or(b' ');
            let begins_word = byte.is_ascii_uppercase() && was_lower;
            if (begins_word || !byte.is_ascii_alphabetic()) && len > 0 {
                if len <= PACKED_BYTES {
                    take(number_of(word));
                    if let Some(bit) = bit_of(number_of(word), word) {
                        hints.add(bit);
                    }
                }
                (word, len) = (0, 0);
            }
            if byte.is_ascii_alphabetic() {
                if len < PACKED_BYTES {
                    word |= PackedWord::from(byte.to_ascii_lowercase()) << (8 * len);
                }
                len += 1;
            }
            was_lower = byte.is_ascii_lowercase();
            has_digit |= byte.is_ascii_digit();
            if byte == b' ' || byte == b'\n' || byte == b'\t' {
                if !has_digit && hash != EMPTY_32 {
                    kind = kind.wrapping_add(hash);
                }
                (hash, has_digit) = (EMPTY_32, false);
            } else {
                hash = add_32(hash, byte);
            }
        }
        (hints, kind)
    }

    proptest::proptest! {
        #[test]
        fn words_are_those_of_a_slow_reader(text in "([a-zA-Z]{1,5}|[a-z]{14,18}|[A-Z]{7,9}|[0-9]|[ \\n\\t_-]|[\\x0c\\r\\x01]|é|[\\[`{@]){0,12}") {
            let (mut words, mut expected) = (Vec::new(), Vec::new());
            let read = read(&text, |word| words.push(word));
            proptest::prop_assert_eq!(read, slow_read(&text, |word| expected.push(word)));
            proptest::prop_assert_eq!(words, expected);
        }
    }

    #[test]
    fn words_are_split_at_hyphens_and_humps() {
        assert_eq!(read("site-nav", drop).0.hints(), Hints(1 | 1 << 1));
        assert_eq!(read("relatedPosts mainContent", drop).0.hints(), Hints(1 << 3 | 1 << 9));
        assert!(read("comment-list", drop).0.hints().has(Hints::COMMENTS));
        assert_eq!(read("xyz", drop).0.hints(), Hints(0));
        assert_eq!(read("", drop).0.hints(), Hints(0));
    }

    #[test]
    fn numbered_elements_are_of_one_kind() {
        assert_eq!(read("post post-17", drop).1, read("post post-18", drop).1);
        assert_ne!(read("post", drop).1, read("page", drop).1);
    }
}
