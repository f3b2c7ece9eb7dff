// Bars of a distribution, as a picture that prints.

import { element, shown } from "./dom.js";

const BARS_WIDTH = 460;
const BARS_HEIGHT = 120;
const LABELS_HEIGHT = 18;

/** A figure with the bars of a distribution and a table of its quantiles. */
export function histogram(distribution, { label, format, isLog }) {
  const { bars, count } = distribution;
  const picture = barPicture(bars, { about: `${label}: ${shown(count)} pages, median ${format(median(distribution))}.`, format, isLog, formatCount: (pages) => `${shown(pages)} pages` });
  const quantiles = distribution.quantiles.map(({ share, value }) => [`${shown(100 * share)} %`, value]);
  const rows = [["minimum", distribution.least], ...quantiles, ["maximum", distribution.greatest], ["mean", distribution.mean]];
  const cells = (values, name, properties) => element("tr", {}, ...values.map((value) => element(name, properties, value)));
  const table = element("table", { class: "quantiles" }, element("caption", {}, `${label}: quantiles of ${shown(count)} pages`), element("thead", {}, cells(rows.map(([name]) => name), "th", { scope: "col" })), element("tbody", {}, cells(rows.map(([, value]) => format(value)), "td", {})));
  return element("figure", { class: "histogram" }, element("figcaption", {}, label), picture, scrolled(table, label));
}

/** A picture of bars, each with a title. `about` says what it shows. */
function barPicture(bars, { about, format, isLog, formatCount }) {
  const scale = (value) => (isLog ? Math.log2(value + 1) : value);
  const [low, high] = [scale(bars[0].begin), scale(bars[bars.length - 1].end)];
  const most = Math.max(...bars.map((bar) => bar.count));
  const x = (value) => ((scale(value) - low) / (high - low || 1)) * BARS_WIDTH;
  const picture = drawing("svg", { viewBox: `0 0 ${BARS_WIDTH} ${BARS_HEIGHT + LABELS_HEIGHT}`, role: "img", "aria-label": about });
  for (const { begin, end, count } of bars) {
    const height = Math.max((count / (most || 1)) * BARS_HEIGHT, 1);
    const name = drawing("title", {});
    name.textContent = `${format(begin)} to ${format(end)}: ${formatCount(count)}`;
    const bar = drawing("rect", { class: "bar", x: x(begin), y: BARS_HEIGHT - height, width: Math.max(x(end) - x(begin) - 1, 1), height });
    bar.append(name);
    picture.append(bar);
  }
  picture.append(drawing("line", { class: "axis", x1: 0, x2: BARS_WIDTH, y1: BARS_HEIGHT, y2: BARS_HEIGHT }));
  for (const [at, anchor, value] of [[0, "start", bars[0].begin], [BARS_WIDTH, "end", bars[bars.length - 1].end]]) {
    const text = drawing("text", { x: at, y: BARS_HEIGHT + 13, "text-anchor": anchor });
    text.textContent = format(value);
    picture.append(text);
  }
  return picture;
}

/**
 * A figure of the speed of a run over its time, in MB of HTML per second. `null` for a run of fewer
 * than three samples.
 */
export function speedOverTime({ name, over_time: samples, mb_per_s: mean }) {
  if (samples.length < 3) return null;
  const bars = samples.map(({ seconds, bytes_in: bytes }, at) => {
    const before = samples[at - 1] ?? { seconds: 0, bytes_in: 0 };
    return { begin: before.seconds, end: seconds, count: (bytes - before.bytes_in) / 1e6 / (seconds - before.seconds) };
  });
  const label = `Speed over time, ${name}`;
  const speed = (value) => `${shown(value, 1)} MB of HTML per second`;
  const counts = bars.map(({ count }) => count);
  const about = `${label}: from ${shown(Math.min(...counts), 1)} to ${speed(Math.max(...counts))}, mean ${shown(mean, 1)}.`;
  const picture = barPicture(bars, { about, format: (seconds) => `${shown(seconds, 1)} s`, isLog: false, formatCount: speed });
  return element("figure", { class: "histogram" }, element("figcaption", {}, about), picture);
}

/** An element around a table that is wider than the page, which keys can scroll. */
export function scrolled(table, label) {
  return element("div", { class: "wide", role: "region", "aria-label": `${label}, table`, tabindex: "0" }, table);
}

function median({ quantiles, mean }) {
  return quantiles.find(({ share }) => share === 0.5)?.value ?? mean;
}

function drawing(name, attributes) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}
