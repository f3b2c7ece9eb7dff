// The visible blocks of text of a page. It runs inside the page, so it uses nothing outside itself.

/**
 * The blocks of the document. A block is an element that is displayed as a block and has text,
 * itself or in inline elements. Each has that text in pieces, its path, and its style.
 *
 * Source: Zhou and Mashuq 2014, section 3. Departures: the properties are a fixed list of those
 * that do not depend on the text. A value is left out if an unstyled element of the same name has
 * it.
 */
export function blocksOfPage(properties) {
  const notText = new Set(["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE", "TEXTAREA", "SELECT", "OPTION", "TITLE"]);
  const isInline = (style) => style.display === "contents" || style.display.startsWith("inline") || style.display.startsWith("ruby");

  const isShown = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return range.getClientRects().length > 0 && getComputedStyle(node.parentElement).visibility === "visible";
  };

  // An unstyled document, for the values of properties without a style sheet.
  const frame = document.createElement("iframe");
  frame.style.display = "none";
  document.documentElement.append(frame);
  const plain = frame.contentDocument;
  const defaults = new Map();
  const defaultsOf = (name) => {
    if (!defaults.has(name)) {
      const element = plain.body.appendChild(plain.createElement(name));
      const style = frame.contentWindow.getComputedStyle(element);
      defaults.set(name, Object.fromEntries(properties.map((property) => [property, style.getPropertyValue(property)])));
      element.remove();
    }
    return defaults.get(name);
  };

  const named = (element) => ({
    name: element.localName,
    id: element.id,
    classes: [...element.classList],
  });

  // The ancestors of an element below the body, and the element itself, the outermost first.
  const chain = (element) => {
    const found = [];
    for (let at = element; at && at !== document.body && at !== document.documentElement; at = at.parentElement) {
      found.unshift(at);
    }
    return found;
  };

  const texts = new Map();
  const walker = document.createTreeWalker(document.body ?? document.documentElement, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.data.trim();
    if (text === "" || notText.has(node.parentElement.tagName) || !isShown(node)) continue;
    let block = node.parentElement;
    while (block.parentElement && isInline(getComputedStyle(block))) block = block.parentElement;
    if (!texts.has(block)) texts.set(block, []);
    texts.get(block).push(text);
  }

  const blocks = [];
  for (const [element, text] of texts) {
    const { left, top, width, height } = element.getBoundingClientRect();
    if (width <= 0 || height <= 0) continue;
    const style = getComputedStyle(element);
    const usual = defaultsOf(element.localName);
    const computed = {};
    for (const property of properties) {
      const value = style.getPropertyValue(property);
      if (value !== usual[property]) computed[property] = value;
    }
    const around = chain(element);
    blocks.push({
      text,
      bound: {
        left: Math.round(left + scrollX),
        top: Math.round(top + scrollY),
        width: Math.round(width),
        height: Math.round(height),
      },
      computed,
      element: named(element),
      path: around.map((at) => at.localName),
      selector: around.map(named),
    });
  }
  frame.remove();

  const said = (selector, attribute) =>
    [...document.querySelectorAll(selector)].map((element) => (element.getAttribute(attribute) ?? "").trim()).filter((text) => text !== "");
  const address = said("link[rel~=canonical]", "href")[0] ?? said("meta[property='og:url']", "content")[0] ?? "";
  return {
    url: address,
    titles: [document.title.trim(), ...said("meta[property='og:title'], meta[name='twitter:title']", "content")].filter((text) => text !== ""),
    descriptions: said("meta[name=description i], meta[property='og:description'], meta[name='twitter:description']", "content"),
    texts: blocks,
  };
}

/** Properties that say what a block looks like, and do not depend on its text. */
export const PROPERTIES = [
  "background-color", "background-image", "background-repeat", "border-bottom-color", "border-bottom-style", "border-bottom-width",
  "border-left-color", "border-left-style", "border-left-width", "border-right-color", "border-right-style", "border-right-width",
  "border-top-color", "border-top-style", "border-top-width", "box-shadow", "clear", "color", "cursor", "direction", "display", "float",
  "font-family", "font-size", "font-style", "font-variant", "font-weight", "letter-spacing", "line-height", "list-style-image",
  "list-style-position", "list-style-type", "margin-bottom", "margin-top", "max-width", "min-height", "min-width", "opacity", "outline-color",
  "outline-style", "overflow-x", "overflow-y", "padding-bottom", "padding-left", "padding-right", "padding-top", "position", "text-align",
  "text-decoration-line", "text-indent", "text-overflow", "text-shadow", "text-transform", "vertical-align", "white-space", "word-spacing",
  "z-index",
];
