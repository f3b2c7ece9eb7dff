// Prints the main content of a page that comes from standard input in chunks:
//
//	curl -s https://example.org/ | go run .
//
// CGO_CFLAGS and CGO_LDFLAGS say where trommel.h and the library are; with an installed library,
// `#cgo pkg-config: trommel` does.
package main

/*
#include <stdlib.h>
#include "trommel.h"
*/
import "C"

import (
	"errors"
	"fmt"
	"io"
	"os"
	"unsafe"
)

// Extractor reads pages one after the other. Close frees it.
type Extractor struct {
	handle *C.trommel_extractor
}

// Page is the main content of a page, with some of its metadata.
type Page struct {
	Text, Title, Author, Date, Language, URL string
}

// NewExtractor makes an extractor that writes a format: text, markdown or html.
func NewExtractor(format string) (*Extractor, error) {
	options := C.trommel_options_new()
	if options == nil {
		return nil, errors.New("out of memory")
	}
	defer C.trommel_options_free(options)
	name := C.CString(format)
	defer C.free(unsafe.Pointer(name))
	extractor := &Extractor{}
	code := C.trommel_options_set_format(options, name)
	if code == C.TROMMEL_CODE_OK {
		code = C.trommel_options_set_links(options, true)
	}
	if code == C.TROMMEL_CODE_OK {
		code = C.trommel_extractor_new(options, &extractor.handle)
	}
	if code != C.TROMMEL_CODE_OK {
		return nil, errors.New(C.GoString(C.trommel_options_error(options)))
	}
	return extractor, nil
}

// Close frees the extractor.
func (extractor *Extractor) Close() {
	C.trommel_extractor_free(extractor.handle)
	extractor.handle = nil
}

// Write reads the next bytes of the page, so that io.Copy works.
func (extractor *Extractor) Write(chunk []byte) (int, error) {
	if len(chunk) == 0 {
		return 0, nil
	}
	code := C.trommel_extractor_push(extractor.handle, (*C.uint8_t)(&chunk[0]), C.size_t(len(chunk)))
	if code != C.TROMMEL_CODE_OK {
		return 0, extractor.fault()
	}
	return len(chunk), nil
}

// Finish ends the page. The extractor is then ready for the next one.
func (extractor *Extractor) Finish() (Page, error) {
	var page *C.trommel_page
	if C.trommel_extractor_finish(extractor.handle, &page) != C.TROMMEL_CODE_OK {
		return Page{}, extractor.fault()
	}
	// What the page points to is copied, as it is valid until the next call only.
	return Page{
		Text: copied(page.text), Title: copied(page.title), Author: copied(page.author),
		Date: copied(page.date), Language: copied(page.language), URL: copied(page.url),
	}, nil
}

func (extractor *Extractor) fault() error {
	return errors.New(C.GoString(C.trommel_extractor_error(extractor.handle)))
}

func copied(text C.trommel_string) string {
	return C.GoStringN(text.data, C.int(text.length))
}

func run() error {
	extractor, err := NewExtractor("markdown")
	if err != nil {
		return err
	}
	defer extractor.Close()
	if _, err := io.Copy(extractor, os.Stdin); err != nil {
		return err
	}
	page, err := extractor.Finish()
	if err != nil {
		return err
	}
	fmt.Print(page.Text)
	fmt.Fprintf(os.Stderr, "%s (%s)\n", page.Title, page.Language)
	return nil
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}
