// The text of the page: kept blocks plain, dropped ones muted, and several of them folded.

import { element, shown } from "./dom.js";
import { MISSED } from "./page.js";

/** Dropped blocks in a row from which they are folded. */
const MIN_FOLDED = 4;
/** Rows of a group. The browser draws only groups in sight. */
const GROUP_ROWS = 200;
/** Characters of a folded line. */
const FOLDED_CHARS = 160;

/** The list of blocks; `onSelect` gets the index of a block. */
export class BlockList {
  constructor(page, onSelect) {
    this.page = page;
    this.onSelect = onSelect;
    this.selected = -1;
    this.opened = new Set();
    this.root = element("div", {
      id: "blocks",
      role: "listbox",
      tabindex: "0",
      "aria-label": "Blocks of the page, in order",
      onkeydown: (event) => this.#key(event),
      onclick: (event) => this.#click(event),
    });
  }

  /** Draws all blocks by new verdicts. */
  show(state) {
    this.state = state;
    this.rows = [];
    const isShown = (index) => state.kept[index] || state.differs(index) || this.page.fault(index, state.kept[index]) === MISSED;
    for (let index = 0; index < this.page.count; ) {
      let end = index;
      while (end < this.page.count && !isShown(end)) end++;
      if (end - index >= MIN_FOLDED && !this.opened.has(index)) {
        this.rows.push({ first: index, end });
        index = end;
      } else {
        for (; index < end; index++) this.rows.push({ first: index, end: index + 1 });
      }
      if (index < this.page.count) this.rows.push({ first: index, end: ++index });
    }
    const groups = [];
    for (let at = 0; at < this.rows.length; at += GROUP_ROWS) {
      const rows = this.rows.slice(at, at + GROUP_ROWS);
      const last = rows[rows.length - 1].end;
      const label = `Blocks ${rows[0].first + 1} to ${last}`;
      const group = element("div", { role: "group", class: "group", "aria-label": label });
      group.append(...rows.map((row, offset) => this.#row(row, at + offset)));
      groups.push(group);
    }
    this.root.replaceChildren(...groups);
    if (this.selected >= 0) this.#mark(this.selected);
  }

  /** Selects a block, opens the fold that it is in, and scrolls to it. */
  select(index, isSilent = false) {
    if (index < 0 || index >= this.page.count) return;
    let at = this.#rowOf(index);
    if (this.rows[at].end - this.rows[at].first > 1) {
      this.opened.add(this.rows[at].first);
      this.show(this.state);
      at = this.#rowOf(index);
    }
    this.#mark(index);
    document.getElementById(`row-${at}`)?.scrollIntoView({ block: "nearest" });
    if (!isSilent) this.onSelect(index);
  }

  #rowOf(index) {
    let [low, high] = [0, this.rows.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.rows[middle].first <= index) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #mark(index) {
    this.root.querySelector("[aria-selected=true]")?.setAttribute("aria-selected", "false");
    this.selected = index;
    const at = this.#rowOf(index);
    document.getElementById(`row-${at}`)?.setAttribute("aria-selected", "true");
    this.root.setAttribute("aria-activedescendant", `row-${at}`);
  }

  #row(row, at) {
    const { page, state } = this;
    const { blocks } = page.data;
    const common = { role: "option", id: `row-${at}`, "data-block": row.first, "aria-selected": "false" };
    if (row.end - row.first > 1) {
      const words = blocks.words.slice(row.first, row.end).reduce((sum, count) => sum + count, 0);
      const text = blocks.text.slice(row.first, row.end).join(" | ").slice(0, FOLDED_CHARS);
      return element("div", { ...common, class: "fold" }, `▸ ${row.end - row.first} blocks dropped, ${shown(words)} words: `, element("span", {}, text));
    }
    const index = row.first;
    const isKept = state.kept[index] === 1;
    const fault = page.fault(index, isKept);
    const difference = state.differs(index) ? (isKept ? "added" : "removed") : "";
    const tag = page.tag(index);
    const mark = element("span", { class: "mark" }, isKept ? "kept" : "dropped", tag ? ` ${tag}` : "", fault ? ` · ${fault}` : "", difference ? ` · ${difference}` : "");
    const isHeading = /^h[1-6]$/.test(tag);
    const text = element("span", { class: `text${isHeading ? " heading" : ""}`, dir: "auto" }, blocks.text[index]);
    return element("div", { ...common, class: `block ${isKept ? "kept" : "dropped"} ${fault} ${difference}` }, mark, text);
  }

  #click(event) {
    const row = event.target.closest("[role=option]");
    if (row) this.select(Number(row.dataset.block));
  }

  #key(event) {
    const at = this.selected < 0 ? -1 : this.#rowOf(this.selected);
    const steps = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: 20, PageUp: -20, Home: -this.rows.length, End: this.rows.length };
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in steps) {
      const next = Math.min(Math.max(at + steps[event.key], 0), this.rows.length - 1);
      this.#mark(this.rows[next].first);
      document.getElementById(`row-${next}`).scrollIntoView({ block: "nearest" });
      this.onSelect(this.rows[next].first);
    } else if ((event.key === "Enter" || event.key === " " || event.key === "ArrowRight") && at >= 0) {
      this.select(this.selected);
    } else {
      return;
    }
    event.preventDefault();
  }
}
