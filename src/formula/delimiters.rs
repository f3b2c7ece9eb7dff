//! Formulas in the text of a block that the page writes between TeX delimiters, `\(x^2\)` and
//! `\[x^2\]`, `[tex]x^2[/tex]`, or `$x^2$` and `$$x^2$$`, for a script that typesets them.
//!
//! In: text without marks. Out: the place of a formula in it. Holds nothing.

/// Maximum bytes of a formula between delimiters.
const MAX_BYTES: usize = 1000;

/// Letters in a row that distinguish words from TeX.
const LETTERS_OF_WORD: usize = 4;

/// Tags of forums around TeX.
const TAGS: [&str; 3] = ["tex", "latex", "math"];

/// Signs of patterns, such as those of `grep`, and of options of a command.
const SIGNS_OF_PATTERNS: [char; 5] = ['|', '*', '?', '[', '-'];

/// A formula between delimiters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DelimitedFormula {
    /// The byte at which its first delimiter begins.
    pub(crate) start: usize,
    /// Bytes of its first delimiter.
    pub(crate) delimiter_bytes: usize,
    /// Bytes of its last delimiter.
    pub(crate) end_bytes: usize,
    /// Bytes between the two.
    pub(crate) bytes: usize,
    /// The delimiters say that it stands in a line of its own.
    pub(crate) is_display: bool,
}

/// Which delimiters are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Delimiters {
    /// Those with a backslash, and tags of forums.
    Backslash,
    /// Dollars too.
    All,
}

/// The delimiter that begins a formula.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Delimiter {
    /// `\(`
    Parenthesis,
    /// `\[`
    Bracket,
    /// `$$`
    Dollars,
    /// `$`
    Dollar,
    /// A tag of a forum, by its place in [`TAGS`]: `[tex]`
    Tag(u8),
    /// `[/tex]`
    EndTag(u8),
}

impl Delimiter {
    fn bytes(self) -> usize {
        match self {
            Self::Dollar => 1,
            Self::Tag(at) => TAGS[usize::from(at)].len() + "[]".len(),
            Self::EndTag(at) => TAGS[usize::from(at)].len() + "[/]".len(),
            _ => 2,
        }
    }

    /// The delimiter with which `text` begins, and whether it can begin a formula.
    fn of(text: &[u8]) -> Option<(Self, bool)> {
        Some(match text {
            [b'\\', b'(', ..] => (Self::Parenthesis, true),
            [b'\\', b'[', ..] => (Self::Bracket, true),
            [b'\\', b')', ..] => (Self::Parenthesis, false),
            [b'\\', b']', ..] => (Self::Bracket, false),
            [b'$', b'$', ..] => (Self::Dollars, true),
            [b'$', next, ..] => (Self::Dollar, !next.is_ascii_whitespace()),
            [b'$'] => (Self::Dollar, false),
            [b'[', b'/', rest @ ..] => (Self::EndTag(tag(rest)?), false),
            [b'[', rest @ ..] => (Self::Tag(tag(rest)?), true),
            _ => return None,
        })
    }

    /// Whether `end` is the delimiter that ends what this one begins.
    fn is_ended_by(self, end: Self) -> bool {
        match (self, end) {
            (Self::Tag(at), Self::EndTag(end)) => at == end,
            _ => self == end,
        }
    }

    fn is_dollar(self) -> bool {
        matches!(self, Self::Dollars | Self::Dollar)
    }
}

/// The place in [`TAGS`] of the name that a text begins with, before a bracket.
fn tag(text: &[u8]) -> Option<u8> {
    let is_at = |name: &str| {
        let read = text.get(..name.len());
        read.is_some_and(|read| read.eq_ignore_ascii_case(name.as_bytes()))
            && text.get(name.len()) == Some(&b']')
    };
    TAGS.iter().position(|name| is_at(name)).map(|at| at as u8)
}

/// The first formula between such delimiters.
///
/// Two backslashes are a line end in TeX, so what follows them begins no delimiter. A dollar after
/// a backslash is not a delimiter.
///
/// Cost: linear in the text.
pub(crate) fn first_formula(text: &str, delimiters: Delimiters) -> Option<DelimitedFormula> {
    let bytes = text.as_bytes();
    let mut at = memchr::memchr3(b'\\', b'$', b'[', bytes)?;
    let mut opened: Option<(usize, Delimiter)> = None;
    loop {
        let mut next = at + 1;
        let found = Delimiter::of(&bytes[at..]);
        if let Some((delimiter, begins)) =
            found.filter(|(found, _)| delimiters == Delimiters::All || !found.is_dollar())
        {
            next = at + delimiter.bytes();
            match opened {
                Some((start, begun))
                    if begun.is_ended_by(delimiter) && ends(delimiter, begins, bytes, at) =>
                {
                    let inner = &text[start + begun.bytes()..at];
                    if is_formula(inner, begun) {
                        return Some(DelimitedFormula {
                            start,
                            delimiter_bytes: begun.bytes(),
                            end_bytes: delimiter.bytes(),
                            bytes: inner.len(),
                            is_display: matches!(begun, Delimiter::Bracket | Delimiter::Dollars),
                        });
                    }
                    opened = begins.then_some((at, delimiter));
                }
                // Within another one.
                Some((_, Delimiter::Dollars)) if delimiter != Delimiter::Dollars => {}
                Some((_, Delimiter::Parenthesis | Delimiter::Bracket | Delimiter::Tag(_)))
                    if delimiter.is_dollar() => {}
                _ if begins => opened = Some((at, delimiter)),
                _ if delimiter.is_dollar() => opened = None,
                _ => {}
            }
        } else if let (b'\\' | b'$', Some(b'\\' | b'$')) = (bytes[at], bytes.get(at + 1)) {
            next += 1;
        }
        at = next + memchr::memchr3(b'\\', b'$', b'[', bytes.get(next..)?)?;
    }
}

/// Whether the delimiter at byte `at` can end a formula. A single dollar does as Pandoc reads it:
/// amounts of money are not formulas.
fn ends(delimiter: Delimiter, begins: bool, bytes: &[u8], at: usize) -> bool {
    match delimiter {
        Delimiter::Dollar => {
            !bytes[at - 1].is_ascii_whitespace() && !bytes.get(at + 1).is_some_and(u8::is_ascii_digit)
        }
        Delimiter::Dollars | Delimiter::EndTag(_) => true,
        Delimiter::Parenthesis | Delimiter::Bracket | Delimiter::Tag(_) => !begins,
    }
}

/// Whether a text between these delimiters is TeX. Dollars are frequent in other texts: between
/// them, it must have a command, a power or an index, or, if both are double, an equals sign or no
/// white space at its ends.
fn is_formula(inner: &str, delimiter: Delimiter) -> bool {
    let is_tight = !inner.starts_with(char::is_whitespace) && !inner.ends_with(char::is_whitespace);
    let is_short = inner.len() <= MAX_BYTES && !inner.contains('\n') && !inner.is_empty();
    if matches!(delimiter, Delimiter::Tag(_)) || delimiter == Delimiter::Dollars && is_tight {
        return is_short && !inner.trim().is_empty();
    }
    let has_sign = || match delimiter {
        Delimiter::Parenthesis | Delimiter::Bracket | Delimiter::Tag(_) | Delimiter::EndTag(_) => true,
        Delimiter::Dollars => inner.contains(['^', '_', '=']),
        Delimiter::Dollar => inner.contains('^') || has_index(inner),
    };
    is_tex(inner) && (has_command(inner) || has_sign())
}

/// Whether it has an index after one letter or digit: `x_1` has, `MAX_SIZE` has not.
fn has_index(inner: &str) -> bool {
    let bytes = inner.as_bytes();
    let is_letter = |at: Option<usize>| at.is_some_and(|at| bytes[at].is_ascii_alphanumeric());
    memchr::memchr_iter(b'_', bytes).any(|at| is_letter(at.checked_sub(1)) && !is_letter(at.checked_sub(2)))
}

/// Whether a text between delimiters is TeX: it has a command, a power, an index or an equals sign,
/// or it is short and no pattern.
fn is_tex(inner: &str) -> bool {
    let has_word = || {
        inner.split(|c: char| !c.is_alphabetic()).any(|word| word.chars().nth(LETTERS_OF_WORD - 1).is_some())
    };
    let is_short = || !inner.contains(SIGNS_OF_PATTERNS) && !has_word();
    inner.len() <= MAX_BYTES
        && !inner.contains('\n')
        && !inner.trim().is_empty()
        && (has_command(inner) || inner.contains(['^', '_', '=']) || is_short())
}

/// Whether it has a TeX command, such as `\alpha`.
fn has_command(inner: &str) -> bool {
    inner.split('\\').skip(1).any(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn formula(text: &str) -> Option<&str> {
        let found = first_formula(text, Delimiters::All)?;
        Some(&text[found.start + found.delimiter_bytes..][..found.bytes])
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
    fn formulas_are_found_between_dollars() {
        assert_eq!(formula("If $$E = mc^2$$ is"), Some("E = mc^2"));
        assert_eq!(formula(r"$\alpha$-stable"), Some(r"\alpha"));
        assert_eq!(formula("cost $5, and $x_1$"), Some("x_1"));
        assert_eq!(formula(r"\$5 for $x^2$"), Some("x^2"));
        assert_eq!(formula(r"$$ a $ b \[ c_1 $$"), Some(r" a $ b \[ c_1 "));
        assert_eq!(formula(r"\( a $ b^2 \)"), Some(r" a $ b^2 "));
        assert_eq!(formula("$5 $$a_1$$"), Some("a_1"));
        assert_eq!(formula("By $$x$$ or"), Some("x"));
        assert_eq!(formula("By $$speed of light$$ or"), Some("speed of light"));
    }

    #[test]
    fn formulas_are_found_between_tags_of_forums() {
        assert_eq!(formula(r"is [tex]E=\frac{1}{2}[/tex] or"), Some(r"E=\frac{1}{2}"));
        assert_eq!(formula(r"[1] [LaTeX] the energy [/latex]"), Some(" the energy "));
        assert_eq!(formula(r"[math]x $ y[/tex] z[/math]"), Some("x $ y[/tex] z"));
        assert_eq!(formula(r"[\(x\)] [tex]"), Some("x"));
        for text in ["[tex]x", "[tex][/tex]", "[tex] [/tex]", "[/tex]x[/tex]", "[", "[/", "[text]x[/text]"] {
            assert_eq!(formula(text), None, "{text}");
        }
    }

    #[test]
    fn money_and_variables_of_programs_are_no_formulas() {
        for text in [
            "$5 and $10", "$5^2 or $10", "US$ 5_000 and 6$", "$HOME_DIR:$PATH", "$HOME_DIR$PATH_2",
            "$_GET and $_POST", "from $1_000 to $2_000", r"C:\$Recycle^1$", "$$ and $$", "$", "$$", "$$$$",
            "$$ - $$$", "a$",
        ] {
            assert_eq!(formula(text), None, "{text}");
        }
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
