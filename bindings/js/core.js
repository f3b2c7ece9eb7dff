// The library in WebAssembly, called by its C interface. Offsets of fields are those of trommel.h
// with pointers of 32 bits.

/** Bytes of a page of WebAssembly memory. */
const PAGE_BYTES = 65536;

/** Bytes of the region for pieces of input; texts and results of calls are in a page after it. */
const INPUT_BYTES = PAGE_BYTES;

/** Extractors that wait for the next page with the same options, per instance. */
const MAX_IDLE_EXTRACTORS = 4;

/** Smallest module with a vector instruction. */
const VECTOR_MODULE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

/** Codes of calls: `trommel_code`. */
const OK = 0;

const PAGE_TEXTS = {
  content: 0, title: 8, byline: 16, publishedTime: 24, lang: 32, url: 40, method: 48, encoding: 56, siteName: 140,
  excerpt: 148, pageType: 156,
};
/** Those that are null if the page does not state them. */
const STATED = ["title", "byline", "publishedTime", "lang", "url", "siteName", "excerpt", "pageType"];
const PAGE_COUNTS = { bytes: 64, blocksTotal: 72, blocksKept: 80, decodeErrors: 88 };
const NOT_EARLY = 2n ** 64n - 1n;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * A function that loads the library once, and always returns the same promise.
 *
 * A source that is given is used instead of the package's files, and gives an instance of its own.
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

/** The bytes of a page, as they are or as UTF-8. */
function bytesOf(html) {
  if (typeof html === "string") return encoder.encode(html);
  if (html instanceof Uint8Array) return html;
  if (html instanceof ArrayBuffer) return new Uint8Array(html);
  if (ArrayBuffer.isView(html)) return new Uint8Array(html.buffer, html.byteOffset, html.byteLength);
  throw new TypeError(`expected a string or bytes, found ${html === null ? "null" : typeof html}`);
}

/** Throws if posts are asked for where there are none. */
function expectNoPosts({ posts }) {
  if (posts) throw new TypeError("expected the option posts with extract alone, found it with blocks or a stream");
}

/** A module that imports a function and exports it, so that it becomes an entry of a table. */
function asWasmFunction(parameters, call) {
  const type = [1, 0x60, parameters, ...Array(parameters).fill(0x7f), 1, 0x7f];
  const bytes = [0, 97, 115, 109, 1, 0, 0, 0, 1, type.length, ...type, 2, 7, 1, 1, 101, 1, 102, 0, 0, 7, 5, 1, 1, 102, 0, 0];
  return new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(bytes)), { e: { f: call } }).exports.f;
}

/** The library in one instance of WebAssembly, with a memory of its own. */
class Trommel {
  #wasm;
  #memory;
  #input;
  #scratch;
  #idle = new Map();
  /** What receives blocks or posts, while a call runs. */
  #receivers = {};
  /** The entry of the table whose function drops text; those for blocks and posts come next. */
  #firstOfSink = 0;

  constructor(instance) {
    this.#wasm = instance.exports;
    this.#memory = this.#wasm.memory;
    // Memory that the library does not know.
    this.#input = this.#memory.grow(INPUT_BYTES / PAGE_BYTES + 1) * PAGE_BYTES;
    this.#scratch = this.#input + INPUT_BYTES;
  }

  /** Bytes of the instance's memory; it grows, and never shrinks. */
  get memoryBytes() {
    return this.#memory.buffer.byteLength;
  }

  /** The main content and the metadata of a page. */
  extract(html, options = {}) {
    const bytes = bytesOf(html);
    const { textContent = true, posts, url, ...others } = { format: "html", ...options };
    if (typeof html === "string") others.encoding = "utf-8";
    const page = this.#extractOnce(bytes, posts ? { ...others, posts } : others, url);
    if (others.format === "text") page.textContent = page.content;
    else if (textContent) page.textContent = this.#extractOnce(bytes, { ...others, format: "text" }, url).content;
    if (page.textContent !== undefined) {
      page.length = page.textContent.length;
      page.excerpt ??= page.textContent.split("\n\n", 1)[0].trim() || null;
    }
    return page;
  }

  /** All line-blocks of a page, kept or dropped, in order. */
  blocks(html, options = {}) {
    const { url, textContent, ...others } = { format: "text", ...options };
    expectNoPosts(others);
    if (typeof html === "string") others.encoding = "utf-8";
    const found = [];
    const handle = this.#make(others);
    try {
      this.#receive(handle, { block: (at) => found.push(this.#blockAt(at)) });
      this.#begin(handle, url);
      this.#push(handle, bytesOf(html));
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
    const { url, textContent, ...others } = { format: "text", ...options };
    expectNoPosts(others);
    let handle = 0;
    let settle;
    const page = new Promise((resolve, reject) => (settle = { resolve, reject }));
    // Who does not ask for it is not told of a failure twice.
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
    const transform = new TransformStream({
      start: () =>
        guarded(() => {
          handle = this.#make(others);
          this.#begin(handle, url);
        }),
      transform: (chunk, controller) =>
        guarded(() => {
          const bytes = bytesOf(chunk);
          for (let at = 0; at < bytes.length; at += INPUT_BYTES) {
            this.#pushPiece(handle, bytes.subarray(at, at + INPUT_BYTES));
            this.#check(this.#wasm.trommel_extractor_take(handle, this.#scratch), handle);
            const text = this.#textAt(this.#scratch);
            if (text !== "") controller.enqueue(text);
          }
        }),
      flush: (controller) =>
        guarded(() => {
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
    const key = JSON.stringify(Object.entries(options).sort());
    const handle = this.#idle.get(key) ?? this.#make(options);
    this.#idle.delete(key);
    let page;
    const posts = [];
    try {
      if (options.posts) this.#receive(handle, { post: (at) => this.#addPost(posts, at) });
      this.#begin(handle, url);
      this.#push(handle, bytes);
      page = this.#finish(handle);
      if (options.posts) page.posts = posts.length > 0 ? posts : null;
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
        if (value === undefined) continue;
        const set = {
          method: () => wasm.trommel_options_set_method(options, this.#cString(value)),
          format: () => wasm.trommel_options_set_format(options, this.#cString(value)),
          favor: () => wasm.trommel_options_set_favor(options, this.#cString(value)),
          encoding: () => wasm.trommel_options_set_encoding(options, this.#cString(value)),
          budget: () => wasm.trommel_options_set_budget(options, value),
          links: () => wasm.trommel_options_set_links(options, Boolean(value)),
          posts: () => wasm.trommel_options_set_posts(options, Boolean(value)),
          with: () => wasm.trommel_options_set_with_roles(options, this.#cString(value)),
          without: () => wasm.trommel_options_set_without_roles(options, this.#cString(value)),
          comments: () => wasm.trommel_options_set_comments(options, Boolean(value)),
          fallback: () => wasm.trommel_options_set_fallback(options, Boolean(value)),
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

  #push(handle, bytes) {
    for (let at = 0; at < bytes.length; at += INPUT_BYTES) this.#pushPiece(handle, bytes.subarray(at, at + INPUT_BYTES));
  }

  #pushPiece(handle, piece) {
    new Uint8Array(this.#memory.buffer, this.#input, piece.length).set(piece);
    this.#check(this.#wasm.trommel_extractor_push(handle, this.#input, piece.length), handle);
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

  /** Adds a post, or the next part of the last one. */
  #addPost(posts, at) {
    const view = this.#view();
    const index = Number(view.getBigUint64(at + 24, true));
    const post = (posts[index] ??= { text: "", author: null, date: null, offset: Number(view.getBigUint64(at + 32, true)) });
    post.text += this.#textAt(at);
    post.author = this.#textAt(at + 8) || null;
    post.date = this.#textAt(at + 16) || null;
  }

  /** Lets functions receive the addresses of blocks, in place of all text, or of posts. */
  #receive(handle, receivers) {
    this.#receivers = receivers;
    if (this.#firstOfSink === 0) {
      const table = this.#wasm.__indirect_function_table;
      const first = table.grow(3);
      const call = (name) => (_, at) => {
        this.#receivers[name](at);
        return 1;
      };
      table.set(first, asWasmFunction(3, () => 1));
      table.set(first + 1, asWasmFunction(2, call("block")));
      table.set(first + 2, asWasmFunction(2, call("post")));
      this.#firstOfSink = first;
    }
    const first = this.#firstOfSink;
    const view = this.#view();
    const entries = [0, receivers.block ? first : 0, receivers.block ? first + 1 : 0, receivers.post ? first + 2 : 0];
    entries.forEach((entry, place) => view.setUint32(this.#scratch + 4 * place, entry, true));
    this.#check(this.#wasm.trommel_extractor_set_sink(handle, this.#scratch), handle);
  }

  #check(code, handle) {
    if (code !== OK) throw new Error(this.#messageAt(this.#wasm.trommel_extractor_error(handle)));
  }

  // The memory's buffer is another one after the memory has grown.
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

  /** Address of a text, NUL-terminated; valid until the next one. */
  #cString(text) {
    const bytes = encoder.encode(String(text).replaceAll("\0", "\ufffd"));
    if (bytes.length >= PAGE_BYTES) throw new RangeError("expected a shorter text, found one of 64 KiB");
    const place = new Uint8Array(this.#memory.buffer, this.#scratch, bytes.length + 1);
    place.set(bytes);
    place[bytes.length] = 0;
    return this.#scratch;
  }
}
