//! Training for `trommel`: models from pages with a gold standard ([`fit`]), models of one site
//! without ([`self_label`]), wrappers of sites ([`wrapper`]); and the scorer ([`score`]).
#![forbid(unsafe_code)]

mod align;
mod boost;
mod data;
mod fit;
mod network;
mod recombine;
pub mod score;
pub mod self_label;
mod words;
pub mod wrapper;

pub use data::{GoldPage, site_of};
pub use fit::{Scores, Settings, Trained, Unseen, check, fit};
