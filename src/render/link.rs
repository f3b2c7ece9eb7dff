//! Filter for link targets.

/// Schemes of targets that are kept.
const SCHEMES: [&str; 10] = ["http", "https", "mailto", "tel", "sms", "ftp", "ftps", "news", "irc", "magnet"];

/// Whether a link may lead to `target`: it is relative, or its scheme runs no code.
///
/// This is a list of allowed schemes, so `javascript:`, `data:` and `vbscript:` are refused in any
/// spelling. Control characters were removed from the target before. Character references in it
/// were decoded once, as in a browser; any that remain are escaped on output.
pub(super) fn is_allowed(target: &str) -> bool {
    let end = target.find([':', '/', '?', '#', '\\']);
    match end.map(|end| target.split_at(end)) {
        Some((scheme, rest)) if rest.starts_with(':') => {
            SCHEMES.iter().any(|allowed| scheme.eq_ignore_ascii_case(allowed))
        }
        _ => !target.is_empty(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_that_run_are_refused() {
        for target in
            ["javascript:alert(1)", "JaVaScRiPt:x", "data:text/html,x", "vbscript:x", " javascript:x"]
        {
            assert!(!is_allowed(target), "{target}");
        }
        for target in ["java script:x", "\u{1}javascript:x", "java\nscript:x", "feed:javascript:x", ":x", ""]
        {
            assert!(!is_allowed(target), "{target}");
        }
        for target in
            ["/a:b", "a?b:c", "#a:b", "HTTPS://example.org/", "//example.org", "mailto:a@example.org", "a"]
        {
            assert!(is_allowed(target), "{target}");
        }
    }
}
