// Extractors in JavaScript, for run.py, which copies this file to where they are installed:
// node peers.mjs NAME PAGE... writes a JSON list of Markdown.

import { readFileSync } from "node:fs";
import { Readability } from "@mozilla/readability";
import { gfm } from "@truto/turndown-plugin-gfm";
import { Defuddle } from "defuddle/node";
import { parseHTML } from "linkedom";
import TurndownService from "turndown";

const [name, ...paths] = process.argv.slice(2);

function extractor() {
  if (name === "Defuddle") {
    return async (html) => (await Defuddle(parseHTML(html).document, "https://example.org/page", { markdown: true })).content;
  }
  const turndown = new TurndownService({ headingStyle: "atx", codeBlockStyle: "fenced" });
  turndown.use(gfm);
  return (html) => {
    const article = new Readability(parseHTML(html).document).parse();
    return article ? `# ${article.title}\n\n${turndown.turndown(article.content)}` : "";
  };
}

const extract = extractor();
// What they log is not a result.
console.log = console.warn = console.error = () => {};
const results = [];
for (const path of paths) {
  try {
    results.push((await extract(readFileSync(path, "utf8"))) ?? "");
  } catch {
    results.push("");
  }
}
process.stdout.write(JSON.stringify(results));
