/* Prints the main content of a page that arrives in chunks, as from a network library:
 *
 *   curl -s https://example.org/ | chunks
 *
 * Text is printed as soon as it is decided, so memory is constant for any page.
 */
#include "trommel.h"

#include <stdio.h>

/* Receives text from the extractor. Returns false to stop. */
static bool write_text(void *user_data, const char *data, size_t length) {
    return fwrite(data, 1, length, (FILE *)user_data) == length;
}

/* Receives a chunk from the network, with the signature of curl's CURLOPT_WRITEFUNCTION. */
static size_t receive(char *data, size_t size, size_t count, void *user_data) {
    trommel_extractor *extractor = user_data;
    trommel_code code = trommel_extractor_push(extractor, (const uint8_t *)data, size * count);
    /* Any other number than the bytes of the chunk makes curl stop. */
    return code == TROMMEL_CODE_OK && !trommel_extractor_is_stopped(extractor) ? size * count : 0;
}

int main(void) {
    trommel_options *options = trommel_options_new();
    trommel_extractor *extractor = NULL;
    trommel_sink sink = {.user_data = stdout, .text = write_text};
    const trommel_page *page;
    char chunk[1400];
    size_t length;
    int status = 2;

    if (options == NULL || trommel_options_set_format(options, "markdown") != TROMMEL_CODE_OK ||
        trommel_options_set_links(options, true) != TROMMEL_CODE_OK ||
        trommel_options_set_budget(options, 1 << 20) != TROMMEL_CODE_OK ||
        trommel_extractor_new(options, &extractor) != TROMMEL_CODE_OK) {
        fprintf(stderr, "chunks: %s\n", trommel_options_error(options));
    } else if (trommel_extractor_set_sink(extractor, &sink) == TROMMEL_CODE_OK) {
        while ((length = fread(chunk, 1, sizeof chunk, stdin)) > 0) {
            if (receive(chunk, 1, length, extractor) != length) {
                break;
            }
        }
        if (trommel_extractor_finish(extractor, &page) == TROMMEL_CODE_OK) {
            fprintf(stderr, "%.*s: %lu of %lu blocks by %.*s\n", (int)page->title.length, page->title.data,
                (unsigned long)page->blocks_kept, (unsigned long)page->blocks_total,
                (int)page->method.length, page->method.data);
            status = page->blocks_kept > 0 ? 0 : 1;
        } else {
            fprintf(stderr, "chunks: %s\n", trommel_extractor_error(extractor));
        }
    }
    trommel_extractor_free(extractor);
    trommel_options_free(options);
    return status;
}
