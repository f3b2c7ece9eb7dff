//! The manual of `trommel batch`, apart from that of its flags.

/// What stands in front of the flags.
pub(crate) const LONG_ABOUT: &str = "\
Extract many pages into one output, or one for each input.

INPUT are pages: HTML, plain text (no tag in the first 4 KiB), MHTML; files of pages: WARC, ARC, JSON lines or a JSON array of objects with a field `html`, and perhaps \
`id` and `url`, Parquet with such columns (feature `parquet`), ZIP and tar archives; and folders of all these. With the feature `remote`, INPUT may be an address: https, http, s3, gs, az. What a file is, its first \
bytes and its name tell; --input-format says it of standard input (`-`) and of files whose names do not say otherwise. All but ZIP and Parquet may be compressed \
with gzip or zstd. Folders are walked in the order of their paths, not into links to other folders, which may lead round; of their files \
those are read that begin as pages or files of pages do, or as --glob or --all-files say. What is left out is counted by reason, and the first few are named. \
Of WARC files, responses and resources that are HTML or XHTML are pages, by the type that is declared, or where that is missing or \
generic, by their first bytes; what else is there is skipped and counted by reason, and so is any file, record or row that begins as a \
PDF, an image, other binary data and their like do. Pages come in the order of the inputs; the output is \
the same, byte for byte, for any number of jobs.

OUT gets its name only when it is complete; until then it is a hidden file .OUT.trommel-part next to it. Its ending says what is written \
(.jsonl, .csv, .txt, .md, .html, .wet, .parquet), unless --format does; it is compressed if .gz or .zst follows. `OUT/` is a folder with an \
output for each input, or with --format text, markdown or html a file for each page, and the list of them in pages.jsonl. A page that cannot be read is reported on standard error and left out; \
what is damaged is read as far as it goes, and reported with its place; all others are done.";

/// What stands after them.
pub(crate) const AFTER_LONG: &str = "\
Examples:
  trommel batch crawl/ -o crawl.jsonl
  trommel batch *.warc.gz -o text.warc.wet.gz
  trommel batch *.warc.gz -o out/ --format wet --resume --summary done.json
  zcat x.warc.gz | trommel batch - --input-format warc -o - --format wet
  trommel batch crawl/ -o texts/ --format markdown
  trommel batch --input-from warc.paths -o crawl.jsonl.zst
  trommel batch big.warc.gz --part 2/4 -o big-2.jsonl
  trommel batch --input-from warc.paths.gz --prefix https://data.commoncrawl.org/ -o crawl.jsonl
  trommel batch --cdx example.cdxj --prefix s3://commoncrawl/ -o example.jsonl
  trommel batch a.html b.html.gz more/ -o pages.jsonl.zst --jobs 8 --markdown
  trommel batch crawl/ -o - | jq -r 'select(.blocks_kept == 0) | .id'

JSON of a page: the fields of `trommel --help`, and
  id             of a file: its path below the folder that all inputs share, without .gz,
                 .zst, .html, .htm; with them where two files differ by that only. Of a row
                 its own, or null. Of a file in an archive: that of the archive, and its path
  source         file (its path), and where it is in a file of pages: offset (byte of the
                 file where the record begins; compressed, where the gzip member or zstd frame
                 begins that it is in), uncompressed_offset (not with --part, if compressed), row (from 1 on; of JSON lines that
                 of the line), entry (path in an archive)
of a record also
  id, url        id and target address of the record; of an ARC record, id is null
  warc_record_id, warc_date
  http_status, content_type, charset
                 as the HTTP head has them; null where it does not
  truncated      null; or why the page is not whole (of other pages only where it is so):
                 what WARC-Truncated says, \"segmented\" (its record goes on in others of type
                 continuation, which are skipped), \"damaged\",
                 \"content-encoding\", \"transfer-encoding\", \"content-length\" (it breaks off
                 before that field of its HTTP head says), \"max-page\"

Columns of a CSV file, empty where nothing is known: as of a Parquet file, without those
that count what a limit cut, selectors, revealed and site.

Columns of a Parquet file, null where nothing is known:
  id, url, title, author, date, lang, text, markdown, method, page_type, encoding, skipped
                 text
  confidence, page_type_probability
                 64-bit floating-point numbers
  blocks, blocks_kept, decided_early, bytes_in, malformed, elements_forgotten,
  nodes_folded, text_bytes_lost, fallback_bytes_cut, selected, dropped, select_tags_cut,
  select_restarts
                 64-bit integers
  warc_record_id, content_type, charset, truncated, source_file, source_entry
                 text
  warc_date      timestamp in microseconds, UTC; an incomplete date is its start
  http_status, source_offset, source_uncompressed_offset, source_row
                 64-bit integers
  revealed, site true or false; site only with --site

JSON of --summary:
  pages_in, extracted, empty, errors, bytes_in
                 pages; with main content; without; inputs and pages that could not be read
  not_whole, nothing_selected
                 pages that are cut; with --include, of which nothing is selected
  skipped        records, files and rows that are no pages, by reason: the type of a WARC
                 record (or unknown-type), http-status, url, content-type, content-encoding,
                 http-head (a page lost with its HTTP head, which is a damaged place, too);
                 of files not-html, glob, special-file (a pipe or a device in a folder),
                 linked-folder, linked-file (in a tar archive), other-part (with --part), no-rows. All records with a head that can be read, and all files, are in pages_in or
                 here
  damaged        damaged places
  seconds, mb_per_s
                 of this run; all else counts what it resumed, too
  over_time      of this run, at most 200 times: seconds, and pages and bytes_in up to then

Exit codes:
  0  done, also when the reader of the output went away
  1  done, but no page gave anything
  2  trouble: standard error says where and what; with some pages only, the others are in
     OUT; also where an input was damaged, unless --allow-damaged
Interrupted by Ctrl-C or SIGTERM, a run makes sure of what it has, says how much is kept and
which command goes on with it, and ends by the signal. The second signal ends it at once.
With --resume, a small file .OUT.trommel-state stays next to an output. A later run with
--resume leaves the output as it is and has that exit code and those counts again; other
inputs, files in input folders, and options are refused. Without that file, the output is
done anew.

Memory:
  Per job the budget of an extractor (two with --markdown); up to four pages that wait,
  of at most 1 MiB as they come in, and of at most 1 MiB as they go out: what a page gives
  beyond that goes to a temporary file (TMPDIR says where), by way of 64 KiB. A line of a
  .jsonl file is held as a whole: one per job and the one being read; more wait only while
  together they hold at most 8 MiB. While its page is taken out it is held three times (one
  of 250 MB takes 745 MB resident). For Parquet, a page is held whole, some four times (one
  of 100 MB takes 388 MB resident): --max-page-size says how large one may be. Compressed inputs
  take what `trommel --help` says.";
