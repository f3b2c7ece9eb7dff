//! Flags of `trommel train`.

use std::path::PathBuf;

use trommel_train::Settings;

use crate::inputs::InputList;

const LONG_ABOUT: &str = "\
Fit a model of the learned method to pages with a gold standard, or to one site without.

With --gold, INPUT are the HTML files, or folders of them, that its ids name, as for `trommel score`. Without it, each INPUT is a folder \
of its own with a gold standard, `truth.jsonl`, and pages anywhere below.

Gold text is aligned with the words of each page, and boosted trees are fitted to all pages, and a small network next to them. Before that, both are fitted five times to four \
fifths of the sites and scored on the fifth, and those scores are printed. Each page is learned from twice, the second time as if its classes \
and ids said nothing; and its content once more, for less, in the frame of another page, so that what is learned holds for sites that were never seen. Scores of pages whose classes and ids say nothing are printed as well. A page's site is taken from `url` in the gold standard, or from what \
the page says of itself. The same pages, in the same order, with the same seed give the same bytes.

All features of all pages are held in memory: some 2.7 kB a line-block at most, also of pages so put together, or 5 GB for four thousand pages.

With --page-types, trees are fitted to whole pages, to tell the types that `page_type` in the gold standard says: article, collection, \
documentation, forum, listing, product, service. The model is built into the program, from src/model/page_type.bin.

With --self-label there is no gold standard: INPUT are pages of one site, HTML files, folders of them, .warc files, .jsonl files with \
`html` and `url`, or with `texts`, the blocks that a browser rendered (docs/self-label.md). Blocks that look alike are clustered, the cluster \
that is closest to the descriptions of its pages is content, and a linear support vector machine learns to tell it from the rest. Precision, \
recall and F1 of a 4-fold cross-validation are printed: how well it tells these labels, not how right they are. With --labels auto, what \
auto keeps is content: such a model knows what of that looks like the content of other pages of the site, and is for use with auto. A site that gives no labels \
to be trusted gives no model: pages without descriptions or titles of their own, a single page, listings without articles. With --by-host, \
INPUT are of many sites; each host labels its own pages, and one model learns them all. Of many pages, a sample is held that the seed \
determines: --pages, 512 MiB at most.";

const AFTER_LONG: &str = "\
Examples:
  trommel train --gold gold.jsonl pages/ -o my.model
  trommel train corpora/news corpora/shops -o my.model
  trommel train --page-types corpora/wcxb -o page_type.bin
  trommel train --self-label site.warc.gz -o site.model
  trommel train --self-label --labels auto site.warc.gz -o site.model
  trommel --model my.model page.html

Exit codes:
  0  done
  1  with --self-label: no model that could be trusted; standard error says why
  2  trouble: standard error says where and what; pages that cannot be read are left out";

/// Fit a model to pages with a gold standard, or to one site without
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = AFTER_LONG)]
pub(crate) struct Args {
    /// HTML files and folders of them; without --gold, folders with a truth.jsonl
    #[arg(required_unless_present = "input_from", value_name = "INPUT")]
    pub(super) inputs: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) list: InputList,
    /// The gold standard of the inputs, in JSON lines with `id` and `text`, and `url` where known
    #[arg(long, alias = "truth", value_name = "FILE")]
    pub(super) gold: Option<PathBuf>,
    /// Where the model goes
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: PathBuf,
    /// Without a gold standard: the pages of one site label themselves
    #[arg(long, conflicts_with_all = ["gold", "trees", "depth", "rate", "folds", "no_validation"])]
    pub(super) self_label: bool,
    /// What is content
    #[arg(long, value_enum, default_value_t, requires = "self_label")]
    pub(super) labels: LabelsName,
    /// Pages are of many sites: each host labels its own
    #[arg(long, requires = "self_label")]
    pub(super) by_host: bool,
    /// Pages to learn from at most, a sample of all
    ///
    /// [default: 1000]
    #[arg(long, value_name = "N", allow_negative_numbers = true, requires = "self_label", value_parser = clap::value_parser!(u32).range(2..))]
    pub(super) pages: Option<u32>,
    /// Trees, 1 to 5000
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = Settings::default().trees)]
    pub(super) trees: usize,
    /// Levels of each tree, 1 to 7
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = Settings::default().depth)]
    pub(super) depth: usize,
    /// Step of each tree, 0.00001 to 1
    #[arg(long, value_name = "STEP", allow_negative_numbers = true, default_value_t = Settings::default().rate)]
    pub(super) rate: f32,
    /// Seed of samples
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = Settings::default().seed)]
    pub(super) seed: u64,
    /// Fits that are scored on sites they do not know, 0 to 5: each takes as long as the model
    #[arg(long, value_name = "N", default_value_t = Settings::default().folds)]
    pub(super) folds: u32,
    /// Fit the model of page types instead, to pages whose gold standard has `page_type`
    #[arg(long, conflicts_with_all = ["self_label", "trees", "depth", "rate", "folds", "no_validation"])]
    pub(super) page_types: bool,
    /// The same as --folds 0
    #[arg(long, conflicts_with = "folds")]
    pub(super) no_validation: bool,
}

/// What labels the blocks of a site.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum LabelsName {
    /// Blocks that look alike are clustered; the cluster that says what the descriptions say is
    /// content
    #[default]
    Clusters,
    /// What auto keeps is content
    Auto,
}
