//! Whether the author so far is a person: not the site, its staff, a login or a user.
//!
//! In: the names that the page states. Out: answers about the author. Holds nothing of its own.

use super::MetadataCollector;
use super::candidate::folded;
use super::claim::Claim;

/// Minimum letters and digits of the name of a site that is compared with the host.
const MIN_LETTERS_OF_HOST: usize = 4;

/// Minimum letters and digits of the name of a site inside the name of its staff, and maximum words
/// of the latter at which the former is looked for.
const MIN_LETTERS_IN_NAME: usize = 6;
const MAX_WORDS_OF_NAME: usize = 8;

impl MetadataCollector {
    /// Whether no better source than the text named an author so far, or only the site.
    #[inline]
    pub(super) fn has_no_author_yet(&self) -> bool {
        self.author_is_site || self.linked_data.author_name().is_empty() || self.has_only_user()
    }

    /// Whether the only author so far is a user.
    pub(super) fn has_only_user(&self) -> bool {
        self.linked_data.author_origin() == Claim::User
    }

    /// Notes whether the author so far is the site.
    pub(super) fn judge_author(&mut self) {
        let name = self.linked_data.author_name();
        (self.judged_bytes, self.author_is_site) = (name.len(), self.stands_for_others(name));
    }

    /// Whether the author so far is the site, or the name under which a `meta` element knows the
    /// person who put the text there: `areed`.
    pub(super) fn stands_for_others(&self, name: &str) -> bool {
        let is_of_meta = matches!(self.linked_data.author_origin(), Claim::Meta(_));
        is_of_meta && is_login(name) || self.names_site(name)
    }

    /// Whether the author so far is an organization, or is called after the site: `Pond Weekly
    /// Staff`. A person counts more, if the page says whose text it is.
    pub(super) fn is_organization(&self, name: &str) -> bool {
        self.linked_data.author_is_of(Claim::Namesake) || self.is_called_after_site(name)
    }

    pub(super) fn is_called_after_site(&self, name: &str) -> bool {
        let has_site = |site: &str| has_name_of_site(name, site);
        self.site_names().into_iter().any(has_site) || self.host().split('.').any(has_site)
    }

    /// Whether a name is that of the site, as far as known: one of its names, its host, or a label
    /// of its host.
    pub(super) fn names_site(&self, name: &str) -> bool {
        !name.is_empty()
            && (self.site_names().iter().any(|site| folded(site).eq(folded(name))) || self.names_host(name))
    }

    /// Whether a name is the host of the page, or a label of it: `Pond Weekly` of
    /// `www.pondweekly.example`.
    pub(super) fn names_host(&self, name: &str) -> bool {
        let is_same = |part: &str| letters(part).eq(letters(name));
        let host = self.host();
        let host = host.strip_prefix("www.").unwrap_or(host);
        letters(name).nth(MIN_LETTERS_OF_HOST - 1).is_some()
            && (is_same(host) || host.split('.').any(is_same))
    }
}

/// Whether a name has that of the site in it, from the beginning of a word on: `Pond Weekly Staff`.
///
/// Cost: linear in the name, and in that of the site for each of the first words.
fn has_name_of_site(name: &str, site: &str) -> bool {
    let mut is_in_word = false;
    let begins_word =
        |c: char| !core::mem::replace(&mut is_in_word, c.is_alphanumeric()) && c.is_alphanumeric();
    let is_site = |at: usize| {
        let mut of_name = letters(&name[at..]);
        letters(site).all(|letter| of_name.next() == Some(letter))
    };
    letters(site).nth(MIN_LETTERS_IN_NAME - 1).is_some()
        && name.match_indices(begins_word).take(MAX_WORDS_OF_NAME).any(|(at, _)| is_site(at))
}

/// Whether a name is one word without capitals, in letters that have capitals.
fn is_login(name: &str) -> bool {
    let is_of_login = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b".-_".contains(&byte);
    !name.is_empty() && name.bytes().all(is_of_login)
}

/// The letters and digits of a name in lower case.
fn letters(name: &str) -> impl Iterator<Item = char> {
    folded(name).filter(|c| c.is_alphanumeric())
}
