//! Images and links as the sink gets them, and what is remembered of images.
//!
//! Held: [`HELD_BYTES`], only if images are wanted, or for players.

use alloc::string::String;
use alloc::vec::Vec;

/// A content image.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FoundImage<'a> {
    /// Address as in the page.
    pub(crate) src: &'a str,
    pub(crate) alt: &'a str,
    pub(crate) offset: u64,
    /// Depth of the deepest element that encloses the image and the text before it.
    pub(crate) depth_to_last: usize,
    /// It is a player with this name.
    pub(crate) is_player: bool,
}

/// A link with an address.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FoundLink<'a> {
    /// Address as in the page.
    pub(crate) href: &'a str,
    pub(crate) rel: &'a str,
    pub(crate) offset: u64,
    pub(crate) is_hidden: bool,
}

/// Maximum bytes of an address in a `source` that are kept.
pub(super) const SOURCE_BYTES: usize = 1024;

/// Images of a page that are remembered, and how often the same one may come.
const SEEN: usize = 64;

const MAX_TIMES: u32 = 3;

/// Bytes on the heap, if images or players are wanted.
pub(crate) const HELD_BYTES: usize = SOURCE_BYTES + SEEN * size_of::<Seen>();

/// An image by the hash of its address, and how often it came.
#[derive(Clone, Copy, Default)]
struct Seen {
    hash: u32,
    times: u32,
}

/// Images since the last text, and how often some came before.
#[derive(Default)]
pub(super) struct Images {
    /// The file of the last `source` in the open `picture`, or the title of the player that awaits
    /// its `source`; empty without one.
    pub(super) source: String,
    /// An image was found since the last text.
    pub(super) has_one: bool,
    /// Hash of the address of that image.
    pub(super) last: u32,
    /// The next `source` is the file of the open player.
    pub(super) awaits_source: bool,
    /// Images of the page, each at the place of its hash, where a later one takes over.
    seen: Vec<Seen>,
}

impl Images {
    pub(super) fn reset(&mut self) {
        self.source.clear();
        self.seen.clear();
        self.awaits_source = false;
        self.text_follows();
    }

    /// A player with this title, or none, awaits its `source`.
    pub(super) fn name_player(&mut self, title: &str) {
        self.source.clear();
        if !title.is_empty() && title.len() <= SOURCE_BYTES {
            self.source.reserve_exact(SOURCE_BYTES);
            self.source.push_str(title);
        }
    }

    /// An image comes: the title of a player that still awaits its `source` is not its file.
    pub(super) fn forget_player(&mut self) {
        if core::mem::take(&mut self.awaits_source) {
            self.source.clear();
        }
    }

    pub(super) fn text_follows(&mut self) {
        self.has_one = false;
    }

    /// Whether the last image came so often that it is decoration: an arrow, a star.
    pub(super) fn is_repeated(&mut self) -> bool {
        if self.seen.is_empty() {
            self.seen.reserve_exact(SEEN);
            self.seen.resize(SEEN, Seen::default());
        }
        let seen = &mut self.seen[self.last as usize % SEEN];
        let times = if seen.hash == self.last { seen.times } else { 0 };
        *seen = Seen { hash: self.last, times: times.saturating_add(1) };
        seen.times > MAX_TIMES
    }
}
