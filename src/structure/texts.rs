//! Text on its way to the sink.

use super::{CleanSink, Cleaning, Flags, Title};
use crate::html::{TagId, scan};

impl<S: CleanSink> Cleaning<'_, S> {
    /// Hands on text that is not dropped; the elements around it have records from then on.
    #[inline]
    pub(super) fn shown(&mut self, text: &str, offset: u64) {
        if self.is_aloud() && self.hold_aloud(text, offset) {
            return;
        }
        let flags = self.stack.context().flags;
        if scan::is_white_space(text.as_bytes()) {
            if !flags.has(Flags::PREFORMATTED) && self.stack.context().heading == 0 {
                self.blank(text);
                return;
            }
        } else {
            self.cleaner.formula.pass();
            if self.ruby.awaits_text() && !is_blank(text) {
                let start = text.len() - text.trim_start().len();
                if start > 0 {
                    // As if it came in a piece of its own.
                    self.shown(&text[..start], offset);
                    return self.shown(&text[start..], offset + start as u64);
                }
                self.text_in_ruby(offset);
            }
            if self.heading_awaits_text {
                self.cleaner.heading_awaits_text = is_blank(text);
            }
            let records_all = self.records_all;
            let sink = &mut *self.sink;
            self.cleaner.stack.ensure_elements(records_all, |around, tag, context, names| {
                sink.new_element(around, tag, context, names)
            });
        }
        if !self.is_hidden_amid_shown()
            && let Some(border) = self.cleaner.borders.text(text)
            && !flags.has(Flags::PREFORMATTED)
            && !self.is_in_code()
        {
            self.sink.border(border);
        }
        self.byline_text(text);
        self.tell_mark();
        if self.weights.is_some() {
            self.sink.worth(self.cleaner.stack.worth());
        }
        self.sink.text(text, offset, self.cleaner.stack.context());
    }

    /// The same for white space, the text between most tags, which parts words and is else nothing.
    #[inline]
    fn blank(&mut self, text: &str) {
        if !self.is_hidden_amid_shown() {
            self.cleaner.borders.blank(text);
        }
        self.cleaner.formula.pass();
        self.byline_text(text);
        self.tell_mark();
        self.sink.space(self.cleaner.stack.context());
    }

    pub(super) fn title_text(&mut self, text: &str) {
        if self.title == Title::Open {
            self.sink.title(text);
        }
    }

    /// Tells a sink that follows elements where the text stands that follows.
    #[inline]
    fn tell_mark(&mut self) {
        if self.sink.follows_elements() {
            self.sink.inside(self.cleaner.stack.names().mark);
        }
    }

    /// Text that stands in no element stands in the body.
    pub(super) fn imply_body(&mut self, text: &str) {
        let cleaner = &mut *self.cleaner;
        if let Some(selecting) = &mut cleaner.selecting
            && matches!(cleaner.stack.top_tag(), TagId::Other | TagId::Head)
            && cleaner.stack.len() <= 1
            && !is_blank(text)
        {
            selecting.imply_body();
            cleaner.stack.drop_outermost(selecting.drops_outermost());
        }
    }
}

/// Whether `text` is white space only.
pub(super) fn is_blank(text: &str) -> bool {
    text.chars().all(char::is_whitespace)
}
