//! Keys and types of JSON-LD objects that matter.

use crate::metadata::claim::Claim;
use crate::metadata::head::claimed_types::ClaimedTypes;
use crate::metadata::more::MoreField;

/// Key of an object, as far as it matters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Key {
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
    Publisher,
    Date,
    Id,
    /// A field of [`MoreCandidates`].
    More(MoreField),
    /// The address in an object, such as that of an image.
    Address,
}

impl Key {
    pub(super) fn of(name: &str) -> Self {
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
            "publisher" => Self::Publisher,
            "datePublished" => Self::Date,
            "@id" => Self::Id,
            "dateModified" => Self::More(MoreField::Modified),
            "image" | "thumbnailUrl" => Self::More(MoreField::Image),
            "license" => Self::More(MoreField::License),
            "articleSection" => Self::More(MoreField::Categories),
            "keywords" => Self::More(MoreField::Tags),
            "url" | "contentUrl" => Self::Address,
            _ => Self::Other,
        }
    }

    /// Whether objects under this key are main things if their parent is one.
    pub(super) fn leads_to_main(self, kinds: ClaimedTypes) -> bool {
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
pub(super) struct Types {
    /// The object stated a type of its own.
    pub(super) is_known: bool,
    pub(super) has_text: bool,
    pub(super) has_description: bool,
    /// Its name is part of the text.
    pub(super) has_name: bool,
    /// It is a person or an organization, so it may be an author.
    pub(super) is_agent: bool,
    pub(super) is_organization: bool,
    /// It is the site that the page belongs to.
    pub(super) is_site: bool,
    /// It is published by the site. A book is not.
    pub(super) is_of_site: bool,
}

impl Types {
    pub(super) fn add(&mut self, name: &str) {
        self.is_known = true;
        let kind = ClaimedTypes::of_schema_type(name);
        let is_part =
            matches!(name, "HowToStep" | "HowToDirection" | "HowToTip" | "Answer" | "Question" | "Comment");
        // A list is described by its elements.
        self.has_description |=
            kind != ClaimedTypes::default() && kind != ClaimedTypes::LISTING && kind != ClaimedTypes::FAQ;
        self.has_text |= is_part || kind != ClaimedTypes::default() || name == "WebPage";
        self.has_name |= name == "Question";
        self.is_organization |= name.ends_with("Organization");
        self.is_agent |= name == "Person" || self.is_organization;
        self.is_site |= name == "WebSite";
        self.is_of_site |= self.is_site || kind == ClaimedTypes::ARTICLE || name == "WebPage";
    }

    /// Claim of the author and the date of such an object.
    pub(super) fn claim(self) -> Claim {
        if self.is_site { Claim::JsonLdSite } else { Claim::JsonLd }
    }
}

/// A name without its prefix: `https://schema.org/`, `schema:`.
pub(super) fn local(name: &str) -> &str {
    name.rsplit(['/', '#', ':']).next().unwrap_or(name)
}
