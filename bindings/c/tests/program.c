/* Uses the interface as C programs do, and as they should not.
 *
 *   program CASES SEED LINES
 *
 * Each line of the file CASES is METHOD, FORMAT, file of a page, file of the expected text,
 * separated by tabs. SEED sets the random cuts of pages. LINES is the length of a page that is read
 * with memory that fails. Prints what it did, or where it failed.
 */
#include "trommel.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                                            \
    do {                                                                                            \
        if (!(condition)) {                                                                         \
            fprintf(stderr, "%s:%d: expected %s (%s)\n", __FILE__, __LINE__, #condition, where);    \
            exit(1);                                                                                \
        }                                                                                           \
    } while (0)

/* What is being tested, for messages. */
static char where[4096];

typedef struct bytes {
    char *data;
    size_t length;
} bytes;

static bytes read_file(const char *path) {
    FILE *file = fopen(path, "rb");
    bytes found = {NULL, 0};
    long length;
    CHECK(file != NULL);
    fseek(file, 0, SEEK_END);
    length = ftell(file);
    rewind(file);
    found.length = (size_t)length;
    /* Exact, so that a sanitizer sees each byte too many that is read. */
    found.data = malloc(found.length ? found.length : 1);
    CHECK(fread(found.data, 1, found.length, file) == found.length);
    fclose(file);
    return found;
}

/* Text that grows. */
typedef struct text {
    char *data;
    size_t length, capacity;
} text;

static bool append(void *user_data, const char *data, size_t length) {
    text *all = user_data;
    if (length == 0) {
        return true;
    }
    if (all->length + length > all->capacity) {
        all->capacity = 2 * (all->length + length);
        all->data = realloc(all->data, all->capacity);
    }
    memcpy(all->data + all->length, data, length);
    all->length += length;
    return true;
}

static bool same(trommel_string found, bytes expected) {
    return found.length == expected.length && memcmp(found.data, expected.data, expected.length) == 0;
}

/* xorshift64. */
static uint64_t state;

static size_t random_below(size_t bound) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (size_t)(state % bound);
}

/* An allocator that counts, and fails as it is told. */
typedef struct counter {
    size_t calls, live;
    size_t fails_at, fails_from; /* Numbers of calls, from 1; 0: never. */
} counter;

static void *count_allocate(void *user_data, size_t size) {
    counter *count = user_data;
    count->calls++;
    if (count->calls == count->fails_at || (count->fails_from && count->calls >= count->fails_from)) {
        return NULL;
    }
    count->live++;
    return malloc(size);
}

static void count_release(void *user_data, void *block) {
    counter *count = user_data;
    CHECK(block != NULL && count->live > 0);
    count->live--;
    free(block);
}

static trommel_allocator counting(counter *count) {
    trommel_allocator allocator;
    allocator.user_data = count;
    allocator.allocate = count_allocate;
    allocator.release = count_release;
    return allocator;
}

static trommel_code push_in_chunks(trommel_extractor *extractor, bytes html, size_t most) {
    size_t at = 0;
    while (at < html.length) {
        size_t length = random_below(most + 1);
        trommel_code code;
        char *chunk;
        if (length > html.length - at) {
            length = html.length - at;
        }
        chunk = malloc(length ? length : 1);
        memcpy(chunk, html.data + at, length);
        code = trommel_extractor_push(extractor, (const uint8_t *)chunk, length);
        free(chunk);
        if (code != TROMMEL_CODE_OK) {
            return code;
        }
        at += length;
    }
    return TROMMEL_CODE_OK;
}

static void expect_page(trommel_extractor *extractor, bytes html, bytes expected) {
    const trommel_page *page = NULL;
    trommel_code code =
        trommel_extract(extractor, (const uint8_t *)html.data, html.length, &page);
    CHECK(code == TROMMEL_CODE_OK && page != NULL && page == trommel_extractor_page(extractor));
    CHECK(same(page->text, expected));
    CHECK(page->bytes_in == html.length && page->first_early_decision_offset == UINT64_MAX);
    CHECK(trommel_extractor_error(extractor)[0] == '\0');
}

/* Whole, in chunks, to a sink, in an arena, and with an allocator. */
static void test_case(trommel_options *options, bytes html, bytes expected) {
    trommel_extractor *extractor;
    const trommel_page *page;
    text all = {NULL, 0, 0};
    trommel_sink sink = {0};
    counter count = {0, 0, 0, 0};
    trommel_allocator allocator = counting(&count);
    size_t length, offset = random_below(40);
    uint8_t *arena;
    int round;

    CHECK(trommel_extractor_new(options, &extractor) == TROMMEL_CODE_OK);
    expect_page(extractor, html, expected);
    for (round = 0; round < 3; round++) {
        static const size_t most[] = {1, 7, 3000};
        /* A page without bytes needs it: another end would be the same page's. */
        CHECK(trommel_extractor_reset(extractor) == TROMMEL_CODE_OK);
        CHECK(push_in_chunks(extractor, html, most[round]) == TROMMEL_CODE_OK);
        CHECK(trommel_extractor_finish(extractor, &page) == TROMMEL_CODE_OK);
        CHECK(same(page->text, expected));
    }
    CHECK(trommel_extractor_reset(extractor) == TROMMEL_CODE_OK);
    sink.user_data = &all;
    sink.text = append;
    CHECK(trommel_extractor_set_sink(extractor, &sink) == TROMMEL_CODE_OK);
    CHECK(push_in_chunks(extractor, html, 3000) == TROMMEL_CODE_OK);
    CHECK(trommel_extractor_finish(extractor, &page) == TROMMEL_CODE_OK);
    CHECK(page->text.length == 0 && all.length == expected.length);
    CHECK(all.length == 0 || memcmp(all.data, expected.data, all.length) == 0);
    free(all.data);
    trommel_extractor_free(extractor);

    length = trommel_arena_size(options) + (1 << 20);
    arena = malloc(length + offset);
    CHECK(trommel_extractor_new_in(options, arena + offset, length, &extractor) == TROMMEL_CODE_OK);
    expect_page(extractor, html, expected);
    expect_page(extractor, html, expected);
    trommel_extractor_free(extractor);
    free(arena);

    CHECK(trommel_extractor_new_with(options, &allocator, &extractor) == TROMMEL_CODE_OK);
    expect_page(extractor, html, expected);
    trommel_extractor_free(extractor);
    CHECK(count.live == 0);
}

static size_t test_cases(const char *path) {
    bytes list = read_file(path);
    char *line = list.data, *end = list.data + list.length;
    size_t cases = 0;
    while (line < end) {
        char *fields[4];
        char *line_end = memchr(line, '\n', (size_t)(end - line));
        int field;
        trommel_options *options = trommel_options_new();
        bytes html, expected;
        CHECK(line_end != NULL && options != NULL);
        *line_end = '\0';
        snprintf(where, sizeof where, "%s", line);
        for (field = 0; field < 4; field++) {
            char *tab = strchr(line, '\t');
            fields[field] = line;
            if (tab != NULL) {
                *tab = '\0';
                line = tab + 1;
            }
        }
        html = read_file(fields[2]);
        expected = read_file(fields[3]);
        CHECK(trommel_options_set_method(options, fields[0]) == TROMMEL_CODE_OK);
        CHECK(trommel_options_set_format(options, fields[1]) == TROMMEL_CODE_OK);
        CHECK(trommel_options_set_budget(options, 4 << 20) == TROMMEL_CODE_OK);
        test_case(options, html, expected);
        trommel_options_free(options);
        free(html.data);
        free(expected.data);
        cases++;
        line = line_end + 1;
    }
    free(list.data);
    return cases;
}

/* A page that does not fit into small budgets: text, links, and JSON-LD. */
static bytes large_page(int lines) {
    text all = {NULL, 0, 0};
    bytes page;
    char line[512];
    int number;
    for (number = 0; number < lines; number++) {
        int length = snprintf(line, sizeof line,
            "<div class=c%d><p>The ferryman counted his passengers twice on day %d, and came to "
            "another number each time. Nobody knew why.</p><a href=/%d>on</a></div>\n",
            number % 90, number, number);
        append(&all, line, (size_t)length);
    }
    page.data = all.data;
    page.length = all.length;
    return page;
}

/* A page that shows nothing: its text is that of its JSON-LD, which grows. */
static bytes hidden_page(void) {
    static const char start[] = "<script type=application/ld+json>{\"@type\":\"Article\",\"articleBody\":\"";
    static const char end[] = "\"}</script><p>On.</p>";
    text all = {NULL, 0, 0};
    bytes page;
    int number;
    append(&all, start, sizeof start - 1);
    for (number = 0; number < 900; number++) {
        char line[64];
        int length = snprintf(line, sizeof line, "It rained on day %d in the valley. ", number);
        append(&all, line, (size_t)length);
    }
    append(&all, end, sizeof end - 1);
    page.data = all.data;
    page.length = all.length;
    return page;
}

static bool count_chunk(void *user_data, const trommel_chunk *chunk) {
    *(size_t *)user_data += chunk->text.length + chunk->markdown.length;
    return true;
}

/* Fails each call of the allocator in turn: once, or all calls from there on. Returns the failures.
 * Chunks are of `chunk_size` tokens, or not wanted (0). */
static size_t test_failures(bytes html, size_t budget, const char *format, uint32_t chunk_size) {
    trommel_options *options = trommel_options_new();
    size_t failures = 0, most = 0, step = 1;
    int forever;
    bytes expected;
    trommel_extractor *reference;
    const trommel_page *page;
    size_t chunk_bytes = 0, expected_chunk_bytes;
    trommel_sink sink = {0};

    snprintf(where, sizeof where, "failures, budget %lu, %s, chunks of %lu", (unsigned long)budget, format,
             (unsigned long)chunk_size);
    sink.user_data = &chunk_bytes;
    sink.chunk = count_chunk;
    if (chunk_size > 0) {
        CHECK(trommel_options_set_chunks(options, chunk_size, 0, "tokens") == TROMMEL_CODE_OK);
    }
    CHECK(trommel_options_set_budget(options, budget) == TROMMEL_CODE_OK);
    CHECK(trommel_options_set_format(options, format) == TROMMEL_CODE_OK);
    CHECK(trommel_extractor_new(options, &reference) == TROMMEL_CODE_OK);
    CHECK(trommel_extractor_set_sink(reference, &sink) == TROMMEL_CODE_OK);
    CHECK(push_in_chunks(reference, html, 9000) == TROMMEL_CODE_OK);
    CHECK(trommel_extractor_finish(reference, &page) == TROMMEL_CODE_OK);
    expected.data = malloc(page->text.length);
    expected.length = page->text.length;
    memcpy(expected.data, page->text.data, expected.length);
    trommel_extractor_free(reference);
    expected_chunk_bytes = chunk_bytes;
    CHECK((chunk_size > 0) == (chunk_bytes > 0));

    for (forever = 0; forever < 2; forever++) {
        size_t number;
        for (number = 1;; number += step) {
            counter count = {0, 0, 0, 0};
            trommel_allocator allocator = counting(&count);
            trommel_extractor *extractor;
            trommel_code code;
            count.fails_at = forever ? 0 : number;
            count.fails_from = forever ? number : 0;
            code = trommel_extractor_new_with(options, &allocator, &extractor);
            if (code != TROMMEL_CODE_OK) {
                CHECK(code == TROMMEL_CODE_OUT_OF_MEMORY && extractor == NULL && count.live == 0);
                CHECK(trommel_options_error(options)[0] != '\0');
                failures++;
                continue;
            }
            CHECK(trommel_extractor_set_sink(extractor, &sink) == TROMMEL_CODE_OK);
            chunk_bytes = 0;
            code = push_in_chunks(extractor, html, 9000);
            if (code == TROMMEL_CODE_OK) {
                code = trommel_extractor_finish(extractor, &page);
            }
            if (code == TROMMEL_CODE_OK) {
                CHECK(same(page->text, expected) && chunk_bytes == expected_chunk_bytes);
                most = count.calls > most ? count.calls : most;
                trommel_extractor_free(extractor);
                CHECK(count.live == 0);
                CHECK(count.calls < number);
                break;
            }
            failures++;
            CHECK(code == TROMMEL_CODE_OUT_OF_MEMORY);
            CHECK(trommel_extractor_error(extractor)[0] != '\0');
            CHECK(trommel_extractor_page(extractor) == NULL);
            CHECK(trommel_extractor_push(extractor, (const uint8_t *)"x", 1) == TROMMEL_CODE_STATE);
            CHECK(trommel_extractor_finish(extractor, &page) == TROMMEL_CODE_STATE && page == NULL);
            /* With memory again, the extractor reads the page as if nothing had happened. */
            count.fails_at = count.fails_from = 0;
            chunk_bytes = 0;
            CHECK(trommel_extractor_reset(extractor) == TROMMEL_CODE_OK);
            CHECK(push_in_chunks(extractor, html, 9000) == TROMMEL_CODE_OK);
            CHECK(trommel_extractor_finish(extractor, &page) == TROMMEL_CODE_OK);
            CHECK(same(page->text, expected) && chunk_bytes == expected_chunk_bytes);
            trommel_extractor_free(extractor);
            CHECK(count.live == 0);
        }
    }
    CHECK(failures > 0 && most > 0);
    trommel_options_free(options);
    free(expected.data);
    return failures;
}

/* The least size is one of the lengths. */
static size_t next_length(size_t length, size_t least) {
    if (length >= least) return length + 7919;
    return least - length < 31013 ? least : length + 31013;
}

/* Buffers of every size: each is refused, or full at some time, or enough. */
static void test_arenas(bytes html) {
    trommel_options *options = trommel_options_new();
    size_t least, length;
    int refused = 0, full = 0, enough = 0;
    /* What is more than this budget needs is left for the collected text. */
    CHECK(trommel_options_set_budget(options, trommel_options_minimum_budget(options)) == TROMMEL_CODE_OK);
    least = trommel_arena_size(options);
    for (length = 0; length < least + 600000; length = next_length(length, least)) {
        uint8_t *arena = malloc(length ? length : 1);
        trommel_extractor *extractor;
        const trommel_page *page;
        trommel_code code = trommel_extractor_new_in(options, arena, length, &extractor);
        snprintf(where, sizeof where, "arena of %lu bytes", (unsigned long)length);
        if (code != TROMMEL_CODE_OK) {
            CHECK(code == TROMMEL_CODE_SETTING && extractor == NULL && length < least);
            CHECK(strstr(trommel_options_error(options), "expected an arena of at least") != NULL);
            refused++;
        } else {
            code = trommel_extract(extractor, (const uint8_t *)html.data, html.length, &page);
            CHECK(code == TROMMEL_CODE_OK || code == TROMMEL_CODE_OUT_OF_MEMORY);
            *(code == TROMMEL_CODE_OK ? &enough : &full) += 1;
            trommel_extractor_free(extractor);
        }
        free(arena);
    }
    CHECK(refused > 0 && full > 0 && enough > 0);
    trommel_options_free(options);
}

/* The least arena is enough for any page if the text is taken away. */
static bool ignore(void *user_data, const char *data, size_t length) {
    (void)data;
    *(size_t *)user_data += length;
    return true;
}

static void test_least_arena(bytes html) {
    size_t length = trommel_arena_size(NULL), seen = 0;
    uint8_t *arena = malloc(length);
    trommel_extractor *extractor;
    trommel_sink sink = {0};
    int round;
    strcpy(where, "least arena");
    sink.user_data = &seen;
    sink.text = ignore;
    CHECK(trommel_extractor_new_in(NULL, arena, length, &extractor) == TROMMEL_CODE_OK);
    CHECK(trommel_extractor_set_sink(extractor, &sink) == TROMMEL_CODE_OK);
    for (round = 0; round < 10; round++) {
        CHECK(push_in_chunks(extractor, html, 5000) == TROMMEL_CODE_OK);
    }
    CHECK(trommel_extractor_finish(extractor, NULL) == TROMMEL_CODE_OK && seen > html.length);
    trommel_extractor_free(extractor);
    free(arena);
}

/* Text that is taken as the page comes, and the rest, are the text of the sink. */
static void test_take(bytes html) {
    trommel_options *options = trommel_options_new();
    trommel_extractor *extractor;
    text to_sink = {NULL, 0, 0}, taken = {NULL, 0, 0};
    trommel_sink sink = {0};
    trommel_string piece;
    const trommel_page *page;
    size_t at, pieces = 0;
    strcpy(where, "take");
    sink.user_data = &to_sink;
    sink.text = append;
    CHECK(trommel_options_set_budget(options, 140 << 10) == TROMMEL_CODE_OK);
    CHECK(trommel_extractor_new(options, &extractor) == TROMMEL_CODE_OK);
    CHECK(trommel_extractor_set_sink(extractor, &sink) == TROMMEL_CODE_OK);
    CHECK(trommel_extract(extractor, (const uint8_t *)html.data, html.length, NULL) == TROMMEL_CODE_OK);
    CHECK(trommel_extractor_take(extractor, &piece) == TROMMEL_CODE_STATE && piece.length == 0);
    CHECK(trommel_extractor_set_sink(extractor, NULL) == TROMMEL_CODE_OK);
    for (at = 0; at < html.length; at += 1000) {
        size_t length = html.length - at < 1000 ? html.length - at : 1000;
        CHECK(trommel_extractor_push(extractor, (const uint8_t *)html.data + at, length) == TROMMEL_CODE_OK);
        CHECK(trommel_extractor_take(extractor, &piece) == TROMMEL_CODE_OK);
        append(&taken, piece.data, piece.length);
        pieces += piece.length > 0;
    }
    CHECK(trommel_extractor_finish(extractor, &page) == TROMMEL_CODE_OK);
    append(&taken, page->text.data, page->text.length);
    CHECK(pieces > 0 && taken.length == to_sink.length);
    CHECK(memcmp(taken.data, to_sink.data, taken.length) == 0);
    CHECK(trommel_extractor_take(extractor, NULL) == TROMMEL_CODE_ARGUMENT);
    CHECK(trommel_extractor_take(NULL, &piece) == TROMMEL_CODE_ARGUMENT);
    trommel_extractor_free(extractor);
    trommel_options_free(options);
    free(to_sink.data);
    free(taken.data);
}

static const char RAIN[] =
    "<html lang=en><title>Rain</title><meta name=author content='Ann Lee'><ul><li><a href=/>Home</a></ul>"
    "<p>It rained for three days.<p>Then the sun came out.";

typedef struct blocks {
    trommel_extractor *extractor;
    int kept, dropped, stops_after;
} blocks;

static bool on_block(void *user_data, const trommel_block *block) {
    blocks *seen = user_data;
    const trommel_page *page;
    *(block->kept ? &seen->kept : &seen->dropped) += 1;
    CHECK(block->text.length > 0 && block->tag.length > 0 && block->chars > 0);
    CHECK(!block->kept || (block->role.length == 9 && memcmp(block->role.data, "paragraph", 9) == 0));
    /* The extractor is in use. */
    CHECK(trommel_extractor_push(seen->extractor, NULL, 0) == TROMMEL_CODE_BUSY);
    CHECK(trommel_extractor_finish(seen->extractor, &page) == TROMMEL_CODE_BUSY && page == NULL);
    CHECK(trommel_extractor_page(seen->extractor) == NULL);
    trommel_extractor_free(seen->extractor);
    return seen->kept + seen->dropped != seen->stops_after;
}

static void test_sink(void) {
    trommel_extractor *extractor;
    const trommel_page *page;
    blocks seen = {NULL, 0, 0, 0};
    trommel_sink sink = {0};
    strcpy(where, "sink");
    CHECK(trommel_extractor_new(NULL, &extractor) == TROMMEL_CODE_OK);
    seen.extractor = extractor;
    sink.user_data = &seen;
    sink.block = on_block;
    CHECK(trommel_extractor_set_sink(extractor, &sink) == TROMMEL_CODE_OK);
    CHECK(trommel_extract(extractor, (const uint8_t *)RAIN, sizeof RAIN - 1, &page) == TROMMEL_CODE_OK);
    CHECK(seen.kept == 2 && seen.dropped == 1 && page->blocks_kept == 2 && page->text.length > 0);
    CHECK(!page->stopped && !trommel_extractor_is_stopped(extractor));
    seen.kept = seen.dropped = 0;
    seen.stops_after = 2;
    CHECK(trommel_extract(extractor, (const uint8_t *)RAIN, sizeof RAIN - 1, &page) == TROMMEL_CODE_OK);
    CHECK(page->stopped && seen.kept == 1 && seen.dropped == 1);
    /* A sink cannot change within a page. */
    CHECK(trommel_extractor_push(extractor, (const uint8_t *)"<p>", 3) == TROMMEL_CODE_OK);
    CHECK(trommel_extractor_set_sink(extractor, NULL) == TROMMEL_CODE_STATE);
    CHECK(trommel_extractor_set_url(extractor, "http://a.example/") == TROMMEL_CODE_STATE);
    CHECK(trommel_extractor_reset(extractor) == TROMMEL_CODE_OK);
    CHECK(trommel_extractor_set_sink(extractor, NULL) == TROMMEL_CODE_OK);
    trommel_extractor_free(extractor);
}

static const char THREAD[] =
    "<html lang=en><title>Rain</title><ul class=forum><li class=post><p class=author>Ann</p>"
    "<p>It rained for three days, and the river rose up to the mill.</p>"
    "<li class=post><p class=author>Ben</p><p>Then the sun came out, and the river fell again.</p>"
    "<li class=post><p class=author>Cleo</p><p>Nobody had seen it so high, not in our time.</p></ul>";

typedef struct posts {
    int count;
    char authors[64];
    char texts[256];
} posts;

static bool on_post(void *user_data, const trommel_post *post) {
    posts *seen = user_data;
    CHECK((int)post->index == seen->count++ && post->offset > 0 && post->offset < sizeof THREAD);
    strncat(seen->authors, post->author.data, post->author.length);
    strncat(seen->texts, post->text.data, post->text.length);
    return seen->count != 2;
}

/* Posts come to the sink if they are wanted, next to the text. */
static void test_posts(void) {
    trommel_extractor *extractor;
    const trommel_page *page;
    trommel_options *options = trommel_options_new();
    posts seen = {0, "", ""};
    trommel_sink sink = {0};
    size_t least = trommel_options_minimum_budget(options);
    int wanted;
    strcpy(where, "posts");
    sink.user_data = &seen;
    sink.post = on_post;
    for (wanted = 0; wanted < 2; wanted++) {
        CHECK(trommel_options_set_posts(options, wanted == 1) == TROMMEL_CODE_OK);
        CHECK(trommel_extractor_new(options, &extractor) == TROMMEL_CODE_OK);
        CHECK(trommel_extractor_set_sink(extractor, &sink) == TROMMEL_CODE_OK);
        CHECK(trommel_extract(extractor, (const uint8_t *)THREAD, sizeof THREAD - 1, &page) == TROMMEL_CODE_OK);
        CHECK(wanted ? page->stopped : !page->stopped && page->text.length > 0);
        CHECK(seen.count == wanted * 2);
        trommel_extractor_free(extractor);
    }
    CHECK(strcmp(seen.authors, "AnnBen") == 0);
    CHECK(strncmp(seen.texts, "It rained", 9) == 0 && strstr(seen.texts, "mill.Then the sun") != NULL);
    CHECK(trommel_options_minimum_budget(options) > least);
    trommel_options_free(options);
}

static const char PICTURES[] =
    "<html lang=en><title>Rain</title><p>It rained for <a href=three rel=next>three days</a>.</p>"
    "<p><img src=river.png alt='The river' width=600 height=400></p><p>Then the sun came out.</p>";

typedef struct references {
    char images[128];
    char links[128];
} references;

static void append_to(char *list, trommel_string part) {
    strncat(list, part.data, part.length);
    strcat(list, ";");
}

static bool on_image(void *user_data, const trommel_image *image) {
    references *seen = user_data;
    CHECK(strncmp(PICTURES + image->offset, "<img ", 5) == 0 && image->block_index == 1 && image->is_alone);
    append_to(seen->images, image->src);
    append_to(seen->images, image->alt);
    return true;
}

static bool on_link(void *user_data, const trommel_link *link) {
    references *seen = user_data;
    CHECK(strncmp(PICTURES + link->offset, "<a ", 3) == 0 && link->kept);
    append_to(seen->links, link->href);
    append_to(seen->links, link->text);
    append_to(seen->links, link->rel);
    return true;
}

static bool contains(trommel_string text, const char *part) {
    size_t at, length = strlen(part);
    for (at = 0; at + length <= text.length; at++) {
        if (memcmp(text.data + at, part, length) == 0) return true;
    }
    return false;
}

/* Images and links come to the sink, and images to Markdown, if they are wanted. */
static void test_references(void) {
    trommel_extractor *extractor;
    const trommel_page *page;
    trommel_options *options = trommel_options_new();
    references seen = {"", ""};
    trommel_sink sink = {0};
    size_t least = trommel_options_minimum_budget(options);
    strcpy(where, "references");
    sink.user_data = &seen;
    sink.image = on_image;
    sink.link = on_link;
    CHECK(trommel_options_set_format(options, "markdown") == TROMMEL_CODE_OK);
    CHECK(trommel_options_set_images(options, true) == TROMMEL_CODE_OK);
    CHECK(trommel_options_set_link_list(options, true) == TROMMEL_CODE_OK);
    CHECK(trommel_options_minimum_budget(options) > least);
    CHECK(trommel_extractor_new(options, &extractor) == TROMMEL_CODE_OK);
    CHECK(trommel_extractor_set_url(extractor, "http://a.example/") == TROMMEL_CODE_OK);
    CHECK(trommel_extractor_set_sink(extractor, &sink) == TROMMEL_CODE_OK);
    CHECK(trommel_extract(extractor, (const uint8_t *)PICTURES, sizeof PICTURES - 1, &page) == TROMMEL_CODE_OK);
    CHECK(strcmp(seen.images, "http://a.example/river.png;The river;") == 0);
    CHECK(strcmp(seen.links, "http://a.example/three;three days;next;") == 0);
    CHECK(page->images_cut == 0 && page->links_cut == 0 && page->skipped.length == 0);
    CHECK(contains(page->text, "![The river](http://a.example/river.png)"));
    trommel_extractor_free(extractor);
    trommel_options_free(options);
}

static const char NEWTS[] =
    "<html lang=en><title>Newts</title><h1>Newts</h1><p>They live in <b>ponds</b>, and in slow streams with "
    "much reed.<h2>Food</h2><p>Worms, snails and water fleas are what they eat in spring.";

typedef struct chunks {
    int count, lasts;
    char texts[256];
    char markdown[256];
    char headings[64];
    char roles[64];
} chunks;

static bool on_chunk(void *user_data, const trommel_chunk *chunk) {
    chunks *seen = user_data;
    size_t at;
    CHECK((int)chunk->number == seen->count++ && chunk->offset < chunk->end && chunk->end < sizeof NEWTS);
    CHECK(chunk->chars > chunk->words && chunk->words > 0 && chunk->tokens > 0);
    append_to(seen->texts, chunk->text);
    append_to(seen->markdown, chunk->markdown);
    for (at = 0; at < chunk->heading_count; at++) append_to(seen->headings, chunk->headings[at]);
    for (at = 0; at < chunk->role_count; at++) append_to(seen->roles, chunk->roles[at]);
    seen->lasts += chunk->is_last;
    return true;
}

/* Chunks come to the sink if they are wanted, next to the text. */
static void test_chunks(void) {
    trommel_extractor *extractor;
    const trommel_page *page;
    trommel_options *options = trommel_options_new();
    chunks seen = {0, 0, "", "", "", ""};
    trommel_sink sink = {0};
    size_t least = trommel_options_minimum_budget(options);
    strcpy(where, "chunks");
    sink.user_data = &seen;
    sink.chunk = on_chunk;
    CHECK(trommel_options_set_chunks(options, 512, 0, "words") == TROMMEL_CODE_SETTING);
    CHECK(strstr(trommel_options_error(options), "expected one of tokens, characters") != NULL);
    CHECK(trommel_options_set_chunks(options, 512, 0, NULL) == TROMMEL_CODE_ARGUMENT);
    CHECK(trommel_options_set_chunks(options, 100, 51, "characters") == TROMMEL_CODE_OK);
    CHECK(trommel_extractor_new(options, &extractor) == TROMMEL_CODE_SETTING && extractor == NULL);
    CHECK(strstr(trommel_options_error(options), "expected an overlap of at most 50 characters") != NULL);
    CHECK(trommel_options_set_chunks(options, 24, 0, "tokens") == TROMMEL_CODE_OK);
    CHECK(trommel_options_set_format(options, "markdown") == TROMMEL_CODE_OK);
    CHECK(trommel_options_minimum_budget(options) > least);
    CHECK(trommel_extractor_new(options, &extractor) == TROMMEL_CODE_OK);
    CHECK(trommel_extractor_set_sink(extractor, &sink) == TROMMEL_CODE_OK);
    CHECK(trommel_extract(extractor, (const uint8_t *)NEWTS, sizeof NEWTS - 1, &page) == TROMMEL_CODE_OK);
    CHECK(page->text.length > 0 && seen.count == 2 && seen.lasts == 1);
    CHECK(strncmp(seen.texts, "Newts\n\nThey live in ponds,", 26) == 0);
    CHECK(strncmp(seen.markdown, "# Newts\n\nThey live in **ponds**,", 32) == 0);
    CHECK(strstr(seen.markdown, ";## Food\n\nWorms,") != NULL);
    CHECK(strcmp(seen.headings, "Newts;Newts;Food;") == 0);
    CHECK(strstr(seen.roles, "paragraph;") != NULL);
    trommel_extractor_free(extractor);
    trommel_options_free(options);
}

static void test_order_of_calls(void) {
    trommel_extractor *extractor;
    const trommel_page *page, *again;
    bytes author = {NULL, 0}, text_of = {NULL, 0};
    strcpy(where, "order of calls");
    CHECK(trommel_extractor_new(NULL, &extractor) == TROMMEL_CODE_OK);
    CHECK(trommel_extractor_page(extractor) == NULL);
    CHECK(trommel_extractor_set_url(extractor, "http://a.example/rain") == TROMMEL_CODE_OK);
    CHECK(trommel_extractor_set_encoding_hint(extractor, "windows-1252") == TROMMEL_CODE_OK);
    CHECK(trommel_extractor_push(extractor, (const uint8_t *)RAIN, sizeof RAIN - 1) == TROMMEL_CODE_OK);
    CHECK(trommel_extractor_finish(extractor, &page) == TROMMEL_CODE_OK);
    author.data = "Ann Lee";
    author.length = 7;
    text_of.data = "It rained for three days.\n\nThen the sun came out.\n";
    text_of.length = strlen(text_of.data);
    CHECK(same(page->author, author) && same(page->text, text_of) && page->title.length == 4);
    CHECK(page->language.length == 2 && page->encoding.length > 0 && page->method.length > 0);
    CHECK(page->url.length == 21 && memcmp(page->url.data, "http://a.example/rain", 21) == 0);
    /* A second finish is refused; the page stays. */
    CHECK(trommel_extractor_finish(extractor, &again) == TROMMEL_CODE_STATE && again == NULL);
    CHECK(strstr(trommel_extractor_error(extractor), "finished") != NULL);
    CHECK(trommel_extractor_page(extractor) == page && same(page->text, text_of));
    /* A page without bytes. */
    CHECK(trommel_extractor_reset(extractor) == TROMMEL_CODE_OK);
    CHECK(trommel_extractor_page(extractor) == NULL);
    CHECK(trommel_extractor_finish(extractor, &page) == TROMMEL_CODE_OK);
    CHECK(page->text.length == 0 && page->text.data != NULL && page->bytes_in == 0);
    /* The end of a page forgets its URL; one that is not absolute is refused. */
    CHECK(trommel_extractor_reset(extractor) == TROMMEL_CODE_OK);
    CHECK(trommel_extractor_set_url(extractor, "a/rain") == TROMMEL_CODE_SETTING);
    CHECK(strstr(trommel_extractor_error(extractor), "absolute URL") != NULL);
    CHECK(trommel_extractor_finish(extractor, &page) == TROMMEL_CODE_OK && page->url.length == 0);
    trommel_extractor_free(extractor);
}

static void test_arguments(void) {
    trommel_options *options = trommel_options_new();
    trommel_extractor *extractor;
    trommel_allocator allocator = {NULL, NULL, NULL};
    const trommel_page *page;
    uint8_t byte = 0;
    strcpy(where, "arguments");
    CHECK(strcmp(trommel_version(), "") != 0);
    CHECK(strcmp(trommel_code_name(TROMMEL_CODE_BUSY), "handle in use") == 0);
    CHECK(strcmp(trommel_code_name(-1), "unknown code") == 0);
    CHECK(strcmp(trommel_code_name(1000), "unknown code") == 0);

    CHECK(trommel_options_set_method(NULL, "auto") == TROMMEL_CODE_ARGUMENT);
    CHECK(trommel_options_set_method(options, NULL) == TROMMEL_CODE_ARGUMENT);
    CHECK(trommel_options_set_method(options, "\xff") == TROMMEL_CODE_ARGUMENT);
    CHECK(trommel_options_set_method(options, "best") == TROMMEL_CODE_SETTING);
    CHECK(strstr(trommel_options_error(options), "expected one of auto") != NULL);
    CHECK(trommel_options_set_format(options, "pdf") == TROMMEL_CODE_SETTING);
    CHECK(trommel_options_set_favor(options, "recall") == TROMMEL_CODE_OK);
    CHECK(trommel_options_error(options)[0] == '\0');
    CHECK(trommel_options_set_links(options, true) == TROMMEL_CODE_OK);
    CHECK(trommel_options_set_comments(options, true) == TROMMEL_CODE_OK);
    CHECK(trommel_options_set_with_roles(options, "footer") == TROMMEL_CODE_OK);
    CHECK(trommel_options_set_without_roles(options, "title, byline") == TROMMEL_CODE_OK);
    CHECK(trommel_options_set_without_roles(options, "titel") == TROMMEL_CODE_SETTING);
    CHECK(strstr(trommel_options_error(options), "found titel") != NULL);
    CHECK(trommel_options_set_with_roles(NULL, "footer") == TROMMEL_CODE_ARGUMENT);
    CHECK(trommel_options_set_fallback(options, false) == TROMMEL_CODE_OK);
    CHECK(trommel_options_set_model(options, NULL, 10) == TROMMEL_CODE_ARGUMENT);
    CHECK(trommel_options_set_model(options, &byte, 1) == TROMMEL_CODE_MODEL);
    CHECK(trommel_options_set_encoding(options, "klingon") == TROMMEL_CODE_OK);
    CHECK(trommel_extractor_new(options, &extractor) == TROMMEL_CODE_ENCODING && extractor == NULL);
    CHECK(trommel_options_set_encoding(options, "utf-8") == TROMMEL_CODE_OK);
    CHECK(trommel_options_set_budget(options, trommel_options_minimum_budget(options) - 1) == TROMMEL_CODE_OK);
    CHECK(trommel_extractor_new(options, &extractor) == TROMMEL_CODE_SETTING);
    CHECK(strstr(trommel_options_error(options), "expected a budget of at least") != NULL);
    CHECK(trommel_options_set_budget(options, trommel_options_minimum_budget(options)) == TROMMEL_CODE_OK);
    CHECK(trommel_extractor_new(options, NULL) == TROMMEL_CODE_ARGUMENT);
    CHECK(trommel_extractor_new_with(options, NULL, &extractor) == TROMMEL_CODE_ARGUMENT);
    CHECK(trommel_extractor_new_with(options, &allocator, &extractor) == TROMMEL_CODE_ARGUMENT);
    CHECK(trommel_extractor_new_in(options, NULL, 1 << 20, &extractor) == TROMMEL_CODE_ARGUMENT);
    CHECK(trommel_extractor_new_in(options, &byte, 1, &extractor) == TROMMEL_CODE_SETTING);
    CHECK(trommel_extractor_new(options, &extractor) == TROMMEL_CODE_OK);
    trommel_options_free(options);

    CHECK(trommel_extractor_push(extractor, NULL, 0) == TROMMEL_CODE_OK);
    CHECK(trommel_extractor_push(extractor, NULL, 1) == TROMMEL_CODE_ARGUMENT);
    CHECK(trommel_extractor_push(extractor, &byte, SIZE_MAX) == TROMMEL_CODE_ARGUMENT);
    CHECK(trommel_extractor_finish(extractor, NULL) == TROMMEL_CODE_OK);
    CHECK(trommel_extractor_set_url(extractor, NULL) == TROMMEL_CODE_ARGUMENT);
    CHECK(trommel_extractor_set_encoding_hint(extractor, NULL) == TROMMEL_CODE_ARGUMENT);
    trommel_extractor_free(extractor);

    CHECK(trommel_extractor_push(NULL, &byte, 1) == TROMMEL_CODE_ARGUMENT);
    CHECK(trommel_extractor_finish(NULL, &page) == TROMMEL_CODE_ARGUMENT && page == NULL);
    CHECK(trommel_extract(NULL, &byte, 1, &page) == TROMMEL_CODE_ARGUMENT);
    CHECK(trommel_extractor_reset(NULL) == TROMMEL_CODE_ARGUMENT);
    CHECK(trommel_extractor_set_sink(NULL, NULL) == TROMMEL_CODE_ARGUMENT);
    CHECK(trommel_extractor_page(NULL) == NULL && !trommel_extractor_is_stopped(NULL));
    CHECK(trommel_extractor_error(NULL)[0] == '\0' && trommel_options_error(NULL)[0] == '\0');
    trommel_extractor_free(NULL);
    trommel_options_free(NULL);
}

/* One half of a page, on a thread of its own. */
typedef struct half {
    trommel_extractor *extractor;
    const char *data;
    size_t length;
} half;

static void *push_half(void *argument) {
    half *part = argument;
    CHECK(trommel_extractor_push(part->extractor, (const uint8_t *)part->data, part->length) == TROMMEL_CODE_OK);
    return NULL;
}

/* As often as it can, while another thread does the same. */
static void *push_often(void *argument) {
    half *part = argument;
    int round;
    for (round = 0; round < 20000; round++) {
        trommel_code code = trommel_extractor_push(part->extractor, (const uint8_t *)part->data, part->length);
        CHECK(code == TROMMEL_CODE_OK || code == TROMMEL_CODE_BUSY);
    }
    return NULL;
}

static void test_threads(void) {
    trommel_extractor *extractor;
    const trommel_page *page;
    half parts[2];
    pthread_t threads[2];
    int part;
    strcpy(where, "threads");
    CHECK(trommel_extractor_new(NULL, &extractor) == TROMMEL_CODE_OK);
    for (part = 0; part < 2; part++) {
        parts[part].extractor = extractor;
        parts[part].data = RAIN + (part ? 100 : 0);
        parts[part].length = part ? sizeof RAIN - 1 - 100 : 100;
        CHECK(pthread_create(&threads[part], NULL, push_half, &parts[part]) == 0);
        pthread_join(threads[part], NULL);
    }
    CHECK(trommel_extractor_finish(extractor, &page) == TROMMEL_CODE_OK);
    CHECK(page->blocks_kept == 2 && page->bytes_in == sizeof RAIN - 1);
    /* Both at once: one is refused each time they meet. */
    for (part = 0; part < 2; part++) {
        CHECK(pthread_create(&threads[part], NULL, push_often, &parts[part]) == 0);
    }
    for (part = 0; part < 2; part++) {
        pthread_join(threads[part], NULL);
    }
    CHECK(trommel_extractor_finish(extractor, &page) == TROMMEL_CODE_OK);
    trommel_extractor_free(extractor);
}

static bool stop_at_random(void *user_data, const char *data, size_t length) {
    (void)user_data;
    CHECK(data != NULL && length > 0);
    return random_below(20) != 0;
}

static bool look_at_block(void *user_data, const trommel_block *block) {
    (void)user_data;
    CHECK(block->text.data != NULL && block->chars >= block->link_chars);
    return random_below(100) != 0;
}

static bool look_at_post(void *user_data, const trommel_post *post) {
    (void)user_data;
    CHECK(post->text.data != NULL && post->author.length <= 64 && post->date.length <= 64);
    return random_below(10) != 0;
}

static bool look_at_image(void *user_data, const trommel_image *image) {
    (void)user_data;
    CHECK(image->src.length <= 1024 && image->alt.length <= 512);
    return random_below(10) != 0;
}

static bool look_at_link(void *user_data, const trommel_link *link) {
    (void)user_data;
    CHECK(link->href.length <= 1024 && link->text.length <= 512);
    return random_below(10) != 0;
}

static bool look_at_chunk(void *user_data, const trommel_chunk *chunk) {
    (void)user_data;
    CHECK(chunk->text.data != NULL && chunk->markdown.data != NULL && chunk->offset <= chunk->end);
    CHECK(chunk->heading_count <= 6 && chunk->role_count > 0 && chunk->roles[0].length > 0);
    return random_below(10) != 0;
}

/* Makes an extractor in some way, with memory that may fail; NULL if that fails. */
static trommel_extractor *random_extractor(counter *count, uint8_t *arena, size_t arena_length) {
    static const char *const methods[] = {"auto", "learned", "line-block", "tag-ratio", "words-leaves"};
    static const char *const formats[] = {"text", "markdown", "html"};
    static const char *const roles[] = {"comment", "title,byline", "paragraph"};
    trommel_options *options = trommel_options_new();
    trommel_allocator allocator = counting(count);
    trommel_extractor *extractor = NULL;
    trommel_code code;
    CHECK(trommel_options_set_method(options, methods[random_below(5)]) == TROMMEL_CODE_OK);
    CHECK(trommel_options_set_format(options, formats[random_below(3)]) == TROMMEL_CODE_OK);
    CHECK(trommel_options_set_links(options, random_below(2) == 0) == TROMMEL_CODE_OK);
    CHECK(trommel_options_set_comments(options, random_below(2) == 0) == TROMMEL_CODE_OK);
    CHECK(trommel_options_set_posts(options, random_below(2) == 0) == TROMMEL_CODE_OK);
    CHECK(trommel_options_set_images(options, random_below(2) == 0) == TROMMEL_CODE_OK);
    CHECK(trommel_options_set_link_list(options, random_below(2) == 0) == TROMMEL_CODE_OK);
    CHECK(trommel_options_set_without_roles(options, roles[random_below(3)]) == TROMMEL_CODE_OK);
    if (random_below(2) == 0) {
        uint32_t size = 64 + (uint32_t)random_below(600), overlap = (uint32_t)random_below(32);
        const char *unit = random_below(2) ? "tokens" : "characters";
        CHECK(trommel_options_set_chunks(options, size, overlap, unit) == TROMMEL_CODE_OK);
    }
    if (random_below(3) == 0) {
        trommel_options_set_budget(options, 120000 + random_below(200000));
    }
    if (random_below(5) == 0) {
        trommel_options_set_encoding(options, random_below(2) ? "shift_jis" : "none");
    }
    switch (random_below(3)) {
    case 0:
        code = trommel_extractor_new(options, &extractor);
        break;
    case 1:
        code = trommel_extractor_new_in(options, arena, random_below(arena_length), &extractor);
        break;
    default:
        count->fails_from = count->calls + 1 + random_below(20);
        code = trommel_extractor_new_with(options, &allocator, &extractor);
    }
    CHECK((code == TROMMEL_CODE_OK) == (extractor != NULL));
    CHECK((code == TROMMEL_CODE_OK) == (trommel_options_error(options)[0] == '\0'));
    trommel_options_free(options);
    return extractor;
}

/* Calls in any order: each gives a code, and nothing leaks. */
static void test_random_calls(bytes html, int sequences) {
    static uint8_t arena[600000];
    size_t codes[TROMMEL_CODE_OTHER + 1] = {0};
    while (sequences-- > 0) {
        counter count = {0, 0, 0, 0};
        trommel_extractor *extractor = random_extractor(&count, arena, sizeof arena);
        int calls = extractor == NULL ? 0 : 40;
        snprintf(where, sizeof where, "random calls, %d sequences before the end", sequences);
        while (calls-- > 0) {
            size_t at = random_below(html.length), length = random_below(html.length - at);
            const uint8_t *data = (const uint8_t *)html.data + at;
            const trommel_page *page = NULL;
            trommel_string taken = {"", 0};
            trommel_sink sink = {NULL,         random_below(2) ? stop_at_random : NULL, look_at_block,
                                 look_at_post, look_at_image, look_at_link, look_at_chunk};
            trommel_code code = TROMMEL_CODE_OK;
            switch (random_below(9)) {
            case 0:
            case 1:
                code = trommel_extractor_push(extractor, data, length);
                break;
            case 2:
                code = trommel_extractor_push(extractor, NULL, length);
                break;
            case 3:
                code = trommel_extractor_finish(extractor, &page);
                break;
            case 4:
                code = trommel_extract(extractor, data, length, &page);
                CHECK(code != TROMMEL_CODE_STATE);
                break;
            case 5:
                code = trommel_extractor_take(extractor, &taken);
                break;
            case 6:
                code = trommel_extractor_reset(extractor);
                CHECK(code == TROMMEL_CODE_OK);
                /* Memory is there again, for a while. */
                count.fails_from = count.calls + 1 + random_below(20);
                break;
            case 7:
                code = trommel_extractor_set_sink(extractor, random_below(2) ? &sink : NULL);
                break;
            default:
                code = trommel_extractor_set_url(extractor, "https://example.org/");
            }
            CHECK(code != TROMMEL_CODE_PANIC && code != TROMMEL_CODE_BUSY && code != TROMMEL_CODE_OTHER);
            CHECK((code == TROMMEL_CODE_OK) == (trommel_extractor_error(extractor)[0] == '\0'));
            CHECK(page == NULL || (code == TROMMEL_CODE_OK && page == trommel_extractor_page(extractor)));
            codes[code]++;
        }
        trommel_extractor_free(extractor);
        CHECK(count.live == 0);
    }
    CHECK(codes[TROMMEL_CODE_OK] > 0 && codes[TROMMEL_CODE_STATE] > 0 && codes[TROMMEL_CODE_OUT_OF_MEMORY] > 0);
}

int main(int count, char **arguments) {
    bytes large, hidden = hidden_page();
    size_t cases, failures = 0;
    static const char *const formats[] = {"text", "markdown", "html"};
    int format;
    if (count != 4) {
        fprintf(stderr, "expected program CASES SEED LINES, found %d arguments\n", count - 1);
        return 2;
    }
    large = large_page(atoi(arguments[3]));
    state = strtoull(arguments[2], NULL, 10) * 2 + 1;
    test_arguments();
    test_order_of_calls();
    test_sink();
    test_posts();
    test_references();
    test_chunks();
    test_threads();
    for (format = 0; format < 3; format++) {
        failures += test_failures(large, 140 << 10, formats[format], 0);
        failures += test_failures(large, 4 << 20, formats[format], 0);
    }
    failures += test_failures(hidden, 4 << 20, "text", 0);
    failures += test_failures(large, 300 << 10, "markdown", 512);
    failures += test_failures(large, 4 << 20, "markdown", 8000);
    test_take(large);
    test_arenas(large);
    test_least_arena(large);
    test_random_calls(large, atoi(arguments[3]) / 2);
    test_random_calls(hidden, atoi(arguments[3]) / 5);
    cases = test_cases(arguments[1]);
    printf("%lu cases, %lu failures of memory\n", (unsigned long)cases, (unsigned long)failures);
    free(large.data);
    free(hidden.data);
    return 0;
}
