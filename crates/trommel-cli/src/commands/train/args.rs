//! Flags of `trommel train`.

use std::path::PathBuf;

use trommel_train::Settings;

use crate::inputs::InputList;

const LONG_ABOUT: &str = "\
Train a model of the learned method on pages with a gold standard, or on one site without.

With --gold, INPUT are the HTML files named by its ids, or folders of them, as for `trommel score`. Without it, each INPUT is a \
folder with its own gold standard, `truth.jsonl`, and pages anywhere below.

The gold text is aligned with the words of each page. Boosted trees and a small network are trained on all pages. Before that, \
both are cross-validated: five times, they are trained on four fifths of the sites and scored on the rest, and the scores are \
printed. Each page is used three times: also without its classes and ids, and without what its words say. Its content is used \
once more, with a lower weight, in the frame of another page, so that the model generalises to unseen sites. Scores without \
classes and ids, and without what words say, are printed as well. The site of a page is taken from `url` in the gold standard, or from the page. The same pages in the same order with the \
same seed give the same bytes.

All features of all pages are held in memory: at most some 2.9 kB per line-block, including pages in the frame of others, or 7 GB \
for five thousand pages.

With --page-types, trees are trained on whole pages, to classify them by `page_type` in the gold standard: article, collection, \
documentation, forum, listing, product, service. This model is built into the program, from src/model/page_type.bin.

With --self-label there is no gold standard. INPUT are pages of one site: HTML files, folders of them, .warc files, and .jsonl \
files with `html` and `url`, or with `texts`, the blocks of a browser-rendered page (docs/src/self-label.md). Blocks that look alike \
are clustered, the cluster closest to the descriptions of the pages is labelled as content, and a linear support vector machine \
is trained on these labels. Precision, recall and F1 of a 4-fold cross-validation are printed; they measure agreement with the \
labels, not their correctness. With --labels auto, the blocks kept by auto are labelled as content; use such a model with auto, \
to drop what does not look like the site's content. A site without reliable labels gives no model: pages without their own \
descriptions or titles, a single page, listings without articles. With --by-host, INPUT are pages of many sites; each host labels \
its own pages, and one model is trained on all of them. Of many pages, a sample is used that depends on the seed: --pages, at \
most 512 MiB.";

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
  1  with --self-label: no reliable model; standard error says why
  2  error: standard error says where and what; pages that cannot be read are left out";

/// Train a model on pages with a gold standard, or on one site without
#[derive(Debug, clap::Args)]
#[command(long_about = LONG_ABOUT, after_long_help = AFTER_LONG)]
pub(crate) struct Args {
    /// HTML files and folders of them; without --gold, folders with a truth.jsonl
    #[arg(required_unless_present = "input_from", value_name = "INPUT")]
    pub(super) inputs: Vec<PathBuf>,
    /// Gold standard of the inputs: JSON lines with `id` and `text`, and `url` if known
    #[arg(long, alias = "truth", value_name = "FILE")]
    pub(super) gold: Option<PathBuf>,
    /// Output file of the model
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: PathBuf,
    /// Train without a gold standard: pages of one site label themselves
    #[arg(long, conflicts_with_all = ["gold", "trees", "depth", "rate", "folds", "no_validation"])]
    pub(super) self_label: bool,
    /// How blocks are labelled
    #[arg(long, value_enum, default_value_t, requires = "self_label")]
    pub(super) labels: LabelsName,
    /// Pages are from many sites; each host labels its own
    #[arg(long, requires = "self_label")]
    pub(super) by_host: bool,
    /// Maximum number of pages to learn from, sampled from all
    ///
    /// [default: 1000]
    #[arg(long, value_name = "N", allow_negative_numbers = true, requires = "self_label", value_parser = clap::value_parser!(u32).range(2..))]
    pub(super) pages: Option<u32>,
    /// Number of trees, 1 to 5000
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = Settings::default().trees)]
    pub(super) trees: usize,
    /// Depth of each tree, 1 to 7
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = Settings::default().depth)]
    pub(super) depth: usize,
    /// Learning rate, 0.00001 to 1
    #[arg(long, value_name = "STEP", allow_negative_numbers = true, default_value_t = Settings::default().rate)]
    pub(super) rate: f32,
    /// Seed for sampling
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = Settings::default().seed)]
    pub(super) seed: u64,
    /// Folds of the cross-validation by site, 0 to 5; each takes as long as the model itself
    #[arg(long, value_name = "N", default_value_t = Settings::default().folds)]
    pub(super) folds: u32,
    /// Train the model of page types instead, on pages whose gold standard has `page_type`
    #[arg(long, conflicts_with_all = ["self_label", "trees", "depth", "rate", "folds", "no_validation"])]
    pub(super) page_types: bool,
    /// Same as --folds 0
    #[arg(long, conflicts_with = "folds")]
    pub(super) no_validation: bool,
    #[command(flatten)]
    pub(super) list: InputList,
}

/// How the blocks of a site are labelled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum LabelsName {
    /// Cluster blocks that look alike; the cluster closest to the pages' descriptions is content
    #[default]
    Clusters,
    /// Blocks that `auto` keeps are content
    Auto,
}
