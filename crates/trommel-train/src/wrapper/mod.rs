//! FOREST: wrappers of sites, learned from their pages.
//!
//! In: pages of a site, at least two of one template ([`PageReader`], [`Learner`]), and optionally
//! its [`Feed`]. Out: [`Sites`](trommel::site::Sites): for each template the element type that
//! holds the content, as data, XPath and CSS, with its score and the runners-up. An extractor with
//! them ([`Options::with_sites`](trommel::Options::with_sites)) finds the element as it reads the
//! page. Cost: holds a sample of the pages as tables, at most [`Settings::sample_bytes`] and one
//! page more, and some hundred bytes per wrapper.
//!
//! Source: Oita and Senellart 2012, "FOREST: Focused Object Retrieval by Exploiting Significant Tag
//! Paths".
//!
//! ```
//! use trommel_train::wrapper::{Learner, PageReader, Settings};
//! use trommel::{Extractor, Options};
//!
//! let page = |title: &str, text: &str| {
//!     let paragraphs: String = text.split('|').map(|text| format!("<p>{text}")).collect();
//!     format!(
//!         "<title>{title}</title><div id=menu>News Sport</div>\
//!          <div class=story><h1>{title}</h1>{paragraphs}</div>"
//!     )
//! };
//! let flood = page(
//!     "High water",
//!     "The river rose above the old bridge.|The bridge stood.|\
//!      The river did not fall for four days.",
//! );
//! let trees = page(
//!     "Old oaks",
//!     "Three oaks in the park were felled.|Nobody had asked for it.|\
//!      The oaks were older than the park.",
//! );
//! let (mut reader, mut learner) = (PageReader::new(None)?, Learner::new(Settings::default())?);
//! for (name, html) in [("flood", &flood), ("trees", &trees)] {
//!     reader.push(html.as_bytes());
//!     learner.add(reader.finish(name, None));
//! }
//! let sites = learner.finish()?.sites;
//! let wrapper = &sites.sites()[0].templates[0].patterns[0].wrapper;
//! let xpath = "//div[contains(concat(' ',normalize-space(@class),' '),' story ')]";
//! assert_eq!(wrapper.xpath(), xpath);
//!
//! let mut extractor = Extractor::new(Options::default().with_sites(sites))?;
//! let text = "It snowed all night long, and the trains stood still.|In the morning it rained.";
//! extractor.push(page("Snow", text).as_bytes())?;
//! let extraction = extractor.finish()?;
//! assert_eq!(extraction.summary.site, Some(true));
//! assert_eq!(extraction.text, format!("Snow\n\n{}\n", text.replace('|', "\n\n")));
//! # Ok::<(), trommel::Error>(())
//! ```

pub use baseline::keyword_block;
pub use feed::{Feed, Item};
pub use learner::{Learned, Learner, PageCounts, Settings};
pub use measure::{Measure, TermCounts};
pub use page::{Page, PageReader};
pub use signify::MAX_SIGNIFIERS;

mod baseline;
mod feed;
mod learn;
mod learner;
mod measure;
mod page;
mod signify;
mod terms;
