//! Addresses (URLs): their parts, and relative ones resolved against a base.

use crate::html::VALUE_BYTES;
use alloc::string::String;

/// Separator between the scheme and the host.
const BEFORE_HOST: &str = "//";

/// Maximum bytes of a whole address: RFC 9110, section 4.1, asks that all who read addresses read
/// 8000.
pub(crate) const WHOLE_BYTES: usize = 8000;

/// The whole address in `text`, such as `https://example.org/page`, without the white space around
/// it: a scheme, `://` and a rest. `None` if `text` is anything else, has white space or control
/// characters inside, or is longer than 8000 bytes.
///
/// This is what [`Extractor::set_url`](crate::Extractor::set_url) takes as the address of a page.
#[must_use]
pub fn whole_address(text: &str) -> Option<&str> {
    let url = text.trim();
    let is_whole = has_scheme(url)
        && url.find(':') == url.find("://")
        && !url.ends_with("://")
        && !url.contains(|c: char| c.is_whitespace() || c.is_control());
    (is_whole && url.len() <= WHOLE_BYTES).then_some(url)
}

/// Whether an address has a scheme and a host.
pub(crate) fn is_absolute(url: &str) -> bool {
    has_scheme(url)
        && url.split_once("://").is_some_and(|(_, rest)| !rest.is_empty() && !rest.starts_with('/'))
}

/// The host of an absolute address; empty for others.
pub(crate) fn host_of(url: &str) -> &str {
    let (host, _) = host_and_path(url.trim()).filter(|_| is_absolute(url.trim())).unwrap_or_default();
    // Without query and fragment, user and password, and port. An address of IPv6 is in brackets.
    let host = host.split(['?', '#', '\\']).next().unwrap_or("");
    let host = host.rsplit('@').next().unwrap_or("");
    match host.find(']') {
        Some(end) if host.starts_with('[') => &host[..=end],
        _ => host.split(':').next().unwrap_or(""),
    }
}

/// Whether an address begins with a scheme.
pub(crate) fn has_scheme(url: &str) -> bool {
    let is_of_scheme = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
    let scheme = url.find(|c| !is_of_scheme(c)).filter(|&end| url[end..].starts_with(':'));
    scheme.is_some() && url.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// Resolves `part` against the absolute address in `base`, in place.
///
/// Cost: linear in both.
/// Source: RFC 3986, section 5.2, without the parts that apply only to other schemes.
pub(crate) fn resolve(base: &mut String, part: &str) {
    resolve_from(base, 0, part);
}

/// [`resolve`], with other text before `start`.
fn resolve_from(base: &mut String, start: usize, part: &str) {
    let host = base[start..].find(BEFORE_HOST).map_or(start, |at| start + at + BEFORE_HOST.len());
    if part.starts_with(BEFORE_HOST) {
        base.truncate(host.saturating_sub(BEFORE_HOST.len()).max(start));
        base.push_str(part);
        return;
    }
    let end =
        |text: &str, from: usize, signs: &[char]| text[from..].find(signs).map_or(text.len(), |at| from + at);
    let root = end(base, host, &['/', '?', '#']);
    let (path, rest) = part.split_at(end(part, 0, &['?', '#']));
    if path.is_empty() {
        base.truncate(end(base, root, if rest.starts_with('?') { &['?', '#'] } else { &['#'] }));
    } else {
        base.truncate(end(base, root, &['?', '#']));
        let directory = base[root..].rfind('/').map_or(root, |at| root + at);
        base.truncate(if path.starts_with('/') { root } else { directory });
        push_path(base, root, path.strip_prefix('/').unwrap_or(path));
    }
    base.push_str(rest);
}

/// Appends an address, made absolute if it is relative to a known `base`. A place on the same page
/// stays as it is, and so does an address that might become longer than `most_bytes`. Control
/// characters are left out.
pub(crate) fn push_resolved(url: &str, base: &str, most_bytes: usize, to: &mut String) {
    if url.contains(char::is_control) {
        return push_cleaned(url, base, most_bytes, to);
    }
    let is_relative = !url.is_empty() && !url.starts_with('#') && !has_scheme(url);
    if is_relative && !base.is_empty() && base.len() + url.len() <= most_bytes {
        let start = to.len();
        to.push_str(base);
        resolve_from(to, start, url);
    } else {
        to.push_str(url);
    }
}

/// [`push_resolved`] for an address with control characters, as tabs and line ends. One that is
/// longer than a value of an attribute is not resolved.
#[cold]
fn push_cleaned(url: &str, base: &str, most_bytes: usize, to: &mut String) {
    let (mut clean, mut len) = ([0; VALUE_BYTES], 0);
    for c in url.chars().filter(|c| !c.is_control()) {
        let Some(place) = clean.get_mut(len..len + c.len_utf8()) else {
            return to.extend(url.chars().filter(|c| !c.is_control()));
        };
        len += c.encode_utf8(place).len();
    }
    push_resolved(core::str::from_utf8(&clean[..len]).unwrap_or_default(), base, most_bytes, to);
}

/// Appends the segments of `path` to a directory of the address in `base`, whose path begins at
/// `root`.
fn push_path(base: &mut String, root: usize, path: &str) {
    let mut is_directory = false;
    for step in path.split('/') {
        is_directory = matches!(step, "." | "..");
        if step == ".." {
            base.truncate(base[root..].rfind('/').map_or(root, |at| root + at));
        } else if step != "." {
            base.push('/');
            base.push_str(step);
        }
    }
    if is_directory {
        base.push('/');
    }
}

/// Host and path of an address, without a leading `www.`; `None` for a relative path.
pub(crate) fn host_and_path(url: &str) -> Option<(&str, &str)> {
    let is_scheme = |scheme: &str| {
        scheme.strip_suffix(':').is_some_and(|name| name.bytes().all(|byte| byte.is_ascii_alphanumeric()))
    };
    let (_, rest) = url.split_once("//").filter(|(scheme, _)| scheme.is_empty() || is_scheme(scheme))?;
    let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    Some((host.strip_prefix("www.").unwrap_or(host), path))
}

/// Schemes of targets that are kept.
const SCHEMES: [&str; 10] = ["http", "https", "mailto", "tel", "sms", "ftp", "ftps", "news", "irc", "magnet"];

/// Whether a link may lead to `target`: it is relative, or its scheme runs no code.
///
/// This is a list of allowed schemes, so `javascript:`, `data:` and `vbscript:` are refused in any
/// spelling. Control characters were removed from the target before. Character references in it
/// were decoded once, as in a browser; any that remain are escaped on output.
pub(crate) fn runs_no_code(target: &str) -> bool {
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
    fn the_host_of_an_address_is_neither_who_asks_nor_a_port() {
        for (url, host) in [
            ("https://www.a.example/b", "a.example"),
            (" https://a.example?b=/c@d ", "a.example"),
            ("https://ada:word@a.example:80/b", "a.example"),
            ("https://a.example#b", "a.example"),
            ("https://a.example?mail=ada@b.example", "a.example"),
            ("https://[::1]:80/b", "[::1]"),
            ("//a.example/b", ""),
            ("/b", ""),
            ("", ""),
        ] {
            assert_eq!(host_of(url), host, "{url}");
        }
    }

    #[test]
    fn a_whole_address_has_a_scheme_and_a_rest() {
        for url in ["https://a.example", "http://a.example/b?c=d://e#f", "file:///a/b", "s3://bucket/ä"] {
            assert_eq!(whole_address(url), Some(url));
            assert_eq!(whole_address(&[" ", url, "\n"].concat()), Some(url));
        }
        for text in ["", "a/b", "//a.example", "https://", "://a", "1a://b", "javascript:x", "mailto:a@b://c"]
        {
            assert_eq!(whole_address(text), None, "{text}");
        }
        for text in ["https://a b", "https://a\u{0}b", "https://a\nb"] {
            assert_eq!(whole_address(text), None, "{text}");
        }
        let long = ["https://a.example/", &"b".repeat(WHOLE_BYTES - 18)].concat();
        assert_eq!(whole_address(&long), Some(&*long));
        assert_eq!(whole_address(&[&long, "b"].concat()), None);
    }

    #[test]
    fn parts_are_read_as_the_standard_reads_them() {
        for (part, expected) in [
            ("g", "http://a/b/c/g"),
            ("./g/", "http://a/b/c/g/"),
            ("/g", "http://a/g"),
            ("//g", "http://g"),
            ("?y", "http://a/b/c/d;p?y"),
            ("g?y/./x", "http://a/b/c/g?y/./x"),
            ("#s", "http://a/b/c/d;p?q#s"),
            ("g;x=1/../y#s", "http://a/b/c/y#s"),
            (".", "http://a/b/c/"),
            ("..", "http://a/b/"),
            ("../g", "http://a/b/g"),
            ("../../../../g", "http://a/g"),
            ("/./g/../h/.", "http://a/h/"),
        ] {
            let mut address = String::from("http://a/b/c/d;p?q");
            resolve(&mut address, part);
            assert_eq!(address, expected, "{part}");
        }
        let mut address = String::from("http://a?q");
        resolve(&mut address, "g");
        assert_eq!(address, "http://a/g");
    }

    #[test]
    fn control_characters_are_left_out_before_an_address_is_resolved() {
        let long = "b".repeat(VALUE_BYTES + 1) + "\n";
        for (url, expected) in [
            ("/a\tb", "https://c.example/ab"),
            ("e\n/f", "https://c.example/d/e/f"),
            ("\t#g", "#g"),
            ("java\tscript:x", "javascript:x"),
            ("\n", ""),
            (&long, long.trim_end()),
        ] {
            let mut address = String::new();
            push_resolved(url, "https://c.example/d/", 2000, &mut address);
            assert_eq!(address, expected, "{url:?}");
        }
    }

    #[test]
    fn targets_that_run_are_refused() {
        for target in
            ["javascript:alert(1)", "JaVaScRiPt:x", "data:text/html,x", "vbscript:x", " javascript:x"]
        {
            assert!(!runs_no_code(target), "{target}");
        }
        for target in ["java script:x", "\u{1}javascript:x", "java\nscript:x", "feed:javascript:x", ":x", ""]
        {
            assert!(!runs_no_code(target), "{target}");
        }
        for target in
            ["/a:b", "a?b:c", "#a:b", "HTTPS://example.org/", "//example.org", "mailto:a@example.org", "a"]
        {
            assert!(runs_no_code(target), "{target}");
        }
    }
}
