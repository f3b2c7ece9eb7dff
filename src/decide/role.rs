//! The role of a decided block, by what the decision already knows of it.
//!
//! In: a record with its verdict, the elements that enclose it, what the page states about itself.
//! Out: a [`Role`]. Nothing is computed unless a caller asks. Classes and ids count with the
//! methods that read them. Holds nothing.

use crate::block::marks::{Span, spans};
use crate::block::{Arena, ElementFlags, Record, Traits, Verdict};
use crate::feature::attr::attr;
use crate::html::TagId;

use crate::metadata::{names_author, names_day};
use crate::role::Role;
use crate::structure::{Flags, Hints};

/// Maximum words of a byline.
const BYLINE_WORDS: u32 = 24;

/// Maximum words of a byline that only its text tells.
const LINE_WORDS: u32 = 12;

/// Minimum characters of a link to other content, and the minimum words where these are characters.
const TEASER_CHARS: u32 = 20;
const TEASER_WORDS: u32 = 10;

/// Minimum share of the text of a block that is links, where the block is links.
const LINKED: f32 = 0.9;

/// Minimum words of a summary.
const SUMMARY_WORDS: u32 = 4;

/// Minimum characters that a summary has in common with the description of the page.
const DESCRIPTION_CHARS: usize = 40;

/// What the page says of a block, in addition to its record.
#[derive(Clone, Copy)]
pub(crate) struct RoleEvidence<'a> {
    /// It is the title of the page.
    pub(crate) is_title: bool,
    /// No running text was kept before it.
    pub(crate) is_before_text: bool,
    /// The description that the page gives of itself.
    pub(crate) description: &'a str,
}

/// The role of a decided block.
///
/// Cost: for a kept block a few comparisons. For others, the depth of its elements.
pub(crate) fn role(arena: &Arena, record: &Record, text: &str, evidence: &RoleEvidence<'_>) -> Role {
    if record.verdict == Verdict::Kept {
        kept_role(arena, record, text, evidence)
    } else {
        dropped_role(arena, record, text, evidence)
    }
}

fn kept_role(arena: &Arena, record: &Record, text: &str, evidence: &RoleEvidence<'_>) -> Role {
    if evidence.is_title {
        return Role::Title;
    }
    let enclosing = Enclosing::of(arena, record);
    if enclosing.is_comment && !enclosing.is_post {
        return Role::Comment;
    }
    if record.data_cell().is_some() {
        return Role::Table;
    }
    if record.has(Flags::PREFORMATTED) {
        return Role::Code;
    }
    if record.context.heading > 0 {
        return Role::Heading;
    }
    if record.context.note.is_formula() {
        return Role::Formula;
    }
    if is_caption(record) {
        return Role::Caption;
    }
    if is_byline(arena, record, text) {
        return Role::Byline;
    }
    if evidence.is_before_text && is_summary(arena, record, text, evidence.description) {
        return Role::Summary;
    }
    if enclosing.is_post {
        return Role::Post;
    }
    match record {
        _ if record.context.quotes().0 > 0 => Role::Quote,
        _ if record.context.list_depth > 0 => Role::List,
        _ => Role::Paragraph,
    }
}

fn dropped_role(arena: &Arena, record: &Record, text: &str, evidence: &RoleEvidence<'_>) -> Role {
    let by_flag =
        [(Flags::HIDDEN, Role::Hidden), (Flags::FOOTER, Role::Footer), (Flags::NAVIGATION, Role::Navigation)];
    if let Some((_, role)) = by_flag.into_iter().find(|&(flag, _)| record.has(flag)) {
        return role;
    }
    if record.context.note.is_copy() {
        return Role::Duplicate;
    }
    let enclosing = Enclosing::of(arena, record);
    let by_class = enclosing.reason.filter(|role| !matches!(role, Role::Consent | Role::Aside));
    if let Some(role) = by_class {
        return role;
    }
    // What stands in a layer or at the side is known better by its form.
    if let Some(role) = role_of_links(record, evidence) {
        return role;
    }
    if record.has(Flags::DIALOG) {
        return Role::Consent;
    }
    if let Some(role) = enclosing.reason {
        return role;
    }
    if record.has(Flags::FORM) {
        Role::Form
    } else if enclosing.is_comment {
        Role::Comment
    } else if record.has(Flags::ASIDE) {
        Role::Aside
    } else if is_caption(record) {
        Role::Caption
    } else if is_byline(arena, record, text) {
        Role::Byline
    } else {
        Role::LowScore
    }
}

/// What a block of links is: before the text, parts of a menu; after its start, long ones lead to
/// other content.
fn role_of_links(record: &Record, evidence: &RoleEvidence<'_>) -> Option<Role> {
    let is_long = record.chars() >= TEASER_CHARS || record.words() >= TEASER_WORDS;
    match attr(record) {
        share if share < LINKED => None,
        _ if evidence.is_before_text => Some(Role::Navigation),
        _ => is_long.then_some(Role::Related),
    }
}

/// The text of a figure, or the caption of a table.
fn is_caption(record: &Record) -> bool {
    let path = record.context.path.to_le_bytes();
    let is_in = |tag: TagId| path.contains(&(tag as u8));
    (record.has(Flags::FIGURE) || is_in(TagId::Caption)) && record.context.quotes().0 == 0
}

/// A short line that its element or class, a day in it, or a word for "by" before a name tells.
fn is_byline(arena: &Arena, record: &Record, text: &str) -> bool {
    if record.words() > BYLINE_WORDS || record.context.heading > 0 || record.traits.has(Traits::SENTENCE) {
        return false;
    }
    let mut pieces = spans(text).filter_map(Span::text);
    record.context.note.is_byline()
        || hints_of(arena, record).has(Hints::ABOUT)
        || record.words() <= LINE_WORDS
            && record.context.list_depth == 0
            && pieces.any(|piece| names_day(piece) || names_author(piece.trim_start()))
}

fn is_summary(arena: &Arena, record: &Record, text: &str, description: &str) -> bool {
    if record.words() < SUMMARY_WORDS || record.context.list_depth > 0 {
        return false;
    }
    hints_of(arena, record).has(Hints::TITLES) || begins_alike(text, description)
}

/// The hints of the innermost block-level element. With the method words-leaves, the numbers are
/// those of nodes, which have no classes.
fn hints_of(arena: &Arena, record: &Record) -> Hints {
    if arena.nodes.are_wanted() { Hints::default() } else { arena.element(record.context.element).hints }
}

/// Whether a text and a description begin with the same letters: to the end of the shorter one, and
/// for at least [`DESCRIPTION_CHARS`].
fn begins_alike(text: &str, description: &str) -> bool {
    let shown = spans(text).filter_map(Span::text).flat_map(str::chars);
    let letters = |c: &char| c.is_alphanumeric();
    let pairs = shown.filter(letters).zip(description.chars().filter(letters));
    let mut count = 0;
    for (left, right) in pairs {
        if left != right {
            return false;
        }
        count += 1;
    }
    count >= DESCRIPTION_CHARS
}

/// What the classes and ids of the enclosing elements say, the innermost first.
#[derive(Clone, Copy, Default)]
struct Enclosing {
    is_comment: bool,
    /// It is in one of several like elements of a forum.
    is_post: bool,
    /// Why it is not content.
    reason: Option<Role>,
}

/// Hints that say why a block was dropped. Of those of one element, the first counts.
const REASONS: [(Hints, Role); 6] = [
    (Hints::SHARING, Role::Share),
    (Hints::ADVERTISING, Role::Promotion),
    (Hints::LAYERS, Role::Consent),
    (Hints::OTHER_CONTENT, Role::Related),
    (Hints::NAVIGATION, Role::Navigation),
    (Hints::NEXT_TO_CONTENT, Role::Aside),
];

fn is_heading(tag: TagId) -> bool {
    matches!(tag, TagId::H1 | TagId::H2 | TagId::H3 | TagId::H4 | TagId::H5 | TagId::H6)
}

impl Enclosing {
    fn of(arena: &Arena, record: &Record) -> Self {
        let mut found = Self::default();
        if arena.nodes.are_wanted() {
            return found;
        }
        let page_words = arena.element(0).words;
        let mut at = record.context.element;
        while at != 0 {
            let element = arena.element(at);
            // What holds most of the page says nothing of its parts.
            if element.tag == TagId::Body || page_words > 0 && element.words > page_words / 2 {
                break;
            }
            found.is_post |= element.item_levels > 0 && element.hints.has(Hints::FORUM);
            // The id of a heading is made of its text.
            let is_named = record.verdict != Verdict::Kept || !is_heading(element.tag);
            if element.hints.are_of_comments() && is_named {
                found.is_comment = true;
            } else if found.reason.is_none() && !found.is_comment {
                // Controls are of the topic of layers, too.
                let is_layer = element.flags.has(ElementFlags::LAYER);
                let reason = REASONS
                    .into_iter()
                    .find(|&(hint, role)| element.hints.has(hint) && (role != Role::Consent || is_layer));
                found.reason = reason.map(|(_, role)| role);
            }
            at = element.parent();
        }
        found
    }
}
