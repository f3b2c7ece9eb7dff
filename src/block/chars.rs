//! Classes of characters: white space, ignored characters, or text; and the word counting rules of
//! each script.

/// Byte classes of ASCII. Every byte of a longer character is [`WIDE`].
pub(super) const TEXT: u8 = 0;
pub(super) const WORD: u8 = 1;
pub(super) const SPACE: u8 = 2;
pub(super) const CONTROL: u8 = 3;
pub(super) const WIDE: u8 = 4;

pub(super) static CLASS: [u8; 256] = {
    let mut class = [TEXT; 256];
    let mut byte = 0;
    while byte < 256 {
        class[byte] = match byte as u8 {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' => WORD,
            b' ' | b'\t' | b'\n' | b'\x0C' | b'\r' => SPACE,
            0..0x20 | 0x7F => CONTROL,
            0x80.. => WIDE,
            _ => TEXT,
        };
        byte += 1;
    }
    class
};

/// Class of a character beyond ASCII.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CharClass {
    /// White space: folds with other white space.
    Space,
    /// Invisible: left out.
    Nothing,
    /// Invisible: separates words, joins them, or sets their direction. Left out at the edges of
    /// lines.
    PendingMarks,
    /// Text, but not part of a word.
    Mark,
    /// Text that belongs to the character before it: continues a word, begins none.
    Joined,
    /// A letter or digit of a script that separates words by spaces.
    Letter,
    /// A character of a script without spaces between words: one word by itself.
    WholeWord,
    /// A letter of a phonetic script without spaces between words: two are one word.
    HalfWord,
}

/// The class of a character beyond ASCII.
///
/// Han, kana, Thai, Lao, Khmer, Myanmar, Tibetan and their relatives do not separate words by
/// spaces. One character of Han and kana carries about as much as a word of other scripts. So do
/// two letters of the others.
#[inline]
pub(super) fn wide(c: char) -> CharClass {
    match c {
        // Frequent letters and signs, matched before the slower tables of the standard library.
        '\u{C0}'..='\u{D6}'
        | '\u{D8}'..='\u{F6}'
        | '\u{F8}'..='\u{2C1}'
        | '\u{388}'..='\u{38A}'
        | '\u{38E}'..='\u{3A1}'
        | '\u{3A3}'..='\u{3F5}'
        | '\u{400}'..='\u{481}'
        | '\u{5D0}'..='\u{5EA}'
        | '\u{620}'..='\u{64A}'
        | '\u{AC00}'..='\u{D7A3}' => CharClass::Letter,
        '\u{A1}'..='\u{A9}'
        | '\u{AB}'..='\u{AC}'
        | '\u{AE}'..='\u{B1}'
        | '\u{B6}'..='\u{B8}'
        | '\u{BB}'
        | '\u{2010}'..='\u{2027}'
        | '\u{2030}'..='\u{205E}'
        | '\u{3001}'..='\u{3003}'
        | '\u{3008}'..='\u{3020}'
        | '\u{FF01}'..='\u{FF0F}'
        | '\u{FFFC}'..='\u{FFFD}' => CharClass::Mark,
        // Soft hyphen, byte order mark.
        '\u{AD}' | '\u{FEFF}' => CharClass::Nothing,
        // Zero-width spaces and joiners, which separate words or join them; direction marks.
        '\u{200B}' | '\u{2060}' | '\u{200E}' | '\u{200F}' | '\u{61C}' => CharClass::PendingMarks,
        // C1 controls: no text.
        '\u{80}'..='\u{84}' | '\u{86}'..='\u{9F}' => CharClass::Nothing,
        '\u{0E01}'..='\u{0E30}'
        | '\u{0E32}'..='\u{0E33}'
        | '\u{0E40}'..='\u{0E46}'
        | '\u{0E81}'..='\u{0EB0}'
        | '\u{0EC0}'..='\u{0EC6}'
        | '\u{0F40}'..='\u{0F6C}'
        | '\u{1000}'..='\u{102A}'
        | '\u{1780}'..='\u{17B3}' => CharClass::HalfWord,
        '\u{3041}'..='\u{3096}'
        | '\u{30A1}'..='\u{30FA}'
        | '\u{3400}'..='\u{4DBF}'
        | '\u{4E00}'..='\u{9FFF}'
        | '\u{F900}'..='\u{FAFF}'
        | '\u{FF66}'..='\u{FF9D}'
        | '\u{20000}'..='\u{3FFFF}' => CharClass::WholeWord,
        _ if is_joined(c) => CharClass::Joined,
        _ if c.is_whitespace() => CharClass::Space,
        _ if c.is_alphanumeric() => CharClass::Letter,
        _ => CharClass::Mark,
    }
}

/// The class of any character.
#[cfg(feature = "chunks")]
#[inline]
pub(crate) fn class(c: char) -> CharClass {
    match u8::try_from(c).map_or(WIDE, |byte| CLASS[usize::from(byte)]) {
        WORD => CharClass::Letter,
        TEXT => CharClass::Mark,
        SPACE => CharClass::Space,
        CONTROL => CharClass::Nothing,
        _ => wide(c),
    }
}

/// Role of a character in words.
#[cfg(feature = "_train")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordRole {
    /// Not part of a word.
    None,
    /// A letter or digit.
    Word,
    /// A combining sign on the letter before it.
    Joined,
    /// A character of a script that does not separate words by spaces.
    Whole,
}

/// The role of any character in words.
#[cfg(feature = "_train")]
#[inline]
pub fn letters(c: char) -> WordRole {
    if c.is_ascii() {
        return if c.is_ascii_alphanumeric() { WordRole::Word } else { WordRole::None };
    }
    match wide(c) {
        CharClass::Letter => WordRole::Word,
        CharClass::Joined => WordRole::Joined,
        CharClass::WholeWord | CharClass::HalfWord => WordRole::Whole,
        CharClass::Space | CharClass::Nothing | CharClass::PendingMarks | CharClass::Mark => WordRole::None,
    }
}

/// Whether a character is a combining sign on the letter before it (vowel signs, tone marks,
/// accents, points), or a joiner. Covers only the scripts in which web pages use such signs.
fn is_joined(c: char) -> bool {
    matches!(c, '\u{0300}'..='\u{036F}'
        // Hebrew, Arabic.
        | '\u{0591}'..='\u{05BD}' | '\u{05BF}'..='\u{05C7}' | '\u{0610}'..='\u{061A}' | '\u{064B}'..='\u{065F}'
        | '\u{0670}' | '\u{06D6}'..='\u{06ED}'
        // Thai, Lao, Tibetan, Myanmar, Khmer.
        | '\u{0E31}' | '\u{0E34}'..='\u{0E3A}' | '\u{0E47}'..='\u{0E4E}' | '\u{0EB1}' | '\u{0EB4}'..='\u{0EBC}'
        | '\u{0EC8}'..='\u{0ECE}' | '\u{0F71}'..='\u{0F84}' | '\u{0F90}'..='\u{0FBC}'
        | '\u{102B}'..='\u{103E}' | '\u{17B4}'..='\u{17D3}'
        // Zero-width joiners.
        | '\u{200C}'..='\u{200D}')
        // Indic scripts: every character that is neither a letter nor a digit is a sign, except the
        // two dandas and a few symbols.
        || matches!(c, '\u{0900}'..='\u{0DFF}')
            && !c.is_alphanumeric()
            && !matches!(c, '\u{0964}'..='\u{0965}' | '\u{0970}' | '\u{09F2}'..='\u{09FB}' | '\u{0AF0}'..='\u{0AF1}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_without_spaces_count_by_character() {
        assert_eq!(wide('漢'), CharClass::WholeWord);
        assert_eq!(wide('の'), CharClass::WholeWord);
        for half in ['ก', 'ກ', 'ក', 'က', 'ཀ'] {
            assert_eq!(wide(half), CharClass::HalfWord);
        }
        assert_eq!(wide('한'), CharClass::Letter);
        assert_eq!(wide('é'), CharClass::Letter);
        assert_eq!(wide('\u{A0}'), CharClass::Space);
        assert_eq!(wide('\u{3000}'), CharClass::Space);
        assert_eq!(wide('。'), CharClass::Mark);
    }

    #[test]
    fn frequent_characters_are_what_the_tables_say() {
        for c in '\u{80}'..=char::MAX {
            let expected = match wide(c) {
                CharClass::Letter => !c.is_whitespace() && !is_joined(c) && c.is_alphanumeric(),
                CharClass::Mark => !c.is_whitespace() && !is_joined(c) && !c.is_alphanumeric(),
                _ => true,
            };
            assert!(expected, "{c:?} is taken for {:?}", wide(c));
        }
    }
}
