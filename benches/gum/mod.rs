//! html5gum with an emitter that holds only the name of a tag, and counts.

use html5gum::{Emitter, Error, State, Tokenizer, naive_next_state};

#[derive(Default)]
struct Count {
    name: Vec<u8>,
    last_start: Vec<u8>,
    is_end: bool,
    tags: usize,
    text_bytes: usize,
    /// The only token: the sum of both counts at the end of the page.
    sum: Option<usize>,
}

/// Number of tags and bytes of text of `page`.
pub(crate) fn read(page: &str) -> usize {
    Tokenizer::new_with_emitter(page, Count::default()).flatten().sum()
}

impl Count {
    fn begin(&mut self, is_end: bool) {
        self.name.clear();
        self.is_end = is_end;
    }
}

impl Emitter for Count {
    type Token = usize;

    fn set_last_start_tag(&mut self, name: Option<&[u8]>) {
        self.last_start.clear();
        self.last_start.extend_from_slice(name.unwrap_or_default());
    }

    fn emit_eof(&mut self) {
        self.sum = Some(self.tags + self.text_bytes);
    }

    fn emit_error(&mut self, _: Error) {}

    #[inline]
    fn should_emit_errors(&mut self) -> bool {
        false
    }

    fn pop_token(&mut self) -> Option<usize> {
        self.sum.take()
    }

    fn emit_string(&mut self, text: &[u8]) {
        self.text_bytes += text.len();
    }

    fn init_start_tag(&mut self) {
        self.begin(false);
    }

    fn init_end_tag(&mut self) {
        self.begin(true);
    }

    fn emit_current_tag(&mut self) -> Option<State> {
        self.tags += 1;
        if self.is_end {
            return None;
        }
        self.last_start.clone_from(&self.name);
        naive_next_state(&self.last_start)
    }

    fn push_tag_name(&mut self, name: &[u8]) {
        self.name.extend_from_slice(name);
    }

    fn current_is_appropriate_end_tag_token(&mut self) -> bool {
        self.is_end && !self.last_start.is_empty() && self.last_start == self.name
    }

    fn init_comment(&mut self) {}
    fn emit_current_comment(&mut self) {}
    fn emit_current_doctype(&mut self) {}
    fn set_self_closing(&mut self) {}
    fn set_force_quirks(&mut self) {}
    fn push_comment(&mut self, _: &[u8]) {}
    fn push_doctype_name(&mut self, _: &[u8]) {}
    fn init_doctype(&mut self) {}
    fn init_attribute(&mut self) {}
    fn push_attribute_name(&mut self, _: &[u8]) {}
    fn push_attribute_value(&mut self, _: &[u8]) {}
    fn set_doctype_public_identifier(&mut self, _: &[u8]) {}
    fn set_doctype_system_identifier(&mut self, _: &[u8]) {}
    fn push_doctype_public_identifier(&mut self, _: &[u8]) {}
    fn push_doctype_system_identifier(&mut self, _: &[u8]) {}
}
