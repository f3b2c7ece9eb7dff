//! Help text of `trommel batch` around its flags.

pub(crate) const LONG_ABOUT: &str = "\
Extract many pages into one output, or into one output per input.

INPUT is a page, a file of pages, or a folder of these. Pages are HTML, plain text (without a tag in the first 4 KiB) or MHTML. \
Files of pages are WARC, ARC, ZIP and tar archives; JSON lines, or a JSON array, of objects with `html` and optionally `id` and \
`url`; and Parquet with such columns (feature `parquet`). With the feature `remote`, INPUT may also be a URL: https, http, s3, \
gs, az.

Formats are recognised by the first bytes, then by the name; --input-format sets the format of standard input (`-`) and of files \
without a known extension. All except ZIP and Parquet may be compressed with gzip or zstd. Folders are read in path order, \
without links to other folders: their pages and files of pages, or the files selected by --glob or --all-files. Skipped files are \
counted by reason, and the first five are named.

In WARC files, HTML and XHTML responses and resources are pages, by their declared type, or by their first bytes if the type is \
missing or generic. All other records are skipped and counted by reason, and so is binary data, such as a PDF or an image. Pages \
are written in the order of the inputs; the output is byte-identical for any number of jobs.

Until OUT is complete, its name is .OUT.trommel-part. The format is that of its \
extension (.jsonl, .csv, .txt, .md, .html, .wet, .parquet), or of --format; the output is compressed if .gz or .zst follows. \
`OUT/` is a folder with one output per input. With --format text, markdown or html, it has one file per page, and a list of them \
in pages.jsonl.

A page that cannot be read is reported on standard error and left out. Damage is reported with its \
place, and reading continues after it.";

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
  trommel batch crawl/ -o chunks.jsonl --chunks --chunk-size 256
  trommel batch a.html b.html.gz more/ -o pages.jsonl.zst --jobs 8 --markdown
  trommel batch crawl/ -o - | jq -r 'select(.blocks_kept == 0) | .id'

JSON of a page: the fields of `trommel --help`, and
  id             of a file: its path below the folder that all inputs share, without .gz,
                 .zst, .html, .htm, unless two files differ only by those. Of a row: its
                 own id, or null. Of a file in an archive: the archive's id, and its path
  source         file (its path), and the place of the page in a file of pages: offset
                 (byte of the file where the record begins; in compressed files, where its
                 gzip member or zstd frame begins), uncompressed_offset (of records, byte of
                 the decompressed member or frame; otherwise of the decompressed file), row
                 (from 1; for JSON lines, the line number), entry (path in an archive)
for records also
  id, url        id and target URL of the record; null id in ARC
  warc_record_id, warc_date
  http_status, content_type, charset
                 from the HTTP header; null if missing
  truncated      null, or why the page is incomplete (for other pages, only if it is):
                 the value of WARC-Truncated; \"segmented\" (continued in records of type
                 continuation, which are skipped); \"damaged\"; \"content-encoding\",
                 \"transfer-encoding\" or \"content-length\" (shorter than that HTTP header
                 says); \"max-page\"

Columns of a CSV file, empty if unknown: those of a Parquet file, without decided_early,
site, revealed, and the counts of limits and selectors.

Columns of a Parquet file, null if unknown:
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
  warc_date      timestamp in microseconds, UTC; start of an incomplete date
  http_status, source_offset, source_uncompressed_offset, source_row
                 64-bit integers
  revealed, site true or false; site only with --site

JSON of --summary:
  pages_in, extracted, empty, errors, bytes_in
                 pages; with main content; without; inputs and pages that failed
  not_whole, nothing_selected
                 incomplete pages; pages without elements selected by --select
  skipped        records, files and rows that are not pages, by reason: the type of a WARC
                 record (or unknown-type), http-status, url, content-type, content-encoding,
                 http-head (a page lost with its HTTP header, also counted as damage);
                 of files: not-html, glob, special-file (a pipe or a device in a folder),
                 linked-folder, linked-file (in a tar archive), other-part (with --part),
                 no-rows. Every record with a readable header, and every file, is counted in
                 pages_in or here
  damaged        damaged places
  seconds, mb_per_s
                 of this run; all other counts include the earlier runs that it continues
  over_time      of this run, up to 200 samples: seconds, and pages and bytes_in up to then

Exit codes:
  0  done, also if the reader of the output closed it
  1  done, but no page has main content
  2  error: standard error says where and what. If only some pages failed, the others are
     in OUT. Damaged inputs count as errors, unless --allow-damaged is given
Interrupted by Ctrl-C or SIGTERM, a run saves its results, reports how much is kept and the
command that resumes it, and ends by the signal. A second signal ends it at once.
With --resume, a small file .OUT.trommel-state stays beside an output. A later run with
--resume then leaves the output as it is, and has the same exit code and counts. If the
inputs, files in input folders, or options have changed, it is an error. Without that file,
the output is written again.

Memory:
  Per job, the budget of an extractor (two with --markdown), and up to four waiting pages, of
  at most 1 MiB of input and 1 MiB of output each. Larger results go to a temporary file (see
  TMPDIR) through a buffer of 64 KiB. A line of a .jsonl file is held as a whole: one per job
  and the one being read, and others up to 8 MiB in total. While its page is decoded, it is
  held three times (a page of 250 MB takes 745 MB resident). For Parquet, a page is held up
  to four times (100 MB takes 388 MB resident). --max-page-size limits the size of pages.
  For compressed inputs, see `trommel --help`.";
