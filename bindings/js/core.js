// The library in WebAssembly, called by its C interface. Offsets of fields are those of trommel.h
// with pointers of 32 bits.

/** Bytes of a page of WebAssembly memory. */
const PAGE_BYTES = 65536;

/** Bytes of the input region. Texts and results of calls are in the page after it. */
const INPUT_BYTES = PAGE_BYTES;

/** Maximum idle extractors per instance, each for pages with the same options. */
const MAX_IDLE_EXTRACTORS = 4;

/** Smallest module with a vector instruction. */
const VECTOR_MODULE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

/** Codes of calls: `trommel_code`. */
const OK = 0;

const PAGE_TEXTS = {
  content: 0, title: 8, byline: 16, publishedTime: 24, lang: 32, url: 40, method: 48, encoding: 56, siteName: 140,
  excerpt: 148, pageType: 156, skipped: 184,
};
/** Fields that are null if the page does not state them. */
const STATED = ["title", "byline", "publishedTime", "lang", "url", "siteName", "excerpt", "pageType", "skipped"];
const PAGE_COUNTS = { bytes: 64, blocksTotal: 72, blocksKept: 80, decodeErrors: 88, nodesFolded: 104 };
const NOT_EARLY = 2n ** 64n - 1n;

/** Functions of a sink, in the order of `trommel_sink`, after the one for text. */
const RECEIVERS = ["block", "post", "image", "link", "chunk"];

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * A function that loads the library once, and always returns the same promise.
 *
 * A given source replaces the files of the package, and creates a separate instance.
 */
export function loader(urls) {
  let loaded;
  return (source) => {
    if (source !== undefined) return instantiate(source).then((instance) => new Trommel(instance));
    loaded ??= instantiate(WebAssembly.validate(VECTOR_MODULE) ? urls.vectors : urls.scalar).then(
      (instance) => new Trommel(instance),
    );
    return loaded;
  };
}

async function instantiate(source) {
  source = await source;
  if (source instanceof URL && source.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    source = await readFile(source);
  } else if (source instanceof URL || typeof source === "string") {
    source = await fetch(source);
  }
  if (typeof Response !== "undefined" && source instanceof Response) {
    if (!source.ok) throw new Error(`expected the library at ${source.url}, found HTTP status ${source.status}`);
    source = await source.arrayBuffer();
  }
  if (source instanceof WebAssembly.Module) return WebAssembly.instantiate(source);
  return (await WebAssembly.instantiate(source)).instance;
}

/** The bytes of a page. Strings are encoded as UTF-8. */
function bytesOf(html) {
  if (typeof html === "string") return encoder.encode(html);
  if (html instanceof Uint8Array) return html;
  if (html instanceof ArrayBuffer) return new Uint8Array(html);
  if (ArrayBuffer.isView(html)) return new Uint8Array(html.buffer, html.byteOffset, html.byteLength);
  throw new TypeError(`expected a string or bytes, found ${html === null ? "null" : typeof html}`);
}

/** A copy of the options with defaults. */
function withDefaults(defaults, options) {
  if (typeof options !== "object") throw new TypeError(`expected an object of options, found ${typeof options}`);
  return { ...defaults, ...options };
}

/** Throws if a list is requested that only `extract` has. */
function expectNoLists(options) {
  for (const name of ["posts", "linkList", "chunks"]) {
    if (options[name]) throw new TypeError(`expected the option ${name} only with extract, found it with blocks or a stream`);
  }
}

/** Size, overlap and unit of chunks; undefined if they are not wanted. */
function chunkSettings(chunks) {
  if (chunks === undefined || chunks === null || chunks === false) return undefined;
  if (chunks !== true && typeof chunks !== "object") {
    throw new TypeError(`expected chunks true, false or an object, found ${chunks}`);
  }
  const { size = 512, overlap = 0, unit = "tokens", ...others } = chunks;
  const [name] = Object.keys(others);
  if (name !== undefined) throw new TypeError(`expected chunks with size, overlap or unit, found ${name}`);
  for (const count of [size, overlap]) {
    const fits = Number.isInteger(count) && count >= 0 && count < 2 ** 32;
    if (!fits) throw new RangeError(`expected a whole number of ${unit}, found ${count}`);
  }
  return [size, overlap, unit];
}

/** A module that exports an imported function, so that it can be put in a table. */
function asWasmFunction(parameters, call) {
  const type = [1, 0x60, parameters, ...Array(parameters).fill(0x7f), 1, 0x7f];
  const bytes = [0, 97, 115, 109, 1, 0, 0, 0, 1, type.length, ...type, 2, 7, 1, 1, 101, 1, 102, 0, 0, 7, 5, 1, 1, 102, 0, 0];
  return new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(bytes)), { e: { f: call } }).exports.f;
}

/** An instance of the library, with its own memory. */
class Trommel {
  #wasm;
  #memory;
  #input;
  #scratch;
  #idle = new Map();
  /** Receivers of blocks, posts, images, links or chunks while a call runs. */
  #receivers = {};
  /** Index of the table entry that drops text; those of `RECEIVERS` follow. */
  #firstOfSink = 0;

  constructor(instance) {
    this.#wasm = instance.exports;
    this.#memory = this.#wasm.memory;
    // Memory outside the library's allocator.
    this.#input = this.#memory.grow(INPUT_BYTES / PAGE_BYTES + 1) * PAGE_BYTES;
    this.#scratch = this.#input + INPUT_BYTES;
  }

  /** Memory of the instance, in bytes. It never shrinks. */
  get memoryBytes() {
    return this.#memory.buffer.byteLength;
  }

  /** The main content and the metadata of a page. */
  extract(html, options = {}) {
    const bytes = bytesOf(html);
    const { textContent = true, posts, images, linkList, chunks, url, ...others } = withDefaults({ format: "html" }, options);
    if (typeof html === "string") others.encoding = "utf-8";
    const settings = { ...others, posts, images, linkList, chunks: chunkSettings(chunks) };
    const isText = others.format === "text";
    // Plain text has no markup for the Markdown of chunks.
    if (isText && settings.chunks) settings.format = "markdown";
    const page = this.#extractOnce(bytes, settings, url);
    if (settings.format === "text") page.textContent = page.content;
    else if (isText || textContent) page.textContent = this.#extractOnce(bytes, { ...others, format: "text" }, url).content;
    if (isText) page.content = page.textContent;
    if (page.textContent !== undefined) {
      page.length = page.textContent.length;
      page.excerpt ??= page.textContent.split("\n\n", 1)[0].trim() || null;
    }
    return page;
  }

  /** All line-blocks of a page, kept or dropped, in order. */
  blocks(html, options = {}) {
    const { url, textContent, ...others } = withDefaults({ format: "text" }, options);
    expectNoLists(others);
    if (typeof html === "string") others.encoding = "utf-8";
    const found = [];
    const handle = this.#make(others);
    try {
      this.#receive(handle, { block: (at) => found.push(this.#blockAt(at)) });
      this.#begin(handle, url);
      // The receiver of blocks drops all text.
      for (const _ of this.#push(handle, bytesOf(html)));
      this.#finish(handle);
    } finally {
      this.#receivers = {};
      this.#wasm.trommel_extractor_free(handle);
    }
    return found;
  }

  /**
   * A transform of chunks of bytes to pieces of the main content, in constant memory. Its promise
   * `page` has the metadata at the end.
   */
  stream(options = {}) {
    const { url, textContent, ...others } = withDefaults({ format: "text" }, options);
    expectNoLists(others);
    let handle = 0;
    let settle;
    const page = new Promise((resolve, reject) => (settle = { resolve, reject }));
    // A caller who ignores the promise must not get an unhandled rejection.
    page.catch(() => {});
    const free = () => {
      this.#wasm.trommel_extractor_free(handle);
      handle = 0;
    };
    const guarded = (work) => {
      try {
        work();
      } catch (error) {
        free();
        settle.reject(error);
        throw error;
      }
    };
    const open = () => {
      if (handle !== 0) return;
      handle = this.#make(others);
      this.#begin(handle, url);
    };
    const transform = new TransformStream({
      // Rejects invalid options at once. A stream without input holds no memory.
      start: () =>
        guarded(() => {
          open();
          free();
        }),
      transform: (chunk, controller) =>
        guarded(() => {
          open();
          for (const text of this.#push(handle, bytesOf(chunk))) controller.enqueue(text);
        }),
      flush: (controller) =>
        guarded(() => {
          open();
          const { content, ...metadata } = this.#finish(handle);
          if (content !== "") controller.enqueue(content);
          free();
          settle.resolve(metadata);
        }),
      cancel: (reason) => {
        free();
        settle.reject(reason);
      },
    });
    return { readable: transform.readable, writable: transform.writable, page };
  }

  #extractOnce(bytes, options, url) {
    // Values may have any type. Invalid ones are rejected when an extractor is made.
    const key = Object.entries(options).sort().join(";");
    const handle = this.#idle.get(key) ?? this.#make(options);
    this.#idle.delete(key);
    let page;
    const posts = [];
    const images = [];
    const links = [];
    const chunks = [];
    try {
      const receivers = {};
      if (options.posts) receivers.post = (at) => this.#addPost(posts, at);
      if (options.images) receivers.image = (at) => images.push(this.#imageAt(at));
      if (options.linkList) receivers.link = (at) => links.push(this.#linkAt(at));
      if (options.chunks) receivers.chunk = (at) => chunks.push(this.#chunkAt(at));
      this.#receive(handle, receivers);
      this.#begin(handle, url);
      const pieces = [...this.#push(handle, bytes)];
      page = this.#finish(handle);
      page.content = pieces.join("") + page.content;
      if (options.posts) page.posts = posts.length > 0 ? posts : null;
      if (options.images) page.images = images;
      if (options.linkList) page.links = links;
      if (options.chunks) page.chunks = chunks;
      this.#check(this.#wasm.trommel_extractor_reset(handle), handle);
    } catch (error) {
      this.#wasm.trommel_extractor_free(handle);
      throw error;
    } finally {
      this.#receivers = {};
    }
    this.#idle.set(key, handle);
    if (this.#idle.size > MAX_IDLE_EXTRACTORS) {
      const [oldest, waiting] = this.#idle.entries().next().value;
      this.#idle.delete(oldest);
      this.#wasm.trommel_extractor_free(waiting);
    }
    return page;
  }

  /** A new extractor. */
  #make(settings) {
    const wasm = this.#wasm;
    const options = wasm.trommel_options_new();
    if (options === 0) throw new Error("out of memory");
    try {
      for (const [name, value] of Object.entries(settings)) {
        if (value === undefined || value === null) continue;
        const text = () => this.#cString(value);
        const flag = () => {
          if (typeof value !== "boolean") throw new TypeError(`expected ${name} true or false, found ${value}`);
          return value;
        };
        const bytes = () => {
          const fits = Number.isInteger(value) && value >= 0 && value < 2 ** 32;
          if (!fits) throw new RangeError(`expected a ${name} in bytes below 4 GiB, found ${value}`);
          return value;
        };
        const set = {
          method: () => wasm.trommel_options_set_method(options, text()),
          format: () => wasm.trommel_options_set_format(options, text()),
          formulas: () => wasm.trommel_options_set_formulas(options, text()),
          favor: () => wasm.trommel_options_set_favor(options, text()),
          encoding: () => wasm.trommel_options_set_encoding(options, text()),
          budget: () => wasm.trommel_options_set_budget(options, bytes()),
          links: () => wasm.trommel_options_set_links(options, flag()),
          posts: () => wasm.trommel_options_set_posts(options, flag()),
          images: () => wasm.trommel_options_set_images(options, flag()),
          linkList: () => wasm.trommel_options_set_link_list(options, flag()),
          chunks: () => wasm.trommel_options_set_chunks(options, value[0], value[1], this.#cString(value[2])),
          with: () => (value.length === 0 ? OK : wasm.trommel_options_set_with_roles(options, text())),
          without: () => (value.length === 0 ? OK : wasm.trommel_options_set_without_roles(options, text())),
          comments: () => wasm.trommel_options_set_comments(options, flag()),
          fallback: () => wasm.trommel_options_set_fallback(options, flag()),
        };
        if (!Object.hasOwn(set, name)) {
          throw new TypeError(`expected options ${Object.keys(set).join(", ")}, textContent or url, found ${name}`);
        }
        if (set[name]() !== OK) throw new RangeError(this.#messageAt(wasm.trommel_options_error(options)));
      }
      if (wasm.trommel_extractor_new(options, this.#scratch) !== OK) {
        throw new RangeError(this.#messageAt(wasm.trommel_options_error(options)));
      }
      return this.#view().getUint32(this.#scratch, true);
    } finally {
      wasm.trommel_options_free(options);
    }
  }

  #begin(handle, url) {
    if (url === undefined) return;
    this.#check(this.#wasm.trommel_extractor_set_url(handle, this.#cString(url)), handle);
  }

  /** Reads bytes, and yields the text decided so far. */
  *#push(handle, bytes) {
    for (let at = 0; at < bytes.length; at += INPUT_BYTES) {
      const piece = bytes.subarray(at, at + INPUT_BYTES);
      new Uint8Array(this.#memory.buffer, this.#input, piece.length).set(piece);
      this.#check(this.#wasm.trommel_extractor_push(handle, this.#input, piece.length), handle);
      this.#check(this.#wasm.trommel_extractor_take(handle, this.#scratch), handle);
      const text = this.#textAt(this.#scratch);
      if (text !== "") yield text;
    }
  }

  #finish(handle) {
    this.#check(this.#wasm.trommel_extractor_finish(handle, this.#scratch), handle);
    const view = this.#view();
    const at = view.getUint32(this.#scratch, true);
    const page = {};
    for (const [name, offset] of Object.entries(PAGE_TEXTS)) page[name] = this.#textAt(at + offset);
    for (const name of STATED) page[name] ||= null;
    for (const [name, offset] of Object.entries(PAGE_COUNTS)) page[name] = Number(view.getBigUint64(at + offset, true));
    const early = view.getBigUint64(at + 120, true);
    page.decidedEarlyAt = early === NOT_EARLY ? null : Number(early);
    const confidence = view.getFloat32(at + 136, true);
    page.confidence = Number.isNaN(confidence) ? null : confidence;
    page.pageTypeProbability = page.pageType === null ? null : view.getFloat32(at + 164, true);
    return page;
  }

  #blockAt(at) {
    const view = this.#view();
    const score = view.getFloat32(at + 76, true);
    return {
      text: this.#textAt(at),
      tag: this.#textAt(at + 8),
      method: this.#textAt(at + 16),
      offset: Number(view.getBigUint64(at + 32, true)),
      chars: view.getUint32(at + 40, true),
      words: view.getUint32(at + 44, true),
      tags: view.getUint32(at + 48, true),
      links: view.getUint32(at + 52, true),
      linkChars: view.getUint32(at + 56, true),
      ttr: view.getFloat32(at + 64, true),
      attr: view.getFloat32(at + 68, true),
      tkd: view.getFloat32(at + 72, true),
      score: Number.isNaN(score) ? null : score,
      kept: view.getUint8(at + 80) !== 0,
      hidden: view.getUint8(at + 81) !== 0,
      role: this.#textAt(at + 84),
    };
  }

  /** Adds a post, or continues the last one. */
  #addPost(posts, at) {
    const view = this.#view();
    const index = Number(view.getBigUint64(at + 24, true));
    const post = (posts[index] ??= { text: "", author: null, date: null, offset: Number(view.getBigUint64(at + 32, true)) });
    post.text += this.#textAt(at);
    post.author = this.#textAt(at + 8) || null;
    post.date = this.#textAt(at + 16) || null;
  }

  #imageAt(at) {
    return { src: this.#textAt(at), alt: this.#textAt(at + 8) || null, offset: Number(this.#view().getBigUint64(at + 16, true)) };
  }

  #linkAt(at) {
    const view = this.#view();
    return {
      url: this.#textAt(at),
      text: this.#textAt(at + 8) || null,
      rel: this.#textAt(at + 16) || null,
      offset: Number(view.getBigUint64(at + 24, true)),
      inContent: view.getUint8(at + 32) !== 0,
    };
  }

  #chunkAt(at) {
    const view = this.#view();
    const texts = (from) => {
      const first = view.getUint32(at + from, true);
      return Array.from({ length: view.getUint32(at + from + 4, true) }, (_, place) => this.#textAt(first + 8 * place));
    };
    return {
      number: Number(view.getBigUint64(at + 32, true)),
      text: this.#textAt(at),
      markdown: this.#textAt(at + 8),
      headings: texts(16),
      roles: texts(24),
      chars: view.getUint32(at + 56, true),
      words: view.getUint32(at + 60, true),
      tokens: view.getUint32(at + 64, true),
      offset: Number(view.getBigUint64(at + 40, true)),
      end: Number(view.getBigUint64(at + 48, true)),
    };
  }

  /** Sets functions that receive addresses of blocks (instead of all text) or other items. */
  #receive(handle, receivers) {
    if (Object.keys(receivers).length === 0) return;
    this.#receivers = receivers;
    if (this.#firstOfSink === 0) {
      const table = this.#wasm.__indirect_function_table;
      const first = table.grow(1 + RECEIVERS.length);
      table.set(first, asWasmFunction(3, () => 1));
      RECEIVERS.forEach((name, place) => {
        const call = (_, at) => {
          this.#receivers[name](at);
          return 1;
        };
        table.set(first + 1 + place, asWasmFunction(2, call));
      });
      this.#firstOfSink = first;
    }
    const first = this.#firstOfSink;
    const entries = RECEIVERS.map((name, place) => (receivers[name] ? first + 1 + place : 0));
    const view = this.#view();
    [0, receivers.block ? first : 0, ...entries].forEach((entry, place) =>
      view.setUint32(this.#scratch + 4 * place, entry, true),
    );
    this.#check(this.#wasm.trommel_extractor_set_sink(handle, this.#scratch), handle);
  }

  #check(code, handle) {
    if (code !== OK) throw new Error(this.#messageAt(this.#wasm.trommel_extractor_error(handle)));
  }

  // The buffer changes when the memory grows.
  #view() {
    return new DataView(this.#memory.buffer);
  }

  /** The text of a `trommel_string`. */
  #textAt(at) {
    const view = this.#view();
    return decoder.decode(new Uint8Array(this.#memory.buffer, view.getUint32(at, true), view.getUint32(at + 4, true)));
  }

  /** A NUL-terminated text. */
  #messageAt(at) {
    const bytes = new Uint8Array(this.#memory.buffer, at);
    return decoder.decode(bytes.subarray(0, bytes.indexOf(0)));
  }

  /** Address of a NUL-terminated copy of a text; valid until the next call. */
  #cString(text) {
    const bytes = encoder.encode(String(text).replaceAll("\0", "\ufffd"));
    if (bytes.length >= PAGE_BYTES) throw new RangeError("expected a shorter text, found one of 64 KiB");
    const place = new Uint8Array(this.#memory.buffer, this.#scratch, bytes.length + 1);
    place.set(bytes);
    place[bytes.length] = 0;
    return this.#scratch;
  }
}
