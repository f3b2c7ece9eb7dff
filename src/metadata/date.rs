//! Dates: as elements and lines state them, and as ISO 8601.

pub(super) mod epoch;
pub(super) mod iso_date;
pub(super) mod line_date;
pub(super) mod time;
pub(super) mod zone;
