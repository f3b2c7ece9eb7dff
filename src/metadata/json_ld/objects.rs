//! Open objects of JSON-LD, and the values found in them.

use super::app_state::AppState;
use super::keys::{Key, Types, local};
use super::people::{Id, PeopleTable};
use super::texts::{Rank, Texts};
use crate::metadata::candidate::Candidate;
use crate::metadata::claim::Claim;
use crate::metadata::head::claimed_types::ClaimedTypes;
use crate::metadata::head::site_name::SiteName;
use crate::metadata::json::{JsonSink, LEVELS};
use crate::metadata::limits::DATE_FIELD_BYTES;
use crate::metadata::more::{self, MoreCandidates, MoreField};

/// Maximum bytes of names that are compared; longer ones match none.
const NAME_BYTES: usize = 32;

/// Open object or array.
#[derive(Clone, Copy, Default)]
pub(super) struct Level {
    /// The last key of an object; for an array, the key whose value it is.
    key: Key,
    pub(super) is_object: bool,
    /// It is a main thing of the page, or leads to one.
    is_main: bool,
    /// Only [`Key::Main`] leads to it from the outermost object, so that its author and date are
    /// those of the page.
    is_one: bool,
    /// For the author of a main thing: the claim of that thing's author.
    author_claim: Option<Claim>,
    /// For the image or the licence of a main thing: the field, and the claim of that thing.
    linked: Option<(MoreField, Claim)>,
    /// It is the publisher of a main thing, and so the site.
    is_publisher: bool,
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
    /// The `@id` of the image of a main thing.
    ImageId,
    /// The name of a possible author.
    Agent,
    /// Parts of the name of an author.
    GivenName,
    FamilyName,
    /// The name of the site.
    Site,
    /// A field of [`MoreCandidates`].
    More(MoreField),
    /// A string of an app's state.
    State,
}

/// Open objects, and the values found.
pub(super) struct Objects {
    pub(super) levels: [Level; LEVELS],
    pub(super) depth: usize,
    role: Role,
    /// The text being read is also the description of the page.
    is_description: bool,
    name: Name,
    pub(super) kinds: ClaimedTypes,
    pub(super) texts: Texts,
    pub(super) author: Candidate,
    /// A main thing with authors ended.
    pub(super) has_authors: bool,
    pub(super) date: Candidate,
    pub(super) people: PeopleTable,
    pub(super) site_name: SiteName,
    /// More fields, if they are wanted.
    pub(super) more: Option<MoreCandidates>,
    pub(super) app_state: AppState,
    /// The innermost `@id`, with the level of its object.
    id: Option<(usize, Id)>,
    /// The `@id` of the image of a main thing that comes later, and the claim of that thing.
    pub(super) image_id: Option<(Id, Claim)>,
    /// Parts of the name of the author being read, used if the author has no other name.
    given_name: Name,
    family_name: Name,
}

impl Objects {
    /// No objects, and room for `text_bytes` bytes of text.
    pub(super) fn new(text_bytes: usize) -> Self {
        Self {
            levels: [Level::default(); LEVELS],
            depth: 0,
            role: Role::default(),
            is_description: false,
            name: Name::default(),
            kinds: ClaimedTypes::default(),
            texts: Texts::new(text_bytes),
            author: Candidate::new(),
            has_authors: false,
            date: Candidate::of(DATE_FIELD_BYTES),
            people: PeopleTable::new(),
            site_name: SiteName::new(),
            more: None,
            app_state: AppState::default(),
            id: None,
            image_id: None,
            given_name: Name::default(),
            family_name: Name::default(),
        }
    }

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
        match (key, owner.author_claim) {
            (Key::Name, Some(claim)) => {
                self.levels[at].is_named = true;
                self.begin_author(claim).then_some(Role::Author)
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
                self.begin_author(owner.types.claim()).then_some(Role::Author)
            }
            (Key::Date, _) if owner.is_one => {
                self.date.begin(owner.types.claim(), false).then_some(Role::Date)
            }
            (Key::Id, _) if owner.linked.is_some() => self.begin_image_id(owner.linked?),
            (Key::Id, claim) if owner.is_one || claim.is_some() => {
                self.id = Some((at, Id::default()));
                Some(Role::Id)
            }
            (Key::Name, _) if owner.is_one && owner.types.is_agent => {
                self.people.begin_name();
                Some(Role::Agent)
            }
            (Key::Name, _) if owner.is_one && owner.types.is_site => {
                self.site_name.begin(Claim::JsonLd).then_some(Role::Site)
            }
            (Key::Name, _) if owner.is_publisher => {
                self.site_name.begin(Claim::Publisher).then_some(Role::Site)
            }
            (Key::More(field), _) if owner.is_one && !owner.types.is_agent => {
                self.begin_more(field, owner.types.claim())
            }
            (Key::Address, _) => owner.linked.and_then(|(field, claim)| self.begin_more(field, claim)),
            _ => None,
        }
    }

    /// Begins a value of one more field, if it is wanted.
    fn begin_more(&mut self, field: MoreField, claim: Claim) -> Option<Role> {
        let is_wanted = self.more.as_mut()?.begin(field, claim);
        is_wanted.then_some(Role::More(field))
    }

    /// Begins the `@id` of a linked thing, if it is an image and none of a better claim has one.
    fn begin_image_id(&mut self, (field, claim): (MoreField, Claim)) -> Option<Role> {
        let is_better = self.image_id.is_none_or(|(_, other)| claim < other);
        let is_wanted = cfg!(feature = "more-metadata") && field == MoreField::Image && is_better;
        is_wanted.then(|| {
            self.image_id = Some((Id::default(), claim));
            Role::ImageId
        })
    }

    /// The `@id` of a main thing was read, which may be an image that was linked before.
    fn end_id(&mut self) {
        let (Some((at, id)), Some((image, claim))) = (self.id, self.image_id) else { return };
        if cfg!(feature = "more-metadata") && id == image {
            self.levels[at].linked = Some((MoreField::Image, claim));
        }
    }

    /// Begins the description of the page, if it is wanted.
    fn begin_description(&mut self) -> Option<Role> {
        let owner = self.levels[self.owner()?];
        let is_of_page = owner.is_one && !owner.types.is_agent && !owner.types.is_site;
        if is_of_page { self.begin_more(MoreField::Description, owner.types.claim()) } else { None }
    }

    /// Begins a type, or a text under `key`, if it is wanted.
    fn begin_value(&mut self, key: Key, offset: u64) -> Option<Role> {
        let owner = self.owner()?;
        if key == Key::Type && self.levels[owner].author_claim.is_some() {
            return Some(Role::Type);
        }
        if !self.levels[owner].is_main {
            return None;
        }
        let (role, rank) = self.role_of_value(key, &self.levels[owner])?;
        (role == Role::Type || self.texts.begin(rank, owner, offset)).then_some(role)
    }

    fn more_field(&mut self, field: MoreField, change: impl FnOnce(&mut Candidate)) {
        if let Some(more) = &mut self.more {
            change(more.field(field));
        }
    }

    /// Begins the name of an author with this claim; `false` if it is not wanted. Things after the
    /// first one with authors add none.
    fn begin_author(&mut self, claim: Claim) -> bool {
        self.has_authors &= self.author.is_of(claim);
        self.author.begin(claim, !self.has_authors)
    }

    /// Takes the given and the family name as an author.
    fn author_in_parts(&mut self, claim: Claim) {
        if self.begin_author(claim) {
            self.author.push(self.given_name.as_str());
            self.author.push(" ");
            self.author.push(self.family_name.as_str());
            self.author.end();
        }
    }

    /// Ends the object at level `at`, which may be an author or a person with an `@id`.
    fn end_agent(&mut self, at: usize) {
        let Level { author_claim, is_named, types, .. } = self.levels[at];
        let id = self.id.take_if(|(owner, _)| *owner == at).map(|(_, id)| id);
        match (author_claim, id) {
            (Some(claim), _) if !is_named && self.has_name_in_parts() => self.author_in_parts(claim),
            (Some(claim), Some(id)) if !is_named => self.people.author(id, claim),
            // A person counts more, wherever the page names one.
            (Some(_), _) if types.is_organization => self.author.demote_single(Claim::Namesake),
            (None, Some(id)) if types.is_agent => self.people.name(id),
            (None, None) if types.is_agent => self.people.begin_name(),
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
        self.app_state.open(self.depth, is_object);
        let outermost = Level { key: Key::Main, is_main: true, is_one: true, ..Level::default() };
        let parent = self.top().copied().unwrap_or(outermost);
        let is_author = is_object && parent.is_one && parent.key == Key::Author;
        let author_claim = self.owner().filter(|_| is_author).map(|owner| self.levels[owner].types.claim());
        if author_claim.is_some() {
            (self.given_name.len, self.family_name.len) = (0, 0);
        }
        let is_publisher = is_object
            && parent.is_one
            && parent.key == Key::Publisher
            && self.owner().is_some_and(|owner| self.levels[owner].types.is_of_site);
        let linked = match parent.key {
            Key::More(field @ (MoreField::Image | MoreField::License)) if is_object && parent.is_one => {
                let owner = self.owner().map(|owner| self.levels[owner].types);
                owner.filter(|types| !types.is_agent).map(|types| (field, types.claim()))
            }
            _ => None,
        };
        self.levels[self.depth] = Level {
            key: if is_object { Key::Other } else { parent.key },
            is_object,
            is_main: parent.is_main && (!is_object || parent.key.leads_to_main(self.kinds)),
            is_one: parent.is_one && (!is_object || parent.key == Key::Main),
            author_claim,
            linked,
            is_publisher,
            is_named: false,
            types: Types::default(),
        };
        self.depth += 1;
    }

    fn close(&mut self) {
        let Some(at) = self.depth.checked_sub(1) else { return };
        let Level { is_object, is_one, types, .. } = self.levels[at];
        if is_object {
            self.end_agent(at);
            self.has_authors |= is_one && !self.author.value.is_empty();
            self.texts.owner_closed(at, |rank| match rank {
                Rank::Body | Rank::Part => true,
                Rank::Text => types.has_text,
                Rank::Name => types.has_name,
                Rank::Description => types.has_description,
                Rank::State => true,
            });
        }
        self.depth = at;
        self.close_app_state();
    }

    fn string(&mut self, is_key: bool, offset: u64) -> bool {
        (self.name.len, self.is_description) = (0, false);
        let Some(top) = self.top() else { return false };
        if is_key {
            self.role = Role::Key;
            return true;
        }
        if self.app_state.is_on() {
            self.role = Role::State;
            return self.texts.begin_piece(offset);
        }
        let key = top.key;
        if let Some(role) = self.role_of_fact(key) {
            self.role = role;
            return true;
        }
        let description = if key == Key::Description { self.begin_description() } else { None };
        let role = self.begin_value(key, offset);
        self.is_description = description.is_some() && role == Some(Role::Text);
        self.role = role.or(description).unwrap_or_default();
        role.is_some() || description.is_some()
    }

    fn part(&mut self, text: &str) {
        match self.role {
            Role::Text | Role::State => {
                self.texts.push(text);
                if self.is_description {
                    self.more_field(MoreField::Description, |candidate| candidate.push(text));
                }
            }
            Role::Author => self.author.push(text),
            Role::Date => self.date.push(text),
            Role::Id => {
                if let Some((_, id)) = &mut self.id {
                    id.push(text);
                }
            }
            Role::ImageId => {
                if let Some((id, _)) = &mut self.image_id {
                    id.push(text);
                }
            }
            Role::Agent => self.people.push_name(text),
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
                let name = self.name.as_str();
                let Some(at) = self.depth.checked_sub(1) else { return };
                if self.app_state.is_on() {
                    self.app_state.key(at, name);
                } else {
                    self.levels[at].key = Key::of(name);
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
            Role::Text => {
                self.texts.end();
                if self.is_description {
                    self.more_field(MoreField::Description, Candidate::end);
                }
            }
            Role::State if self.app_state.is_on() => self.end_piece(),
            Role::State => {}
            Role::Author => self.author.end(),
            Role::Date => self.date.end(),
            Role::Site => self.site_name.end(),
            Role::More(field) => self.more_field(field, more::end_of(field)),
            Role::Id => self.end_id(),
            Role::ImageId | Role::Agent | Role::GivenName | Role::FamilyName => {}
        }
    }
}
