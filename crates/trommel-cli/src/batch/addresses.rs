//! Filters pages by URL.

use regex::Regex;

use crate::headings::INPUT;

/// Filters pages by URL. A match takes time linear in the URL.
#[derive(clap::Args, Clone, Debug, Default)]
#[command(next_help_heading = INPUT)]
pub(crate) struct Addresses {
    /// Extract only pages whose URL matches this regular expression; pages without a URL do not
    /// match
    #[arg(long = "url", hide_short_help = true, value_name = "REGEX")]
    wanted: Option<Regex>,
    /// Leave out pages whose URL matches this regular expression
    #[arg(long = "not-url", hide_short_help = true, value_name = "REGEX")]
    unwanted: Option<Regex>,
}

impl Addresses {
    pub(crate) fn contain(&self, url: Option<&str>) -> bool {
        let matches = |pattern: &Regex| url.is_some_and(|url| pattern.is_match(url));
        self.wanted.as_ref().is_none_or(matches) && !self.unwanted.as_ref().is_some_and(matches)
    }
}
