//! Wrappers of sites: which element of a site's pages holds the content.
//!
//! In: [`Sites`], learned by the crate `trommel-train` and kept as JSON. Given to an extractor
//! ([`Options::with_sites`](crate::Options::with_sites)), they find the element while a page goes
//! by. Held: some hundred bytes for each wrapper.
//!
//! Source: Oita and Senellart 2012, "FOREST: Focused Object Retrieval by Exploiting Significant Tag
//! Paths".
//!
//! ```
//! use trommel::{Extractor, Options, site::Sites};
//!
//! let json = r#"{"trommel_site": 1, "sites": [{"pages": 2, "sample": 2, "templates": [{"pages": 2, "patterns": [
//!     {"element": {"tag": "div", "attributes": [{"name": "class", "value": "story"}]},
//!      "level": 2, "pages": 2, "relevance": 80.5, "informativeness": 10.1}]}]}]}"#;
//! let mut extractor = Extractor::new(Options::default().with_sites(Sites::from_json(json)?))?;
//! extractor.push(b"<title>Snow</title><div id=menu>News Sport</div>")?;
//! extractor.push(b"<div class=story><p>It snowed all night long.<p>The trains stood still.</div>")?;
//! let extraction = extractor.finish()?;
//! assert_eq!(extraction.summary.site, Some(true));
//! assert_eq!(extraction.text, "It snowed all night long.\n\nThe trains stood still.\n");
//! # Ok::<(), trommel::Error>(())
//! ```

pub use sites::{Pattern, Site, Sites, Template};
pub use wrapper::SiteRule;

pub(crate) mod compiled;
mod file;
pub(crate) mod matcher;
mod normalize;
pub(crate) mod pattern;
pub(crate) mod sites;
mod wrapper;
