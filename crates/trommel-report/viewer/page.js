// The data of an explained page, and verdicts by a run or a threshold. docs/src/explain-page.md
// describes the data. The playground lacks some of it: paths, depths, features and the plane
// of tag ratios.

/** What each rule means. */
export const RULES = {
  method: "the method itself",
  element: "its element is never content, or the page hides it",
  gap: "it fills a narrow gap between kept blocks",
  completion: "it completes kept content",
  heading: "a heading above kept text",
  "empty-heading": "a heading without kept text below it",
  title: "it repeats the title of the page",
  hidden: "hidden text that the page does not show",
  copy: "the same text occurs twice",
  comment: "a reader's comment",
  site: "the wrapper of the site",
  "site-model": "the model of the site",
  area: "a box, a comment area or another article, decided as one",
  unfilled: "a template that no script filled in",
  repeat: "text that several pages of the site have",
  "cut-block": "it continues a long block",
  fallback: "text used in place of the page's own",
};

/** Names of what a block is to the gold text. */
export const MISSED = "missed";
export const WRONG = "wrong";

export class ExplainedPage {
  constructor(data) {
    this.data = data;
    this.blocks = data.blocks;
    this.count = data.blocks.offset.length;
    this.words = data.blocks.words.reduce((sum, words) => sum + words, 0);
  }

  /** Names of methods, each once, in the order of the runs. */
  methods() {
    return [...new Set(this.data.runs.map((run) => run.method))];
  }

  /** The runs of a method, by what they favour. */
  runsOf(method) {
    return this.data.runs.filter((run) => run.method === method);
  }

  /** Whether a slider moves the verdicts of a method. */
  hasThreshold(method) {
    return this.data.thresholds !== null && this.runsOf(method).some((run) => run.decided_by === "learned");
  }

  /** The threshold of a run, in logits; null where it has none. */
  thresholdOf(run) {
    return run.decided_by === "learned" && this.data.thresholds ? this.data.thresholds[run.favor] : null;
  }

  /**
   * Verdicts of a method. Where the threshold is that of a run, they are those of the run. Elsewhere
   * the nearest run's rules keep their last word, and the score decides on all other blocks.
   */
  verdicts(method, threshold = null) {
    const runs = this.runsOf(method);
    const distance = (run) => Math.abs((this.thresholdOf(run) ?? 0) - (threshold ?? 0));
    const run = threshold === null ? runs[0] : runs.reduce((best, other) => (distance(other) < distance(best) ? other : best));
    const rule = (index) => this.data.rules[run.rules[index]];
    const isExact = threshold === null || distance(run) < 0.001;
    const kept = new Uint8Array(this.count);
    for (let index = 0; index < this.count; index++) {
      const score = this.blocks.score[index];
      const byScore = !isExact && rule(index) === "method" && score !== null;
      kept[index] = byScore ? score >= threshold : run.kept[index] === "1";
    }
    return { run, kept, rule, threshold: threshold ?? this.thresholdOf(run), isExact };
  }

  /** Words that are kept, and against the gold text precision, recall and F1 of words in order. */
  counts(kept) {
    const { truth, blocks } = this.data;
    let words = 0, found = 0, ofKept = 0, blocksKept = 0;
    for (let index = 0; index < this.count; index++) {
      if (!kept[index]) continue;
      blocksKept++;
      words += blocks.words[index];
      if (truth) [ofKept, found] = [ofKept + truth.words[index], found + truth.gold[index]];
    }
    if (!truth) return { words, blocks: blocksKept };
    const precision = ofKept ? found / ofKept : 0;
    const recall = truth.words_found ? found / truth.words_found : 0;
    const f1 = precision + recall ? (2 * precision * recall) / (precision + recall) : 0;
    return { words, blocks: blocksKept, precision, recall, f1 };
  }

  /** What a block is to the gold text: missed, wrong, or nothing. */
  fault(index, isKept) {
    const { truth } = this.data;
    if (!truth) return "";
    const [words, gold] = [truth.words[index], truth.gold[index]];
    if (isKept) return words > 0 && 2 * gold < words ? WRONG : "";
    return gold > 0 && 2 * gold >= words ? MISSED : "";
  }

  tag(index) {
    return this.data.tags[this.blocks.tag[index]];
  }

  path(index) {
    return this.data.paths?.[this.blocks.path[index]];
  }
}
