// Metadata by extractors in JavaScript, for run.py, which copies this file to where they are
// installed: node peers.mjs NAME PAGE... writes a JSON list of fields.

import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { Readability } from "@mozilla/readability";
import { Defuddle } from "defuddle/node";
import { parseHTML } from "linkedom";

const [name, ...paths] = process.argv.slice(2);

async function fields(document) {
  if (name === "Defuddle") {
    const page = await Defuddle(document, "https://example.org/page");
    return { title: page.title, author: page.author, date: page.published };
  }
  const page = new Readability(document).parse();
  return { title: page?.title, author: page?.byline, date: page?.publishedTime };
}

// What they log is not a result.
console.log = console.warn = console.error = () => {};
const results = [];
for (const path of paths) {
  try {
    results.push(await fields(parseHTML(gunzipSync(readFileSync(path)).toString("utf8")).document));
  } catch {
    results.push({});
  }
}
process.stdout.write(JSON.stringify(results));
