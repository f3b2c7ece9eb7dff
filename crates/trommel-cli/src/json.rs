//! Writes a page as one line of JSON while it is read.

use std::borrow::Cow;
use std::io::{self, Write};
use std::sync::Arc;

use trommel::repeats::Repeats;
use trommel::{Extractor, Format, Options, Summary};
use trommel_output::json::{self, JsonTail, escape, stated};
use trommel_output::{Listing, Lists, MoreFields, PageFields, RecordFacts, Spanning};

use crate::duplicates::duplicate_of;
use crate::error::CliError;
use crate::page::{Input, Writing, extract_both};
use crate::settings::Settings;
use crate::spool::{copy, filled, filling};

/// Writes pages as JSON lines.
///
/// The text is written piece by piece as it is decided, before the fields that are known only at
/// the end. Markdown is rendered from the same bytes by a second extractor, and is held until the
/// text ends.
///
/// Cost: the budget for each extractor; for Markdown [`SPOOL_BYTES`] and [`SPOOL_BUFFER_BYTES`].
pub(crate) struct JsonPages {
    text: Extractor,
    markdown: Option<Extractor>,
    fields: JsonFields,
    /// Whether wrappers of sites are used.
    has_sites: bool,
    /// Repeated text of hosts.
    repeats: Option<Arc<Repeats>>,
}

/// Optional fields of JSON.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct JsonFields {
    pub(crate) markdown: bool,
    /// A list of the content images.
    pub(crate) images: bool,
    /// A list of all links.
    pub(crate) links: bool,
    /// A list of the posts, if the page is a thread.
    pub(crate) posts: bool,
    /// More metadata, and the source of each field.
    pub(crate) metadata: bool,
    /// Where the text and the Markdown come from.
    pub(crate) spans: bool,
}

impl JsonPages {
    /// A writer of pages with these options and `fields`.
    pub(crate) fn new(settings: &Settings, options: &Options, fields: JsonFields) -> Result<Self, CliError> {
        let options = &options.clone().with_spans(fields.spans);
        let text = options.clone().with_link_list(fields.links).with_posts(fields.posts);
        let text = text.with_more_metadata(fields.metadata);
        let extractor = |options: &Options, format| settings.extractor(&options.clone().with_format(format));
        let markdown = fields.markdown.then(|| extractor(options, Format::Markdown)).transpose()?;
        let (has_sites, repeats) = (settings.has_sites(), options.repeats().cloned());
        Ok(Self { text: extractor(&text, Format::Text)?, markdown, fields, has_sites, repeats })
    }

    /// Writes the page of `input` to `out` as one line. `out_name` is the name of `out` in
    /// messages; without it, `out` is a temporary file. `record` is the record with the page.
    pub(crate) fn write(
        &mut self,
        input: &mut Input<'_>,
        record: Option<&RecordFacts>,
        out: &mut dyn Write,
        out_name: Option<&str>,
    ) -> Result<Summary, CliError> {
        let name = input.name.clone();
        let spooling = |error: &io::Error| CliError::spooling(&name, error);
        let broken = |error: &io::Error| match out_name {
            Some(out_name) => CliError::writing(out_name, error),
            None => spooling(error),
        };
        let writing = |error: io::Error| broken(&error);
        let mut markdown =
            Spanning::new(Writing::by(filling(), escape), self.fields.spans && self.fields.markdown);
        let lists = Lists::new(self.fields.images, self.fields.links);
        let text = Spanning::new(Writing::by(out, escape), self.fields.spans);
        let mut text = Listing::new(text, lists);
        json::begin(input.id.as_deref(), input.url.as_deref(), &mut text.inner.inner.out).map_err(writing)?;
        let by_markdown = (self.markdown.as_mut(), &mut markdown);
        let summary = extract_both(input, (&mut self.text, &mut text), by_markdown, |text, markdown| {
            text.inner.inner.check(broken).and_then(|()| markdown.inner.check(spooling))
        })?;
        let lists = text.take(&summary);
        let (spans, markdown_spans) = (text.inner.take(), markdown.take());
        let mut text = text.inner.inner;
        if self.markdown.is_some() {
            json::begin_markdown(&mut text.out).map_err(writing)?;
            let markdown = filled(markdown.inner.out).map_err(|error| spooling(&error))?;
            copy(markdown, &mut text.out).map_err(writing)?;
        }
        let page = PageFields::of(&summary, self.has_sites, Cow::Borrowed);
        let more = MoreFields::of(&summary.metadata, Cow::Borrowed);
        let tail = JsonTail {
            url: input.url.is_none().then(|| stated(&summary.metadata.url)),
            page: &page,
            more: more.as_ref(),
            lists: &lists,
            chunks: None,
            spans: spans.as_deref(),
            markdown_spans: markdown_spans.as_deref(),
            record,
            source: input.source.as_ref(),
            truncated: (record.is_some() || input.truncated.is_some()).then_some(input.truncated.as_deref()),
            duplicate_of: duplicate_of(self.repeats.as_ref(), &summary, input.id.as_deref()),
        };
        json::end(&tail, &mut text.out).map_err(writing)?;
        Ok(summary)
    }
}
