//! What the words of classes, ids and roles mean: one table of names.
//!
//! In: a word of a class, an id, or a fragment. Out: its [`Meanings`]. The names are identifiers in
//! code, the same in pages of any language. They are compared without regard to case and to
//! separators: `post-author`, `PostAuthor` and `post_author` are one name. Holds nothing besides a
//! static table.

use crate::hash::{EMPTY_32, PRIME_32, add_32};

/// What a name means, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Meanings(u8);

impl Meanings {
    /// The name of the author, as the last part of a class.
    pub(super) const AUTHOR: Self = Self(1);
    /// A line with the name of the author, likewise.
    pub(crate) const BYLINE: Self = Self(1 << 1);
    /// The date of the page, likewise.
    pub(super) const DATE: Self = Self(1 << 2);
    /// The name of a user, who may have written a post.
    pub(crate) const USER: Self = Self(1 << 3);
    /// A part that holds the author of a post.
    pub(crate) const POST_AUTHOR: Self = Self(1 << 4);
    /// The date of a post, in addition to those of a page.
    pub(crate) const POST_DATE: Self = Self(1 << 5);
    /// The notes of a text.
    pub(super) const NOTES: Self = Self(1 << 6);
    /// The top of the page.
    pub(super) const TOP: Self = Self(1 << 7);

    /// Whether any of `other` is meant.
    #[inline]
    pub(crate) const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// Defines the names of each meaning, in lower case and without separators.
macro_rules! names {
    ($($meaning:ident: [$($name:literal)*])*) => {
        const NAMES: &[(&str, Meanings)] = &[$($(($name, Meanings::$meaning)),*),*];
    };
}

names! {
    AUTHOR: [
        "author" "authorname" "authorlink" "authorfn" "postauthor" "postauthorname"
        "entryauthor" "entryauthorname" "entryauthorlink" "articleauthor"
        "articleauthorname" "bylineauthor" "bylinename" "wpblockpostauthorname"
    ]
    BYLINE: [
        "author" "authors" "authorname" "byline" "bylines" "bylineauthor"
        "articleauthor" "articleauthors" "articlebyline" "entryauthor" "entrybyline"
        "newsauthor" "postauthor" "postbyline" "postmetaauthor" "storyauthor"
        "storyauthors" "storybyline"
    ]
    DATE: [
        "articledate" "blogdate" "contentdate" "date" "dateheader" "dateline"
        "dateposted" "datepublished" "datetime" "entrydate" "metadate" "newsdate"
        "postdate" "postdatetime" "postedat" "postedon" "posteddate" "postmetadate"
        "posttime" "pubdate" "publishdate" "published" "publisheddate" "pubdates"
        "publicationdate" "publicationtime" "publishedon" "publishtime" "storydate"
        "timestamp"
    ]
    USER: [
        "username" "usernamecoloured" "bigusername" "postusername" "usernamelink"
        "userlink" "memberlink" "membername" "nickname" "nick" "postername"
        "displayname" "screenname" "authorname" "postauthorname" "commentauthorname"
        "jsauthor"
    ]
    POST_AUTHOR: [
        "author" "postauthor" "commentauthor" "messageauthor" "replyauthor"
        "authorlink" "authorinfo" "poster" "postedby" "posterinfo" "creator" "user"
        "userinfo" "userdetails" "member" "messagename" "messageuserinfo"
        "ipscommentauthor" "cauthorpaneauthor" "postuser" "postprofile" "byline"
    ]
    POST_DATE: [
        "messagedate" "messagetime" "commentdate" "commenttime" "commentmetadata"
        "datecreated" "created" "createdat" "relativetime" "relativedate"
        "permalinkdate" "posttimestamp" "postingdate" "dateline"
    ]
    NOTES: [
        "footnotes" "footnote" "endnotes" "docendnotes" "docbibliography"
        "references"
    ]
    TOP: [
        "top" "topofpage" "toppage" "pagetop" "toplink" "totop" "gototop"
        "backtotop" "scrolltotop"
    ]
}

/// Bytes of the longest name.
const MAX_NAME_BYTES: usize = {
    let mut longest = 0;
    let mut at = 0;
    while at < NAMES.len() {
        longest = if NAMES[at].0.len() > longest { NAMES[at].0.len() } else { longest };
        at += 1;
    }
    longest
};

/// Slots of the hash table: several times the number of names.
const SLOTS: usize = 512;

/// A slot: the number of a name in [`NAMES`] plus one, or zero; and all that the name means.
static TABLE: [(u8, Meanings); SLOTS] = {
    let mut table = [(0, Meanings(0)); SLOTS];
    let mut number = 0;
    while number < NAMES.len() {
        let (name, meaning) = NAMES[number];
        let mut at = slot(hash_of(name.as_bytes()));
        while table[at].0 != 0 && !is_same(NAMES[table[at].0 as usize - 1].0, name) {
            at = (at + 1) % SLOTS;
        }
        if table[at].0 == 0 {
            table[at].0 = number as u8 + 1;
        }
        table[at].1.0 |= meaning.0;
        number += 1;
    }
    table
};

/// The second letters of names, by their first letter, one bit each: most words of pages begin with
/// no such pair.
static PAIRS: [u32; 26] = {
    let mut pairs = [0; 26];
    let mut number = 0;
    while number < NAMES.len() {
        let name = NAMES[number].0.as_bytes();
        pairs[(name[0] - b'a') as usize] |= 1 << (name[1] - b'a');
        number += 1;
    }
    pairs
};

/// Whether a name may begin as one of the table does.
#[inline]
fn may_be_known(name: &str) -> bool {
    let mut letters = letters(name).map(|letter| letter.wrapping_sub(b'a'));
    let (Some(first), Some(second)) = (letters.next(), letters.next()) else { return false };
    PAIRS.get(usize::from(first)).is_some_and(|seconds| second < 26 && seconds >> second & 1 == 1)
}

/// What a name means, without regard to case and separators.
///
/// Cost: linear in the name; that of the first two letters for most.
#[inline]
pub(crate) fn meanings(name: &str) -> Meanings {
    if may_be_known(name) { meanings_of(name) } else { Meanings::default() }
}

fn meanings_of(name: &str) -> Meanings {
    let mut hash = EMPTY_32;
    let mut len = 0;
    for letter in letters(name) {
        (hash, len) = (add_32(hash, letter), len + 1);
        if len > MAX_NAME_BYTES {
            return Meanings::default();
        }
    }
    let mut at = slot(hash);
    while let (number @ 1.., meanings) = TABLE[at] {
        if letters(name).eq(NAMES[usize::from(number) - 1].0.bytes()) {
            return meanings;
        }
        at = (at + 1) % SLOTS;
    }
    Meanings::default()
}

/// The letters and digits of a name, in lower case.
fn letters(name: &str) -> impl Iterator<Item = u8> {
    name.bytes().filter(u8::is_ascii_alphanumeric).map(|byte| byte.to_ascii_lowercase())
}

/// Slot at which the search for a name begins.
const fn slot(hash: u32) -> usize {
    (hash ^ hash >> 16) as usize % SLOTS
}

/// The hash that [`meanings`] computes, for the table.
const fn hash_of(name: &[u8]) -> u32 {
    let mut hash = EMPTY_32;
    let mut at = 0;
    while at < name.len() {
        hash = (hash ^ name[at] as u32).wrapping_mul(PRIME_32);
        at += 1;
    }
    hash
}

const fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_has_its_meanings_in_any_spelling() {
        for (name, _) in NAMES {
            let all = NAMES.iter().filter(|(other, _)| other == name).map(|(_, meaning)| meaning.0);
            let all = Meanings(all.fold(0, |all, meaning| all | meaning));
            let (begin, end) = name.split_at(name.len() / 2);
            for spelling in
                [*name, &std::format!("{}-{end}", begin.to_uppercase()), &std::format!("_{begin}__{end}")]
            {
                assert_eq!(meanings(spelling), all, "{spelling}");
            }
            assert_eq!(meanings(&std::format!("{name}x")), Meanings::default(), "{name}x");
        }
        for other in ["", "-", "autho", "é", "a-name-that-is-longer-than-any-other-one"] {
            assert_eq!(meanings(other), Meanings::default(), "{other}");
        }
    }
}
