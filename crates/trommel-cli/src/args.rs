//! The command line. The flags of each command are in its own file.

use std::ffi::OsString;
use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Parser, Subcommand};

use crate::commands::{blocks, explain, extract, repeats, report, score, segments, shell, site, train};
use crate::stderr::shown;

const ABOUT: &str = "Main content out of HTML: streaming, one pass, within a stated budget of memory";

const LONG_ABOUT: &str = "\
Main content out of HTML: streaming, one pass, within a stated budget of memory.

HTML goes in (FILE, or standard input without FILE or with `-`), the main content comes out: what a reader came for, without \
navigation, advertisements, footers. The page is read once, from front to back, and never held as a whole. It may be damaged in any \
way: malformed HTML is never an error. Files compressed with gzip or zstd are decompressed as they are read, whatever their name.";

const AFTER: &str =
    "Try `trommel --help` for examples, exit codes and memory; `trommel COMMAND --help` for a command.";

const AFTER_LONG: &str = "\
Examples:
  curl -s https://example.com | trommel           The main content of a page, as text
  trommel -f markdown --links page.html           As Markdown, with links
  trommel -f json page.html.gz | jq -r .title     With what else is known of the page
  trommel --include main --exclude '.ad, aside' page.html
                                                  Main content of a part of the page
  trommel blocks page.html | jq -c '[.verdict, .ttr, .attr, .text]'
                                                  Why something was kept or dropped
  trommel explain page.html -o report.html        The same as a page for the browser
  trommel segments page.html | jq -r 'select(.kind == \"menu\") | .text'
                                                  What else is on it, and its menus
  trommel batch crawl/ -o crawl.jsonl.zst         A folder of pages, one JSON line each
  trommel report crawl.jsonl.zst -o report.html   What came out, as tables and plots
  trommel score --gold gold.jsonl pages/         How good that is
  trommel site learn pages/ -o site.json          The template of a site's pages,
  trommel --site site.json page.html              and what it bounds on another page

JSON of a page (-f json, batch):
  id             the file's name without .gz, .zst, .html, .htm; null for standard input
  url            --url; without it the page's own canonical address, after the text then
  title, author, date, lang
                 what the page says about itself, null where it does not
  text           the main content as text; empty if there is none
  markdown       the same as Markdown, with --markdown
  images         with --images: the content images, each with src, alt and caption
  posts          with --posts, of a thread: its posts, each with text, author, date and offset
  links          with --link-list: all links, each with url, text, rel and in_content
  date_published, date_modified, description, site_name, lang_detected, fingerprint,
  hostname, image, license, og_type, categories, tags, metadata_sources
                 with --metadata: what else the page says about itself, dates as ISO 8601;
                 the language of the text, and a hash that near copies nearly share; the
                 last says where each field comes from
  method         which method decided, or was asked for where the page has nothing to
                 decide; json-ld or description where the page shows next to no text, and
                 that stands for it
  confidence     how good the text probably is: its expected F1, 0 to 1, by the scores of
                 the learned method; null where another method decided
  page_type, page_type_probability
                 article, collection, documentation, forum, listing, product or service,
                 whichever is most probable, and how probable it is; null as confidence,
                 and where no type has a probability of at least 0.65
  encoding       name of the page's encoding
  skipped        only where the bytes are no page: what they are, such as PDF or binary
  blocks         line-blocks of the page
  blocks_kept    those of them that are main content
  decided_early  null; or, where the budget does not hold the page: the first byte of
                 what was not known yet when the first blocks were decided
  bytes_in       bytes of the page, decompressed
  malformed      byte sequences that could not be decoded; each became U+FFFD
  site           with --site: whether a wrapper of the page's site found the content;
                 false where the method decided alone
  elements_forgotten, nodes_folded, text_bytes_lost, fallback_bytes_cut, revealed
                 only where it is so: open elements too many to remember; elements and
                 texts that had no room to be told apart; text lost since
                 the system refused memory; text standing for the page that was too long;
                 true where nearly all text was hidden and therefore taken as shown
  selected, dropped
                 with --include, --exclude: how many elements; those inside another one not counted
  select_tags_cut, select_restarts
                 only where it is so: tags too long to be matched in full; how often the
                 elements around were forgotten, since too many were open or ended in the
                 wrong order, so that selectors did not see them

Selectors (--include, --exclude):
  names, *, .class, #id, [attribute] with all operators, :nth-child, :nth-of-type,
  :first-child, :first-of-type, :not of these, `a b`, `a > b`, `a, b`. Elements that end
  without an end tag end where HTML ends them. Those inside SVG and MathML are not told
  apart. They take 145 KiB of the budget, 12 KiB for each part of a selector, 256 bytes for
  each name in it, 1 MiB with of-type.

Exit codes:
  0  done; also when the reader of the output went away
  1  done, but nothing was extracted
  2  trouble: one line on standard error says where and what
An interrupted command (Ctrl-C, SIGTERM) ends by its signal; a batch first says what is kept.

Colours:
  Messages have them on terminals. NO_COLOR=1 turns them off, CLICOLOR_FORCE=1 on.

Memory:
  --budget bounds what the extractor holds. A page that fits is decided as a whole. Of a
  larger one, the older blocks are decided with what is known so far, so an endless page
  is filtered in constant memory. --markdown with JSON takes a second extractor and 1 MiB
  of Markdown; more goes to a temporary file (TMPDIR says where). A zstd file takes the
  window it was compressed with: 2 MiB at the usual level, 8 MiB at level 19, at most 128 MiB.

A FILE whose name is that of a command is given as ./NAME.";

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
    /// Tell trouble only: no progress, no summary line, no reason of exit code 1
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,
    /// Tell more: each input as it begins, all that is left out or skipped, and why
    #[arg(short, long, global = true, conflicts_with = "quiet")]
    pub(crate) verbose: bool,
}

impl Cli {
    /// The flags of the filter, if that is what runs.
    fn filter(&self) -> Option<&extract::Args> {
        match &self.command {
            None => Some(&self.filter),
            Some(Command::Extract(filter)) => Some(filter),
            Some(_) => None,
        }
    }
}

/// Least likeness of a name to that of a command, from 0 to 1.
const MIN_LIKENESS: f64 = 0.6;

/// The command that was meant by `name`, if that is no file.
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

/// The error of a name that is no file, but like that of a command.
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
    Train(train::Args),
    Site(site::Args),
    Repeats(repeats::Args),
    Completions(shell::CompletionsArgs),
    Man(shell::ManArgs),
}

/// What the command says to a user who starts it on a terminal without anything to read.
pub(crate) fn short_help() -> String {
    let command = Cli::command();
    let commands = command.get_subcommands().filter_map(|command| {
        let about = command.get_about()?.to_string();
        Some(format!("  {:<9} {}\n", command.get_name(), about.lines().next().unwrap_or_default()))
    });
    let commands: String = commands.collect();
    format!(
        "{ABOUT}\n\n  trommel page.html                               the main content as text\n  \
         curl -s https://example.com | trommel           of a page that is fetched\n  \
         trommel batch crawl/ -o crawl.jsonl             of many pages\n\nCommands:\n{commands}\n{AFTER}"
    )
}

/// Reads the command line; what is wrong with it, or a help text that was asked for, is the error.
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
    if filter.links && !filter.has_links() {
        let message = "--links keeps links in Markdown and HTML: use it with -f markdown, -f html, or -f json --markdown";
        return Err(Cli::command().error(ErrorKind::ArgumentConflict, message));
    }
    if filter.images && filter.form() == extract::Form::Text {
        let message =
            "--images keeps images in Markdown, HTML and JSON: use it with -f markdown, -f html or -f json";
        return Err(Cli::command().error(ErrorKind::ArgumentConflict, message));
    }
    let of_json =
        [("--link-list", filter.link_list), ("--posts", filter.posts), ("--metadata", filter.metadata)];
    for (flag, is_given) in of_json {
        if is_given && filter.form() != extract::Form::Json {
            let message = format!("{flag} adds fields to JSON: use it with -f json");
            return Err(Cli::command().error(ErrorKind::ArgumentConflict, message));
        }
    }
    if filter.markdown && matches!(filter.form(), extract::Form::Text | extract::Form::Html) {
        let message = "--markdown writes Markdown, or adds a field to JSON: use it alone, or with -f json";
        return Err(Cli::command().error(ErrorKind::ArgumentConflict, message));
    }
    Ok(cli)
}

/// Says of a second file, or of a command after options or a file, what is possible; other errors
/// are clap's.
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
            "expected one file, found another one: {}; many are read by trommel batch FILE... -o OUT",
            shown(name)
        ),
    };
    Cli::command().error(ErrorKind::ArgumentConflict, message)
}

/// An error of arguments as a message of one line, without the lines on usage.
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
            in_one_line(&parse(&args).expect_err("they are wrong"))
        };
        assert_eq!(
            of(&["--metod", "auto"]),
            "unexpected argument '--metod' found; tip: a similar argument exists: '--method'"
        );
        assert_eq!(of(&["batch", "x"]), "the following required arguments were not provided: --output <OUT>");
        assert_eq!(
            of(&["-f", "pdf"]),
            "invalid value 'pdf' for '--format <FORMAT>' [possible values: text, markdown, html, json]"
        );
        assert_eq!(of(&["--posts"]), "--posts adds fields to JSON: use it with -f json");
    }
}
