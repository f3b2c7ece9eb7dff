// The page itself, made anew of the elements that hold text. Nothing of it runs or is loaded: no
// element or attribute is copied that could, and its frame allows no scripts.

import { element } from "./dom.js";

/** Marks of places: they surround the number of a block. Private use, so that pages lack them. */
const [BEGIN, END] = ["\ue000", "\ue001"];

/** Elements that are made as they are. All others become `div`, or are left out. */
const KNOWN = new Set(
  ("a abbr address article aside b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt em fieldset figcaption " +
    "figure footer h1 h2 h3 h4 h5 h6 header hr i ins kbd legend li main mark nav ol p pre q rp rt ruby s samp section small span strong sub " +
    "summary sup table tbody td tfoot th thead time tr u ul var wbr").split(" "),
);
const INLINE = new Set(["button", "label", "font", "big", "tt", "center", "nobr"]);
const LEFT_OUT = new Set(
  ("applet area audio base canvas datalist embed frame frameset head iframe input link map meta noembed noframes object option script select source " +
    "style svg textarea title track video math").split(" "),
);
const ATTRIBUTES = ["colspan", "rowspan", "dir", "lang", "start", "value"];

const STYLE = `
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
  .k { background: color-mix(in srgb, #2a9d5c 28%, transparent); }
  .d { opacity: .65; }
  .s { outline: 3px solid #d9730d; outline-offset: 1px; }
  [data-b] { cursor: pointer; }
  .img { border: 1px dashed gray; font-size: 80%; padding: 0 .3em; }
  table { border-collapse: collapse; } td, th { border: 1px solid color-mix(in srgb, currentColor 25%, transparent); padding: 2px 5px; }
`;

export class Original {
  constructor(page, onSelect) {
    this.page = page;
    this.onSelect = onSelect;
    this.frame = element("iframe", { title: "The page, with kept text highlighted", sandbox: "allow-same-origin" });
    this.parts = null;
  }

  /** Makes the page in the frame, once, when it is shown first. */
  #make() {
    const { page } = this;
    const document = this.frame.contentDocument;
    const style = document.createElement("style");
    style.textContent = STYLE;
    document.head.append(style);
    document.documentElement.lang = page.data.page.lang ?? "";
    document.title = "The page";
    this.parts = Array.from({ length: page.count }, () => []);
    if (page.data.source === null) {
      document.body.append(...page.data.left_out.map((text) => Object.assign(document.createElement("p"), { textContent: text })));
      return;
    }
    // A document without a window: its scripts and handlers never run, and nothing is loaded.
    const parsed = new DOMParser().parseFromString(harmless(marked(page)), "text/html");
    this.#copy(parsed.body, document);
    this.#addUnseen(document);
    document.addEventListener("click", (event) => {
      event.preventDefault();
      const part = event.target.closest?.("[data-b]");
      if (part) this.onSelect(Number(part.dataset.b));
    });
  }

  /** Adds the blocks that a browser does not show, such as those of a broken title or a script. */
  #addUnseen(document) {
    const unseen = this.parts.keys().filter((index) => this.parts[index].length === 0);
    for (const [number, index] of [...unseen].entries()) {
      if (number === 0) document.body.append(document.createElement("hr"), "Text that a browser does not show:");
      const paragraph = document.createElement("p");
      this.#text(`${BEGIN}${index}${END}${this.page.blocks.text[index]}`, index, paragraph, document);
      document.body.append(paragraph);
    }
  }

  /** Copies what is known, without recursion: pages are nested as deep as they like. */
  #copy(body, document) {
    let [from, to, block] = [body.firstChild, document.body, -1];
    const parents = [];
    while (from || parents.length) {
      if (!from) {
        ({ from, to } = parents.pop());
        continue;
      }
      const next = from.nextSibling;
      if (from.nodeType === Node.TEXT_NODE) {
        block = this.#text(from.data, block, to, document);
      } else if (from.nodeType === Node.ELEMENT_NODE) {
        const name = from.localName;
        if (name === "img" && from.getAttribute("alt")) {
          to.append(Object.assign(document.createElement("span"), { className: "img", textContent: from.getAttribute("alt") }));
        } else if (!LEFT_OUT.has(name)) {
          const made = document.createElement(KNOWN.has(name) ? name : INLINE.has(name) ? "span" : "div");
          for (const attribute of ATTRIBUTES) if (from.hasAttribute(attribute)) made.setAttribute(attribute, from.getAttribute(attribute));
          if (name === "details") made.open = true;
          to.append(made);
          parents.push({ from: next, to });
          [from, to] = [(name === "template" ? from.content : from).firstChild, made];
          continue;
        }
      }
      from = next;
    }
  }

  /** Copies a text, in parts of blocks. Returns the block that is open at its end. */
  #text(text, block, to, document) {
    for (const [number, piece] of text.split(BEGIN).entries()) {
      let rest = piece;
      if (number > 0) {
        const end = piece.indexOf(END);
        [block, rest] = [Number(piece.slice(0, end)), piece.slice(end + 1)];
      }
      if (rest.trim() === "" || block < 0) {
        to.append(rest);
        continue;
      }
      const part = document.createElement("span");
      part.dataset.b = block;
      part.textContent = rest;
      this.parts[block].push(part);
      to.append(part);
    }
    return block;
  }

  /** Highlights what is kept, and the selected block. */
  show(state, selected, scrolls = false) {
    if (!this.parts) this.#make();
    for (let index = 0; index < this.page.count; index++) {
      const name = `${state.kept[index] ? "k" : "d"}${index === selected ? " s" : ""}`;
      for (const part of this.parts[index]) if (part.className !== name) part.className = name;
    }
    if (scrolls) this.parts[selected]?.[0]?.scrollIntoView({ block: "center" });
  }
}

/**
 * The source with event handlers and base elements renamed. They would have no effect, but a browser
 * complains of each. A tag is read up to the next `<` or `>`, so that the time is linear.
 */
function harmless(source) {
  return source.replace(/<[a-z][^<>]*/gi, (tag) =>
    tag.replace(/^<base\b/i, "<x-base").replace(/([\s"'/])on(?=[a-z]+\s*=)/gi, "$1data-on"),
  );
}

/** The source with a mark before the text of each block. */
function marked(page) {
  const source = page.data.source.replaceAll(BEGIN, "\ufffd").replaceAll(END, "\ufffd");
  const pieces = [];
  let last = 0;
  page.blocks.at.forEach((at, index) => {
    if (at < last) return;
    pieces.push(source.slice(last, at), BEGIN, index, END);
    last = at;
  });
  pieces.push(source.slice(last));
  return pieces.join("");
}
