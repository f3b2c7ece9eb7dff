//! What tags of the head say: `meta` elements, links, the language, the base.

pub(super) mod address;
pub(super) mod claimed_types;
pub(super) mod meta_names;
pub(super) mod site_name;
pub(super) mod tags;
