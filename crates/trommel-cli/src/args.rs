//! The command line. The flags of each command are in its own file.

use std::ffi::OsString;
use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Parser, Subcommand};

use crate::commands::{blocks, explain, extract, repeats, report, score, segments, shell, training};
use crate::headings::RUNNING;
use crate::stderr::shown;

const ABOUT: &str = "Extract the main content of HTML: one streaming pass, within a memory budget";

const LONG_ABOUT: &str = "\
Extract the main content of HTML: one streaming pass, within a memory budget.

Reads HTML from FILE, or from standard input if FILE is missing or `-`, and writes its main content, without navigation, \
advertisements and footers. The page is read once, from front to back, and never held whole. Malformed HTML is never an error. \
Files compressed with gzip or zstd are decompressed, whatever their name.";

const AFTER: &str =
    "Try `trommel --help` for all options, examples and exit codes; `trommel COMMAND --help` for a command.";

const AFTER_LONG: &str = "\
Examples:
  curl -s https://example.com | trommel           The main content of a page, as text
  trommel -f markdown --links page.html           As Markdown, with links
  trommel -f json page.html.gz | jq -r .title     With metadata
  trommel -f chunks --chunk-size 256 page.html    As chunks of 256 tokens, with their headings
  trommel --select main --drop '.ad, aside' page.html
                                                  Only a part of the page
  trommel blocks page.html | jq -c '[.verdict, .ttr, .attr, .text]'
                                                  Why blocks were kept or dropped
  trommel explain page.html -o report.html        The same as a report for the browser
  trommel segments page.html | jq -r 'select(.kind == \"menu\") | .text'
                                                  Other parts of the page, and its menus
  trommel batch crawl/ -o crawl.jsonl.zst         A folder of pages, one JSON line each
  trommel report crawl.jsonl.zst -o report.html   Statistics of the results, as a report
  trommel score --gold gold.jsonl pages/          Precision, recall and F1
  trommel site learn pages/ -o site.json          Learn the template of a site's pages,
  trommel --site site.json page.html              and use it on another page

JSON of a page (-f json, batch):
  id             the file name without .gz, .zst, .html, .htm; null for standard input
  url            --url; otherwise the canonical URL of the page, and then after `text`
  title, author, date, lang
                 as stated by the page; null if missing
  text           the main content as text; may be empty
  markdown       with --markdown: the main content as Markdown
  images         with --images: the content images, each with src, alt and caption
  posts          with --posts: the posts of a thread, each with text, author, date, offset
  links          with --link-list: all links, each with url, text, rel and in_content
  spans          with --spans: for each kept block, where its text is: start and end, in
                 characters of `text`; page_start and page_end, in bytes of the page (as
                 UTF-8). markdown_spans is the same for `markdown`
  date_published, date_modified, description, site_name, lang_detected, fingerprint,
  hostname, image, license, og_type, categories, tags, metadata_sources
                 with --metadata: more metadata, with dates in ISO 8601. lang_detected is
                 the language of the text. fingerprint is a hash that is nearly equal for
                 near duplicates. metadata_sources has the source of each field
  method         the method that decided, or the requested one if there are no blocks. If the
                 page shows almost no text, the source of its text: json-ld, app-state (a
                 script of the page) or description
  confidence     expected F1 of the text, from 0 to 1; null unless the learned method decided
  page_type, page_type_probability
                 the most probable of article, collection, documentation, forum, listing,
                 product and service, with its probability; null unless the learned method
                 decided and the probability is at least 0.65
  encoding       name of the page's encoding
  skipped        only for data that is not a page: its format, such as PDF or binary
  blocks         number of line-blocks on the page
  blocks_kept    number of those that are main content
  decided_early  for a page larger than the budget, the first byte not yet read at the first
                 decision; else null
  bytes_in       bytes of the page, decompressed
  malformed      byte sequences that could not be decoded; each became U+FFFD
  site           with --site: whether a wrapper of the page's site found the content;
                 false if the method decided alone
  elements_forgotten, nodes_folded, text_bytes_lost, fallback_bytes_cut, revealed
                 only if it happened: open elements beyond the limit; elements and texts
                 merged for lack of memory; bytes of text lost by a failed allocation;
                 bytes cut off a fallback text; true if nearly all text was hidden and
                 therefore treated as visible
  selected, dropped
                 with --select, --drop: number of matching elements, without nested ones
  select_tags_cut, select_restarts
                 only if it happened: tags too long to be matched in full; how often open
                 elements were forgotten, because they were too many or ended in the wrong
                 order; selectors then did not see these ancestors

JSON of a chunk (-f chunks, batch --chunks), one line each:
  id             the id of the page, its URL or `page`, and `#` with the number of the chunk
  chunk          number of the chunk on the page, from 0
  text           its text; without overlap, each word of the main content is in one chunk
  markdown       its Markdown. A chunk that begins inside a table repeats the header row, one
                 that begins inside a list the lead-in of the list
  headings       the headings above it, the highest first
  roles          the roles of its blocks, as `trommel blocks` has them
  chars, words, tokens
                 counts of the text; tokens are estimated
  offset, end    bytes of the page (as UTF-8) from its first to the end of its last block
  previous, next ids of the chunks before and after it; null if there is none
  page           the id of the page
  url, title, date, lang, confidence
                 as in the JSON of a page

Selectors (--select, --drop):
  names, *, .class, #id, [attribute] with all operators, :nth-child, :nth-of-type,
  :first-child, :first-of-type, :not of these, `a b`, `a > b`, `a, b`. Elements without an
  end tag end as in HTML. Nothing inside SVG and MathML is matched, except HTML.
  Selectors take 145 KiB of the budget, 12 KiB per part of a selector, 256 bytes per name
  in it, and 1 MiB with of-type.

Exit codes:
  0  done, also if the reader of the output closed it
  1  done, but nothing was extracted
  2  error: one line on standard error says where and what
An interrupted command (Ctrl-C, SIGTERM) ends by its signal; a batch first reports what is kept.

Colours:
  Messages are coloured on terminals. NO_COLOR=1 turns colours off, CLICOLOR_FORCE=1 on.

Memory:
  --budget limits the memory of the extractor. A page that fits is decided as a whole. On a
  larger page, older blocks are decided earlier, so that even an endless page needs constant
  memory. --markdown with JSON takes a second extractor and
  1 MiB of Markdown; the rest goes to a temporary file (see TMPDIR). A zstd file takes the
  window it was compressed with: 2 MiB at the usual level, 8 MiB at level 19, at most 128 MiB.

A FILE with the name of a command must be given as ./NAME.";

/// The command line.
#[derive(Debug, Parser)]
#[command(
    name = "trommel",
    version,
    about = ABOUT,
    long_about = LONG_ABOUT,
    after_help = AFTER,
    after_long_help = AFTER_LONG,
    args_conflicts_with_subcommands = true,
    max_term_width = 120
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) filter: extract::Args,
    /// Report errors only: no progress, summary, or reason for exit code 1
    #[arg(short, long, global = true, help_heading = RUNNING)]
    pub(crate) quiet: bool,
    /// Report more: each input as it is opened, and every file and record that is left out, with
    /// the reason
    #[arg(short, long, global = true, help_heading = RUNNING, hide_short_help = true, conflicts_with = "quiet")]
    pub(crate) verbose: bool,
}

impl Cli {
    fn filter(&self) -> Option<&extract::Args> {
        match &self.command {
            None => Some(&self.filter),
            Some(Command::Extract(filter)) => Some(filter),
            Some(_) => None,
        }
    }
}

/// Minimum similarity of a name to that of a command, from 0 to 1.
const MIN_LIKENESS: f64 = 0.6;

/// The command whose name resembles `name`, unless a file has that name.
fn meant(name: &str) -> Option<String> {
    if Path::new(name).exists() || name.contains(['.', '/', '-']) {
        return None;
    }
    let names =
        Cli::command().get_subcommands().map(|command| command.get_name().to_string()).collect::<Vec<_>>();
    let distance = |command: &String| strsim::damerau_levenshtein(command, name);
    let close = names.into_iter().min_by_key(distance).filter(|close| close != name)?;
    (strsim::normalized_damerau_levenshtein(&close, name) >= MIN_LIKENESS).then_some(close)
}

/// The error for a name that is not a file but resembles that of a command.
fn mistyped(name: &str) -> Option<clap::Error> {
    let command = meant(name)?;
    let message =
        format!("expected a file or a command, found {}; did you mean `trommel {command}`?", shown(name));
    Some(Cli::command().error(ErrorKind::InvalidSubcommand, message))
}

/// Commands other than the filter.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Extract(extract::Args),
    Explain(explain::Args),
    Blocks(blocks::Args),
    Segments(segments::Args),
    Batch(crate::batch::args::Args),
    Report(report::Args),
    Score(score::Args),
    #[command(flatten)]
    Training(training::Command),
    Repeats(repeats::Args),
    Completions(shell::CompletionsArgs),
    Man(shell::ManArgs),
}

/// The text printed when the command starts on a terminal without arguments.
pub(crate) fn short_help() -> String {
    let command = Cli::command();
    let commands = command.get_subcommands().filter_map(|command| {
        let about = command.get_about()?.to_string();
        Some(format!("  {:<9} {}\n", command.get_name(), about.lines().next().unwrap_or_default()))
    });
    let commands: String = commands.collect();
    format!(
        "{ABOUT}\n\n  trommel page.html                               the main content as text\n  \
         curl -s https://example.com | trommel           of a downloaded page\n  \
         trommel batch crawl/ -o crawl.jsonl             of many pages\n\nCommands:\n{commands}\n{AFTER}"
    )
}

/// Parses the command line. Usage errors and requested help texts are returned as errors.
pub(crate) fn parse(args: &[OsString]) -> Result<Cli, clap::Error> {
    let cli = Cli::try_parse_from(args).map_err(|error| {
        let first = args.get(1).and_then(|name| name.to_str()).filter(|_| error.use_stderr());
        first.and_then(mistyped).unwrap_or_else(|| in_our_words(error, args))
    })?;
    let file = cli.filter.file.as_deref();
    if let Some(name) = file.filter(|file| !file.exists()).and_then(Path::to_str)
        && Cli::command().find_subcommand(name).is_some()
    {
        let message = format!("options come after the command: trommel {name} [OPTIONS] ...");
        return Err(Cli::command().error(ErrorKind::ArgumentConflict, message));
    }
    if let Some(error) = file.and_then(Path::to_str).and_then(mistyped) {
        return Err(error);
    }
    let Some(filter) = cli.filter() else { return Ok(cli) };
    if filter.fields.links && !filter.has_links() {
        let message = "--links keeps links in Markdown and HTML: use it with -f markdown, -f html, -f chunks, or -f json --markdown";
        return Err(Cli::command().error(ErrorKind::ArgumentConflict, message));
    }
    if filter.fields.images && matches!(filter.form(), extract::Form::Text | extract::Form::Chunks) {
        let message =
            "--images keeps images in Markdown, HTML and JSON: use it with -f markdown, -f html or -f json";
        return Err(Cli::command().error(ErrorKind::ArgumentConflict, message));
    }
    if let Some(flag) = filter.fields.of_json().filter(|_| filter.form() != extract::Form::Json) {
        let message = format!("{flag} adds fields to JSON: use it with -f json");
        return Err(Cli::command().error(ErrorKind::ArgumentConflict, message));
    }
    if let Some(flag) = filter.chunks.given().filter(|_| filter.form() != extract::Form::Chunks) {
        let message = format!("{flag} is for chunks: use it with -f chunks");
        return Err(Cli::command().error(ErrorKind::ArgumentConflict, message));
    }
    if filter.fields.markdown && filter.form() != extract::Form::Json {
        let message =
            "--markdown adds a field to JSON: use it with -f json; for Markdown alone, use -f markdown";
        return Err(Cli::command().error(ErrorKind::ArgumentConflict, message));
    }
    Ok(cli)
}

/// Replaces clap's error for a second file, or for a command after options or a file, by one that
/// says how to write it.
fn in_our_words(error: clap::Error, args: &[OsString]) -> clap::Error {
    let Some(ContextValue::String(name)) = error.get(ContextKind::InvalidSubcommand) else { return error };
    if error.kind() != ErrorKind::ArgumentConflict {
        return error;
    }
    let command = args.iter().skip(1).find(|arg| Cli::command().find_subcommand(arg).is_some());
    let message = match command {
        Some(command) => {
            let command = command.to_string_lossy();
            format!("options and files come after the command: trommel {command} [OPTIONS] ...")
        }
        None => format!(
            "expected one file, found a second one: {}; to extract many, use trommel batch FILE... -o OUT",
            shown(name)
        ),
    };
    Cli::command().error(ErrorKind::ArgumentConflict, message)
}

/// A usage error as a message of one line, without the usage text.
pub(crate) fn in_one_line(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let parts = text.split("\n\n").map(str::trim);
    let is_message = |part: &&str| !part.starts_with("Usage:") && !part.starts_with("For more information");
    let parts =
        parts.take_while(is_message).map(|part| part.lines().map(str::trim).collect::<Vec<_>>().join(" "));
    let message = parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ");
    message.strip_prefix("error: ").unwrap_or(&message).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn errors_of_arguments_are_one_line() {
        let of = |args: &[&str]| {
            let args: Vec<_> = ["trommel"].iter().chain(args).map(OsString::from).collect();
            in_one_line(&parse(&args).expect_err("the arguments are invalid"))
        };
        assert_eq!(
            of(&["--metod", "auto"]),
            "unexpected argument '--metod' found; tip: a similar argument exists: '--method'"
        );
        assert_eq!(of(&["batch", "x"]), "the following required arguments were not provided: --output <OUT>");
        assert_eq!(
            of(&["-f", "pdf"]),
            "invalid value 'pdf' for '--format <FORMAT>' [possible values: text, markdown, html, json, chunks]"
        );
        assert_eq!(of(&["--posts"]), "--posts adds fields to JSON: use it with -f json");
    }
}
