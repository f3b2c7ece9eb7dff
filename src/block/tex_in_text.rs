//! Formulas in the text of a block that the page writes between TeX delimiters, `\(x^2\)` and
//! `\[x^2\]`, for a script that typesets them.
//!
//! In: text without marks. Out: the place of a formula in it. Holds nothing.

/// Bytes of a delimiter.
pub(super) const DELIMITER_BYTES: usize = 2;

/// Maximum bytes of a formula between delimiters.
const MAX_BYTES: usize = 1000;

/// Letters in a row that distinguish words from TeX.
const LETTERS_OF_WORD: usize = 4;

/// Signs of patterns, such as those of `grep`, and of options of a command.
const SIGNS_OF_PATTERNS: [char; 5] = ['|', '*', '?', '[', '-'];

/// The first formula between delimiters: the byte at which its delimiter begins, and the bytes
/// between the two.
///
/// Two backslashes are a line end in TeX, so what follows them begins no delimiter.
///
/// Cost: linear in the text.
pub(super) fn first_formula(text: &str) -> Option<(usize, usize)> {
    let bytes = text.as_bytes();
    let mut at = memchr::memchr(b'\\', bytes)?;
    let mut opened = None;
    while let Some(&sign) = bytes.get(at + 1) {
        match (sign, opened) {
            (b'(' | b'[', _) => opened = Some((at, sign)),
            (b')', Some((start, b'('))) | (b']', Some((start, b'['))) => {
                let inner = &text[start + DELIMITER_BYTES..at];
                if is_tex(inner) {
                    return Some((start, inner.len()));
                }
                opened = None;
            }
            _ => {}
        }
        // The character after a backslash is never one itself here.
        let next = at + 1 + usize::from(sign == b'\\');
        at = next + memchr::memchr(b'\\', bytes.get(next..)?)?;
    }
    None
}

/// Whether a text between delimiters is TeX: it has a command, a power, an index or an equals sign,
/// or it is short and no pattern.
fn is_tex(inner: &str) -> bool {
    let has_command =
        inner.split('\\').skip(1).any(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic()));
    let has_word = || {
        inner.split(|c: char| !c.is_alphabetic()).any(|word| word.chars().nth(LETTERS_OF_WORD - 1).is_some())
    };
    let is_short = || !inner.contains(SIGNS_OF_PATTERNS) && !has_word();
    inner.len() <= MAX_BYTES
        && !inner.contains('\n')
        && !inner.trim().is_empty()
        && (has_command || inner.contains(['^', '_', '=']) || is_short())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn formula(text: &str) -> Option<&str> {
        first_formula(text).map(|(at, len)| &text[at + DELIMITER_BYTES..][..len])
    }

    #[test]
    fn formulas_are_found_between_their_delimiters() {
        assert_eq!(formula(r"If \(x\) is"), Some("x"));
        assert_eq!(formula(r"a \\(b\) \[ y = \begin{cases} a \\[2pt] b \end{cases} \]"), {
            Some(r" y = \begin{cases} a \\[2pt] b \end{cases} ")
        });
        assert_eq!(formula(r"\(\alpha and beta\)"), Some(r"\alpha and beta"));
        assert_eq!(formula(r"\( left open \(m_1\)"), Some("m_1"));
    }

    #[test]
    fn words_patterns_and_halves_are_no_formulas() {
        for text in [
            r"\(without any of it\)",
            r"find \( -name x -o -name y \)",
            r"\(foo\|bar\)",
            r"\([a-z]\)",
            r"\(x\]",
            r"\(x",
            r"\)",
            r"\(\)",
            "\\",
            "\\\\",
            "\\(x\ny\\)",
            "",
        ] {
            assert_eq!(formula(text), None, "{text}");
        }
    }
}
