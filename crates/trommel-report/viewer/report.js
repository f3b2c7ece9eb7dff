// A crawl: its pages by field, distributions, and pages worth a look.
// docs/src/report.md describes the data.

import { element, shown } from "./dom.js";
import { histogram, speedOverTime } from "./histogram.js";
import { sortableTable } from "./table.js";

const GROUPS = {
  host: ["Hosts", "Host", "From the URL of the page."],
  method: ["Methods", "Method", "The method that decided. For pages that show no text: json-ld, app-state or description."],
  page_type: ["Types of pages", "Type", "The most probable type, if its probability is at least 0.65."],
  lang: ["Languages", "Language", "As stated by the page."],
  encoding: ["Encodings", "Encoding", ""],
  http_status: ["HTTP statuses", "Status", ""],
  content_type: ["Content types", "Content type", "From the HTTP header."],
  warc_date: ["Days", "Day", "The day on which the page was fetched."],
  damage: ["Damage", "Kind", "Why pages are incomplete, and what a limit cut off. A page can have several kinds."],
};

const percent = (share) => `${shown(100 * share, 1)} %`;
const DISTRIBUTIONS = {
  chars: { label: "Length of the text, in characters", format: (value) => shown(value), isLog: true },
  kept: { label: "Share of blocks kept", format: percent },
  confidence: { label: "Confidence: expected F1 of the text", format: (value) => shown(value, 3) },
  bytes_in: { label: "Size of the page, in bytes", format: (value) => shown(value), isLog: true },
};

const LISTS = {
  nothing: ["Pages that kept nothing", "Those with the most blocks come first."],
  nearly_nothing: ["Pages that kept nearly nothing", "At most 5 % of at least 20 blocks. Those with the most blocks come first."],
  nearly_all: ["Pages that kept nearly all", "At least 95 % of at least 20 blocks. Those with the most blocks come first."],
  unsure: ["Pages of low confidence", "Below 0.5. The lowest come first."],
  damaged: ["Damaged pages", "Incomplete, or cut by a limit. Incomplete pages come first."],
};

/** Shows the data of a crawl in `root`. */
export function showCrawl(data, root) {
  const sections = [
    data.distributions.length ? ["Distributions", distributions(data)] : null,
    ...data.groups.map((group) => [GROUPS[group.name]?.[0] ?? group.name, [groupTable(group, data.pages)]]),
    data.runs.length ? ["Runs", [runsTable(data.runs), ...data.runs.map(speedOverTime).filter(Boolean)]] : null,
    ...data.lists.map((list) => [LISTS[list.name]?.[0] ?? list.name, [listTable(list)]]),
    data.unread_count ? ["Inputs that could not be read", [messages(data.unread, data.unread_count)]] : null,
    data.bad_lines.count ? ["Lines that are not rows", [messages(data.bad_lines.messages, data.bad_lines.count)]] : null,
  ].filter(Boolean);
  const ids = sections.map((_, at) => `section-${at}`);
  root.classList.add("crawl");
  root.replaceChildren(
    header(data),
    element("nav", { "aria-label": "Parts of the report" }, element("ul", {}, ...sections.map(([title], at) => element("li", {}, element("a", { href: `#${ids[at]}` }, title))))),
    element("main", {}, ...sections.map(([title, parts], at) => element("section", { id: ids[at], "aria-labelledby": `${ids[at]}-title` }, element("h2", { id: `${ids[at]}-title` }, title), ...parts))),
  );
}

function header({ inputs, inputs_count: count, pages, bytes_in: bytes, chars, lists, bad_lines: bad }) {
  const names = `${inputs.join(", ")}${count > inputs.length ? ` and ${count - inputs.length} more` : ""}`;
  const nothing = lists.find((list) => list.name === "nothing")?.count ?? 0;
  const known = [
    `${shown(pages)} pages`,
    bytes === null ? null : `${shown(bytes / 1e6, 1)} MB of HTML`,
    chars === null ? null : `${shown(chars / 1e6, 1)} million characters of text`,
    pages ? `${shown(nothing)} pages (${percent(nothing / pages)}) kept nothing` : null,
    bad.count ? `lines that are not rows: ${shown(bad.count)}` : null,
  ];
  return element("header", {}, element("h1", { dir: "auto" }, "Crawl"), element("p", { dir: "auto" }, names), element("p", { id: "counts" }, known.filter(Boolean).join(" · ")));
}

function distributions(data) {
  const known = data.distributions.filter(({ name }) => name in DISTRIBUTIONS);
  return [element("div", { class: "histograms" }, ...known.map((found) => histogram(found, DISTRIBUTIONS[found.name])))];
}

function groupTable(group, pages) {
  const [title, column, about] = GROUPS[group.name] ?? [group.name, "Value", ""];
  const number = (name, key, cell = null) => ({ name, value: (row) => row[key], isNumber: true, cell: cell && ((value) => (value === null ? "–" : cell(value))) });
  const columns = [
    { name: column, value: (row) => row.value },
    { ...number("Pages", "pages"), cell: (count, row) => (row.error ? `${shown(count)} (at most ${shown(row.error)} less)` : shown(count)) },
    { name: "Share", value: (row) => row.pages / pages, isNumber: true, cell: percent },
    number("Kept nothing", "nothing", percent),
    number("Characters, mean", "chars"),
    number("Blocks kept", "kept", percent),
    number("Confidence, mean", "confidence"),
  ].filter(({ name, value }) => !["Characters, mean", "Blocks kept", "Confidence, mean"].includes(name) || group.values.some((row) => value(row) !== null));
  const missing = group.missing ? `${shown(group.missing)} pages (${percent(group.missing / pages)}) have no value.` : "";
  const sketched = group.error ? `The ${shown(group.values.length)} most frequent values are listed; any other has at most ${shown(group.error)} pages. Means cover the pages since a value was first counted.` : "";
  return sortableTable({ title, note: [about, missing, sketched].filter(Boolean).join(" "), columns, rows: group.values });
}

function runsTable(runs) {
  const number = (name, key, cell) => ({ name, value: (run) => run[key], isNumber: true, cell });
  const skipped = ({ skipped }) => Object.values(skipped).reduce((sum, count) => sum + count, 0);
  const columns = [
    { name: "Summary", value: (run) => run.name },
    number("Pages", "pages_in"),
    number("Errors", "errors"),
    number("Damaged places", "damaged"),
    { name: "Skipped", value: skipped, isNumber: true },
    { name: "By reason", value: ({ skipped }) => Object.entries(skipped).map(([reason, count]) => `${reason} ${shown(count)}`).join(", ") || null },
    number("MB of HTML", "bytes_in", (bytes) => shown(bytes / 1e6, 1)),
    number("Seconds", "seconds", (seconds) => shown(seconds, 1)),
    number("MB per second", "mb_per_s", (speed) => shown(speed, 1)),
  ];
  return sortableTable({ title: "Runs", note: "From batch --summary. Skipped records, unreadable inputs and damaged places have no rows.", columns, rows: runs });
}

function listTable(list) {
  const [title, about] = LISTS[list.name] ?? [list.name, ""];
  const columns = [
    { name: "Page", value: (page) => page.name, cell: (name, page) => element("span", { class: "page" }, name || page.place || page.row) },
    { name: "Place", value: (page) => page.place || page.row },
    { name: "Row", value: (page) => page.row },
    { name: "Blocks", value: (page) => page.blocks, isNumber: true },
    { name: "Kept", value: (page) => page.blocks_kept, isNumber: true },
    { name: "Characters", value: (page) => page.chars, isNumber: true },
    { name: "Confidence", value: (page) => page.confidence, isNumber: true },
    { name: "Damage", value: (page) => page.damage.join(", ") || null },
    { name: "Command", value: (page) => page.command, cell: (command) => (command ? element("code", {}, command) : "–") },
  ].filter(({ value }) => list.pages.some((page) => value(page) !== null));
  const count = list.pages.length < list.count ? `${shown(list.pages.length)} of ${shown(list.count)} pages.` : `${shown(list.count)} pages.`;
  return sortableTable({ title, note: `${count} ${about}`, columns, rows: list.pages });
}

function messages(texts, count) {
  const more = count > texts.length ? [element("li", {}, `${shown(count - texts.length)} more`)] : [];
  return element("ul", { class: "messages" }, ...texts.map((text) => element("li", { dir: "auto" }, text)), ...more);
}
