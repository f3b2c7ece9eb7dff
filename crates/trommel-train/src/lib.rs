//! Training for `trommel`.
//!
//! - [`fit`]: models from pages with a gold standard.
//! - [`fit_page_types`]: the model of page types.
//! - [`self_label`]: models of one site from pages without a gold standard.
//! - [`wrapper`]: wrappers of sites.
//! - [`score`]: scores extracted text against a gold standard.
#![forbid(unsafe_code)]

mod align;
mod boost;
mod calibration;
mod confusion;
mod data;
mod fit;
mod network;
mod page_type;
mod recombine;
pub mod score;
pub mod self_label;
mod texts;
mod words;
pub mod wrapper;

pub use calibration::{Calibration, Cutoff};
pub use confusion::Confusion;
pub use data::{GoldPage, Scores, site_of};
pub use fit::{Settings, Trained, Unseen, check, fit};
pub use page_type::{Found, TrainedPageTypes, fit_page_types};
