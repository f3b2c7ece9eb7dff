//! Which targets of links are kept.

/// Schemes of targets that are kept.
const SCHEMES: [&str; 10] = ["http", "https", "mailto", "tel", "sms", "ftp", "ftps", "news", "irc", "magnet"];

/// Whether a link may lead to `target`: it is relative, or of a scheme that runs nothing where it
/// is opened.
///
/// A list of what is allowed: `javascript:`, `data:` and `vbscript:` are not on it, however they
/// are written. Control characters were left out of the target before; character references in it
/// were decoded once, as a browser does, and what they close_containers is escaped when it is
/// written.
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
