// Rows of an invented crawl.

/** Rows of a crawl of many hosts, the same at each call. */
export function rows(count) {
  return Array.from({ length: count }, (_, at) => {
    const blocks = [3, 25, 60, 400][at % 4];
    const kept = [0, 1, Math.floor(blocks / 3), blocks][(at >> 2) % 4];
    const host = `h${at % (1 + (at % 40))}.example`;
    return {
      id: `page-${at}`, url: `https://${host}/${at}`, text: "word ".repeat(kept * 7), lang: ["de", "en", null][at % 3],
      method: at % 10 ? "learned" : "json-ld", confidence: at % 10 ? (at % 997) / 1000 : null,
      page_type: ["article", null, "forum"][at % 3], encoding: "UTF-8", blocks, blocks_kept: kept,
      bytes_in: blocks * 90 + at, malformed: at % 50 ? 0 : 2, http_status: at % 20 ? 200 : 203, warc_date: `2024-05-0${1 + (at % 9)}T01:02:03Z`,
      truncated: at % 70 ? null : "damaged", source: { file: `crawl/${at}.html` },
    };
  });
}
