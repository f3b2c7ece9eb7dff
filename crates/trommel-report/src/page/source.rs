//! The page as text, and the places of blocks in it.

use encoding_rs::Encoding;

/// Decodes a page with the encoding of this name. Also returns the UTF-16 position of each of the
/// offsets, which must rise.
///
/// Offsets are bytes of the page if it is in UTF-8, else bytes of its text as UTF-8, without a byte
/// order mark. An offset inside a character gets the position of the character.
///
/// Cost: linear; holds the text.
pub(crate) fn places(html: &[u8], encoding: &str, offsets: &[u64]) -> (String, Vec<i64>) {
    let encoding = Encoding::for_label(encoding.as_bytes()).unwrap_or(encoding_rs::UTF_8);
    let mut places = Places { offsets, found: Vec::with_capacity(offsets.len()), utf16: 0, bytes: 0 };
    if encoding == encoding_rs::UTF_8 {
        let mut text = String::with_capacity(html.len());
        for chunk in html.utf8_chunks() {
            let valid = chunk.valid();
            let valid_text = match valid.strip_prefix('\u{feff}').filter(|_| text.is_empty()) {
                Some(rest) if places.bytes == 0 => {
                    places.bytes = '\u{feff}'.len_utf8() as u64;
                    rest
                }
                _ => valid,
            };
            valid_text.chars().for_each(|char| places.pass(char, char.len_utf8()));
            text.push_str(valid_text);
            if !chunk.invalid().is_empty() {
                places.pass('\u{fffd}', chunk.invalid().len());
                text.push('\u{fffd}');
            }
        }
        places.finish(text)
    } else {
        let text = encoding.decode_with_bom_removal(html).0.into_owned();
        text.chars().for_each(|char| places.pass(char, char.len_utf8()));
        places.finish(text)
    }
}

/// Converts offsets to positions as characters pass.
struct Places<'a> {
    offsets: &'a [u64],
    found: Vec<i64>,
    utf16: i64,
    bytes: u64,
}

impl Places<'_> {
    /// Consumes a character of this many bytes.
    fn pass(&mut self, char: char, bytes: usize) {
        let end = self.bytes + bytes as u64;
        while self.offsets.get(self.found.len()).is_some_and(|&offset| offset < end) {
            self.found.push(self.utf16);
        }
        self.bytes = end;
        self.utf16 += char.len_utf16() as i64;
    }

    fn finish(mut self, text: String) -> (String, Vec<i64>) {
        self.found.resize(self.offsets.len(), self.utf16);
        (text, self.found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_in_utf8_follow_its_bytes() {
        let html = "\u{feff}a😀<p>é</p>".as_bytes();
        let at = |part: &str| html.windows(part.len()).position(|bytes| bytes == part.as_bytes());
        let offsets = ["a", "<p>", "é"].map(|part| at(part).expect("it is there") as u64);
        assert_eq!(places(html, "UTF-8", &offsets), ("a😀<p>é</p>".to_string(), vec![0, 3, 6]));
    }

    #[test]
    fn broken_bytes_take_one_position() {
        let (text, found) = places(b"\xff\xfe\xe2\x82a b", "UTF-8", &[2, 4, 6, 99]);
        assert_eq!(text, "\u{fffd}\u{fffd}\u{fffd}a b");
        assert_eq!(found, [2, 3, 5, 6]);
    }

    #[test]
    fn positions_in_another_encoding_follow_its_text() {
        let (text, found) = places(b"\xe9<p>b", "windows-1252", &[0, 5]);
        assert_eq!((text.as_str(), found), ("é<p>b", vec![0, 4]));
    }
}
