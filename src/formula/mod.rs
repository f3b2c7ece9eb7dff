//! Formulas as TeX.
//!
//! In: tags and text of formulas, attributes that hold one, text between TeX delimiters. Out: TeX.
//! Held: [`HELD_BYTES`].

mod attributes;
pub(crate) mod delimiters;
mod image;
mod level;
mod mathml;
mod reader;
mod scripts;
mod signs;
mod style;
mod tables;
mod writer;

pub(crate) use attributes::{OF_FORMULAS, OF_MATHML, tex_of_data};
pub(crate) use image::{Written, tex_of_image};
pub(crate) use reader::{Formula, HELD_BYTES, Last};
pub(crate) use style::without_style;
