//! What tools put around all of a formula, without meaning for it.
//!
//! In: TeX. Out: a part of it. Holds nothing.

/// Style commands of MediaWiki, LaTeXML and CodeCogs.
const STYLES: [&str; 8] =
    ["\\displaystyle", "\\textstyle", "\\inline", "\\large", "\\Large", "\\LARGE", "\\huge", "\\small"];

/// Settings of CodeCogs, with a word or a number.
const SETTINGS: [&str; 4] = ["\\dpi", "\\bg_", "\\fg_", "\\fn_"];

/// TeX without the braces and style commands that enclose all of it.
pub(crate) fn without_style(tex: &str) -> &str {
    let mut tex = tex.trim();
    loop {
        let inner = in_braces(tex).map_or(tex, str::trim);
        let style = STYLES.iter().find_map(|style| inner.strip_prefix(style));
        let style = style.filter(|rest| !rest.starts_with(|c: char| c.is_ascii_alphabetic()));
        match style.or_else(|| after_setting(inner)) {
            Some(rest) => tex = rest.trim(),
            None => return tex,
        }
    }
}

/// The TeX after a setting that it begins with.
fn after_setting(tex: &str) -> Option<&str> {
    let value = SETTINGS.iter().find_map(|setting| tex.strip_prefix(setting))?;
    match value.strip_prefix('{') {
        Some(value) => value.split_once('}').map(|(_, rest)| rest),
        None => Some(value.trim_start_matches(|c: char| c.is_ascii_alphanumeric())),
    }
}

/// The text between a pair of braces, if the pair encloses all of `tex`.
fn in_braces(tex: &str) -> Option<&str> {
    let inner = tex.strip_prefix('{')?.strip_suffix('}')?;
    let mut open = 0_usize;
    let mut is_escaped = false;
    for byte in inner.bytes() {
        match byte {
            b'{' if !is_escaped => open += 1,
            b'}' if !is_escaped => open = open.checked_sub(1)?,
            _ => {}
        }
        is_escaped = byte == b'\\' && !is_escaped;
    }
    (open == 0 && !is_escaped).then_some(inner)
}
