//! Elements and texts of a page, one by one, as the learning of wrappers reads them.

use crate::decode::Decoder;
use crate::error::Result;
use crate::html::{TagId, Tokenizer};
use crate::metadata::{self, Metadata, MetadataCollector};
use crate::structure::{
    ClassWords, Context, ElementInfo, ElementTracker, Flags, Followed, HeadText, Mark, Marks, Opened,
    Separation, Space, StructureSink, TrackedSink, Wants,
};
use alloc::string::{String, ToString};

/// Takes elements and texts from an [`ElementReader`].
pub trait ElementSink {
    /// An element begins. `enclosing` is the mark of the element that it is in, 0 outside all; the
    /// return value is its own mark.
    fn opened(&mut self, element: &Followed<'_>, enclosing: u16) -> u16;
    /// The text that follows is in the element with this mark.
    fn inside(&mut self, mark: u16);
    /// Text that is not hidden.
    fn text(&mut self, text: &str);
    /// The texts before and after are different words.
    fn word_break(&mut self);
    /// The texts before and after are on different lines.
    fn line_end(&mut self);
}

/// Reads pages, one after the other, and passes on their elements and texts.
pub struct ElementReader {
    decoder: Decoder,
    tokenizer: Tokenizer,
    tracker: ElementTracker,
    collector: MetadataCollector,
}

impl ElementReader {
    /// A reader; `encoding` is the encoding of the pages, where it is known.
    ///
    /// # Errors
    /// [`ErrorKind::UnknownEncoding`](crate::ErrorKind::UnknownEncoding) for a label that names no
    /// encoding.
    pub fn new(encoding: Option<&str>) -> Result<Self> {
        Ok(Self {
            decoder: Decoder::new(encoding)?,
            tokenizer: Tokenizer::new(),
            tracker: ElementTracker::new(ClassWords::Unread),
            // With no bytes at all, a description is not kept.
            collector: MetadataCollector::new(metadata::text_bytes(0), metadata::url_bytes(0)),
        })
    }

    /// Sets the encoding of the next page that its protocol declares. As
    /// [`Extractor::set_encoding_hint`](crate::Extractor::set_encoding_hint).
    pub fn set_encoding_hint(&mut self, label: &str) {
        self.decoder.declare(label.as_bytes());
    }

    /// Reads the next bytes of the page.
    pub fn push(&mut self, bytes: &[u8], sink: &mut impl ElementSink) {
        let Self { decoder, tokenizer, tracker, collector } = self;
        let mut sink = Passing { collector, sink };
        decoder.push(bytes, &mut |piece, offset| {
            tokenizer.push(piece, offset, &mut TrackedSink::new(tracker, &mut sink));
        });
    }

    /// The end of the page: its metadata and its description. The reader is ready for the next
    /// page.
    pub fn finish(&mut self, sink: &mut impl ElementSink) -> (Metadata, String) {
        let Self { decoder, tokenizer, tracker, collector } = self;
        let mut sink = Passing { collector, sink };
        decoder.finish(&mut |piece, offset| {
            tokenizer.push(piece, offset, &mut TrackedSink::new(tracker, &mut sink));
        });
        tokenizer.finish(&mut TrackedSink::new(tracker, &mut sink));
        let mut meta = Metadata::default();
        self.collector.write_metadata(&mut meta);
        let description = self.collector.description().to_string();
        self.reset();
        (meta, description)
    }

    /// Forgets the page being read.
    pub fn reset(&mut self) {
        self.decoder.reset();
        self.tokenizer.reset();
        self.tracker.reset();
        self.collector.reset();
    }
}

/// Passes elements and texts to a sink, and what the page says of itself to the gatherer.
struct Passing<'a, S> {
    collector: &'a mut MetadataCollector,
    sink: &'a mut S,
}

impl<S: ElementSink> StructureSink for Passing<'_, S> {
    fn wants(&self) -> Wants {
        Wants::default().with(Wants::ELEMENTS, true)
    }

    fn opened(&mut self, element: &Opened<'_>, parent: Marks) -> Marks {
        if element.is_dropped() {
            return parent;
        }
        let mut marks = parent;
        marks.set_site(self.sink.opened(&element.followed(), parent.site()));
        marks
    }

    fn marked_text(&mut self, text: Option<&str>, marks: Marks) {
        if text.is_some() {
            self.sink.inside(marks.site());
        }
    }

    fn text(&mut self, text: &str, _: u64, context: &Context) {
        if !context.flags.has(Flags::HIDDEN) {
            self.sink.text(text);
        }
    }

    fn space(&mut self, space: Space<'_>, context: &Context) {
        if matches!(space, Space::Between(_)) && !context.flags.has(Flags::HIDDEN) {
            self.sink.word_break();
        }
    }

    fn new_element(&mut self, _: u32, _: TagId, _: &Context, _: ElementInfo) -> u32 {
        0
    }

    fn separate(&mut self, separation: Separation) {
        match separation {
            Separation::Lines(_) | Separation::Line | Separation::CodeLine { is_item: true } => {
                self.sink.line_end();
            }
            Separation::Words => self.sink.word_break(),
            Separation::CodeLine { is_item: false } | Separation::Elements(_) => {}
        }
    }

    fn tag(&mut self) {}

    fn open_mark(&mut self, _: Mark, _: Option<&str>) {}

    fn close_mark(&mut self, _: Mark) {}

    fn head_tag(&mut self, element: &Opened<'_>, _: Marks) -> bool {
        self.collector.fact(element.tag);
        false
    }

    fn head_text(&mut self, text: HeadText<'_>) {
        if let HeadText::Title(text) = text {
            self.collector.title(text);
        }
    }
}
