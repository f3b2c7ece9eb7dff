// Plots of all blocks. A library of plots would be larger than the rest of the viewer, and these are
// bars, points and lines.

import { element, shown } from "./dom.js";

const HEIGHT = 170;
const MARGIN = { left: 46, right: 8, top: 8, bottom: 22 };
/** Radius in which a point is found, in pixels. */
const NEAR = 14;

/** The four plots of a page. `onSelect` gets the index of a block. */
export function plots(page, onSelect, onHover) {
  const { blocks, line_block: tau, thresholds } = page.data;
  const numbers = Float64Array.from({ length: page.count }, (_, index) => index);
  const made = [];
  const add = (spec) => made.push(new Plot(page, spec, onSelect, onHover));
  if (blocks.score.some((score) => score !== null)) {
    add({
      title: "Score along the page, in logits",
      x: numbers, y: blocks.score.map((score) => score ?? NaN), isBars: true,
      lines: (state) => [[state.threshold ?? thresholds?.balanced, "threshold"]],
    });
  }
  add({
    title: "Text-to-tag ratio along the page, in characters per tag",
    x: numbers, y: blocks.ttr, isBars: true, isLog: true,
    lines: () => [[tau.ttr, "threshold"], [tau.ttr_sigma, "σ"]],
  });
  if (blocks.smoothed_ratio?.length === page.count) {
    add({
      title: "Smoothed tag ratio and its steepness: the clusters of the tag-ratio method",
      x: blocks.smoothed_ratio, y: blocks.steepness, isLogX: true, isLog: true,
      colours: page.runsOf("tag-ratio")[0]?.kept,
    });
  }
  add({
    title: "Length in characters, and share of it in links",
    x: blocks.chars, y: blocks.attr, isLogX: true,
    lines: () => [[tau.attr, "threshold"]],
  });
  return made;
}

class Plot {
  constructor(page, spec, onSelect, onHover) {
    Object.assign(this, { page, spec });
    this.canvas = element("canvas", { role: "img", "aria-label": `${spec.title}. The facts of a block have the same numbers.` });
    this.note = element("figcaption", {}, spec.title);
    this.root = element("figure", {}, this.note, this.canvas);
    const found = (event) => this.#nearest(event.offsetX, event.offsetY);
    this.canvas.addEventListener("click", (event) => found(event) >= 0 && onSelect(found(event)));
    this.canvas.addEventListener("mousemove", (event) => onHover(found(event)));
    this.canvas.addEventListener("mouseleave", () => onHover(-1));
    this.x = Array.from(spec.x, (value) => (spec.isLogX ? log(value) : value));
    this.y = Array.from(spec.y, (value) => (spec.isLog ? log(value) : value));
    this.ranges = [range(this.x, false), range(this.y, true)];
  }

  /** Draws all blocks by the verdicts, and marks some of them. */
  draw(state, marked = []) {
    this.state = state;
    const width = this.canvas.clientWidth || 420;
    const scale = window.devicePixelRatio || 1;
    this.canvas.width = width * scale;
    this.canvas.height = HEIGHT * scale;
    this.width = width;
    const context = this.canvas.getContext("2d");
    context.scale(scale, scale);
    const style = getComputedStyle(this.canvas);
    context.font = `11px ${style.fontFamily}`;
    const colour = (name) => {
      this.canvas.style.color = `var(${name})`;
      return style.color;
    };
    this.#axes(context, colour);
    const isKept = (index) => (this.spec.colours ? this.spec.colours[index] === "1" : state.kept[index] === 1);
    for (const verdict of [false, true]) {
      context.fillStyle = colour(verdict ? "--kept" : "--dropped");
      for (let index = 0; index < this.page.count; index++) if (isKept(index) === verdict) this.#mark(context, index, 2.2);
    }
    for (const index of marked.filter((index) => index >= 0)) {
      context.fillStyle = colour("--selected");
      this.#mark(context, index, 5);
    }
    for (const [value, name] of this.spec.lines?.(state) ?? []) this.#line(context, colour, value, name);
    const hovered = marked[1] ?? -1;
    this.note.textContent = hovered < 0 ? this.spec.title : `${hovered + 1}: ${shown(this.spec.x[hovered])}, ${shown(this.spec.y[hovered])} · ${this.page.blocks.text[hovered].slice(0, 60)}`;
  }

  #px(value) {
    const [low, high] = this.ranges[0];
    return MARGIN.left + ((value - low) / (high - low)) * (this.width - MARGIN.left - MARGIN.right);
  }

  #py(value) {
    const [low, high] = this.ranges[1];
    return HEIGHT - MARGIN.bottom - ((value - low) / (high - low)) * (HEIGHT - MARGIN.top - MARGIN.bottom);
  }

  #mark(context, index, radius) {
    if (Number.isNaN(this.y[index])) return;
    const [x, y] = [this.#px(this.x[index]), this.#py(this.y[index])];
    if (this.spec.isBars) {
      const zero = this.#py(Math.min(Math.max(0, this.ranges[1][0]), this.ranges[1][1]));
      const width = Math.max((this.width - MARGIN.left - MARGIN.right) / this.page.count - 0.5, radius > 3 ? 3 : 1);
      context.fillRect(x - width / 2, Math.min(y, zero), width, Math.max(Math.abs(zero - y), 1));
    } else {
      context.beginPath();
      context.arc(x, y, radius, 0, 2 * Math.PI);
      context.fill();
    }
  }

  #axes(context, colour) {
    context.strokeStyle = colour("--line");
    context.fillStyle = colour("--muted");
    context.strokeRect(MARGIN.left, MARGIN.top, this.width - MARGIN.left - MARGIN.right, HEIGHT - MARGIN.top - MARGIN.bottom);
    const label = (value, isLog) => shown(isLog ? 10 ** value - 1 : value, 1);
    const [[left, right], [low, high]] = this.ranges;
    context.textAlign = "right";
    context.fillText(label(low, this.spec.isLog), MARGIN.left - 4, HEIGHT - MARGIN.bottom);
    context.fillText(label(high, this.spec.isLog), MARGIN.left - 4, MARGIN.top + 9);
    context.textAlign = "left";
    context.fillText(label(left, this.spec.isLogX), MARGIN.left, HEIGHT - 8);
    context.textAlign = "right";
    context.fillText(label(right, this.spec.isLogX), this.width - MARGIN.right, HEIGHT - 8);
  }

  #line(context, colour, value, name) {
    if (value === undefined || value === null) return;
    const at = this.#py(this.spec.isLog ? log(value) : value);
    if (at < MARGIN.top || at > HEIGHT - MARGIN.bottom) return;
    context.strokeStyle = colour("--selected");
    context.setLineDash([4, 3]);
    context.beginPath();
    context.moveTo(MARGIN.left, at);
    context.lineTo(this.width - MARGIN.right, at);
    context.stroke();
    context.setLineDash([]);
    context.fillStyle = colour("--selected");
    context.textAlign = "right";
    context.fillText(name, this.width - MARGIN.right - 3, at - 3);
  }

  /** The block next to a place; -1 if none is near. */
  #nearest(x, y) {
    if (this.spec.isBars) {
      const share = (x - MARGIN.left) / (this.width - MARGIN.left - MARGIN.right);
      const [low, high] = this.ranges[0];
      const index = Math.round(low + share * (high - low));
      return index >= 0 && index < this.page.count ? index : -1;
    }
    let [best, least] = [-1, NEAR * NEAR];
    for (let index = 0; index < this.page.count; index++) {
      const away = (this.#px(this.x[index]) - x) ** 2 + (this.#py(this.y[index]) - y) ** 2;
      if (away < least) [best, least] = [index, away];
    }
    return best;
  }
}

/** A scale that has zero, for values from zero on. */
function log(value) {
  return Math.log10(Math.max(value, 0) + 1);
}

/** The least and the greatest value. */
function range(values, hasZero) {
  let [low, high] = hasZero ? [0, 0] : [Infinity, -Infinity];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low < high ? [low, high] : [Number.isFinite(low) ? low : 0, (Number.isFinite(low) ? low : 0) + 1];
}
