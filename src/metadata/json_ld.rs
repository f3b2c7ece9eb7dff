//! JSON-LD reader: page types, author, date, site name, and the page's text if present.
//!
//! In: the text of the page's JSON-LD scripts, as it streams by. Out: types ([`ClaimedTypes`]),
//! author, date, name of the site, and texts. Held: the allowed bytes of texts, and the other
//! fields; no script as a whole.
//!
//! Only the main things count, which the page is about. These are the outermost objects, and
//! objects inside them by `@graph`, `mainEntity`, list elements, answers and steps. An article's
//! publisher and related products do not count.
//!
//! The text is an `articleBody` of these things. Without one it is the `text` of things with a page
//! type, or else their `description`, and the parts of a recipe.
//!
//! Author and date are those of the first main thing that has them. List elements, answers and
//! steps do not count for this; those of the site count only if no other thing has any. An author
//! given only by `@id` is named by the thing with that `@id`, if its type precedes its name. The
//! site is named by an object of type `WebSite`, under the same condition.
//!
//! Cost: linear. A text that turns out not to count is removed, which moves only the text after it.

use super::candidate::Candidate;
use super::claimed_types::ClaimedTypes;
use super::json::{JsonSink, LEVELS, Scanner};
use super::json_ld_people::{Id, PeopleTable};
use super::json_ld_texts::{Rank, Texts};
use super::more::{self, Field, MoreCandidates};
use super::site_name::SiteName;

/// Maximum bytes of names that are compared; longer ones match none.
const NAME_BYTES: usize = 32;

/// Key of an object, as far as it matters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Key {
    #[default]
    Other,
    Type,
    /// Leads to the main thing of the page.
    Main,
    /// Leads to one of several main things, or to a part of one.
    Several,
    /// Leads to comments, which are posts on a forum page.
    Comment,
    ArticleBody,
    /// A part of the thing, in order.
    Part,
    Text,
    Description,
    Name,
    GivenName,
    FamilyName,
    Author,
    Date,
    Id,
    /// A field of [`MoreCandidates`].
    More(Field),
    /// The address in an object, such as that of an image.
    Address,
}

impl Key {
    fn of(name: &str) -> Self {
        match name {
            "@type" => Self::Type,
            "@graph" | "mainEntity" => Self::Main,
            "itemListElement" | "item" | "acceptedAnswer" | "suggestedAnswer" | "step" => Self::Several,
            "comment" => Self::Comment,
            "articleBody" => Self::ArticleBody,
            "recipeIngredient" | "recipeInstructions" => Self::Part,
            "text" => Self::Text,
            "description" => Self::Description,
            "name" => Self::Name,
            "givenName" => Self::GivenName,
            "familyName" => Self::FamilyName,
            "author" | "creator" => Self::Author,
            "datePublished" => Self::Date,
            "@id" => Self::Id,
            "dateModified" => Self::More(Field::Modified),
            "image" | "thumbnailUrl" => Self::More(Field::Image),
            "license" => Self::More(Field::License),
            "articleSection" => Self::More(Field::Categories),
            "keywords" => Self::More(Field::Tags),
            "url" | "contentUrl" => Self::Address,
            _ => Self::Other,
        }
    }

    /// Whether objects under this key are main things if their parent is one.
    fn leads_to_main(self, kinds: ClaimedTypes) -> bool {
        match self {
            // An instruction is a text, or an object with a text.
            Self::Main | Self::Several | Self::Part => true,
            Self::Comment => kinds.has(ClaimedTypes::FORUM),
            _ => false,
        }
    }
}

/// Properties of an object that follow from its types.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Types {
    /// The object stated a type of its own.
    is_known: bool,
    has_text: bool,
    has_description: bool,
    /// Its name is part of the text.
    has_name: bool,
    /// It is a person or an organization, so it may be an author.
    is_agent: bool,
    /// It is the site that the page belongs to.
    is_site: bool,
}

impl Types {
    fn add(&mut self, name: &str) {
        self.is_known = true;
        let kind = ClaimedTypes::of_schema_type(name);
        let is_part =
            matches!(name, "HowToStep" | "HowToDirection" | "HowToTip" | "Answer" | "Question" | "Comment");
        // A list is described by its elements.
        self.has_description |=
            kind != ClaimedTypes::default() && kind != ClaimedTypes::LISTING && kind != ClaimedTypes::FAQ;
        self.has_text |= is_part || kind != ClaimedTypes::default() || name == "WebPage";
        self.has_name |= name == "Question";
        self.is_agent |= name == "Person" || name.ends_with("Organization");
        self.is_site |= name == "WebSite";
    }

    /// Rank of the author and the date of such an object.
    fn rank(self) -> u8 {
        if self.is_site { RANK_OF_SITE } else { RANK }
    }
}

/// Open object or array.
#[derive(Clone, Copy, Default)]
struct Level {
    /// The last key of an object; for an array, the key whose value it is.
    key: Key,
    is_object: bool,
    /// It is a main thing of the page, or leads to one.
    is_main: bool,
    /// Only [`Key::Main`] leads to it from the outermost object, so that its author and date are
    /// those of the page.
    is_one: bool,
    /// For the author of a main thing: the rank of that thing's author.
    author_rank: Option<u8>,
    /// For the image or the licence of a main thing: the field, and the rank of that thing.
    linked: Option<(Field, u8)>,
    /// The author's name was read here.
    is_named: bool,
    types: Types,
}

/// Short string for a name that is compared.
#[derive(Default)]
struct Name {
    bytes: [u8; NAME_BYTES],
    len: usize,
}

impl Name {
    fn push(&mut self, text: &str) {
        for &byte in text.as_bytes() {
            if let Some(place) = self.bytes.get_mut(self.len) {
                *place = byte;
            }
            self.len += 1;
        }
    }

    /// The name; empty if it is too long.
    fn as_str(&self) -> &str {
        self.bytes.get(..self.len).and_then(|bytes| core::str::from_utf8(bytes).ok()).unwrap_or("")
    }
}

/// A name without its prefix: `https://schema.org/`, `schema:`.
fn local(name: &str) -> &str {
    name.rsplit(['/', '#', ':']).next().unwrap_or(name)
}

/// Role of the string being read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Role {
    #[default]
    Key,
    Type,
    Text,
    Author,
    Date,
    /// The `@id` of an author, or of a main thing.
    Id,
    /// The name of a possible author.
    Agent,
    /// Parts of the name of an author.
    GivenName,
    FamilyName,
    /// The name of the site.
    Site,
    /// A field of [`MoreCandidates`].
    More(Field),
}

/// Rank of JSON-LD fields: after all `meta` elements, before `time` elements.
pub(super) const RANK: u8 = 100;

/// Rank of the author and the date of the site in JSON-LD.
pub(super) const RANK_OF_SITE: u8 = RANK + 1;

/// Rank of the site's name in JSON-LD.
pub(super) const RANK_OF_SITE_NAME: u8 = 0;

pub(super) struct LinkedData {
    scanner: Scanner,
    objects: Objects,
    /// Maximum bytes of text kept.
    text_bytes: usize,
}

/// Open objects, and the values found.
struct Objects {
    levels: [Level; LEVELS],
    depth: usize,
    role: Role,
    name: Name,
    kinds: ClaimedTypes,
    texts: Texts,
    author: Candidate,
    date: Candidate,
    agents: PeopleTable,
    site_name: SiteName,
    /// More fields, if they are wanted.
    more: Option<MoreCandidates>,
    /// The innermost `@id`, with the level of its object.
    id: Option<(usize, Id)>,
    /// Parts of the name of the author being read, used if the author has no other name.
    given_name: Name,
    family_name: Name,
}

impl LinkedData {
    /// A reader that keeps `text_bytes` bytes of text.
    pub(super) fn new(text_bytes: usize) -> Self {
        Self {
            scanner: Scanner::default(),
            objects: Objects {
                levels: [Level::default(); LEVELS],
                depth: 0,
                role: Role::default(),
                name: Name::default(),
                kinds: ClaimedTypes::default(),
                texts: Texts::new(text_bytes),
                author: Candidate::new(),
                date: Candidate::new(),
                agents: PeopleTable::new(),
                site_name: SiteName::new(),
                more: None,
                id: None,
                given_name: Name::default(),
                family_name: Name::default(),
            },
            text_bytes,
        }
    }

    /// Collects more fields, too.
    pub(super) fn collect_more(&mut self) {
        self.objects.more = Some(MoreCandidates::new());
    }

    /// Whether more fields are collected.
    #[inline]
    pub(super) fn collects_more(&self) -> bool {
        cfg!(feature = "references") && self.objects.more.is_some()
    }

    /// The ranks with which the author and the date came.
    pub(super) fn author_origin(&self) -> u8 {
        self.objects.author.origin()
    }

    pub(super) fn date_origin(&self) -> u8 {
        self.objects.date.origin()
    }

    /// More fields, as collected so far.
    pub(super) fn more_fields(&self) -> Option<&MoreCandidates> {
        self.objects.more.as_ref().filter(|_| cfg!(feature = "references"))
    }

    /// More fields, if they are collected.
    pub(super) fn more(&mut self) -> Option<&mut MoreCandidates> {
        // Without the feature, nothing that fills them is built.
        self.objects.more.as_mut().filter(|_| cfg!(feature = "references"))
    }

    /// Prepares for the next page.
    pub(super) fn reset(&mut self) {
        self.scanner = Scanner::default();
        self.objects.depth = 0;
        self.objects.kinds = ClaimedTypes::default();
        self.objects.author.clear();
        self.objects.date.clear();
        self.objects.agents.clear();
        self.objects.site_name.clear();
        if let Some(more) = &mut self.objects.more {
            more.clear();
        }
        if self.objects.texts.is_for(self.text_bytes) {
            self.objects.texts.reset();
        } else {
            // The texts were moved out and never put back.
            self.objects.texts = Texts::new(self.text_bytes);
        }
    }

    /// Begins a script; ends the one before, which may be cut.
    pub(super) fn begin_script(&mut self) {
        self.end_script();
        self.scanner = Scanner::default();
    }

    /// Closes everything that a script left open.
    fn end_script(&mut self) {
        self.objects.texts.end();
        self.objects.author.abandon();
        self.objects.date.abandon();
        self.objects.agents.begin_name();
        self.objects.site_name.abandon();
        if let Some(more) = &mut self.objects.more {
            more.abandon();
        }
        while self.objects.depth > 0 {
            self.objects.close();
        }
    }

    /// Reads part of a script at `offset` of the stream.
    pub(super) fn push(&mut self, text: &str, offset: u64) {
        self.scanner.push(text, offset, &mut self.objects);
    }

    /// The page types stated so far.
    pub(super) fn kinds(&self) -> ClaimedTypes {
        self.objects.kinds
    }

    /// The author field; more candidates may be offered.
    pub(super) fn author(&mut self) -> &mut Candidate {
        &mut self.objects.author
    }

    /// The author's name so far.
    pub(super) fn author_name(&self) -> &str {
        self.objects.author.value.trim_end()
    }

    /// The date field; more candidates may be offered.
    pub(super) fn date(&mut self) -> &mut Candidate {
        &mut self.objects.date
    }

    /// The name of the site so far.
    pub(super) fn site_name(&self) -> &SiteName {
        &self.objects.site_name
    }

    /// The field for the site's name; more candidates may be offered.
    pub(super) fn site_name_mut(&mut self) -> &mut SiteName {
        &mut self.objects.site_name
    }

    /// Author and date, at the end of the page.
    pub(super) fn claims(&mut self) -> (&Candidate, &Candidate) {
        self.end_script();
        self.objects.agents.name_authors(&mut self.objects.author);
        (&self.objects.author, &self.objects.date)
    }

    /// The texts, at the end of the page.
    pub(super) fn texts(&mut self) -> &mut Texts {
        self.end_script();
        &mut self.objects.texts
    }
}

impl Objects {
    /// The innermost level.
    fn top(&self) -> Option<&Level> {
        self.depth.checked_sub(1).map(|at| &self.levels[at])
    }

    /// Level of the innermost object, to which a value belongs.
    fn owner(&self) -> Option<usize> {
        self.levels[..self.depth].iter().rposition(|level| level.is_object)
    }

    /// The role of a string under `key` as metadata, if it is wanted: authors, a date, an `@id` or
    /// a name.
    fn role_of_fact(&mut self, key: Key) -> Option<Role> {
        let at = self.owner()?;
        let owner = self.levels[at];
        match (key, owner.author_rank) {
            (Key::Name, Some(rank)) => {
                self.levels[at].is_named = true;
                self.author.begin(rank, true).then_some(Role::Author)
            }
            (Key::GivenName, Some(_)) => {
                self.given_name.len = 0;
                Some(Role::GivenName)
            }
            (Key::FamilyName, Some(_)) => {
                self.family_name.len = 0;
                Some(Role::FamilyName)
            }
            (Key::Author, _) if owner.is_one => {
                self.author.begin(owner.types.rank(), true).then_some(Role::Author)
            }
            (Key::Date, _) if owner.is_one => {
                self.date.begin(owner.types.rank(), false).then_some(Role::Date)
            }
            (Key::Id, rank) if owner.is_one || rank.is_some() => {
                self.id = Some((at, Id::default()));
                Some(Role::Id)
            }
            (Key::Name, _) if owner.is_one && owner.types.is_agent => {
                self.agents.begin_name();
                Some(Role::Agent)
            }
            (Key::Name, _) if owner.is_one && owner.types.is_site => {
                self.site_name.begin(RANK_OF_SITE_NAME).then_some(Role::Site)
            }
            (Key::More(field), _) if owner.is_one && !owner.types.is_agent => {
                self.begin_more(field, owner.types.rank())
            }
            (Key::Address, _) => owner.linked.and_then(|(field, rank)| self.begin_more(field, rank)),
            _ => None,
        }
    }

    /// Begins a value of one more field, if it is wanted.
    fn begin_more(&mut self, field: Field, rank: u8) -> Option<Role> {
        let is_wanted = self.more.as_mut()?.begin(field, rank);
        is_wanted.then_some(Role::More(field))
    }

    fn more_field(&mut self, field: Field, change: impl FnOnce(&mut Candidate)) {
        if let Some(more) = &mut self.more {
            change(more.field(field));
        }
    }

    /// Takes the given and the family name as an author.
    fn author_in_parts(&mut self, rank: u8) {
        if self.author.begin(rank, true) {
            self.author.push(self.given_name.as_str());
            self.author.push(" ");
            self.author.push(self.family_name.as_str());
            self.author.end();
        }
    }

    /// Ends the object at level `at`, which may be an author or a person with an `@id`.
    fn end_agent(&mut self, at: usize) {
        let Level { author_rank, is_named, types, .. } = self.levels[at];
        let id = self.id.take_if(|(owner, _)| *owner == at).map(|(_, id)| id);
        match (author_rank, id) {
            (Some(rank), _) if !is_named && self.has_name_in_parts() => self.author_in_parts(rank),
            (Some(rank), Some(id)) if !is_named => self.agents.author(id, rank),
            (None, Some(id)) if types.is_agent => self.agents.name(id),
            (None, None) if types.is_agent => self.agents.begin_name(),
            _ => {}
        }
    }

    /// Whether the author being read has a given name or a family name.
    fn has_name_in_parts(&self) -> bool {
        [&self.given_name, &self.family_name].iter().any(|name| !name.as_str().is_empty())
    }

    /// The role of a value under `key`, if it may be wanted. Types that come after a text are not
    /// known yet, so the text is kept until they are.
    fn role_of_value(&self, key: Key, owner: &Level) -> Option<(Role, Rank)> {
        let types = owner.types;
        let maybe = |has: bool| has || !types.is_known;
        let rank = match key {
            Key::Type => return Some((Role::Type, Rank::Body)),
            Key::ArticleBody => Rank::Body,
            Key::Part => Rank::Part,
            Key::Text if maybe(types.has_text) => Rank::Text,
            Key::Name if maybe(types.has_name) => Rank::Name,
            Key::Description if maybe(types.has_description) => Rank::Description,
            _ => return None,
        };
        Some((Role::Text, rank))
    }
}

impl JsonSink for Objects {
    fn open(&mut self, is_object: bool) {
        let outermost = Level { key: Key::Main, is_main: true, is_one: true, ..Level::default() };
        let parent = self.top().copied().unwrap_or(outermost);
        let is_author = is_object && parent.is_one && parent.key == Key::Author;
        let author_rank = self.owner().filter(|_| is_author).map(|owner| self.levels[owner].types.rank());
        if author_rank.is_some() {
            (self.given_name.len, self.family_name.len) = (0, 0);
        }
        let linked = match parent.key {
            Key::More(field @ (Field::Image | Field::License)) if is_object && parent.is_one => {
                let owner = self.owner().map(|owner| self.levels[owner].types);
                owner.filter(|types| !types.is_agent).map(|types| (field, types.rank()))
            }
            _ => None,
        };
        self.levels[self.depth] = Level {
            key: if is_object { Key::Other } else { parent.key },
            is_object,
            is_main: parent.is_main && (!is_object || parent.key.leads_to_main(self.kinds)),
            is_one: parent.is_one && (!is_object || parent.key == Key::Main),
            author_rank,
            linked,
            is_named: false,
            types: Types::default(),
        };
        self.depth += 1;
    }

    fn close(&mut self) {
        let Some(at) = self.depth.checked_sub(1) else { return };
        let Level { is_object, types, .. } = self.levels[at];
        if is_object {
            self.end_agent(at);
            self.texts.owner_closed(at, |rank| match rank {
                Rank::Body | Rank::Part => true,
                Rank::Text => types.has_text,
                Rank::Name => types.has_name,
                Rank::Description => types.has_description,
            });
        }
        self.depth = at;
    }

    fn string(&mut self, is_key: bool, offset: u64) -> bool {
        self.name.len = 0;
        let Some(top) = self.top() else { return false };
        if is_key {
            self.role = Role::Key;
            return true;
        }
        let key = top.key;
        if let Some(role) = self.role_of_fact(key) {
            self.role = role;
            return true;
        }
        let Some(owner) = self.owner().filter(|&at| self.levels[at].is_main) else { return false };
        let Some((role, rank)) = self.role_of_value(key, &self.levels[owner]) else { return false };
        self.role = role;
        role == Role::Type || self.texts.begin(rank, owner, offset)
    }

    fn part(&mut self, text: &str) {
        match self.role {
            Role::Text => self.texts.push(text),
            Role::Author => self.author.push(text),
            Role::Date => self.date.push(text),
            Role::Id => {
                if let Some((_, id)) = &mut self.id {
                    id.push(text);
                }
            }
            Role::Agent => self.agents.push_name(text),
            Role::GivenName => self.given_name.push(text),
            Role::FamilyName => self.family_name.push(text),
            Role::Site => self.site_name.push(text),
            Role::More(field) => self.more_field(field, |candidate| candidate.push(text)),
            _ => self.name.push(text),
        }
    }

    fn string_end(&mut self) {
        match self.role {
            Role::Key => {
                let key = Key::of(self.name.as_str());
                if let Some(at) = self.depth.checked_sub(1) {
                    self.levels[at].key = key;
                }
            }
            Role::Type => {
                let owner = self.owner();
                let name = local(self.name.as_str());
                self.kinds = self.kinds.with(ClaimedTypes::of_schema_type(name));
                if let Some(owner) = owner {
                    self.levels[owner].types.add(name);
                }
            }
            Role::Text => self.texts.end(),
            Role::Author => self.author.end(),
            Role::Date => self.date.end(),
            Role::Site => self.site_name.end(),
            Role::More(field) => self.more_field(field, more::end_of(field)),
            Role::Id | Role::Agent | Role::GivenName | Role::FamilyName => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::{String, ToString};
    use alloc::vec::Vec;

    fn read(scripts: &[&str]) -> LinkedData {
        let mut data = LinkedData::new(1 << 10);
        for script in scripts {
            data.begin_script();
            data.push(script, 0);
        }
        data
    }

    fn kinds(scripts: &[&str]) -> ClaimedTypes {
        read(scripts).kinds()
    }

    fn texts(script: &str) -> Vec<String> {
        read(&[script]).texts().iter().map(|(_, text)| text.to_string()).collect()
    }

    #[test]
    fn the_types_of_what_the_page_is_about_are_its_kinds() {
        assert_eq!(kinds(&[r#"{"@type":"NewsArticle"}"#]), ClaimedTypes::ARTICLE);
        assert_eq!(kinds(&[r#"[{"@type":["Thing","http://schema.org/Product"]}]"#]), ClaimedTypes::PRODUCT);
        assert_eq!(kinds(&[r#"{"@graph":[{"@type":"WebPage"},{"@type":"Recipe"}]}"#]), ClaimedTypes::RECIPE);
        let list =
            r#"{"@type":"ItemList","itemListElement":[{"@type":"ListItem","item":{"@type":"Product"}}]}"#;
        assert_eq!(kinds(&[list]), ClaimedTypes::LISTING.with(ClaimedTypes::PRODUCT));
    }

    #[test]
    fn what_stands_beside_it_is_not() {
        assert_eq!(
            kinds(&[
                r#"{"@type":"NewsArticle","video":{"@type":"VideoObject"},"isRelatedTo":[{"@type":"Product"}]}"#
            ]),
            ClaimedTypes::ARTICLE
        );
    }

    #[test]
    fn a_script_that_was_cut_does_not_reach_into_the_next() {
        let both = kinds(&[r#"{"@type":"FAQPage","publisher":{"name":"x"#, r#"{"@type":"QAPage"}"#]);
        assert_eq!(both, ClaimedTypes::FAQ.with(ClaimedTypes::FORUM));
    }

    #[test]
    fn an_article_body_is_the_text_and_what_stands_beside_it_is_not() {
        let script = r#"{"@type":"NewsArticle","headline":"H","description":"Short.","articleBody":"One.\nTwo.",
            "publisher":{"@type":"Organization","description":"Us."},"author":{"@type":"Person","description":"Me."}}"#;
        assert_eq!(texts(script), ["One.\nTwo."]);
        assert_eq!(texts(r#"{"articleBody":"","description":"Short.","@type":"Article"}"#), ["Short."]);
    }

    #[test]
    fn authors_and_date_are_those_of_what_the_page_is_about() {
        let claims = |script: &str| {
            let mut data = read(&[script]);
            let (author, date) = data.claims();
            (author.value.clone(), date.value.clone())
        };
        for (script, author, date) in [
            (
                r#"{"@type":"Article","author":{"@type":"Person","name":" Ada  Reed ","image":{"name":"x"}},"datePublished":"2020-01-02"}"#,
                "Ada Reed",
                "2020-01-02",
            ),
            (r#"{"author":[{"name":"A"},"B",{"name":"A"},"https://c.example/"]}"#, "A, B", ""),
            (
                r#"{"@graph":[{"@type":"WebPage","datePublished":"1"},{"author":{"name":"A"},"datePublished":"2"}]}"#,
                "A",
                "1",
            ),
            (
                r#"{"publisher":{"author":"x"},"review":{"author":{"name":"y"},"datePublished":"3"},"comment":[{"author":"z"}]}"#,
                "",
                "",
            ),
            (r#"{"itemListElement":[{"item":{"author":"x","datePublished":"3"}}]}"#, "", ""),
            (r#"{"author":"","creator":"http://x"}"#, "", ""),
            (r#"{"author":{"familyName":"Reed","givenName":"Ada"}}"#, "Ada Reed", ""),
            (
                r#"{"author":[{"name":"Ada Reed","givenName":"Ada"},{"familyName":"Hill"}]}"#,
                "Ada Reed, Hill",
                "",
            ),
            (r#"{"author":{"name":"{{ author }}"}}"#, "", ""),
            (
                r##"{"@graph":[{"@type":"Article","author":{"@id":"#p"}},{"@type":"Person","@id":"#p","name":"Ada"}]}"##,
                "Ada",
                "",
            ),
            (
                r##"[{"@type":["Person"],"image":{"@id":"#i","name":"x"},"name":" Ada ","@id":"\u0023p"},{"@type":"Person","name":"y"},
                    {"@type":"Person","@id":"#q"},{"@type":"Product","@id":"#r","name":"z"},
                    {"author":[{"@id":"#p"},{"@id":"#q"},{"@id":"#r"},{"@id":"#s"}],"creator":{"@id":"#p"}}]"##,
                "Ada",
                "",
            ),
            (
                r##"[{"author":{"@id":"#p","name":"Ada"}},{"@type":"Person","@id":"#p","name":"Ada Reed"}]"##,
                "Ada",
                "",
            ),
            (
                r##"[{"@type":"WebSite","author":"x","datePublished":"1"},{"author":{"@id":"#p"},"datePublished":"2"},
                    {"@type":"Person","@id":"#p","name":"Ada"}]"##,
                "Ada",
                "2",
            ),
            (
                r##"[{"author":"Ada"},{"@type":"WebSite","author":{"@id":"#p"}},{"@type":"Person","@id":"#p","name":"x"}]"##,
                "Ada",
                "",
            ),
            (r#"{"@type":"WebSite","author":{"name":"Ada"},"datePublished":"1"}"#, "Ada", "1"),
            (r##"[{"author":{"@id":"#p"}},{"@type":"Person","@id":"#p","name":"Ad"##, "", ""),
            (r#"{"datePublished":"2020-01-02","author":["Ada","Be"#, "Ada", "2020-01-02"),
            (r#"{"author":"Ad"#, "", ""),
        ] {
            assert_eq!(claims(script), (author.into(), date.into()), "{script}");
        }
    }

    #[test]
    fn of_many_authors_the_first_are_named() {
        let names: Vec<String> = (0..100_000).map(|number| number.to_string()).collect();
        let mut data = read(&[&alloc::format!(r#"{{"author":["{}"]}}"#, names.join(r#"",""#))]);
        assert_eq!(data.claims().0.value, names[..16].join(", "));
    }

    #[test]
    fn of_many_persons_the_first_are_remembered() {
        let person = |number: usize, name: &str| {
            alloc::format!(r##"{{"@type":"Person","@id":"#{number}","name":"{name}"}}"##)
        };
        let mut persons: Vec<String> = (0..1000).map(|number| person(number, "Ada")).collect();
        persons.insert(2, person(1000, &"long ".repeat(1000)));
        persons.insert(0, r##"{"author":[{"@id":"#999"},{"@id":"#1000"},{"@id":"#2"}]}"##.into());
        let mut data = read(&[&alloc::format!("[{}]", persons.join(","))]);
        assert_eq!(data.claims().0.value, "Ada");
    }

    #[test]
    fn a_text_that_comes_before_its_type_waits_for_it() {
        assert_eq!(texts(r#"{"description":"A lamp.","@type":"Product"}"#), ["A lamp."]);
        assert_eq!(texts(r#"{"description":"A shop.","@type":"Organization"}"#), [""; 0]);
        assert_eq!(texts(r#"{"description":"Who knows."}"#), [""; 0]);
    }

    #[test]
    fn a_recipe_is_its_description_its_ingredients_and_its_steps() {
        let script = r#"{"@type":"Recipe","name":"Soup","description":"Warm.","recipeIngredient":["Leek","Salt"],
            "recipeInstructions":[{"@type":"HowToSection","name":"A","itemListElement":[{"@type":"HowToStep","text":"Cut."}]},"Boil."]}"#;
        assert_eq!(texts(script), ["Warm.", "Leek", "Salt", "Cut.", "Boil."]);
    }

    #[test]
    fn a_question_is_itself_and_its_answers() {
        let script = r#"{"@type":"QAPage","mainEntity":{"@type":"Question","name":"Why?","text":"Why is it so?","acceptedAnswer":
            {"@type":"Answer","text":"So.","author":{"name":"x"}},"suggestedAnswer":[{"text":"Not so.","@type":"Answer"}]}}"#;
        assert_eq!(texts(script), ["Why?", "Why is it so?", "So.", "Not so."]);
    }

    #[test]
    fn comments_are_posts_of_a_forum_only() {
        let comment = r#""comment":[{"@type":"Comment","text":"Me too."}]}"#;
        let forum = [r#"{"@type":"DiscussionForumPosting","text":"Is it?","#, comment].concat();
        assert_eq!(texts(&forum), ["Is it?", "Me too."]);
        let article = [r#"{"@type":"BlogPosting","text":"It is.","#, comment].concat();
        assert_eq!(texts(&article), ["It is."]);
    }

    #[test]
    fn a_thing_with_a_text_needs_no_description_and_a_text_counts_once() {
        assert_eq!(texts(r#"{"@type":"Article","description":"Is.","text":"It is."}"#), ["It is."]);
        assert_eq!(
            texts(r#"[{"@type":"Product","description":"Red."},{"@type":"Product","description":"Red."}]"#),
            ["Red."]
        );
    }
}
