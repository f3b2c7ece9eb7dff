//! Headings of the options in `--help`, in their order.

pub(crate) const INPUT: &str = "Input";
pub(crate) const OUTPUT: &str = "Output";
pub(crate) const CONTENT: &str = "Content";
pub(crate) const PAPERS: &str = "Methods of the papers";
pub(crate) const RUNNING: &str = "Running";
