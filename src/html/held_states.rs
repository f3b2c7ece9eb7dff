//! Holds the content of an element whose end tag may be missing, and replays it.

use super::recovery::{HELD_RAW_BYTES, Verdict};
use super::{Piece, State, TokenSink, Tokenizer};

impl Tokenizer {
    /// Holds more of the piece from `pos`; returns the position reached.
    pub(super) fn hold_piece(&mut self, piece: Piece<'_>, pos: usize) -> usize {
        let room = HELD_RAW_BYTES.saturating_sub(self.hold.buffer.len());
        let mut end = piece.text.len().min(pos + room);
        while !piece.text.is_char_boundary(end) {
            end += 1;
        }
        self.hold.add(&piece.text[pos..end], piece.offset_of(pos));
        let is_full = self.hold.buffer.len() >= HELD_RAW_BYTES;
        self.hold.search(is_full);
        end
    }

    /// Replays the held content once it is known how to read it, until the buffer is empty or
    /// another element must be held.
    pub(super) fn replay_held<S: TokenSink>(&mut self, sink: &mut S) {
        while self.hold.is_settled() {
            let verdict = core::mem::replace(&mut self.hold.verdict, Verdict::Open);
            // Moved out during the replay; the empty string in its place allocates nothing.
            let buffer = core::mem::take(&mut self.hold.buffer);
            let offset = self.hold.offset;
            self.state = self.raw_state;
            self.recovering = verdict == Verdict::Recovering;
            let mut from = 0;
            if let Verdict::EndsAt(end) = verdict {
                self.run_held(&buffer[..end], 0, offset, sink);
                self.flush_text(sink);
                let lag = u64::from(self.hold.lag_at(end).0);
                self.emit_implied_end(offset + end as u64 - lag, sink);
                self.state = State::Data;
                from = end;
            }
            let read = self.run_held(&buffer, from, offset, sink);
            self.hold.buffer = buffer;
            self.hold.forget_read(read);
            if self.state == State::Held {
                self.hold.search(self.hold.buffer.len() >= HELD_RAW_BYTES);
            }
        }
    }

    /// Runs the states over `buffer`, which begins at `offset`, from `pos`. Stops at its end or
    /// where an element must be held; returns the position reached.
    fn run_held<S: TokenSink>(&mut self, buffer: &str, mut pos: usize, offset: u64, sink: &mut S) -> usize {
        while pos < buffer.len() && self.state != State::Held {
            let (lag, next) = self.hold.lag_at(pos);
            let text = &buffer[pos..next.min(buffer.len())];
            pos += self.run(Piece { text, offset: offset + pos as u64 - u64::from(lag) }, 0, sink);
        }
        pos
    }
}
