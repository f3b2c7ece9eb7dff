//! Training for `trommel`.
//!
//! - [`fit`]: models from pages with a gold standard.
//! - [`fit_page_types`]: the model of page types.
//! - [`self_label`]: models of one site from pages without a gold standard.
//! - [`wrapper`]: wrappers of sites.
#![forbid(unsafe_code)]

mod boost;
mod calibration;
mod data;
mod fit;
mod network;
mod page_type;
mod recombine;
pub mod self_label;
mod texts;
mod words;
pub mod wrapper;

pub use calibration::{Calibration, Cutoff};
pub use data::{GoldPage, Scores, site_of};
pub use fit::{Settings, Trained, Unseen, check, fit};
pub use page_type::{Found, TrainedPageTypes, fit_page_types};
