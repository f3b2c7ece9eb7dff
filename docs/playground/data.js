// The data of an explained page, made of what the package for JavaScript says of it. It is that of
// `trommel explain -o data.json` without paths, depths, features and the plane of tag ratios.

const RUNS = [
  { method: "auto", favor: "balanced" },
  { method: "auto", favor: "precision" },
  { method: "auto", favor: "recall" },
  { method: "line-block", favor: null },
  { method: "tag-ratio", favor: null },
  { method: "words-leaves", favor: null },
];

/** Thresholds of the learned method are multiples of it, and so are the steps of the slider. */
const THRESHOLD_STEP = 1 / 16;

/** Default thresholds of the line-block method. */
const TTR_SIGMAS = 0.3;
const ATTR = 0.35;
const TKD = 0.4;

/** Rules: who had the last word is known only where a verdict contradicts the score. */
const [METHOD, OTHER] = ["method", "a rule of the method"];

/** Explains a page: a text, or the bytes of a file. */
export function explained(trommel, html, name) {
  const page = trommel.extract(html, { format: "text" });
  const source = typeof html === "string" ? html : new TextDecoder(page.encoding).decode(html);
  const leftOut = ["paths and features of blocks, which trommel explain shows; its thresholds are exact, those here lie between what is kept and what is dropped"];
  if (page.method === "json-ld" || page.method === "description") {
    leftOut.push(`the text of ${page.method}, which stands for this page, since it shows next to no text`);
  }
  const passes = RUNS.map((run) => ({ ...run, blocks: trommel.blocks(source, { method: run.method, favor: run.favor ?? undefined, fallback: false }) }));
  const [{ blocks }] = passes;
  const same = passes.filter((pass) => {
    const isSame = pass.blocks.length === blocks.length && pass.blocks.every(({ offset }, index) => offset === blocks[index].offset);
    if (!isSame) leftOut.push(`${pass.method}: it sees other blocks`);
    return isSame;
  });
  const thresholds = thresholdsOf(same);
  const runs = same.map((pass) => runOf(pass, thresholds));
  const tags = [...new Set(blocks.map(({ tag }) => tag))];
  const numbers = new Map(tags.map((tag, number) => [tag, number]));
  const column = (field) => blocks.map((block) => block[field]);
  return {
    format: "trommel-explain",
    version: 1,
    name,
    url: page.url,
    page: {
      title: page.title, author: page.byline, date: page.publishedTime, lang: page.lang, method: page.method,
      confidence: page.confidence, page_type: page.pageType, page_type_probability: page.pageTypeProbability,
      encoding: page.encoding, bytes_in: page.bytes,
    },
    blocks: {
      offset: column("offset"), at: places(source, column("offset")), tag: blocks.map(({ tag }) => numbers.get(tag)),
      chars: column("chars"), words: column("words"), tag_count: column("tags"), links: column("links"), ttr: column("ttr"),
      attr: column("attr"), tkd: column("tkd"), hidden: blocks.map(({ hidden }) => Number(hidden)), score: column("score"),
      role: column("role"), text: column("text"),
    },
    tags,
    rules: [METHOD, OTHER],
    runs,
    shown: 0,
    compared: null,
    thresholds,
    line_block: lineBlockThresholds(blocks),
    truth: null,
    left_out: leftOut,
    source,
  };
}

/** A run, with the rules of its blocks. */
function runOf({ method, favor, blocks }, thresholds) {
  const decidedBy = blocks[0]?.method ?? method;
  const threshold = decidedBy === "learned" && favor ? thresholds?.[favor] : undefined;
  const isByScore = ({ score, kept }) => threshold === undefined || (score !== null && score >= threshold === kept);
  return {
    method, favor, decided_by: decidedBy, confidence: null, score: null,
    kept: blocks.map(({ kept }) => Number(kept)).join(""),
    rules: blocks.map((block) => (isByScore(block) ? 0 : 1)),
  };
}

/**
 * The thresholds of what is favoured, in logits: those that the fewest verdicts contradict. The
 * package says the scores and the verdicts alone.
 */
function thresholdsOf(passes) {
  const found = {};
  for (const { favor, blocks } of passes) {
    if (favor === null || blocks[0]?.method !== "learned") continue;
    const threshold = leastContradicted(blocks.filter(({ score }) => score !== null));
    if (threshold !== null) found[favor] = threshold;
  }
  return ["precision", "balanced", "recall"].every((favor) => favor in found) ? found : null;
}

function leastContradicted(blocks) {
  if (blocks.length === 0) return null;
  const sorted = blocks.toSorted((a, b) => a.score - b.score);
  // All are kept by a threshold below them; each step drops one more.
  let wrong = sorted.filter(({ kept }) => !kept).length;
  let [least, begin] = [wrong, 0];
  sorted.forEach(({ kept, score }, index) => {
    wrong += kept ? 1 : -1;
    if (sorted[index + 1]?.score === score) return;
    if (wrong < least) [least, begin] = [wrong, index + 1];
  });
  // Above the score of what is dropped, and not above that of what is kept.
  const above = begin === 0 ? sorted[0].score - 1 : sorted[begin - 1].score;
  const kept = begin === sorted.length ? above + 1 : sorted[begin].score;
  const middle = Math.round((above + kept) / 2 / THRESHOLD_STEP) * THRESHOLD_STEP;
  return middle > above ? middle : middle + THRESHOLD_STEP;
}

function lineBlockThresholds(blocks) {
  const count = Math.max(blocks.length, 1);
  const mean = blocks.reduce((sum, { ttr }) => sum + ttr, 0) / count;
  const sigma = Math.sqrt(blocks.reduce((sum, { ttr }) => sum + (ttr - mean) ** 2, 0) / count);
  return { ttr_sigma: sigma, ttr: TTR_SIGMAS * sigma, attr: ATTR, tkd: TKD };
}

/** The places of rising offsets, which are bytes of the source as UTF-8, in UTF-16 code units. */
function places(source, offsets) {
  const found = [];
  let bytes = 0;
  for (let at = 0; at < source.length && found.length < offsets.length; ) {
    const code = source.codePointAt(at);
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    while (offsets[found.length] < bytes) found.push(at);
    at += code < 0x10000 ? 1 : 2;
  }
  while (found.length < offsets.length) found.push(source.length);
  return found;
}
