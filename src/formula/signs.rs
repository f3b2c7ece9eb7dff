//! Characters of formulas as TeX.
//!
//! In: characters of MathML, and TeX of its operators. Out: commands. Holds nothing.

use alloc::string::String;

/// Names of functions that TeX has a command for. Those from `det` to `sup` take limits.
const FUNCTIONS: [&str; 34] = [
    "arccos", "arcsin", "arctan", "arg", "cos", "cosh", "cot", "coth", "csc", "deg", "dim", "exp", "hom",
    "ker", "lg", "ln", "log", "sec", "sin", "sinh", "tan", "tanh", "det", "gcd", "inf", "lim", "lim inf",
    "lim sup", "liminf", "limsup", "max", "min", "Pr", "sup",
];

/// Index of the first function that takes limits.
const WITH_LIMITS: usize = 22;

/// Other commands that take limits: what is under or over them is an index or a power.
const LIMITS: [&str; 20] = [
    "bigcap", "bigcup", "bigodot", "bigoplus", "bigotimes", "bigsqcup", "biguplus", "bigvee", "bigwedge",
    "coprod", "iiint", "iint", "int", "intop", "oint", "overbrace", "prod", "sum", "underbrace", "limits",
];

/// Arrows that grow with what is over and under them.
const ARROWS: [(&str, &str); 8] = [
    ("\\to", "\\xrightarrow"),
    ("\\longrightarrow", "\\xrightarrow"),
    ("\\leftarrow", "\\xleftarrow"),
    ("\\longleftarrow", "\\xleftarrow"),
    ("\\leftrightarrow", "\\xleftrightarrow"),
    ("\\Rightarrow", "\\xRightarrow"),
    ("\\mapsto", "\\xmapsto"),
    ("\\rightleftharpoons", "\\xrightleftharpoons"),
];

/// TeX of a sign over its base, the command for one letter, and the command for several.
#[rustfmt::skip]
const ACCENTS: [(&str, &str, &str); 28] = [
    ("¯", "\\overline", "\\overline"), ("‾", "\\overline", "\\overline"), ("―", "\\overline", "\\overline"),
    ("\\_", "\\overline", "\\overline"), ("-", "\\bar", "\\overline"), ("ˉ", "\\bar", "\\overline"),
    ("\\to", "\\vec", "\\overrightarrow"), ("\u{20D7}", "\\vec", "\\overrightarrow"),
    ("\\rightharpoonup", "\\vec", "\\overrightarrow"), ("\\longrightarrow", "\\vec", "\\overrightarrow"),
    ("\\leftarrow", "\\overleftarrow", "\\overleftarrow"),
    ("\\leftrightarrow", "\\overleftrightarrow", "\\overleftrightarrow"),
    ("ˆ", "\\hat", "\\widehat"), ("\\wedge", "\\hat", "\\widehat"), ("\u{302}", "\\hat", "\\widehat"),
    ("˜", "\\tilde", "\\widetilde"), ("\\sim", "\\tilde", "\\widetilde"), ("\u{303}", "\\tilde", "\\widetilde"),
    ("˙", "\\dot", "\\dot"), (".", "\\dot", "\\dot"), ("¨", "\\ddot", "\\ddot"), ("..", "\\ddot", "\\ddot"),
    ("˘", "\\breve", "\\breve"), ("ˇ", "\\check", "\\check"), ("´", "\\acute", "\\acute"),
    ("`", "\\grave", "\\grave"), ("⏞", "\\overbrace", "\\overbrace"), ("︷", "\\overbrace", "\\overbrace"),
];

/// TeX of a sign under its base, and the command.
#[rustfmt::skip]
const UNDER: [(&str, &str); 10] = [
    ("_", "\\underline"), ("\\_", "\\underline"), ("¯", "\\underline"), ("‾", "\\underline"),
    ("\u{332}", "\\underline"), ("⏟", "\\underbrace"), ("︸", "\\underbrace"), ("-", "\\underline"),
    ("\\to", "\\underrightarrow"), ("\\leftarrow", "\\underleftarrow"),
];

/// Signs beyond ASCII, sorted, with their TeX. Small letters of Greek are in [`GREEK`]. Capitals of
/// Greek that look like a Latin letter have no command.
#[rustfmt::skip]
const SIGNS: [(char, &str); 161] = [
    ('§', "\\S"), ('¬', "\\neg"), ('°', "^{\\circ}"), ('±', "\\pm"), ('·', "\\cdot"), ('×', "\\times"),
    ('÷', "\\div"), ('ı', "\\imath"), ('ȷ', "\\jmath"), ('Γ', "\\Gamma"), ('Δ', "\\Delta"), ('Θ', "\\Theta"),
    ('Λ', "\\Lambda"), ('Ξ', "\\Xi"), ('Π', "\\Pi"), ('Σ', "\\Sigma"), ('Υ', "\\Upsilon"), ('Φ', "\\Phi"),
    ('Ψ', "\\Psi"), ('Ω', "\\Omega"), ('ϑ', "\\vartheta"), ('ϕ', "\\phi"), ('ϖ', "\\varpi"),
    ('ϰ', "\\varkappa"), ('ϱ', "\\varrho"), ('ϵ', "\\epsilon"), ('†', "\\dagger"), ('‡', "\\ddagger"),
    ('•', "\\bullet"), ('…', "\\dots"), ('‖', "\\|"), ('′', "'"), ('″', "''"), ('‴', "'''"),
    ('ℂ', "\\mathbb{C}"), ('ℋ', "\\mathcal{H}"), ('ℍ', "\\mathbb{H}"), ('ℎ', "h"), ('ℏ', "\\hbar"),
    ('ℐ', "\\mathcal{I}"), ('ℑ', "\\Im"), ('ℒ', "\\mathcal{L}"), ('ℓ', "\\ell"), ('ℕ', "\\mathbb{N}"),
    ('℘', "\\wp"), ('ℙ', "\\mathbb{P}"), ('ℚ', "\\mathbb{Q}"), ('ℛ', "\\mathcal{R}"), ('ℜ', "\\Re"),
    ('ℝ', "\\mathbb{R}"), ('ℤ', "\\mathbb{Z}"), ('ℬ', "\\mathcal{B}"), ('ℰ', "\\mathcal{E}"),
    ('ℱ', "\\mathcal{F}"), ('ℳ', "\\mathcal{M}"), ('ℵ', "\\aleph"), ('←', "\\leftarrow"), ('↑', "\\uparrow"),
    ('→', "\\to"), ('↓', "\\downarrow"), ('↔', "\\leftrightarrow"), ('↕', "\\updownarrow"),
    ('↗', "\\nearrow"), ('↘', "\\searrow"), ('↦', "\\mapsto"), ('↪', "\\hookrightarrow"),
    ('⇀', "\\rightharpoonup"), ('⇌', "\\rightleftharpoons"), ('⇐', "\\Leftarrow"), ('⇒', "\\Rightarrow"),
    ('⇔', "\\Leftrightarrow"), ('∀', "\\forall"), ('∂', "\\partial"), ('∃', "\\exists"), ('∄', "\\nexists"),
    ('∅', "\\emptyset"), ('∆', "\\Delta"), ('∇', "\\nabla"), ('∈', "\\in"), ('∉', "\\notin"), ('∋', "\\ni"),
    ('∏', "\\prod"), ('∐', "\\coprod"), ('∑', "\\sum"), ('−', "-"), ('∓', "\\mp"), ('∕', "/"),
    ('∖', "\\setminus"), ('∗', "*"), ('∘', "\\circ"), ('∙', "\\bullet"), ('√', "\\surd"), ('∝', "\\propto"),
    ('∞', "\\infty"), ('∠', "\\angle"), ('∣', "\\mid"), ('∤', "\\nmid"), ('∥', "\\parallel"),
    ('∧', "\\wedge"), ('∨', "\\vee"), ('∩', "\\cap"), ('∪', "\\cup"), ('∫', "\\int"), ('∬', "\\iint"),
    ('∭', "\\iiint"), ('∮', "\\oint"), ('∴', "\\therefore"), ('∵', "\\because"), ('∶', ":"), ('∼', "\\sim"),
    ('≃', "\\simeq"), ('≅', "\\cong"), ('≈', "\\approx"), ('≐', "\\doteq"), ('≔', ":="), ('≜', "\\triangleq"),
    ('≠', "\\ne"), ('≡', "\\equiv"), ('≢', "\\not\\equiv"), ('≤', "\\le"), ('≥', "\\ge"), ('≦', "\\leqq"),
    ('≧', "\\geqq"), ('≪', "\\ll"), ('≫', "\\gg"), ('≺', "\\prec"), ('≻', "\\succ"), ('⊂', "\\subset"),
    ('⊃', "\\supset"), ('⊆', "\\subseteq"), ('⊇', "\\supseteq"), ('⊊', "\\subsetneq"), ('⊎', "\\uplus"),
    ('⊕', "\\oplus"), ('⊖', "\\ominus"), ('⊗', "\\otimes"), ('⊙', "\\odot"), ('⊢', "\\vdash"),
    ('⊤', "\\top"), ('⊥', "\\perp"), ('⊨', "\\models"), ('⋀', "\\bigwedge"), ('⋁', "\\bigvee"),
    ('⋂', "\\bigcap"), ('⋃', "\\bigcup"), ('⋅', "\\cdot"), ('⋆', "\\star"), ('⋮', "\\vdots"),
    ('⋯', "\\cdots"), ('⋱', "\\ddots"), ('⌈', "\\lceil"), ('⌉', "\\rceil"), ('⌊', "\\lfloor"),
    ('⌋', "\\rfloor"), ('⟨', "\\langle"), ('⟩', "\\rangle"), ('⟶', "\\longrightarrow"),
    ('⟵', "\\longleftarrow"), ('⨁', "\\bigoplus"), ('⩽', "\\leqslant"), ('⩾', "\\geqslant"),
];

/// Names of the Greek letters from alpha to omega. Omicron has no command.
const GREEK: [&str; 25] = [
    "alpha", "beta", "gamma", "delta", "varepsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu",
    "nu", "xi", "", "pi", "rho", "varsigma", "sigma", "tau", "upsilon", "varphi", "chi", "psi", "omega",
];

/// Styles of the mathematical alphanumeric symbols of Unicode, by runs of 52 letters from U+1D400.
const STYLES: [&str; 13] = [
    "\\mathbf", "", "\\boldsymbol", "\\mathcal", "\\mathcal", "\\mathfrak", "\\mathbb", "\\mathfrak",
    "\\mathsf", "\\mathsf", "\\mathsf", "\\mathsf", "\\mathtt",
];

/// Writes a letter, digit or sign of MathML.
pub(super) fn push_sign(c: char, out: &mut String) {
    match c {
        '\\' => out.push_str("\\backslash"),
        '~' => out.push_str("\\sim"),
        '^' => out.push_str("\\wedge"),
        '{' | '}' | '%' | '#' | '&' | '$' | '_' => out.extend(['\\', c]),
        _ if c.is_ascii() => out.push(c),
        'α'..='ω' if !greek(c).is_empty() => {
            out.push('\\');
            out.push_str(greek(c));
        }
        '\u{1D400}'..='\u{1D6A3}' => {
            let at = c as usize - 0x1D400;
            let first = if at % 52 < 26 { b'A' } else { b'a' - 26 };
            push_in(STYLES[at / 52], char::from(first + (at % 52) as u8), out);
        }
        _ => match SIGNS.binary_search_by_key(&c, |sign| sign.0) {
            Ok(at) => out.push_str(SIGNS[at].1),
            Err(_) => out.push(c),
        },
    }
}

/// Writes a letter in a style.
fn push_in(style: &str, letter: char, out: &mut String) {
    out.push_str(style);
    if style.is_empty() {
        out.push(letter);
    } else {
        out.extend(['{', letter, '}']);
    }
}

/// Writes a character of text in a formula.
pub(super) fn push_in_words(c: char, out: &mut String) {
    match c {
        '\\' => out.push_str("\\textbackslash{}"),
        '^' | '~' => out.extend(['\\', c, '{', '}']),
        '{' | '}' | '%' | '#' | '&' | '$' | '_' => out.extend(['\\', c]),
        _ => out.push(c),
    }
}

/// The name of a small Greek letter that has a command.
fn greek(c: char) -> &'static str {
    u32::from(c).checked_sub(u32::from('α')).and_then(|at| GREEK.get(at as usize)).unwrap_or(&"")
}

/// Whether TeX has a command for the function of this name.
pub(super) fn is_function(name: &str) -> bool {
    FUNCTIONS.contains(&name)
}

/// The command that puts a sign over its base, which is `one` letter or several.
pub(super) fn accent(sign: &str, one: bool) -> Option<&'static str> {
    ACCENTS.iter().find(|accent| accent.0 == sign).map(|accent| if one { accent.1 } else { accent.2 })
}

/// The command that puts a sign under its base.
pub(super) fn accent_under(sign: &str) -> Option<&'static str> {
    UNDER.iter().find(|accent| accent.0 == sign).map(|accent| accent.1)
}

/// Whether a base takes limits: what is under and over it is an index and a power.
pub(super) fn takes_limits(base: &str) -> bool {
    let Some(command) = base.strip_prefix('\\') else { return false };
    let name = command.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or("");
    LIMITS.contains(&name) || FUNCTIONS[WITH_LIMITS..].contains(&name)
}

/// The command of an arrow that grows with what is over and under it.
pub(super) fn growing_arrow(base: &str) -> Option<&'static str> {
    ARROWS.iter().find(|arrow| arrow.0 == base).map(|arrow| arrow.1)
}

/// The command for a `mathvariant`.
pub(super) fn variant(name: &str) -> &'static str {
    match name {
        "normal" => "\\mathrm",
        "italic" => "\\mathit",
        "bold" => "\\mathbf",
        "bold-italic" => "\\boldsymbol",
        "double-struck" => "\\mathbb",
        "script" | "bold-script" => "\\mathcal",
        "fraktur" | "bold-fraktur" => "\\mathfrak",
        "sans-serif" | "bold-sans-serif" | "sans-serif-italic" => "\\mathsf",
        "monospace" => "\\mathtt",
        _ => "",
    }
}
