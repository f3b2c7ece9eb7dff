//! `trommel site learn INPUT... -o SITE.json`: learns wrappers of sites from their pages.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Subcommand;
use trommel::Budget;
use trommel::site::Template;
use trommel_train::wrapper::{Feed, Learned, Learner, PageReader, Settings};

use crate::batch::encode::Encoder;
use crate::batch::made::Encoded;
use crate::batch::page_inputs::PageInputs;
use crate::batch::site_pages;
use crate::commands::out::expect_ending;
use crate::error::{CliError, Status};
use crate::files::{Output, check_outputs, open, reading_one};
use crate::headings::INPUT;
use crate::jobs::JobsFlag;
use crate::size;
use crate::stderr::{is_verbose, note};

const LONG_ABOUT: &str = "\
Learn where the pages of a site have their content (FOREST).

INPUT are HTML, WARC and JSON lines files, and folders of HTML and WARC files, as for `trommel batch`. They are pages of one \
site, at least two per template; ten are better. The content of a page is located by its signifiers: words that distinguish it \
from other pages (tf-idf), or words from its item in a feed (--feed). Element types that contain many signifiers on many pages \
are ranked, and the best one is the wrapper. Pages with different layouts are separated, and each template gets its own wrapper, \
up to four per site.

OUT is JSON: for each site its templates, and for each template its patterns with scores, best first, also as XPath and CSS for \
other tools. The result is reported on standard error, with the pages that match no template or lack its best pattern.";

const AFTER_LONG: &str = "\
Examples:
  trommel site learn pages/ -o site.json
  trommel --site site.json page.html
  trommel site learn pages/ --feed feed.xml -o site.json
  trommel site learn crawl/*.warc.gz --by-host -o sites.json
  trommel batch crawl/*.warc.gz --site sites.json -o text.jsonl

Exit codes:
  0  done
  2  error: standard error says where and what; pages that cannot be read are left out;
     nothing is written if no wrapper was found

Memory:
  --memory limits the sample of pages. Up to --sample pages per host are sampled uniformly.
  If they do not fit, fewer are sampled per host, and then pages are left out and counted.";

/// Learn the templates of sites
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: SiteCommand,
}

#[derive(Debug, Subcommand)]
enum SiteCommand {
    Learn(LearnArgs),
}

/// Learn where the pages of a site have their content
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = AFTER_LONG)]
struct LearnArgs {
    /// Output file of the wrappers
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Learn one site per host of the page URLs, instead of one for all pages
    #[arg(long)]
    by_host: bool,
    /// RSS or Atom feed of the site; the signifiers of a page come from the feed item that links to
    /// it [default: by tf-idf]
    #[arg(long, value_name = "FILE")]
    feed: Option<PathBuf>,
    /// Number of pages to sample per host
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = Settings::default().sample as u16, value_parser = clap::value_parser!(u16).range(2..))]
    sample: u16,
    /// Maximum memory of the sample: 64MiB, 1GiB, ... [default: 256MiB]
    #[arg(long, value_name = "SIZE", allow_negative_numbers = true, value_parser = size::budget)]
    memory: Option<Budget>,
    #[command(flatten)]
    pages: PageInputs,
    /// Encoding of the pages, such as utf-8 or windows-1252 [default: detected]
    #[arg(long, help_heading = INPUT, value_name = "LABEL")]
    encoding: Option<String>,
    #[command(flatten)]
    jobs: JobsFlag,
}

/// Maximum number of failed hosts to report.
const MAX_FAILED: usize = 20;

pub(crate) fn run(args: Args) -> Result<Status, CliError> {
    let SiteCommand::Learn(mut args) = args.command;
    args.pages.add_list()?;
    learn(&args)
}

fn learn(args: &LearnArgs) -> Result<Status, CliError> {
    check_outputs([&*args.output], args.pages.files().chain(args.feed.as_deref()))?;
    expect_ending(&args.output, &["json"])?;
    let name = args.output.display().to_string();
    let defaults = Settings::default();
    let mut learner = Learner::new(Settings {
        by_host: args.by_host,
        sample: usize::from(args.sample),
        sample_bytes: args.memory.map_or(defaults.sample_bytes, Budget::bytes),
        ..defaults
    })
    .map_err(|error| CliError::at("options", error))?;
    if let Some(path) = &args.feed {
        learner.set_feed(read_feed(path)?);
    }
    let encoder = || {
        let reader = PageReader::new(args.encoding.as_deref());
        let reader = reader.map_err(|error| CliError::at("--encoding", error))?;
        Ok(Encoder::Tables(Box::new(reader)))
    };
    let is_whole = site_pages::read(&args.pages, args.jobs.threads(), None, encoder, |page| {
        if let Encoded::Table(table) = page.encoded {
            learner.add(*table);
        }
    })?;
    let learned = learner.finish().map_err(|error| CliError::at("site learn", error))?;
    tell(&learned, args);
    let writing = |error: std::io::Error| CliError::writing(&name, &error);
    let mut output = Output::create(&args.output).map_err(writing)?;
    output.write_all(learned.sites.to_json().as_bytes()).map_err(writing)?;
    output.finish().map_err(writing)?;
    Ok(if is_whole { Status::Done } else { Status::CompletedWithErrors })
}

fn read_feed(path: &Path) -> Result<Feed, CliError> {
    let name = path.display().to_string();
    let mut xml = Vec::new();
    open(path)
        .and_then(|mut input| std::io::Read::read_to_end(&mut input, &mut xml))
        .map_err(|error| reading_one(&name, &error))?;
    Feed::parse(&xml).map_err(|error| CliError::at(&name, error))
}

/// The number of items to name in a message: `enough`, or all if verbose.
fn most(enough: usize) -> usize {
    if is_verbose() { usize::MAX } else { enough }
}

/// Reports the learned wrappers, and pages that do not fit.
fn tell(learned: &Learned, args: &LearnArgs) {
    let counts = &learned.counts;
    for site in learned.sites.sites() {
        let host = site.host.as_deref().map_or_else(String::new, |host| format!("{host}: "));
        for template in &site.templates {
            if let Some(best) = template.patterns.first() {
                let Template { pages, .. } = template;
                note(&format!(
                    "{host}{} on {} of {pages} pages, relevance {:.1}, informativeness {:.2}",
                    best.wrapper.css(),
                    best.pages,
                    best.relevance,
                    best.informativeness
                ));
            }
        }
        if !site.unfit.is_empty() {
            let names: Vec<&str> = site.unfit.iter().take(most(5)).map(String::as_str).collect();
            let more = if site.unfit.len() > names.len() { ", ..." } else { "" };
            let of = site.sample;
            note(&format!(
                "{host}{} of {of} pages match no template or lack its best pattern: {}{more}",
                site.unfit.len(),
                names.join(", ")
            ));
        }
    }
    for (host, why) in learned.failed.iter().take(most(MAX_FAILED)) {
        note(&format!("{host}: no wrapper: {why}"));
    }
    if learned.failed.len() > most(MAX_FAILED) {
        note(&format!("... and {} more hosts without a wrapper", learned.failed.len() - MAX_FAILED));
    }
    for (pages, why) in counts.left_out() {
        note(&format!("{pages} of {} pages left out: {why}", counts.pages));
    }
    if args.feed.is_some() {
        note(&format!("the feed has items for {} pages of the sample", counts.in_feed));
    }
}
