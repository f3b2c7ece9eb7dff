//! Script data and its escapes: `<!--`, and `<script` inside it, delay the end of the script.

use super::class::is_space;
use super::{Piece, State, TokenSink, Tokenizer};
use memchr::{memchr, memchr2};

/// The name that starts and ends a double escape.
const SCRIPT: &str = "script";

impl Tokenizer {
    /// All script data states. The standard emits one character per step; here, runs are handed on
    /// whole.
    pub(super) fn script<S: TokenSink>(&mut self, piece: Piece<'_>, pos: usize, sink: &mut S) -> usize {
        let bytes = piece.bytes();
        let byte = bytes[pos];
        match self.state {
            State::Script => {
                let end = memchr(b'<', &bytes[pos..]).map_or(bytes.len(), |found| pos + found);
                self.script_run(piece, pos, end, State::ScriptLessThan, sink)
            }
            State::ScriptLessThan => match byte {
                b'/' => self.script_end_tag(State::Script, pos),
                b'!' => self.script_text("<!", State::ScriptEscapeStart, pos + 1, sink),
                _ => self.script_text("<", State::Script, pos, sink),
            },
            State::ScriptEscapeStart => match byte {
                b'-' => self.script_text("-", State::ScriptEscapeStartDash, pos + 1, sink),
                _ => self.go(State::Script, pos),
            },
            State::ScriptEscapeStartDash => match byte {
                b'-' => self.script_text("-", State::ScriptEscapedDashDash, pos + 1, sink),
                _ => self.go(State::Script, pos),
            },
            State::ScriptEscaped | State::ScriptDoubleEscaped => self.script_escaped(piece, pos, sink),
            State::ScriptEscapedDash | State::ScriptEscapedDashDash => match byte {
                b'-' => self.script_text("-", State::ScriptEscapedDashDash, pos + 1, sink),
                b'>' if self.state == State::ScriptEscapedDashDash => {
                    self.script_text(">", State::Script, pos + 1, sink)
                }
                _ => self.go(State::ScriptEscaped, pos),
            },
            State::ScriptEscapedLessThan => match byte {
                b'/' => self.script_end_tag(State::ScriptEscaped, pos),
                _ if byte.is_ascii_alphabetic() => {
                    self.temporary.clear();
                    self.script_text("<", State::ScriptDoubleEscapeStart, pos, sink)
                }
                _ => self.script_text("<", State::ScriptEscaped, pos, sink),
            },
            State::ScriptDoubleEscapeStart => {
                self.double_escape(State::ScriptEscaped, State::ScriptDoubleEscaped, piece, pos, sink)
            }
            State::ScriptDoubleEscapedDash | State::ScriptDoubleEscapedDashDash => match byte {
                b'-' => self.script_text("-", State::ScriptDoubleEscapedDashDash, pos + 1, sink),
                b'>' if self.state == State::ScriptDoubleEscapedDashDash => {
                    self.script_text(">", State::Script, pos + 1, sink)
                }
                _ => self.go(State::ScriptDoubleEscaped, pos),
            },
            State::ScriptDoubleEscapedLessThan => match byte {
                b'/' => {
                    self.temporary.clear();
                    self.script_text("/", State::ScriptDoubleEscapeEnd, pos + 1, sink)
                }
                _ => self.go(State::ScriptDoubleEscaped, pos),
            },
            _ => self.double_escape(State::ScriptDoubleEscaped, State::ScriptEscaped, piece, pos, sink),
        }
    }

    /// Script data escaped and double escaped states.
    fn script_escaped<S: TokenSink>(&mut self, piece: Piece<'_>, pos: usize, sink: &mut S) -> usize {
        let bytes = piece.bytes();
        let double = self.state == State::ScriptDoubleEscaped;
        let end = memchr2(b'-', b'<', &bytes[pos..]).map_or(bytes.len(), |found| pos + found);
        if bytes.get(end) == Some(&b'-') {
            self.emit_text(piece, pos, end + 1, true, sink);
            let dash = if double { State::ScriptDoubleEscapedDash } else { State::ScriptEscapedDash };
            return self.go(dash, end + 1);
        }
        if double && end < bytes.len() {
            self.emit_text(piece, pos, end + 1, true, sink);
            return self.go(State::ScriptDoubleEscapedLessThan, end + 1);
        }
        self.script_run(piece, pos, end, State::ScriptEscapedLessThan, sink)
    }

    /// Hands on script text up to `end`. If the piece continues, a `<` follows, and `at_less_than`
    /// is the next state.
    fn script_run<S: TokenSink>(
        &mut self,
        piece: Piece<'_>,
        pos: usize,
        end: usize,
        at_less_than: State,
        sink: &mut S,
    ) -> usize {
        self.emit_text(piece, pos, end, true, sink);
        if end == piece.text.len() {
            return end;
        }
        self.after_cr = false;
        self.tag_offset = piece.offset_of(end);
        self.go(at_less_than, end + 1)
    }

    fn go(&mut self, state: State, pos: usize) -> usize {
        self.state = state;
        pos
    }

    fn script_text<S: TokenSink>(&mut self, text: &str, state: State, pos: usize, sink: &mut S) -> usize {
        self.after_cr = false;
        if !self.muted {
            sink.text(text, self.tag_offset);
        }
        self.go(state, pos)
    }

    fn script_end_tag(&mut self, state: State, pos: usize) -> usize {
        self.begin_raw_end_tag(state);
        pos + 1
    }

    /// Script data double escape start and end states. Collects a name: `script` leads to
    /// `matched`, any other to `otherwise`.
    fn double_escape<S: TokenSink>(
        &mut self,
        otherwise: State,
        matched: State,
        piece: Piece<'_>,
        pos: usize,
        sink: &mut S,
    ) -> usize {
        let byte = piece.bytes()[pos];
        if is_space(byte) || byte == b'/' || byte == b'>' {
            self.state = if self.temporary == SCRIPT { matched } else { otherwise };
            self.emit_text(piece, pos, pos + 1, true, sink);
            return pos + 1;
        }
        if !byte.is_ascii_alphabetic() {
            return self.go(otherwise, pos);
        }
        // One byte more than the name is enough to show that it is another name.
        if self.temporary.len() <= SCRIPT.len() {
            self.temporary.push(char::from(byte.to_ascii_lowercase()));
        }
        self.emit_text(piece, pos, pos + 1, true, sink);
        pos + 1
    }
}
