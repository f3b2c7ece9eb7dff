//! Structure of the page: follows the open elements and turns tags into line breaks and context.
//!
//! In: tokens. Out, to a [`StructureSink`]: text with its [`Context`], line breaks by strength,
//! inline marks, and what the head states about the page. Elements that are never content are
//! dropped with everything in them. Held: a stack of at most
//! [`STACK_ELEMENTS`](stack::STACK_ELEMENTS) open elements, [`ElementTracker::HELD_BYTES`].
//!
//! No tree is built. Departures from the HTML standard's tree construction: no foster parenting,
//! and no reconstruction of formatting elements in later blocks. Of the adoption agency algorithm
//! only this remains: the formatting element is no longer open. A full stack forgets its outer half
//! and counts the forgotten elements. Their flags stay with the inner half; their end tags end
//! nothing.
//!
//! Cost: linear. An end tag looks at no more than the [`STACK_ELEMENTS`](stack::STACK_ELEMENTS)
//! elements of the stack. Most of them are compared by tag alone, one byte each.

mod attribute_sets;
mod breaks;
mod button;
mod cell_layout;
mod class_table;
mod class_words;
mod code;
mod code_language;
mod code_names;
mod context;
mod element_part;
mod elements;
mod flags;
mod formulas;
mod found_image;
mod hashed;
mod held_texts;
mod hidden;
mod hints;
mod image;
mod image_file;
mod implied;
mod kinds;
mod marks;
mod name_attribute;
mod name_meaning;
mod name_parts;
mod names;
mod observer;
mod player;
mod ruby;
mod rules;
mod screen_reader;
mod selection;
mod selectors;
mod shape;
mod sink;
mod stack;
mod stand_ins;
mod start_tag;
mod tag_counts;
mod texts;
mod token_sink;
mod tracker;
mod wants;
mod word_boundaries;

pub(crate) use breaks::{Break, Mark};
pub(crate) use cell_layout::{Alignment, CellLayout};
pub(crate) use class_table::{Meanings, meanings};
pub(crate) use class_words::{Bytes, ClassWeight, ClassWords, ENTRY_BYTES, WordWeights};
pub(crate) use code_language::MAX_LANGUAGE_BYTES;
pub(crate) use context::{Context, ElementInfo, ElementNote, Item, NO_ELEMENT};
pub(crate) use flags::Flags;
pub(crate) use hashed::Value;
pub(crate) use hidden::leads_back;
pub(crate) use hints::Hints;
pub(crate) use marks::Marks;
pub(crate) use name_meaning::ClassMeaning;
pub(crate) use name_parts::{calls_date, calls_name_of_author, last_part, names_author};
pub(crate) use names::holds_notes;
#[cfg(feature = "site")]
pub use observer::Followed;
pub(crate) use observer::{Observer, Opened, Subscription};
pub(crate) use rules::is_next_to_text;
#[cfg(feature = "css")]
pub(crate) use selection::Scope;
#[cfg(feature = "css")]
pub use selection::Selection;
#[cfg(feature = "css")]
pub(crate) use selection::{MatchResult, OpenedId, SelectorMatcher};
#[cfg(any(feature = "_train", test))]
pub use selectors::LinearFeatureKind;
pub(crate) use selectors::{SELECTOR_ENTRY_BYTES, SelectorWeights};
pub(crate) use sink::{CodeLanguage, HeadText, Separation, Space, StructureSink, TablePart};
pub(crate) use stack::SUMS_BYTES;
pub(crate) use start_tag::fragment_of;
pub(crate) use token_sink::{hash_of, is_json_ld, is_type};
use tracker::Title;
pub(crate) use tracker::{ElementTracker, TrackedSink};

pub(crate) use found_image::{FoundImage, FoundLink, HELD_BYTES as IMAGE_HELD_BYTES};
pub(crate) use image_file::{is_file, is_mark_of_site};
pub(crate) use tag_counts::TagCounts;
pub(crate) use wants::Wants;
pub(crate) use word_boundaries::{Boundary, is_currency};
