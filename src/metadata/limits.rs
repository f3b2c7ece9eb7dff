//! How much is kept of a field, and what is read at all.

/// Maximum bytes kept of a title; a longer one is cut between characters.
pub(crate) const TITLE_BYTES: usize = 1024;

/// Maximum bytes kept of any other field.
pub(crate) const FIELD_BYTES: usize = 1024;

/// Maximum bytes kept of the date.
pub(super) const DATE_FIELD_BYTES: usize = 128;

/// Maximum bytes kept of the language; language tags are far shorter.
pub(super) const LANG_BYTES: usize = 128;

/// Maximum bytes of the name of a site; a longer name is ignored.
pub(crate) const SITE_NAME_BYTES: usize = 128;

/// Whether the state of an app is read. Builds without the model are for size.
pub(super) const HAS_STATES: bool = cfg!(feature = "model");
