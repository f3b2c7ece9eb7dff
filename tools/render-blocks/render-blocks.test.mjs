// Tests in a real browser, on the golden pages: `npm install && npm test` in this folder. Without a
// browser or the library, the tests are skipped with a message.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { access, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const chromium = process.env.CHROMIUM ?? "/usr/bin/chromium";
const cases = fileURLToPath(new URL("../../corpora/cases/", import.meta.url));

let why = false;
let pages;
try {
  await access(chromium);
  await import("playwright-core");
} catch (error) {
  why = `no browser: ${error.message.split("\n")[0]}`;
}
before(async () => {
  if (!why) pages = await (await import("./render-blocks.mjs")).renderer({ chromium });
});
after(() => pages?.close());

/** Without white space and marks that show nothing, as text is compared. */
const folded = (text) => text.replace(/[\s\u200B\u200E\u200F\u2060\u061C]+/gu, "");

async function inFolder(work) {
  const folder = await mkdtemp(join(tmpdir(), "render-blocks-test-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test("blocks have the form of the paper's data on every golden page", { skip: why }, async () => {
  for (const name of await readdir(cases)) {
    const page = await pages.render(join(cases, name, "page.html"));
    for (const block of page.texts) {
      const { text, bound, computed, element, path, selector } = block;
      assert.ok(text.length > 0 && text.every((piece) => piece.trim() === piece && piece !== ""), name);
      assert.ok(bound.width > 0 && bound.height > 0 && Number.isInteger(bound.left) && Number.isInteger(bound.top), name);
      assert.ok(Object.values(computed).every((value) => typeof value === "string"), name);
      assert.deepEqual(path, selector.map((at) => at.name), name);
      if (path.length > 0) assert.deepEqual(element, selector.at(-1), name);
    }
  }
});

test("the paragraphs of articles are blocks, in any language", { skip: why }, async () => {
  for (const name of ["article-ar", "article-de", "article-en", "article-ja", "article-ru", "article-th", "article-zh"]) {
    const page = await pages.render(join(cases, name, "page.html"));
    const found = new Set(page.texts.map((block) => folded(block.text.join(""))));
    const expected = (await readFile(join(cases, name, "expect.txt"), "utf8")).split("\n").map(folded);
    const long = expected.filter((line) => line.length > 60);
    const there = long.filter((line) => found.has(line)).length;
    assert.ok(long.length > 0 && there >= 0.9 * long.length, `${name}: ${there} of ${long.length}`);
    assert.ok(page.titles.length > 0, `${name}: a title`);
  }
});

test("styles tell blocks apart, hidden text and scripts are no blocks, compressed files are decompressed", { skip: why }, async () => {
  const html = `<title>T</title><link rel=canonical href=https://example.org/a><meta name=Description content=" About. ">
    <style>.big { font-size: 30px } .gone { display: none }</style>
    <p class="big note" id=one>Large <b>and bold</b> text</p><p>Plain</p><p class=gone>Hidden</p><p style="visibility: hidden">Hidden too</p>
    <script>document.body.append("written")</script><img src="https://example.org/never.png">`;
  await inFolder(async (folder) => {
    const path = join(folder, "a.html.gz");
    await writeFile(path, gzipSync(html));
    const page = await pages.render(path);
    assert.deepEqual([page.id, page.url, page.titles, page.descriptions], ["a", "https://example.org/a", ["T"], ["About."]]);
    assert.deepEqual(page.texts.map((block) => block.text), [["Large", "and bold", "text"], ["Plain"]]);
    const [large, plain] = page.texts;
    assert.deepEqual(large.element, { name: "p", id: "one", classes: ["big", "note"] });
    assert.equal(large.computed["font-size"], "30px");
    assert.equal(plain.computed["font-size"], undefined);
  });
});

test("what is written trains a model that finds the articles again", { skip: why || !process.env.TROMMEL && "TROMMEL names no command" }, async () => {
  await inFolder(async (folder) => {
    const rows = [];
    for (let number = 0; number < 8; number++) {
      const words = (from, count) => Array.from({ length: count }, (_, at) => `word${(from * 7919 + at * at * 31) % 997}`).join(" ");
      const content = [1, 2, 3].map((at) => `<p class=text>${words(10 * number + at, 30)}.</p>`).join("");
      const path = join(folder, `${number}.html`);
      await writeFile(path, `<meta name=description content="${words(10 * number + 1, 12)}"><style>.text { font: 20px serif } .menu { color: red }</style>
        <ul class=menu>${[1, 2, 3, 4, 5, 6].map((at) => `<li>${words(at, 2)}</li>`).join("")}</ul><div>${content}</div>`);
      rows.push({ ...(await pages.render(path)), gold: [1, 2, 3].map((at) => words(10 * number + at, 30)).join("\n") });
    }
    const [data, model] = [join(folder, "site.jsonl"), join(folder, "site.model")];
    await writeFile(data, rows.map((row) => JSON.stringify(row)).join("\n"));
    execFileSync(process.env.TROMMEL, ["train", "--self-label", data, "-o", model], { stdio: "pipe" });
    const scored = execFileSync(process.env.TROMMEL, ["score", "--gold", data, data, "--model", model], { encoding: "utf8" });
    assert.match(scored, /words\s+1\.0000\s+1\.0000\s+1\.0000/);
  });
});
