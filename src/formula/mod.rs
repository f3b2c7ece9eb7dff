//! Formulas as TeX.
//!
//! In: tags and text of formulas, attributes that hold one, text between TeX delimiters. Out: TeX.
//! Held: [`HELD_BYTES`].

mod attributes;
pub(crate) mod delimiters;
mod level;
mod mathml;
mod reader;
mod scripts;
mod signs;
mod tables;
mod writer;

pub(crate) use attributes::{OF_FORMULAS, OF_MATHML, tex_of_data, tex_of_image, without_style};
pub(crate) use reader::{Formula, HELD_BYTES, Last};
