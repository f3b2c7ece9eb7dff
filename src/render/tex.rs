//! TeX of formulas that the page has in MathML alone.
//!
//! In: the formula in one line, as `structure/formula.rs` writes it: `(a+b)/c`, `x^(2n)`, `√(y)`.
//! Out: `\frac{a+b}{c}`, `x^{2n}`, `\sqrt{y}`. Held: nothing.
//!
//! A slash becomes a fraction only where the line says what is above and below it. Elsewhere it
//! stays a slash, which means the same: `f(x)/2`, `1/x^2`, `k/n!`. A root `x^(1/3)` stays a power.
//!
//! Cost: linear; the ends of parentheses are searched for in at most [`SCANS`] times the text.

/// How often all of the text may be searched for the ends of parentheses.
const SCANS: usize = 32;

/// Maximum nesting of what is written.
const MAX_DEPTH: usize = 24;

/// Names of functions that TeX has a command for.
const FUNCTIONS: [&str; 25] = [
    "arccos", "arcsin", "arctan", "arg", "cos", "cosh", "cot", "csc", "deg", "det", "dim", "exp", "gcd",
    "inf", "ker", "lim", "ln", "log", "max", "min", "sec", "sin", "sinh", "sup", "tan",
];

/// Signs over their base, and the command that puts each there.
const ACCENTS: [(char, &str); 8] = [
    ('¯', "overline"),
    ('‾', "overline"),
    ('ˉ', "overline"),
    ('˙', "dot"),
    ('¨', "ddot"),
    ('ˆ', "hat"),
    ('˜', "tilde"),
    ('ˇ', "check"),
];

/// Signs beyond ASCII with a command of their own. Small letters of Greek are in [`GREEK`]. Capitals
/// of Greek that look like a Latin letter have no command.
const SIGNS: [(char, &str); 57] = [
    ('−', "-"),
    ('′', "'"),
    ('±', "\\pm"),
    ('∓', "\\mp"),
    ('×', "\\times"),
    ('÷', "\\div"),
    ('·', "\\cdot"),
    ('⋅', "\\cdot"),
    ('∘', "\\circ"),
    ('∗', "*"),
    ('≤', "\\le"),
    ('≥', "\\ge"),
    ('≠', "\\ne"),
    ('≈', "\\approx"),
    ('≡', "\\equiv"),
    ('∼', "\\sim"),
    ('≪', "\\ll"),
    ('≫', "\\gg"),
    ('∝', "\\propto"),
    ('∑', "\\sum"),
    ('∏', "\\prod"),
    ('∫', "\\int"),
    ('∮', "\\oint"),
    ('∂', "\\partial"),
    ('∇', "\\nabla"),
    ('∞', "\\infty"),
    ('∈', "\\in"),
    ('∉', "\\notin"),
    ('⊂', "\\subset"),
    ('⊆', "\\subseteq"),
    ('∪', "\\cup"),
    ('∩', "\\cap"),
    ('∅', "\\emptyset"),
    ('∀', "\\forall"),
    ('∃', "\\exists"),
    ('¬', "\\neg"),
    ('∧', "\\wedge"),
    ('∨', "\\vee"),
    ('→', "\\to"),
    ('↦', "\\mapsto"),
    ('⇒', "\\Rightarrow"),
    ('⇔', "\\Leftrightarrow"),
    ('…', "\\dots"),
    ('ℓ', "\\ell"),
    ('ϵ', "\\epsilon"),
    ('ϕ', "\\phi"),
    ('Γ', "\\Gamma"),
    ('Δ', "\\Delta"),
    ('Θ', "\\Theta"),
    ('Λ', "\\Lambda"),
    ('Ξ', "\\Xi"),
    ('Π', "\\Pi"),
    ('Σ', "\\Sigma"),
    ('Υ', "\\Upsilon"),
    ('Φ', "\\Phi"),
    ('Ψ', "\\Psi"),
    ('Ω', "\\Omega"),
];

/// Names of the Greek letters from alpha to omega. Omicron and final sigma have no command.
const GREEK: [&str; 25] = [
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu",
    "nu", "xi", "", "pi", "rho", "", "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega",
];

/// Characters besides white space that may stand next to a fraction. Next to others, the slash may
/// belong to a part of what is there alone: `0,5/2`, `k/n!`.
const NEXT_TO_FRACTIONS: &str = "+-−±∓=<>≤≥≠≈≡∼·⋅×∗*:;()[]{}|∑∏∫∮→⇒⇔∈∪∩";

/// Writes a formula in one line as TeX.
pub(crate) fn write_tex(formula: &str, out: &mut dyn FnMut(&str)) {
    let mut tex = Tex { out, scans_left: SCANS * formula.len(), ends_in_command: false };
    tex.row(formula, 0);
}

/// What a part of a formula is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// In parentheses.
    Group,
    /// Letters and digits, with the points between digits.
    Word,
    /// One other character.
    Sign,
}

/// A part of a formula that a power or a slash may belong to.
#[derive(Clone, Copy, Debug)]
struct Part<'a> {
    kind: Kind,
    /// The whole part.
    text: &'a str,
}

impl<'a> Part<'a> {
    /// The part without its parentheses.
    fn inner(self) -> &'a str {
        match self.kind {
            Kind::Group => &self.text[1..self.text.len() - 1],
            _ => self.text,
        }
    }

    /// Whether it can be a numerator or denominator: all that has several tokens is in parentheses.
    fn is_operand(self) -> bool {
        match self.kind {
            Kind::Group => true,
            Kind::Word => {
                let is_of_number = |c: char| c.is_numeric() || c == '.';
                self.text.chars().all(char::is_alphabetic) || self.text.chars().all(is_of_number)
            }
            Kind::Sign => false,
        }
    }
}

struct Tex<'o> {
    out: &'o mut dyn FnMut(&str),
    /// Bytes that may still be searched for the ends of parentheses.
    scans_left: usize,
    /// A command was written last, so that a letter needs a space before it.
    ends_in_command: bool,
}

impl Tex<'_> {
    /// Writes parts next to each other.
    fn row(&mut self, row: &str, depth: usize) {
        let mut rest = row;
        let mut before = None;
        while let Some(part) = self.first_part(rest, depth) {
            let after = &rest[part.text.len()..];
            rest = match part.text {
                "^" | "_" => self.script(part.text, after, depth),
                "√" => self.root(after, depth),
                _ => match self.fraction(before, part, after, depth) {
                    Some(rest) => rest,
                    None => self.accented(part, after, depth),
                },
            };
            before = row[..row.len() - rest.len()].chars().next_back();
        }
    }

    /// The first part of a text; `None` at its end.
    fn first_part<'a>(&mut self, text: &'a str, depth: usize) -> Option<Part<'a>> {
        let first = text.chars().next()?;
        let group = (first == '(' && depth < MAX_DEPTH).then(|| self.group_bytes(text)).flatten();
        let (kind, bytes) = match group {
            Some(bytes) => (Kind::Group, bytes),
            None if is_of_word(first) => (Kind::Word, word_bytes(text)),
            None => (Kind::Sign, first.len_utf8()),
        };
        Some(Part { kind, text: &text[..bytes] })
    }

    /// Bytes of the parentheses that begin a text, with what they enclose.
    fn group_bytes(&mut self, text: &str) -> Option<usize> {
        let mut open = 0_usize;
        for (at, byte) in text.bytes().enumerate() {
            self.scans_left = self.scans_left.checked_sub(1)?;
            match byte {
                b'(' => open += 1,
                b')' => open -= 1,
                _ => {}
            }
            if open == 0 {
                return Some(at + 1);
            }
        }
        None
    }

    /// Writes a power or an index, and returns what follows.
    fn script<'a>(&mut self, sign: &str, after: &'a str, depth: usize) -> &'a str {
        let primes = after.len() - after.trim_start_matches('′').len();
        if sign == "^" && primes > 0 {
            after[..primes].chars().for_each(|prime| self.sign(prime));
            return &after[primes..];
        }
        self.write(sign);
        if let Some(after) = after.strip_prefix('√') {
            self.write("{");
            let rest = self.root(after, depth);
            self.write("}");
            return rest;
        }
        let (operand, rest) = self.operand(after, depth);
        let mut chars = operand.chars();
        match (chars.next(), chars.next()) {
            (Some(c), None) if c.is_ascii_alphanumeric() => self.sign(c),
            _ => self.braces(operand, depth),
        }
        rest
    }

    /// Writes the root of what comes first, and returns what follows.
    fn root<'a>(&mut self, after: &'a str, depth: usize) -> &'a str {
        self.command("\\sqrt");
        let (operand, rest) = self.operand(after, depth);
        self.braces(operand, depth);
        rest
    }

    /// What a root, a power or an index is of, without parentheses, and what follows. It is empty
    /// before white space and before another operator.
    fn operand<'a>(&mut self, after: &'a str, depth: usize) -> (&'a str, &'a str) {
        match self.first_part(after, depth) {
            Some(part) if !matches!(part.text, " " | "^" | "_" | "/" | "√") => {
                (part.inner(), &after[part.text.len()..])
            }
            _ => ("", after),
        }
    }

    /// Writes a part, a slash and the part after it as a fraction, if they are one, and returns
    /// what follows. `before`: the character before it.
    fn fraction<'a>(
        &mut self,
        before: Option<char>,
        above: Part<'_>,
        after: &'a str,
        depth: usize,
    ) -> Option<&'a str> {
        let rest = after.strip_prefix('/').filter(|_| above.is_operand())?;
        let ends = |c: Option<char>, other_than: char| {
            c.is_none_or(|c| c.is_whitespace() || c != other_than && NEXT_TO_FRACTIONS.contains(c))
        };
        if !ends(before, ')') {
            return None;
        }
        let below = self.first_part(rest, depth).filter(|part| part.is_operand())?;
        let rest = &rest[below.text.len()..];
        if !ends(rest.chars().next(), '(') {
            return None;
        }
        self.command("\\frac");
        self.braces(above.inner(), depth);
        self.braces(below.inner(), depth);
        Some(rest)
    }

    /// Writes a part with the accent that follows it, if one does, and returns what follows.
    fn accented<'a>(&mut self, part: Part<'_>, after: &'a str, depth: usize) -> &'a str {
        let next = after.chars().next();
        let Some(command) = next.and_then(accent).filter(|_| part.kind != Kind::Sign) else {
            self.part(part, depth);
            return after;
        };
        // Of letters and digits next to each other, it is over the last one.
        let base = match part.kind {
            Kind::Word => part.text.char_indices().next_back().map_or(0, |(last, _)| last),
            _ => 0,
        };
        self.word(&part.text[..base]);
        self.command("\\");
        self.command(command);
        self.braces(Part { text: &part.text[base..], ..part }.inner(), depth);
        &after[next.map_or(0, char::len_utf8)..]
    }

    fn part(&mut self, part: Part<'_>, depth: usize) {
        if part.kind == Kind::Group {
            self.write("(");
            self.row(part.inner(), depth + 1);
            self.write(")");
        } else {
            self.word(part.text);
        }
    }

    /// Writes a row in braces.
    fn braces(&mut self, row: &str, depth: usize) {
        self.write("{");
        self.row(row, depth + 1);
        self.write("}");
    }

    /// Writes letters, digits and signs; the name of a function as its command.
    fn word(&mut self, text: &str) {
        if FUNCTIONS.contains(&text) {
            self.command("\\");
            self.command(text);
        } else {
            text.chars().for_each(|c| self.sign(c));
        }
    }

    /// Writes a letter, digit or sign, as its command if it has one.
    fn sign(&mut self, c: char) {
        match c {
            '\\' => return self.command("\\backslash"),
            '~' => return self.command("\\sim"),
            '{' | '}' | '%' | '#' | '&' | '$' => self.write("\\"),
            _ if c.is_ascii() => {}
            _ => {
                if let Some((_, command)) = SIGNS.iter().find(|(sign, _)| *sign == c) {
                    return self.command(command);
                }
                if let Some(name) = greek(c) {
                    self.command("\\");
                    return self.command(name);
                }
            }
        }
        self.write(c.encode_utf8(&mut [0; 4]));
    }

    /// Writes a command, or a part of one.
    fn command(&mut self, command: &str) {
        (self.out)(command);
        self.ends_in_command = command.ends_with(|c: char| c.is_ascii_alphabetic());
    }

    fn write(&mut self, text: &str) {
        if core::mem::take(&mut self.ends_in_command) && text.starts_with(|c: char| c.is_ascii_alphabetic()) {
            (self.out)(" ");
        }
        (self.out)(text);
    }
}

/// The command that puts a sign over its base.
fn accent(c: char) -> Option<&'static str> {
    ACCENTS.iter().find(|(sign, _)| *sign == c).map(|(_, command)| *command)
}

/// The name of a small Greek letter that has a command.
fn greek(c: char) -> Option<&'static str> {
    let at = u32::from(c).checked_sub(u32::from('α'))?;
    GREEK.get(at as usize).copied().filter(|name| !name.is_empty())
}

/// Whether a character is a letter or digit. Unicode has some accents among the letters.
fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() && accent(c).is_none()
}

/// Bytes of the letters and digits that begin a text, with the points between digits.
fn word_bytes(text: &str) -> usize {
    let mut chars = text.char_indices().peekable();
    let mut is_after_digit = false;
    while let Some((at, c)) = chars.next() {
        let is_point = c == '.' && is_after_digit && chars.peek().is_some_and(|(_, next)| next.is_numeric());
        if !is_of_word(c) && !is_point {
            return at;
        }
        is_after_digit = c.is_numeric();
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::String;

    fn tex(formula: &str) -> String {
        let mut tex = String::new();
        write_tex(formula, &mut |piece| tex.push_str(piece));
        tex
    }

    #[test]
    fn a_formula_in_one_line_becomes_tex() {
        for (line, expected) in [
            ("x", "x"),
            ("(a+b)/c", "\\frac{a+b}{c}"),
            ("1/(2x)+√(2x)√2 x", "\\frac{1}{2x}+\\sqrt{2x}\\sqrt{2} x"),
            ("((a+1)/b)/(c/d)", "\\frac{\\frac{a+1}{b}}{\\frac{c}{d}}"),
            ("x^(−2)+x_2", "x^{-2}+x_2"),
            ("x^10 y_ij", "x^{10} y_{ij}"),
            ("∑_(i=1)^n x_i^2", "\\sum_{i=1}^n x_i^2"),
            ("lim_(x→0) sin x", "\\lim_{x\\to0} \\sin x"),
            ("T_max", "T_{\\max}"),
            ("f^′(x)", "f'(x)"),
            ("x˙+(AB)¯", "\\dot{x}+\\overline{AB}"),
            ("2xy¯", "2x\\overline{y}"),
            ("αβ≤Ωx", "\\alpha\\beta\\le\\Omega x"),
            ("e^√x", "e^{\\sqrt{x}}"),
            ("{x}%", "\\{x\\}\\%"),
            ("0.5/2+x^0.5", "\\frac{0.5}{2}+x^{0.5}"),
            ("1/n∑_(k=1)^n k", "\\frac{1}{n}\\sum_{k=1}^n k"),
            ("xˆ=x˜~y", "\\hat{x}=\\tilde{x}\\sim y"),
            ("x^/2", "x^{}/2"),
        ] {
            assert_eq!(tex(line), expected, "{line}");
        }
    }

    #[test]
    fn a_slash_that_is_no_fraction_stays() {
        for line in [
            "f(x)/2", "1/x^2", "x^2/2", "a/b/c", "1/2πr", "km/(h", "+/−", "0,5/2", "1/2,5", "k/n!", "f/g′",
            "(a)(b)/c", "1/(a)(b)",
        ] {
            assert!(!tex(line).contains("frac"), "{line}: {}", tex(line));
        }
    }

    #[test]
    fn what_is_no_formula_of_ours_is_written_as_it_is() {
        for line in ["", "^", "_", "√", "(", ")", "((", "x^", "(a", "a)", "/", "a/", "x^^2", "^/_√"] {
            tex(line);
        }
        assert_eq!(tex("(a"), "(a");
    }

    #[test]
    fn braces_are_balanced_and_time_is_linear() {
        for line in
            ["(".repeat(9000), "(a/".repeat(3000), "^(".repeat(4000), "√(".repeat(3000), "()".repeat(4000)]
        {
            let tex = tex(&line);
            assert_eq!(tex.matches('{').count(), tex.matches('}').count());
        }
    }

    proptest::proptest! {
        #[test]
        fn braces_of_any_line_are_balanced(line in "[ab12()^_/√¯ˆ~. {}α+]{0,40}") {
            let tex = tex(&line).replace("\\{", "").replace("\\}", "");
            let mut open = 0_i32;
            for c in tex.chars() {
                open += i32::from(c == '{') - i32::from(c == '}');
                proptest::prop_assert!(open >= 0, "{}", tex);
            }
            proptest::prop_assert_eq!(open, 0);
        }
    }
}
