/** Options of an extraction. */
export interface Options {
  /** What decides. Default: `auto`. */
  method?: "auto" | "learned" | "line-block" | "tag-ratio" | "words-leaves";
  /** Format of `content`. Default: `html`; of streams `text`. */
  format?: "html" | "markdown" | "text";
  /** How Markdown writes formulas: ``$`x^2`$``, or `$x^2$` and `$$x^2$$`. Default: `code`. */
  formulas?: "code" | "dollars";
  /** What the learned method favours. Default: `balanced`. */
  favor?: "precision" | "balanced" | "recall";
  /** Whether HTML and Markdown keep links. Default: false. */
  links?: boolean;
  /**
   * Whether HTML and Markdown keep content images; `extract` lists them, too. Default: false.
   * `trommel/lite` refuses true.
   */
  images?: boolean;
  /** Roles of blocks that are kept whatever is decided: names such as `comment`. Default: none. */
  with?: string | string[];
  /** Roles of blocks that are left out, such as `title` and `byline`. Default: none. */
  without?: string | string[];
  /** Whether user comments are kept. Default: false. */
  comments?: boolean;
  /** Whether JSON-LD or the description replaces the text of a page that shows none. Default: true. */
  fallback?: boolean;
  /** Label of the encoding of bytes. Default: detected. Strings need none. */
  encoding?: string;
  /** Most bytes that are held while a page is read. Default: 4 MiB. */
  budget?: number;
  /**
   * URL of the page: its `url`, whatever the page says. It completes relative URLs in the page. An
   * error is thrown if it is not absolute.
   */
  url?: string;
}

/** Options of `extract`. */
export interface ExtractOptions extends Options {
  /** Whether `textContent` is wanted as well, which takes as long again. Default: true. */
  textContent?: boolean;
  /**
   * Whether the posts of a thread are wanted: of a forum, of a question with its answers.
   * Default: false. `trommel/lite` has none, and refuses true.
   */
  posts?: boolean;
  /**
   * Whether a list of the page's links is wanted, in the main content or not. Default: false.
   * `trommel/lite` refuses true.
   */
  linkList?: boolean;
}

/** What a page states about itself, and counts. */
export interface Metadata {
  title: string | null;
  byline: string | null;
  /** As written in the page. */
  publishedTime: string | null;
  lang: string | null;
  url: string | null;
  siteName: string | null;
  /** The description that the page states; of a page with `textContent` and none, its first paragraph. */
  excerpt: string | null;
  /** What decided. */
  method: string;
  /** How good the content probably is: its expected F1, 0 to 1; null where no model decided. */
  confidence: number | null;
  /** The most probable type of the page; null where another method decided, and below 0.65. */
  pageType: "article" | "collection" | "documentation" | "forum" | "listing" | "product" | "service" | null;
  /** The probability of that type, 0.5 to 1. */
  pageTypeProbability: number | null;
  /** Type of binary data, recognised by its first bytes: `PDF`, `PNG`, `ZIP`, `binary`; null for a page. */
  skipped: string | null;
  encoding: string;
  /** Bytes of the page. */
  bytes: number;
  blocksTotal: number;
  blocksKept: number;
  decodeErrors: number;
  /** Elements that were merged, as the budget had no space for them. */
  nodesFolded: number;
  /** Byte offset that the first early decision did not see; null if the budget held the page. */
  decidedEarlyAt: number | null;
}

/** The main content of a page. */
export interface Page extends Metadata {
  /** The main content in the format of the options. */
  content: string;
  /** The main content as plain text. */
  textContent?: string;
  /** Characters of `textContent`, in UTF-16. */
  length?: number;
  /** With the option `posts`: the posts of the thread; null if the page is none. */
  posts?: Post[] | null;
  /** With the option `images`: the content images, in page order. */
  images?: Image[];
  /** With the option `linkList`: all links, in page order. */
  links?: Link[];
}

/** A content image. */
export interface Image {
  /** Address of the file: absolute if the page's address is known, else as in the page. */
  src: string;
  /** Alternative text. */
  alt: string | null;
  /** Byte offset of its tag in the page as UTF-8. */
  offset: number;
}

/** A link of a page. */
export interface Link {
  /** Address that it leads to: absolute if the page's address is known, else as in the page. */
  url: string;
  text: string | null;
  /** The value of `rel`. */
  rel: string | null;
  /** Byte offset of its tag in the page as UTF-8. */
  offset: number;
  /** Whether its text is main content. */
  inContent: boolean;
}

/** A post of a thread. */
export interface Post {
  /** Its text, without the lines that name author and date. */
  text: string;
  author: string | null;
  /** As ISO 8601 if it can be read, else as written in the page. */
  date: string | null;
  /** Byte offset of its first line-block in the page as UTF-8. */
  offset: number;
}

/** A line-block: the text between two block-level tags. */
export interface Block {
  text: string;
  tag: string;
  method: string;
  /** Byte offset in the page as UTF-8. */
  offset: number;
  chars: number;
  words: number;
  tags: number;
  links: number;
  linkChars: number;
  /** Characters per tag. */
  ttr: number;
  /** Link characters per character. */
  attr: number;
  /** Title keyword density. */
  tkd: number;
  /** Score of the learned method, in logits; null if another method decided. */
  score: number | null;
  /** Whether it is main content. */
  kept: boolean;
  hidden: boolean;
  /** What it is (`title`, `paragraph`, ...), or why it was dropped (`navigation`, ...). */
  role: string;
}

export type Html = string | ArrayBuffer | ArrayBufferView;

/** The library, loaded: all of it is synchronous. */
export interface Trommel {
  extract(html: Html, options?: ExtractOptions): Page;
  blocks(html: Html, options?: Options): Block[];
  /** For `response.body.pipeThrough(trommel.stream())`: chunks of bytes in, pieces of text out. */
  stream(options?: Options): {
    readable: ReadableStream<string>;
    writable: WritableStream<Uint8Array>;
    /** The metadata, at the end of the page. */
    page: Promise<Metadata>;
  };
  /** Bytes of the instance's memory. */
  readonly memoryBytes: number;
}

/**
 * Loads the library, once. A source replaces the file of the package, for bundlers and for hosts
 * that compile modules in advance, and gives an instance of its own.
 */
export function load(
  source?: URL | string | Response | BufferSource | WebAssembly.Module | Promise<Response>,
): Promise<Trommel>;

/** The main content and the metadata of a page. */
export function extract(html: Html, options?: ExtractOptions): Promise<Page>;

/** All line-blocks of a page, kept or dropped, in order. */
export function blocks(html: Html, options?: Options): Promise<Block[]>;
