//! Which pages are wanted, by their addresses.

use regex::Regex;

/// Which pages are wanted, by their addresses. A match takes time linear in the address.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct Addresses {
    /// Only pages whose address matches a regular expression; those without an address do not
    #[arg(long = "url", value_name = "REGEX")]
    wanted: Option<Regex>,
    /// No pages whose address matches a regular expression
    #[arg(long = "not-url", value_name = "REGEX")]
    unwanted: Option<Regex>,
}

impl Addresses {
    /// Whether a page with this address is wanted.
    pub(crate) fn contain(&self, url: Option<&str>) -> bool {
        let matches = |pattern: &Regex| url.is_some_and(|url| pattern.is_match(url));
        self.wanted.as_ref().is_none_or(matches) && !self.unwanted.as_ref().is_some_and(matches)
    }
}
