// The facts of one block.

import { element, shown } from "./dom.js";
import { RULES } from "./page.js";

/** The facts of block `index` by the verdicts of `state`. */
export function facts(page, index, state) {
  if (index < 0) return [element("p", { class: "hint" }, "Select a block: click it, or use the arrow keys in the text.")];
  const { blocks, line_block: tau, truth } = page.data;
  const isKept = state.kept[index] === 1;
  const rule = state.rule(index);
  const rows = [
    ["Verdict", `${isKept ? "kept" : "dropped"} by ${state.run.decided_by}`],
    ["Role", blocks.role?.[index]],
    ["Rule", RULES[rule] ?? rule ?? undefined],
    ["Text-to-tag ratio", compared(blocks.ttr[index], ">", tau.ttr, 1)],
    ["Anchor-text ratio", compared(blocks.attr[index], "<", tau.attr)],
    ["Title keyword density", compared(blocks.tkd[index], "≥", tau.tkd)],
  ];
  if (blocks.score[index] !== null) {
    const threshold = state.threshold ?? page.data.thresholds?.balanced;
    rows.push(["Score, logits", threshold === undefined ? shown(blocks.score[index]) : compared(blocks.score[index], "≥", threshold)]);
  }
  const group = groupOf(blocks, index);
  if (group) rows.push(["Record", `${group.number} of ${group.records} alike, mean score ${signed(group.score)}`]);
  const phrase = page.blocks.phrases?.[index];
  if (phrase) rows.push(["Words", `“${phrase[0]}” (${signed(phrase[1])} logits)`]);
  if (truth) rows.push(["Gold words", `${truth.gold[index]} of ${truth.words[index]}`]);
  rows.push(
    ["Size", `${shown(blocks.chars[index])} characters, ${shown(blocks.words[index])} words, ${blocks.tag_count[index]} tags, ${blocks.links[index]} links`],
    ["Path", page.path(index)],
    ["Hidden", blocks.hidden[index] ? "hidden by the page" : undefined],
    ["Place", `block ${index + 1} of ${page.count}, byte ${blocks.offset[index].toLocaleString("en")}${blocks.depth ? `, depth ${blocks.depth[index]}` : ""}`],
  );
  const table = element("table", {}, element("caption", {}, "Facts of the block"), element("tbody", {}, ...rows.filter(([, value]) => value !== undefined).map(([name, value]) => element("tr", {}, element("th", { scope: "row" }, name), element("td", {}, value)))));
  return [element("p", { class: "quote", dir: "auto" }, blocks.text[index].slice(0, 300)), table, ...moved(page, index)];
}

/** A value and the threshold that it is compared with. */
function compared(value, sign, threshold, digits = 2) {
  return `${shown(value, digits)} (content: ${sign} ${shown(threshold, digits)})`;
}

/** The group of block `index`: the number of its record and of all, and the mean of their scores. */
function groupOf(blocks, index) {
  const own = blocks.record?.[index];
  if (!own) return null;
  const records = new Set();
  let number = 0, weights = 0, sum = 0;
  blocks.record.forEach((record, at) => {
    if (!record || record[0] !== own[0]) return;
    records.add(record[1]);
    if (record[1] === own[1]) number = records.size;
    const weight = Math.sqrt(blocks.words[at]);
    weights += weight;
    sum += weight * blocks.score[at];
  });
  return { number, records: records.size, score: sum / weights };
}

/** A number with its sign. */
function signed(logits) {
  return `${logits < 0 ? "−" : "+"}${shown(Math.abs(logits))}`;
}

/** The features that moved the score of the trees most. */
function moved(page, index) {
  const found = page.blocks.facts?.[index];
  if (!found?.length) return [];
  const largest = Math.max(...found.map(([, , logits]) => Math.abs(logits)));
  const rows = found.map(([feature, value, logits]) => {
    const direction = logits < 0 ? "down" : "up";
    const bar = element("meter", { min: "0", max: String(largest), value: String(Math.abs(logits)), class: direction, "aria-label": `${direction} by ${shown(Math.abs(logits))} logits` });
    return element("tr", {}, element("th", { scope: "row" }, page.data.features[feature]), element("td", {}, shown(value)), element("td", {}, bar, ` ${signed(logits)}`));
  });
  const head = element("tr", {}, ...["Feature", "Value", "Moves the score"].map((name) => element("th", { scope: "col" }, name)));
  return [element("table", {}, element("caption", {}, "Features that moved the score of the trees most"), element("thead", {}, head), element("tbody", {}, ...rows))];
}
