/** Options of an extraction. */
export interface Options {
  /** Extraction method. Default: `auto`. */
  method?: "auto" | "learned" | "line-block" | "tag-ratio" | "words-leaves";
  /** Format of `content`. Default: `html`; of streams `text`. */
  format?: "html" | "markdown" | "text";
  /** Notation of formulas in Markdown: ``$`x^2`$``, or `$x^2$` and `$$x^2$$`. Default: `code`. */
  formulas?: "code" | "dollars";
  /** How strict the learned method is. Default: `balanced`. */
  favor?: "precision" | "balanced" | "recall";
  /** Whether HTML and Markdown keep links. Default: false. */
  links?: boolean;
  /**
   * Whether HTML and Markdown keep content images; `extract` also lists them. Default: false.
   * `trommel/lite` rejects true.
   */
  images?: boolean;
  /** Roles of blocks that are always kept, such as `comment`. Default: none. */
  with?: string | string[];
  /** Roles of blocks that are left out, such as `title` and `byline`. Default: none. */
  without?: string | string[];
  /** Whether user comments are kept. Default: false. */
  comments?: boolean;
  /**
   * Whether the text of a page that shows none is replaced: by JSON-LD, the state of the app, or the
   * description. Default: true.
   */
  fallback?: boolean;
  /** Encoding of bytes, as a label. Default: detected. Not needed for strings. */
  encoding?: string;
  /** Maximum memory for a page, in bytes. Default: 4 MiB. */
  budget?: number;
  /**
   * Absolute URL of the page: its `url`, whatever the page states. Completes relative URLs in the
   * page. An error is thrown if it is not absolute.
   */
  url?: string;
}

/** Options of `extract`. */
export interface ExtractOptions extends Options {
  /** Whether to extract `textContent` too, in a second pass. Default: true. */
  textContent?: boolean;
  /**
   * Whether to list the posts of a thread, such as in a forum or a question with answers.
   * Default: false. `trommel/lite` rejects true.
   */
  posts?: boolean;
  /**
   * Whether to list the page's links, in the main content or not. Default: false.
   * `trommel/lite` rejects true.
   */
  linkList?: boolean;
  /**
   * Whether to cut the main content into chunks, and how. Default: false. `trommel/lite` rejects
   * true.
   */
  chunks?: boolean | ChunkOptions;
}

/** How the main content is cut into chunks. */
export interface ChunkOptions {
  /** Maximum size: 16 to 65536 tokens, or 64 to 262144 characters. Default: 512. */
  size?: number;
  /** How much of its end a chunk shares with the next one, at most half of the size. Default: 0. */
  overlap?: number;
  /** Unit of both. Tokens are estimated. Default: `tokens`. */
  unit?: "tokens" | "characters";
}

/** Metadata and counts of a page. */
export interface Metadata {
  title: string | null;
  byline: string | null;
  /** As written in the page. */
  publishedTime: string | null;
  lang: string | null;
  url: string | null;
  siteName: string | null;
  /** The description stated by the page; else, with `textContent`, its first paragraph. */
  excerpt: string | null;
  /** The method that decided. */
  method: string;
  /** Estimated quality of the content: its expected F1, 0 to 1; null unless a model decided. */
  confidence: number | null;
  /** The most probable type of the page; null if another method decided, or below 0.65. */
  pageType: "article" | "collection" | "documentation" | "forum" | "listing" | "product" | "service" | null;
  /** The probability of that type, 0.5 to 1. */
  pageTypeProbability: number | null;
  /** Type of binary data, by its first bytes: `PDF`, `PNG`, `ZIP`, `binary`; null for a page. */
  skipped: string | null;
  encoding: string;
  /** Bytes of the page. */
  bytes: number;
  blocksTotal: number;
  blocksKept: number;
  decodeErrors: number;
  /** Elements merged with others because the budget had no space for them. */
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
  /** With the option `posts`: the posts of the thread; null if the page is not a thread. */
  posts?: Post[] | null;
  /** With the option `images`: the content images, in page order. */
  images?: Image[];
  /** With the option `linkList`: all links, in page order. */
  links?: Link[];
  /** With the option `chunks`: the chunks of the main content, in order. */
  chunks?: Chunk[];
}

/** A chunk of the main content, for search and retrieval. */
export interface Chunk {
  /** Number of the chunk on the page, from 0. */
  number: number;
  text: string;
  /** Its Markdown, without images. Inside a table, it repeats the header row; in a list, the lead-in. */
  markdown: string;
  /** The headings above it, the highest first. */
  headings: string[];
  /** Roles of its blocks. */
  roles: string[];
  chars: number;
  words: number;
  /** Tokens, estimated. */
  tokens: number;
  /** Byte offset of the start of its first block in the page as UTF-8. */
  offset: number;
  /** Byte offset of the end of its last block. */
  end: number;
}

/** A content image. */
export interface Image {
  /** URL of the image: absolute if the page's URL is known, else as in the page. */
  src: string;
  /** Alternative text. */
  alt: string | null;
  /** Byte offset of its tag in the page as UTF-8. */
  offset: number;
}

/** A link of a page. */
export interface Link {
  /** Target URL: absolute if the page's URL is known, else as in the page. */
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
  /** Its text, without the lines of author and date. */
  text: string;
  author: string | null;
  /** In ISO 8601 if it can be parsed, else as written in the page. */
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
  /** Its role (`title`, `paragraph`, ...), or why it was dropped (`navigation`, ...). */
  role: string;
}

export type Html = string | ArrayBuffer | ArrayBufferView;

/** The loaded library. All calls are synchronous. */
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
  /** Memory of the instance, in bytes. */
  readonly memoryBytes: number;
}

/**
 * Loads the library once. A source replaces the file of the package, for bundlers and hosts that
 * compile modules in advance, and creates a separate instance.
 */
export function load(
  source?: URL | string | Response | BufferSource | WebAssembly.Module | Promise<Response>,
): Promise<Trommel>;

/** The main content and the metadata of a page. */
export function extract(html: Html, options?: ExtractOptions): Promise<Page>;

/** All line-blocks of a page, kept or dropped, in order. */
export function blocks(html: Html, options?: Options): Promise<Block[]>;
