//! Text that a page holds in attributes, though readers see it in the line: emoji as images, and
//! mail addresses that Cloudflare encodes.
//!
//! In: start tags. Out: the text. Holds nothing.

use super::image::{is_emoji, names_emoji};
use super::stack::Element;
use super::{Flags, StructureSink, TrackedSink, is_currency};
use crate::html::{AttrId, AttrSet, Tag, TagId};

/// Maximum bytes of a mail address. Source: RFC 5321, maximum length of a path.
const MAX_EMAIL_BYTES: usize = 256;

/// Characters of emoji: pictographs, signs that may be drawn in colour, and what joins and varies
/// them.
fn is_of_emoji(sign: char) -> bool {
    matches!(sign,
        '\u{1F000}'..='\u{1FAFF}' | '\u{2600}'..='\u{27BF}' | '\u{E0020}'..='\u{E007F}'
        | '\u{200D}' | '\u{20E3}' | '\u{FE0F}')
}

/// Whether an image draws an emoji, and its `alt` is that emoji, or an emoticon such as `:-)` where
/// its class says so. The name of an emoji, `:goat:`, is not what readers see.
fn draws_emoji(alt: &str, class: &str) -> bool {
    // Most images have no text, or words.
    let is_signs = !alt.is_empty() && !alt.contains(|c: char| c.is_alphanumeric() || is_currency(c));
    is_signs && (alt.chars().all(is_of_emoji) || is_emoji(alt) && names_emoji(class))
}

impl<S: StructureSink> TrackedSink<'_, S> {
    /// Shows the emoji that an image draws. Returns whether it draws one.
    pub(super) fn emoji(&mut self, tag: &Tag<'_>) -> bool {
        let alt = tag.attributes.get(AttrId::Alt).unwrap_or("").trim();
        let is_one = draws_emoji(alt, tag.attributes.get(AttrId::Class).unwrap_or(""));
        if is_one {
            self.shown(alt, tag.offset);
        }
        is_one
    }

    /// Shows the mail address that a link or a `span` encodes, in place of its content. Another
    /// element keeps its content: it may be the whole page.
    #[inline]
    pub(super) fn show_email(&mut self, tag: &Tag<'_>, element: &mut Element) {
        const EMAIL: AttrSet = AttrSet::of(&[AttrId::DataCfemail]);
        if tag.attributes.has_any(EMAIL)
            && matches!(tag.id, TagId::A | TagId::Span)
            && !element.context.flags.has(Flags::DROPPED)
            && let Some(code) = tag.attributes.get(AttrId::DataCfemail)
        {
            self.decode_email(code, tag.offset, element);
        }
    }

    #[cold]
    fn decode_email(&mut self, code: &str, offset: u64, element: &mut Element) {
        let mut decoded = [0; MAX_EMAIL_BYTES];
        if let Some(address) = email_of(code, &mut decoded) {
            self.shown(address, offset);
            element.context.flags.set(Flags::DROPPED);
        }
    }
}

/// The address that `code` encodes: bytes in hexadecimal. The first is the key to the
/// others.
fn email_of<'a>(code: &str, decoded: &'a mut [u8; MAX_EMAIL_BYTES]) -> Option<&'a str> {
    let (pairs, rest) = code.trim().as_bytes().as_chunks::<2>();
    let (key, pairs) = pairs.split_first()?;
    let byte = |&[high, low]: &[u8; 2]| {
        let digit = |digit: u8| char::from(digit).to_digit(16);
        u8::try_from(digit(high)? << 4 | digit(low)?).ok()
    };
    let key = byte(key)?;
    let decoded = decoded.get_mut(..pairs.len())?;
    for (place, pair) in decoded.iter_mut().zip(pairs) {
        *place = byte(pair)? ^ key;
    }
    let address = core::str::from_utf8(decoded).ok()?;
    (rest.is_empty() && address.contains('@') && !address.contains(char::is_control)).then_some(address)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_decoded_with_its_first_byte() {
        let mut decoded = [0; MAX_EMAIL_BYTES];
        assert_eq!(email_of("422302206c21", &mut decoded), Some("a@b.c"));
        for code in ["", "42", "4", "4223022", "42zz02", "42230b", &"42".repeat(400), "é23"] {
            assert_eq!(email_of(code, &mut decoded), None, "{code}");
        }
    }

    #[test]
    fn emoji_are_drawn_by_their_alternative_text() {
        for (alt, class) in [("🐐", ""), ("👨‍👩‍👧", "x"), ("❤️", ""), (":-)", "wp-smiley")]
        {
            assert!(draws_emoji(alt, class), "{alt}");
        }
        for (alt, class) in
            [("", "emoji"), ("→", ""), ("a goat", "emoji"), (":goat:", "emoji"), ("•", "bullet")]
        {
            assert!(!draws_emoji(alt, class), "{alt}");
        }
    }
}
