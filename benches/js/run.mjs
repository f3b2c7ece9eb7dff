// Speed of the JavaScript package next to extractors that need a DOM: node run.mjs FOLDER [PAGES]
//
// FOLDER has pages as ID.html.gz or ID.html. Run npm install here and ../../bindings/js/build.sh
// first. Each extractor reads the same pages from memory, one after the other, twice; the second
// time counts, when all code is compiled. Pages that fail are counted. One thread.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { Readability } from "@mozilla/readability";
import { Defuddle } from "defuddle/node";
import { JSDOM, VirtualConsole } from "jsdom";
import { parseHTML } from "linkedom";
import { load } from "../../bindings/js/trommel.js";

const [folder, most = "60"] = process.argv.slice(2);
if (folder === undefined) {
  console.error("expected node run.mjs FOLDER [PAGES]");
  process.exit(2);
}
const names = readdirSync(folder).filter((name) => /\.html(\.gz)?$/.test(name)).sort().slice(0, Number(most));
const pages = names.map((name) => {
  const bytes = readFileSync(join(folder, name));
  return name.endsWith(".gz") ? gunzipSync(bytes) : bytes;
});
const megabytes = pages.reduce((sum, page) => sum + page.length, 0) / 1e6;
const text = (page) => new TextDecoder().decode(page);
const virtualConsole = new VirtualConsole();
const trommel = await load();

const extractors = {
  "trommel, HTML and text": (page) => trommel.extract(page),
  "trommel, HTML": (page) => trommel.extract(page, { textContent: false }),
  "Readability, linkedom": (page) => new Readability(parseHTML(text(page)).document).parse(),
  "Readability, jsdom": (page) => {
    const window = new JSDOM(text(page), { virtualConsole }).window;
    const found = new Readability(window.document).parse();
    window.close();
    return found;
  },
  "Defuddle, linkedom": (page) => Defuddle(parseHTML(text(page)).document),
};

// What a defect of an extractor logs is not a result.
console.error = console.warn = () => {};
console.log(`${pages.length} pages, ${megabytes.toFixed(1)} MB`);
for (const [name, extract] of Object.entries(extractors)) {
  let failed, begun;
  for (let round = 0; round < 2; round++) {
    failed = 0;
    begun = performance.now();
    for (const page of pages) {
      try {
        await extract(page);
      } catch {
        failed++;
      }
    }
  }
  const seconds = (performance.now() - begun) / 1000;
  console.log(`${name}: ${(pages.length / seconds).toFixed(1)} pages/s, ${(megabytes / seconds).toFixed(1)} MB/s, ${failed} failed`);
}
