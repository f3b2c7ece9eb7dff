//! Roles of line-blocks: what a kept block is, and why another one was dropped.

use crate::error::{Error, ErrorKind, Result};
use alloc::format;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

/// Role of a line-block.
///
/// A kept block has a role up to [`Comment`](Self::Comment). A dropped block has the reason, or the
/// role of a byline, caption or comment.
///
/// ```
/// use trommel::blocks::Role;
/// assert_eq!("low-score".parse(), Ok(Role::LowScore));
/// assert_eq!(Role::Title.to_string(), "title");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
#[repr(u8)]
pub enum Role {
    /// The title of the page: the first kept heading that equals a part of a declared title, or
    /// else the first kept `h1`.
    Title,
    /// Author, date, place or section of the text.
    Byline,
    /// The text before the first paragraph that sums up the page: its description, or what a class
    /// calls a lead.
    Summary,
    /// A heading other than the title.
    Heading,
    /// Running text.
    Paragraph,
    /// Text in an item of a list.
    List,
    /// A cell of a data table, or a part of one.
    Table,
    /// Preformatted text.
    Code,
    /// A formula on a line of its own.
    Formula,
    /// Text of a quotation.
    Quote,
    /// Text of a figure, or the caption of a table.
    Caption,
    /// Text of one of several like messages of a forum.
    Post,
    /// Text in a part of the page whose class or id means comments, answers or reviews.
    Comment,
    /// Dropped: a navigation.
    Navigation,
    /// Dropped: the footer of the page.
    Footer,
    /// Dropped: it stands next to the text.
    Aside,
    /// Dropped: teasers of other pages.
    Related,
    /// Dropped: advertising.
    Promotion,
    /// Dropped: a form.
    Form,
    /// Dropped: links to share the page.
    Share,
    /// Dropped: a dialog, a cookie notice, a sign-up, or another layer over the page.
    Consent,
    /// Dropped: the page hides it.
    Hidden,
    /// Dropped: it repeats another block.
    Duplicate,
    /// Dropped: the method takes it for no content, and nothing says what it is.
    LowScore,
}

impl Role {
    /// All roles, in the order of their declaration.
    pub const ALL: [Self; 24] = [
        Self::Title,
        Self::Byline,
        Self::Summary,
        Self::Heading,
        Self::Paragraph,
        Self::List,
        Self::Table,
        Self::Code,
        Self::Formula,
        Self::Quote,
        Self::Caption,
        Self::Post,
        Self::Comment,
        Self::Navigation,
        Self::Footer,
        Self::Aside,
        Self::Related,
        Self::Promotion,
        Self::Form,
        Self::Share,
        Self::Consent,
        Self::Hidden,
        Self::Duplicate,
        Self::LowScore,
    ];

    /// The name used on the command line and in JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::Byline => "byline",
            Self::Summary => "summary",
            Self::Heading => "heading",
            Self::Paragraph => "paragraph",
            Self::List => "list",
            Self::Table => "table",
            Self::Code => "code",
            Self::Formula => "formula",
            Self::Quote => "quote",
            Self::Caption => "caption",
            Self::Post => "post",
            Self::Comment => "comment",
            Self::Navigation => "navigation",
            Self::Footer => "footer",
            Self::Aside => "aside",
            Self::Related => "related",
            Self::Promotion => "promotion",
            Self::Form => "form",
            Self::Share => "share",
            Self::Consent => "consent",
            Self::Hidden => "hidden",
            Self::Duplicate => "duplicate",
            Self::LowScore => "low-score",
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Role {
    type Err = Error;

    /// # Errors
    /// [`ErrorKind::Setting`] if no role has this name.
    fn from_str(name: &str) -> Result<Self> {
        Self::ALL.into_iter().find(|role| role.name() == name).ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            Error::new(ErrorKind::Setting, format!("expected one of {names}, found {name}"))
        })
    }
}

/// A set of roles.
///
/// ```
/// use trommel::blocks::{Role, RoleSet};
/// let roles: RoleSet = "title,byline".parse()?;
/// assert!(roles.contains(Role::Title) && !roles.contains(Role::Caption));
/// # Ok::<(), trommel::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct RoleSet(u32);

impl RoleSet {
    /// Whether a role is in the set.
    #[must_use]
    pub fn contains(self, role: Role) -> bool {
        self.0 & 1 << role as u8 != 0
    }

    /// Whether no role is in the set.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The union of both sets.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// A role of both sets, if there is one.
    #[must_use]
    pub fn common(self, other: Self) -> Option<Role> {
        Role::ALL.into_iter().find(|&role| self.contains(role) && other.contains(role))
    }
}

impl FromIterator<Role> for RoleSet {
    fn from_iter<I: IntoIterator<Item = Role>>(roles: I) -> Self {
        Self(roles.into_iter().fold(0, |bits, role| bits | 1 << role as u8))
    }
}

impl From<Role> for RoleSet {
    fn from(role: Role) -> Self {
        Self::from_iter([role])
    }
}

impl<const N: usize> From<[Role; N]> for RoleSet {
    fn from(roles: [Role; N]) -> Self {
        Self::from_iter(roles)
    }
}

impl FromStr for RoleSet {
    type Err = Error;

    /// Reads names separated by commas.
    ///
    /// # Errors
    /// [`ErrorKind::Setting`] if one of them is not a name of a role.
    fn from_str(names: &str) -> Result<Self> {
        names.split(',').map(|name| name.trim().parse::<Role>()).collect()
    }
}

impl fmt::Display for RoleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Role::ALL.into_iter().filter(|&role| self.contains(role)).map(Role::name);
        let mut text = String::new();
        for name in names {
            text.push_str(if text.is_empty() { "" } else { "," });
            text.push_str(name);
        }
        f.write_str(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn names_of_roles_are_read_as_they_are_written() {
        for (at, role) in Role::ALL.into_iter().enumerate() {
            assert_eq!(role as usize, at);
            assert_eq!(role.to_string().parse(), Ok(role));
        }
        let all: RoleSet = Role::ALL.into_iter().collect();
        assert_eq!(all.to_string().parse(), Ok(all));
        assert!("title,".parse::<RoleSet>().is_err() && "Title".parse::<Role>().is_err());
    }
}
