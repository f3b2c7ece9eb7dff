/* Main content out of HTML: streaming, within a memory budget. See bindings/c/README.md. */

#ifndef TROMMEL_H
#define TROMMEL_H

/* Made by cbindgen from bindings/c/src. Change that, then run bindings/c/header.sh. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 Result of a call. More may be added: treat any other value than `TROMMEL_CODE_OK` as an error.
 */
typedef enum trommel_code {
  /*
   Done.
   */
  TROMMEL_CODE_OK = 0,
  /*
   An argument is NULL where that is not allowed, not UTF-8, or longer than memory can be.
   */
  TROMMEL_CODE_ARGUMENT = 1,
  /*
   A setting that cannot work, such as an unknown method or a budget that is too small.
   */
  TROMMEL_CODE_SETTING = 2,
  /*
   A label that names no encoding.
   */
  TROMMEL_CODE_ENCODING = 3,
  /*
   A model that is missing, of another version, or broken.
   */
  TROMMEL_CODE_MODEL = 4,
  /*
   The allocator has no more memory, or the arena is full. An extractor loses the page, and
   rejects more of it until `trommel_extractor_reset`.
   */
  TROMMEL_CODE_OUT_OF_MEMORY = 5,
  /*
   The call is out of order, such as a second `trommel_extractor_finish`.
   */
  TROMMEL_CODE_STATE = 6,
  /*
   The handle is in use: by another thread, or by the call that called back. The call did
   nothing.
   */
  TROMMEL_CODE_BUSY = 7,
  /*
   A defect of the library. The handle, of an extractor or of options, rejects all calls but
   the one that frees it.
   */
  TROMMEL_CODE_PANIC = 8,
  /*
   Any other error; see the message of the handle.
   */
  TROMMEL_CODE_OTHER = 9,
} trommel_code;

/*
 An extractor: an opaque handle that reads pages one after the other.

 Made by `trommel_extractor_new`, `_new_with` or `_new_in`, freed by `trommel_extractor_free`. It
 may be used by any thread, but by one at a time; while it is in use, calls by others return
 `TROMMEL_CODE_BUSY`. Different extractors are independent of each other.
 */
typedef struct trommel_extractor trommel_extractor;

/*
 Options of extractors: an opaque handle, made by `trommel_options_new` and freed by
 `trommel_options_free`.

 Extractors copy them, so they may be changed and freed while extractors live. They may be used
 by any thread, but by one at a time.
 */
typedef struct trommel_options trommel_options;

/*
 Functions that provide the memory of an extractor. Both must be set.

 They are called only during calls with that extractor, on the thread of the call. They must not
 call back with that extractor, must not throw, and must not leave by `longjmp`.
 */
typedef struct trommel_allocator {
  /*
   Passed to both functions; may be NULL.
   */
  void *user_data;
  /*
   Returns `size` bytes (never 0), aligned like those of `malloc`, or NULL if there are none.
   */
  void *(*allocate)(void *user_data, size_t size);
  /*
   Takes back a block of `allocate`. Never called with NULL.
   */
  void (*release)(void *user_data, void *block);
} trommel_allocator;

/*
 Borrowed text: UTF-8, not NUL-terminated.
 */
typedef struct trommel_string {
  /*
   First byte; never NULL, even if the text is empty.
   */
  const char *data;
  /*
   Bytes of the text.
   */
  size_t length;
} trommel_string;

/*
 A line-block with its verdict: the text between two block-level tags.

 It is valid only during the call of the sink. Later versions may add fields at the end.
 */
typedef struct trommel_block {
  /*
   Its text, without markup.
   */
  struct trommel_string text;
  /*
   Name of its element, such as `p`.
   */
  struct trommel_string tag;
  /*
   Name of the method that decided.
   */
  struct trommel_string method;
  /*
   Its number in the page, from 0.
   */
  uint64_t index;
  /*
   Byte offset of its start in the page as UTF-8.
   */
  uint64_t offset;
  /*
   Characters of its text.
   */
  uint32_t chars;
  /*
   Words; in scripts without spaces between words, characters.
   */
  uint32_t words;
  /*
   Tags.
   */
  uint32_t tags;
  /*
   Links.
   */
  uint32_t links;
  /*
   Characters inside links.
   */
  uint32_t link_chars;
  /*
   Open elements at its start.
   */
  uint32_t depth;
  /*
   Text-to-tag ratio: characters per tag.
   */
  float ttr;
  /*
   Anchor-text-to-text ratio: link characters per character.
   */
  float attr;
  /*
   Title keyword density.
   */
  float tkd;
  /*
   Score of the learned method, in logits; NaN if another method decided.
   */
  float score;
  /*
   The verdict: whether it is main content.
   */
  bool kept;
  /*
   Whether the page hides it.
   */
  bool hidden;
  /*
   Whether it continues the block before, which was cut because it is long.
   */
  bool continues_last;
  /*
   Its role (`title`, `paragraph`, `code`, ...), or why it was dropped (`navigation`, ...).
   */
  struct trommel_string role;
} trommel_block;

/*
 A post of a thread, or a part of one.

 A long post comes in parts: the first ones have its start, the last one has the end of its text,
 and the author and date of the post. Its text is that of all parts in order.

 It is valid only during the call of the sink. Later versions may add fields at the end.
 */
typedef struct trommel_post {
  /*
   Its text, or the next part of it; paragraphs are separated by a blank line.
   */
  struct trommel_string text;
  /*
   Name of its author; empty if unknown, and in all parts but the last.
   */
  struct trommel_string author;
  /*
   Its date, in ISO 8601 if it can be parsed, else as written in the page; empty like the
   author.
   */
  struct trommel_string date;
  /*
   Its number in the page, from 0; the same for all parts of a post.
   */
  uint64_t index;
  /*
   Byte offset of its first line-block in the page as UTF-8.
   */
  uint64_t offset;
} trommel_post;

/*
 A content image.

 It is valid only during the call of the sink. Later versions may add fields at the end.
 */
typedef struct trommel_image {
  /*
   URL of the image: absolute if the page's URL is known, else as in the page.
   */
  struct trommel_string src;
  /*
   Alternative text.
   */
  struct trommel_string alt;
  /*
   Byte offset of its tag in the page as UTF-8.
   */
  uint64_t offset;
  /*
   Number of the line-block that it is in or before.
   */
  uint64_t block_index;
  /*
   Whether it stands alone, before the line-block.
   */
  bool is_alone;
} trommel_image;

/*
 A link of a page.

 It is valid only during the call of the sink. Later versions may add fields at the end.
 */
typedef struct trommel_link {
  /*
   Target URL: absolute if the page's URL is known, else as in the page.
   */
  struct trommel_string href;
  /*
   Its text.
   */
  struct trommel_string text;
  /*
   The value of `rel`.
   */
  struct trommel_string rel;
  /*
   Byte offset of its tag in the page as UTF-8.
   */
  uint64_t offset;
  /*
   Whether its text is main content.
   */
  bool kept;
} trommel_link;

/*
 A chunk of the main content, for search and retrieval.

 It is valid only during the call of the sink. Later versions may add fields at the end.
 */
typedef struct trommel_chunk {
  /*
   Its text, without markup.
   */
  struct trommel_string text;
  /*
   Its Markdown, without images. A chunk that begins inside a table repeats the header row, one
   inside a list its lead-in. With the format `text`, it has no inline markup.
   */
  struct trommel_string markdown;
  /*
   The headings above it, the highest first, each of at most 256 bytes.
   */
  const struct trommel_string *headings;
  /*
   Number of `headings`.
   */
  size_t heading_count;
  /*
   Roles of its line-blocks, each once.
   */
  const struct trommel_string *roles;
  /*
   Number of `roles`.
   */
  size_t role_count;
  /*
   Its number in the page, from 0.
   */
  uint64_t number;
  /*
   Byte offset of the start of its first line-block in the page as UTF-8.
   */
  uint64_t offset;
  /*
   Byte offset of the end of its last line-block in the page as UTF-8.
   */
  uint64_t end;
  /*
   Characters of its line-blocks.
   */
  uint32_t chars;
  /*
   Words; in scripts without spaces between words, characters.
   */
  uint32_t words;
  /*
   Tokens, estimated.
   */
  uint32_t tokens;
  /*
   Whether it is the last chunk of the page.
   */
  bool is_last;
} trommel_chunk;

/*
 Functions that receive a page as soon as it is decided. Each may be NULL.

 Set all fields, with NULL for unused functions: later versions may add functions at the end.

 They are called during push, finish and extract, on the thread of that call. They return true to
 continue, and false to stop the page, which is not an error. They must not use the extractor
 that calls them (it returns `TROMMEL_CODE_BUSY`), must not throw, and must not leave by
 `longjmp`.
 */
typedef struct trommel_sink {
  /*
   Passed to the functions; may be NULL.
   */
  void *user_data;
  /*
   Receives a piece of the rendered main content: `length` bytes of UTF-8 (never 0), valid
   during the call. All pieces in order are the whole. If NULL, the extractor collects them.
   */
  bool (*text)(void *user_data, const char *data, size_t length);
  /*
   Receives each line-block, kept or dropped, before its text.
   */
  bool (*block)(void *user_data, const struct trommel_block *block);
  /*
   Receives the posts of a thread, each after its line-blocks. Called only with
   `trommel_options_set_posts`.
   */
  bool (*post)(void *user_data, const struct trommel_post *post);
  /*
   Receives the content images: one that stands alone before the line-block after it, one
   inside a line-block after that. Called only with `trommel_options_set_images`.
   */
  bool (*image)(void *user_data, const struct trommel_image *image);
  /*
   Receives the links of the page, in its main content or not, each after the line-block in
   which its text begins. Called only with `trommel_options_set_link_list`.
   */
  bool (*link)(void *user_data, const struct trommel_link *link);
  /*
   Receives the chunks of the main content, each as soon as its end is decided. Called only
   with `trommel_options_set_chunks`.
   */
  bool (*chunk)(void *user_data, const struct trommel_chunk *chunk);
} trommel_sink;

/*
 The main content of a page, its metadata, and counts. Texts are empty if the page does not state
 them.

 It belongs to its extractor, and is valid until the next push, finish, reset, extract or free of
 that extractor. Later versions may add fields at the end.
 */
typedef struct trommel_page {
  /*
   The main content in the format of the options. Empty if a sink receives it. Without text
   already returned by `trommel_extractor_take`.
   */
  struct trommel_string text;
  /*
   Title, without the name of the site.
   */
  struct trommel_string title;
  /*
   Author.
   */
  struct trommel_string author;
  /*
   Date of publication, as written in the page.
   */
  struct trommel_string date;
  /*
   Language, a tag of BCP 47 such as `en-US`.
   */
  struct trommel_string language;
  /*
   Absolute URL.
   */
  struct trommel_string url;
  /*
   The method that decided: `learned`, `line-block`, `tag-ratio`, `words-leaves`; or `json-ld`,
   `app-state` or `description` if that replaced the text of a page that shows none.
   */
  struct trommel_string method;
  /*
   Encoding, by its name in the Encoding standard.
   */
  struct trommel_string encoding;
  /*
   Bytes of the page.
   */
  uint64_t bytes_in;
  /*
   Line-blocks of the page.
   */
  uint64_t blocks_total;
  /*
   Line-blocks that were kept.
   */
  uint64_t blocks_kept;
  /*
   Byte sequences that could not be decoded; each became U+FFFD.
   */
  uint64_t decode_errors;
  /*
   Open elements that were forgotten because too many were open.
   */
  uint64_t elements_forgotten;
  /*
   Elements merged with others because the budget had no space for them.
   */
  uint64_t nodes_folded;
  /*
   Bytes of JSON-LD text that did not fit, if it replaced the text of the page.
   */
  uint64_t fallback_bytes_cut;
  /*
   Start of the first line-block that the first early decision did not see, as a byte offset;
   `UINT64_MAX` if the budget held the whole page.
   */
  uint64_t first_early_decision_offset;
  /*
   Maximum number of bytes reserved against the budget at one time.
   */
  size_t peak_bytes;
  /*
   Whether hidden text was treated as shown.
   */
  bool hidden_text_used;
  /*
   Whether a sink stopped the page. All counts are then those of the part that was read.
   */
  bool stopped;
  /*
   Estimated quality of the text: its expected F1, 0 to 1, by the scores of the learned method.
   NaN if another method decided.
   */
  float confidence;
  /*
   Name of the site.
   */
  struct trommel_string site_name;
  /*
   Description, as the page states it.
   */
  struct trommel_string description;
  /*
   The most probable type of the page: `article`, `collection`, `documentation`, `forum`,
   `listing`, `product` or `service`. Empty if another method decided, or if no type has a
   probability of at least 0.65.
   */
  struct trommel_string page_type;
  /*
   The probability of that type, 0.5 to 1; NaN without a type.
   */
  float page_type_probability;
  /*
   Content images that did not fit, or whose URL is too long.
   */
  uint64_t images_cut;
  /*
   Links that did not fit, or whose URL is too long.
   */
  uint64_t links_cut;
  /*
   Type of binary data, recognised by its first bytes: `PDF`, `PNG`, `ZIP`, `binary` and
   others; such data has no text. Empty for a page.
   */
  struct trommel_string skipped;
} trommel_page;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/*
 The version of the library, such as `0.1.0`: NUL-terminated, valid forever.

 Any thread may call it at any time.
 */
const char *trommel_version(void);

/*
 A short description of a code: NUL-terminated, valid forever. `unknown code` for other numbers.

 Any thread may call it at any time.
 */
const char *trommel_code_name(int32_t code);

/*
 Makes an extractor with memory from `malloc`.

 Writes a handle to `*extractor`, which the caller frees with `trommel_extractor_free`; NULL
 after an error. `options` are copied, and receive the message of an error; NULL stands for the
 defaults.

 # Safety
 `options` must be NULL or a handle that is not freed yet. `extractor` must be NULL (an error) or
 point to memory for a pointer.
 */
enum trommel_code trommel_extractor_new(struct trommel_options *options,
                                        struct trommel_extractor **extractor);

/*
 Makes an extractor whose memory, including the handle, comes from the functions of `allocator`.
 The structure is copied. Nothing stays allocated after `trommel_extractor_free`.

 The rest is as in `trommel_extractor_new`.

 # Safety
 As `trommel_extractor_new`. `allocator` must be NULL (an error) or valid, and its functions must
 keep what `trommel_allocator` says until the extractor is freed.
 */
enum trommel_code trommel_extractor_new_with(struct trommel_options *options,
                                             const struct trommel_allocator *allocator,
                                             struct trommel_extractor **extractor);

/*
 Makes an extractor in a buffer of `length` bytes, which holds all its memory, including the
 handle.

 `trommel_arena_size` gives the required length. If the options set no budget, or one that does
 not fit in the buffer, the budget is what the buffer has space for. Text that is not sent to a
 sink is collected in the buffer as well, and needs up to three times its length.

 After `trommel_extractor_free` the buffer is the caller's again. The rest is as in
 `trommel_extractor_new`.

 # Safety
 As `trommel_extractor_new`. `buffer` must be NULL (an error) or have `length` bytes, which
 nobody else reads or writes until the extractor is freed. It needs no alignment.
 */
enum trommel_code trommel_extractor_new_in(struct trommel_options *options,
                                           uint8_t *buffer,
                                           size_t length,
                                           struct trommel_extractor **extractor);

/*
 Size of a buffer for `trommel_extractor_new_in` that has space for the whole budget of these
 options, or, if they set none, for the minimum budget. Collected text needs more. NULL stands
 for the defaults. 0 if the options are in use, or broken by a defect.

 # Safety
 `options` must be NULL or a handle that is not freed yet.
 */
size_t trommel_arena_size(struct trommel_options *options);

/*
 Frees an extractor and returns all its memory. NULL is allowed. Its page and its message become
 invalid. A call by its own sink is ignored.

 # Safety
 `extractor` must be NULL, or a handle that is not freed yet. No thread may use it at that time
 or later.
 */
void trommel_extractor_free(struct trommel_extractor *extractor);

/*
 What the last call with this extractor expected and found: NUL-terminated UTF-8, empty after a
 success and for NULL. It belongs to the extractor, and is valid until the next call with it.

 # Safety
 `extractor` must be NULL or a handle that is not freed yet, and not be in use by another thread.
 */
const char *trommel_extractor_error(const struct trommel_extractor *extractor);

/*
 Sets the functions that receive the following pages; with NULL, the extractor collects their
 text. Call it before the first bytes of a page. The structure is copied; the target of
 `user_data` must stay valid as long as the sink is set.

 # Safety
 `extractor` must be NULL (an error) or a handle that is not freed yet. `sink` must be NULL or
 valid.
 */
enum trommel_code trommel_extractor_set_sink(struct trommel_extractor *extractor,
                                             const struct trommel_sink *sink);

/*
 Sets the URL of the next page, if it is known. It is the `url` of the page, whatever the page
 claims, and completes relative URLs in the page. Anything but an absolute URL, such as
 `https://example.org/page`, is an error. Call it before the first bytes of the page; the end of
 the page forgets it.

 # Safety
 `extractor` must be NULL (an error) or a handle that is not freed yet. `url` must be NULL (an
 error) or NUL-terminated; it is copied.
 */
enum trommel_code trommel_extractor_set_url(struct trommel_extractor *extractor, const char *url);

/*
 Sets the encoding of the next page as declared by the transport, such as the `charset` of an
 HTTP header. An unknown label is ignored. Call it before the first bytes of the page; it is
 forgotten at the end of the page.

 # Safety
 `extractor` must be NULL (an error) or a handle that is not freed yet. `label` must be NULL (an
 error) or NUL-terminated; it is not kept.
 */
enum trommel_code trommel_extractor_set_encoding_hint(struct trommel_extractor *extractor,
                                                      const char *label);

/*
 Reads the next `length` bytes of a page; after a finished page, the first of the next one.
 Chunks may be of any size, and are not kept. Time is linear in the bytes.

 Errors: `TROMMEL_CODE_OUT_OF_MEMORY`, after which the page is lost, and the sink has received
 only a part of it; `TROMMEL_CODE_STATE` until the reset after that.

 # Safety
 `extractor` must be NULL (an error) or a handle that is not freed yet. `bytes` must have
 `length` bytes; it may be NULL if `length` is 0.
 */
enum trommel_code trommel_extractor_push(struct trommel_extractor *extractor,
                                         const uint8_t *bytes,
                                         size_t length);

/*
 Returns the text decided since the last take of this page, which is often none. For callers that
 read a long page in constant memory without a sink. The rest is in the page of
 `trommel_extractor_finish`.

 The text belongs to the extractor, and is valid until the next call with it. After an error it
 is empty.

 Errors: `TROMMEL_CODE_STATE` after the end of a page.

 # Safety
 `extractor` must be NULL (an error) or a handle that is not freed yet. `text` must be NULL (an
 error) or point to memory for a text.
 */
enum trommel_code trommel_extractor_take(struct trommel_extractor *extractor,
                                         struct trommel_string *text);

/*
 Ends the page. A page without any bytes is allowed.

 If `page` is not NULL, it receives the page, which belongs to the extractor; NULL after an
 error.

 Errors: as `trommel_extractor_push`, and `TROMMEL_CODE_STATE` if the page was finished already;
 that page stays valid.

 # Safety
 `extractor` must be NULL (an error) or a handle that is not freed yet. `page` must be NULL or
 point to memory for a pointer.
 */
enum trommel_code trommel_extractor_finish(struct trommel_extractor *extractor,
                                           const struct trommel_page **page);

/*
 Extracts a whole page in memory: forgets an unfinished page, reads `length` bytes and ends the
 page.

 `page` and errors are as in `trommel_extractor_finish`.

 # Safety
 As `trommel_extractor_push` and `trommel_extractor_finish`.
 */
enum trommel_code trommel_extract(struct trommel_extractor *extractor,
                                  const uint8_t *html,
                                  size_t length,
                                  const struct trommel_page **page);

/*
 The finished page. It belongs to the extractor. NULL if there is none, if the extractor is in
 use, and for NULL.

 # Safety
 `extractor` must be NULL or a handle that is not freed yet.
 */
const struct trommel_page *trommel_extractor_page(const struct trommel_extractor *extractor);

/*
 Whether a sink stopped the page, so that no more bytes of it are needed. False for NULL.

 # Safety
 `extractor` must be NULL or a handle that is not freed yet.
 */
bool trommel_extractor_is_stopped(const struct trommel_extractor *extractor);

/*
 Forgets the page, finished or not, and any failure of it. The memory stays for the next page,
 and the sink stays set.

 # Safety
 `extractor` must be NULL (an error) or a handle that is not freed yet.
 */
enum trommel_code trommel_extractor_reset(struct trommel_extractor *extractor);

/*
 Options with the defaults: method `auto`, format `text`, a budget of 4 MiB.

 Returns a handle that the caller frees with `trommel_options_free`, or NULL if `malloc` has no
 memory. Any thread may call it.
 */
struct trommel_options *trommel_options_new(void);

/*
 Frees options. NULL is allowed. Extractors that were made with them stay as they are.

 # Safety
 `options` must be NULL, or come from `trommel_options_new` and not be freed yet. No thread may
 use them at that time or later.
 */
void trommel_options_free(struct trommel_options *options);

/*
 What the last call with these options expected and found: NUL-terminated UTF-8, empty after a
 success and for NULL. It belongs to the options, and is valid until the next call with them.

 # Safety
 `options` must be NULL or a handle that is not freed yet, and not be in use by another thread.
 */
const char *trommel_options_error(const struct trommel_options *options);

/*
 The minimum budget, in bytes, of an extractor with these options. NULL stands for the defaults.
 0 if the options are in use, or broken by a defect.

 # Safety
 `options` must be NULL or a handle that is not freed yet.
 */
size_t trommel_options_minimum_budget(struct trommel_options *options);

/*
 Sets the method that decides: `auto`, `learned`, `line-block`, `tag-ratio` or `words-leaves`.

 # Safety
 `options` must be NULL (an error) or a handle that is not freed yet. `method` must be NULL (an
 error) or NUL-terminated; it is not kept.
 */
enum trommel_code trommel_options_set_method(struct trommel_options *options, const char *method);

/*
 Sets the format of the main content: `text`, `markdown` or `html`.

 # Safety
 `options` must be NULL (an error) or a handle that is not freed yet. `format` must be NULL (an
 error) or NUL-terminated; it is not kept.
 */
enum trommel_code trommel_options_set_format(struct trommel_options *options, const char *format);

/*
 Sets the notation of formulas in Markdown: `code` or `dollars`.

 # Safety
 `options` must be NULL (an error) or a handle that is not freed yet. `formulas` must be NULL (an
 error) or NUL-terminated; it is not kept.
 */
enum trommel_code trommel_options_set_formulas(struct trommel_options *options,
                                               const char *formulas);

/*
 Sets how strict the learned method is: `precision`, `balanced` or `recall`.

 # Safety
 `options` must be NULL (an error) or a handle that is not freed yet. `favor` must be NULL (an
 error) or NUL-terminated; it is not kept.
 */
enum trommel_code trommel_options_set_favor(struct trommel_options *options, const char *favor);

/*
 Sets the maximum number of bytes that an extractor holds for its work. It does not include
 collected text, nor the overhead of the handle (see `trommel_arena_size`).
 `trommel_options_minimum_budget` is the minimum, which is checked when an extractor is made.

 # Safety
 `options` must be NULL (an error) or a handle that is not freed yet.
 */
enum trommel_code trommel_options_set_budget(struct trommel_options *options, size_t budget_bytes);

/*
 Sets the encoding of all pages, by a label of the Encoding standard such as `windows-1252`. A
 byte order mark overrides it. Without it, the encoding is detected. Whether the label is known
 is checked when an extractor is made.

 # Safety
 `options` must be NULL (an error) or a handle that is not freed yet. `label` must be NULL (an
 error) or NUL-terminated; it is copied.
 */
enum trommel_code trommel_options_set_encoding(struct trommel_options *options, const char *label);

/*
 Sets whether Markdown and HTML keep links. Default: false, only the text of links stays.

 # Safety
 `options` must be NULL (an error) or a handle that is not freed yet.
 */
enum trommel_code trommel_options_set_links(struct trommel_options *options, bool links);

/*
 Sets whether user comments below the content are kept. Default: false.

 # Safety
 `options` must be NULL (an error) or a handle that is not freed yet.
 */
enum trommel_code trommel_options_set_comments(struct trommel_options *options, bool comments);

/*
 Sets whether the function `post` of a sink receives the posts of a thread: of a forum, of a
 question with its answers, of a discussion. Default: false.

 Posts raise the minimum budget by 54 KiB, and take 1/14 of the budget beyond that, up to 560
 KiB.

 Errors: `TROMMEL_CODE_SETTING` for true, in a library without the feature `references`.

 # Safety
 `options` must be NULL (an error) or a handle that is not freed yet.
 */
enum trommel_code trommel_options_set_posts(struct trommel_options *options, bool posts);

/*
 Sets whether Markdown and HTML keep content images, and the function `image` of a sink receives
 them. Default: false. Decoration, icons and tracking pixels are left out.

 Images raise the minimum budget by 32 KiB, and take 1/16 of the budget beyond that, up to 512
 KiB.

 Errors: `TROMMEL_CODE_SETTING` for true, in a library without the feature `references`.

 # Safety
 `options` must be NULL (an error) or a handle that is not freed yet.
 */
enum trommel_code trommel_options_set_images(struct trommel_options *options, bool images);

/*
 Sets whether the function `link` of a sink receives the links of the page, in its main content
 or not. Default: false. The text does not change.

 Links raise the minimum budget by 25 KiB, and take 1/21 of the budget beyond that, up to 385
 KiB.

 Errors: `TROMMEL_CODE_SETTING` for true, in a library without the feature `references`.

 # Safety
 `options` must be NULL (an error) or a handle that is not freed yet.
 */
enum trommel_code trommel_options_set_link_list(struct trommel_options *options, bool link_list);

/*
 Sets that the function `chunk` of a sink receives the main content in chunks of at most `size`
 `tokens` (from 16 to 65536, estimated) or `characters` (from 64 to 262144). That is the `unit`.
 Default: no chunks. A chunk shares `overlap` of its end with the next one, in the same unit:
 whole sentences or blocks, at most half of the size. The numbers are checked when an extractor
 is made.

 Chunks of 512 tokens raise the minimum budget by 93 KiB, others in proportion to their size.
 The text and Markdown of a chunk are collected outside the budget, in memory that is kept.

 Errors: `TROMMEL_CODE_SETTING` for another unit, and in a library without the feature `chunks`.

 # Safety
 `options` must be NULL (an error) or a handle that is not freed yet. `unit` must be NULL (an
 error) or NUL-terminated; it is not kept.
 */
enum trommel_code trommel_options_set_chunks(struct trommel_options *options,
                                             uint32_t size,
                                             uint32_t overlap,
                                             const char *unit);

/*
 Sets roles of blocks that are kept whatever the method decides, as names separated by commas:
 `title,byline`. Default: none. The documentation lists the names.

 # Safety
 `options` must be NULL (an error) or a handle that is not freed yet. `roles` must be NULL (an
 error) or NUL-terminated; it is not kept.
 */
enum trommel_code trommel_options_set_with_roles(struct trommel_options *options,
                                                 const char *roles);

/*
 Sets roles of blocks that are left out of the main content, as names separated by commas:
 `title,byline`. Default: none. The documentation lists the names. They take precedence over kept
 roles.

 # Safety
 `options` must be NULL (an error) or a handle that is not freed yet. `roles` must be NULL (an
 error) or NUL-terminated; it is not kept.
 */
enum trommel_code trommel_options_set_without_roles(struct trommel_options *options,
                                                    const char *roles);

/*
 Sets whether the text of a page that shows almost none is replaced: by JSON-LD, the state of the
 page's app, or its description. Default: true.

 # Safety
 `options` must be NULL (an error) or a handle that is not freed yet.
 */
enum trommel_code trommel_options_set_fallback(struct trommel_options *options, bool fallback);

/*
 Sets a model of the learned method, made by `trommel train`. Default: the built-in one.

 The model is read in place, such as from a mapped file or from flash, and takes none of the
 budget. Its checksum is not verified: make sure that the file is complete.

 # Safety
 `options` must be NULL (an error) or a handle that is not freed yet. `model` must be NULL (an
 error) or have `length` bytes, which stay valid and unchanged until the options, and all
 extractors made with them, are freed.
 */
enum trommel_code trommel_options_set_model(struct trommel_options *options,
                                            const uint8_t *model,
                                            size_t length);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* TROMMEL_H */
