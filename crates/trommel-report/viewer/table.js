// Tables that a click on the name of a column sorts.

import { element, shown } from "./dom.js";
import { scrolled } from "./histogram.js";

/** Rows that are shown at first. */
const FIRST_ROWS = 15;

/**
 * A table of `rows` with `columns`: `name`, `value(row)`, and how a value is shown: `cell(value, row)`.
 * `note` is a sentence below its title.
 */
export function sortableTable({ title, note, columns, rows }) {
  const view = { column: -1, isFalling: false, isWhole: rows.length <= FIRST_ROWS };
  const body = element("tbody", {});
  const heads = columns.map((column, at) => element("th", { scope: "col", class: column.isNumber ? "number" : "" }, element("button", { type: "button", onclick: () => sort(at) }, column.name)));
  const table = element("table", { class: "sortable" }, element("caption", {}, title), element("thead", {}, element("tr", {}, ...heads)), body);
  const more = element("button", { type: "button", class: "more", onclick: () => ((view.isWhole = true), draw()) }, `Show all ${shown(rows.length)} rows`);
  draw();
  return element("div", { class: "table" }, note ? element("p", { class: "muted" }, note) : "", scrolled(table, title), view.isWhole ? "" : more);

  function sort(at) {
    view.isFalling = view.column === at ? !view.isFalling : Boolean(columns[at].isNumber);
    view.column = at;
    heads.forEach((head, other) => (other === at ? head.setAttribute("aria-sort", view.isFalling ? "descending" : "ascending") : head.removeAttribute("aria-sort")));
    draw();
  }

  function draw() {
    const column = columns[view.column];
    const sorted = column ? rows.toSorted((a, b) => order(column.value(a), column.value(b), view.isFalling)) : rows;
    const drawn = view.isWhole ? sorted : sorted.slice(0, FIRST_ROWS);
    body.replaceChildren(...drawn.map((row) => element("tr", {}, ...columns.map((column) => cellOf(column, row)))));
    if (view.isWhole) more.remove();
  }
}

function cellOf(column, row) {
  const value = column.value(row);
  const content = column.cell ? column.cell(value, row) : column.isNumber ? shown(value, 3) : (value ?? "–");
  return element("td", { class: column.isNumber ? "number" : "", dir: column.isNumber ? null : "auto" }, content);
}

/** The order of two values; what is not known comes last. */
function order(a, b, isFalling) {
  const [hasA, hasB] = [a, b].map((value) => value !== null && value !== undefined);
  if (!hasA || !hasB) return Number(hasB) - Number(hasA);
  const found = typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b), "en", { numeric: true });
  return isFalling ? -found : found;
}
