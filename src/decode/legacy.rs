//! Decodes all encodings other than UTF-8 with `encoding_rs`, and guesses undeclared encodings with
//! `chardetng`.

use super::utf8::REPLACEMENT;
use alloc::string::String;
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Decoder, DecoderResult, Encoding};

/// Decodes `bytes` piece by piece through `buffer`, whose length is the maximum piece size.
///
/// In: `last`, whether the input ends here; `decoder` must not be used after that.
/// Out: pieces, each with its offset: `offset` plus the bytes handed out before it. Returns the new
/// offset and the number of malformed sequences, each replaced by one U+FFFD.
pub(super) fn decode(
    decoder: &mut Decoder,
    buffer: &mut String,
    mut bytes: &[u8],
    last: bool,
    mut offset: u64,
    out: &mut impl FnMut(&str, u64),
) -> (u64, u64) {
    let mut decode_errors = 0;
    loop {
        let (result, read, written) =
            decoder.decode_to_str_without_replacement(bytes, buffer.as_mut_str(), last);
        bytes = &bytes[read..];
        if written > 0 {
            out(&buffer[..written], offset);
            offset += written as u64;
        }
        match result {
            DecoderResult::InputEmpty => return (offset, decode_errors),
            DecoderResult::OutputFull => {}
            DecoderResult::Malformed(..) => {
                decode_errors += 1;
                out(REPLACEMENT, offset);
                offset += REPLACEMENT.len() as u64;
            }
        }
    }
}

/// Guesses the most likely encoding of undeclared text.
///
/// In: `before`, up to two ASCII bytes that precede the text, which distinguish `n.º` from a
/// letter; `bytes`, the text from the first byte that is not plain ASCII; `last`, whether the input
/// ends with them.
/// Out: any encoding but UTF-16 and the replacement encoding. Unlike in browsers, UTF-8 and
/// ISO-2022-JP may be guessed: scripts of the page do not run here.
///
/// Cost: linear. The detector takes 2.5 KiB of stack during the call; nothing is held.
pub(super) fn guess(before: &[u8], bytes: &[u8], last: bool) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(before, false);
    detector.feed(bytes, last);
    detector.guess(None, Utf8Detection::Allow)
}

/// Minimum evidence that makes text UTF-8 although it declares a multi-byte encoding. A character
/// is worth 1: one or two characters in such an encoding can be well-formed UTF-8 by chance.
const MIN_UTF8_EVIDENCE: usize = 3;

/// Evidence of an accented letter or an apostrophe right after an ASCII letter, as in `café`. In
/// the declared encoding it would be an ideograph inside a Latin word.
const WORD_EVIDENCE: usize = MIN_UTF8_EVIDENCE;

/// Whether text is UTF-8 although it declares another encoding, or none.
///
/// In: `declared`, the declared encoding, if any; `before`, the ASCII before the text; `bytes`,
/// from the first byte that is not plain ASCII; the last character may be cut; `buffer`, to decode
/// into. Out: whether they are well-formed UTF-8 with at least one non-ASCII character and, if a
/// multi-byte encoding is declared, malformed in that one or of [`MIN_UTF8_EVIDENCE`]. In a
/// single-byte encoding the bytes of a UTF-8 character are a letter and a symbol that make no sense
/// together.
///
/// Cost: linear, and small compared with [`guess`], which agrees where nothing is declared.
pub(super) fn is_utf8(
    declared: Option<&'static Encoding>,
    before: &[u8],
    bytes: &[u8],
    buffer: &mut String,
) -> bool {
    let text = match core::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) if error.error_len().is_none() => {
            core::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default()
        }
        Err(_) => return false,
    };
    if text.is_ascii() {
        return false;
    }
    let Some(declared) = declared.filter(|declared| !declared.is_single_byte()) else { return true };
    let mut follows_letter = before.last().is_some_and(u8::is_ascii_alphabetic);
    let mut evidence = 0;
    for char in text.chars() {
        if !char.is_ascii() {
            evidence += if follows_letter && is_in_latin_words(char) { WORD_EVIDENCE } else { 1 };
        }
        if evidence >= MIN_UTF8_EVIDENCE {
            return true;
        }
        follows_letter = char.is_ascii_alphabetic();
    }
    let mut decoder = declared.new_decoder_without_bom_handling();
    let (_, decode_errors) = decode(&mut decoder, buffer, bytes, false, 0, &mut |_, _| ());
    decode_errors > 0
}

/// Whether a character is a Latin letter with a mark, or an apostrophe.
fn is_in_latin_words(char: char) -> bool {
    matches!(char, '\u{C0}'..='\u{24F}' | '\u{2019}')
}

/// Whether bytes are well-formed UTF-8; the last character may be cut.
///
/// Cost: linear.
pub(super) fn is_well_formed(bytes: &[u8]) -> bool {
    core::str::from_utf8(bytes).map_or_else(|error| error.error_len().is_none(), |_| true)
}

/// Minimum malformed sequences per well-formed non-ASCII character at which declared UTF-8 is
/// wrong, and in all. From [`MANY_BAD`] malformed sequences on, [`MANY_BAD_PER_CHAR`] applies
/// instead: in two-byte encodings many pairs of bytes happen to be well-formed UTF-8.
const BAD_PER_CHAR: usize = 8;
const MIN_BAD: usize = 8;
const MANY_BAD: usize = 64;
const MANY_BAD_PER_CHAR: usize = 2;

/// Consecutive well-formed non-ASCII characters that do not occur by chance in other encodings.
const GOOD_RUN_CHARS: usize = 16;

/// Number of equal parts of the checked bytes, and how many of them must contain malformed
/// sequences. A meta description that alone was not transcoded lies in one or two parts.
const PARTS: usize = 8;
const MIN_PARTS: u32 = 3;

/// Whether text that declares UTF-8 is in another encoding.
///
/// It is if little of its non-ASCII text is well-formed, if no long run is, and if the malformed
/// sequences are spread over the text. A few bad bytes are not enough.
///
/// In: `bytes`, from the first byte that is not plain ASCII; the last character may be cut.
///
/// Cost: linear.
pub(super) fn is_mislabelled_utf8(bytes: &[u8]) -> bool {
    let (mut chars, mut bad, mut parts, mut at, mut run) = (0, 0, 0_u8, 0, 0);
    for chunk in bytes.utf8_chunks() {
        let good = chunk.valid().chars().filter(|char| !char.is_ascii()).count();
        chars += good;
        run += good;
        if run >= GOOD_RUN_CHARS {
            return false;
        }
        at += chunk.valid().len();
        if !chunk.invalid().is_empty() {
            bad += 1;
            parts |= 1 << (at * PARTS / bytes.len());
            run = 0;
        }
        at += chunk.invalid().len();
    }
    let bad_per_char = if bad < MANY_BAD { BAD_PER_CHAR } else { MANY_BAD_PER_CHAR };
    bad >= MIN_BAD.max(bad_per_char * chars) && parts.count_ones() >= MIN_PARTS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_utf8_is_told_from_what_has_bad_bytes() {
        let cyrillic = encoding_rs::WINDOWS_1251.encode("Старая мельница получила новую крышу").0;
        assert!(is_mislabelled_utf8(&cyrillic));
        assert!(!is_mislabelled_utf8("Старая мельница".as_bytes()));
        // Few malformed bytes, and many next to well-formed ones.
        assert!(!is_mislabelled_utf8(b"\xE9t\xE9 d'\xE9t\xE9"));
        assert!(!is_mislabelled_utf8(&[cyrillic.as_ref(), "Старая мельница".as_bytes()].concat()));
        assert!(!is_mislabelled_utf8(&[cyrillic.repeat(9), "Старая мельница реки".into()].concat()));
        // Only the description of the page is malformed.
        assert!(!is_mislabelled_utf8(&[cyrillic.as_ref(), &b"<link href=a>".repeat(20)].concat()));
        assert!(!is_mislabelled_utf8(b""));
        let chinese = "旧磨坊在春天之前换上了新屋顶，镇上的人都来帮忙。".repeat(8);
        for encoding in [encoding_rs::GBK, encoding_rs::BIG5] {
            assert!(is_mislabelled_utf8(&encoding.encode(&chinese).0), "{}", encoding.name());
        }
        let japanese = "古い水車小屋は春までに新しい屋根になりました。町の人々が手伝いました。".repeat(8);
        for encoding in [encoding_rs::SHIFT_JIS, encoding_rs::EUC_JP] {
            assert!(is_mislabelled_utf8(&encoding.encode(&japanese).0), "{}", encoding.name());
        }
    }

    #[test]
    fn the_detector_is_as_small_as_its_docs_say() {
        let bytes = size_of::<EncodingDetector>();
        assert!(bytes <= 3 << 10, "{bytes}");
    }
}
