// Node's own test runner: node --test test/

import assert from "node:assert/strict";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { test } from "node:test";
import { brotliCompressSync, constants } from "node:zlib";
import * as trommel from "../trommel.js";
import * as lite from "../lite.js";

const corpora = new URL("../../../corpora/", import.meta.url);
const cases = readdirSync(new URL("cases/", corpora)).sort();
const file = (path) => readFileSync(new URL(path, corpora));
const RAIN = "<html lang=en><title>Rain</title><meta name=author content='Ann Lee'>" +
  "<ul><li><a href=/>Home</a></ul><p>It rained for three days.<p>Then the sun came out.";

test("every golden page gives the text and the Markdown that are checked in", async () => {
  for (const name of cases) {
    const page = await trommel.extract(file(`cases/${name}/page.html`), { format: "markdown", links: true });
    assert.equal(page.textContent, file(`cases/${name}/expect.txt`).toString(), name);
    const expected = file(`cases/${name}/expect.md`).toString();
    // This package does not link notes (README.md): they stay items of a list.
    if (expected.includes("[^1]")) assert.doesNotMatch(page.content, /\[\^/, name);
    else assert.equal(page.content, expected, name);
  }
});

test("the build without vector instructions gives the same", async () => {
  const scalar = await trommel.load(new URL("../wasm/trommel.scalar.wasm", import.meta.url));
  for (const name of cases) {
    const page = scalar.extract(file(`cases/${name}/page.html`), { format: "text" });
    assert.equal(page.content, file(`cases/${name}/expect.txt`).toString(), name);
  }
});

test("hostile pages are read", async () => {
  for (const name of readdirSync(new URL("hostile/", corpora))) {
    const page = await trommel.extract(file(`hostile/${name}`));
    assert.equal(page.bytes, file(`hostile/${name}`).length, name);
  }
});

test("bytes that are no page say what they are", async () => {
  assert.equal((await trommel.extract(RAIN)).skipped, null);
  const pdf = await trommel.extract(Buffer.from(`%PDF-1.7\n${"It rained for three days. ".repeat(99)}`));
  assert.deepEqual([pdf.skipped, pdf.textContent], ["PDF", ""]);
});

test("a page has the fields of a reader mode", async () => {
  const page = await trommel.extract(RAIN);
  assert.equal(page.title, "Rain");
  assert.equal(page.byline, "Ann Lee");
  assert.equal(page.lang, "en");
  assert.equal(page.publishedTime, null);
  assert.equal(page.siteName, null);
  assert.equal(page.excerpt, "It rained for three days.");
  assert.equal(page.content, "<p>It rained for three days.</p>\n<p>Then the sun came out.</p>\n");
  assert.equal(page.textContent, "It rained for three days.\n\nThen the sun came out.\n");
  assert.equal(page.length, page.textContent.length);
  assert.equal((await trommel.extract(RAIN, { textContent: false })).textContent, undefined);
});

test("a page states its site and its description", async () => {
  const site = `<meta property="og:site_name" content="Weather"><meta name="description" content="Days of rain.">`;
  const page = await trommel.extract(site + RAIN);
  assert.deepEqual([page.siteName, page.excerpt], ["Weather", "Days of rain."]);
});

test("a thread has posts, if they are wanted", async () => {
  const post = (name, text) => `<li class=post><p class=author>${name}</p><p>${text}</p>`;
  const LONG = "Nobody had seen it so high, not in our time.".padEnd(40000, " Nobody had.");
  const thread = "<title>Rain</title><ul class=forum>" +
    post("Ann", "It rained for three days, and the river rose up to the mill.") +
    post("Ben", "Then the sun came out, and the river fell again.") +
    post("Cleo", LONG) + "</ul>";
  for (const format of ["html", "text"]) {
    const page = await trommel.extract(thread, { posts: true, format });
    assert.deepEqual(page.posts.map(({ author }) => author), ["Ann", "Ben", "Cleo"]);
    assert.equal(page.posts[1].text, "Then the sun came out, and the river fell again.");
    assert.equal(page.posts[2].text, LONG.trim());
    assert.ok(page.posts.every(({ author, offset, date }) => thread.slice(offset).startsWith(author) && date === null));
  }
  assert.equal((await trommel.extract(RAIN, { posts: true })).posts, null);
  assert.equal((await trommel.extract(thread)).posts, undefined);
  await assert.rejects(lite.extract(thread, { posts: true }), /expected no posts/);
  await assert.rejects(trommel.blocks(thread, { posts: true }), /posts only with extract/);
});

test("images and links are listed, if they are wanted", async () => {
  const html = "<html lang=en><title>Rain</title><p>It rained for <a href=three rel=next>three days</a>.</p>" +
    "<p><img src=river.png alt='The river' width=600 height=400></p><p>Then the sun came out.</p>";
  const page = await trommel.extract(html, { images: true, linkList: true, url: "http://a.example/", format: "markdown" });
  assert.equal(page.url, "http://a.example/");
  const [image] = page.images;
  assert.deepEqual(image, { src: "http://a.example/river.png", alt: "The river", offset: html.indexOf("<img") });
  const url = "http://a.example/three";
  const offset = html.indexOf("<a ");
  assert.deepEqual(page.links, [{ url, text: "three days", rel: "next", offset, inContent: true }]);
  assert.equal(page.content.split("\n\n")[1], "![The river](http://a.example/river.png)");
  assert.equal(page.textContent, "It rained for three days.\n\nThen the sun came out.\n");
  const none = await trommel.extract(RAIN, { images: true, linkList: true });
  assert.deepEqual([none.images, none.links.map(({ text, inContent }) => [text, inContent])], [[], [["Home", false]]]);
  const plain = await trommel.extract(html);
  assert.deepEqual([plain.images, plain.links], [undefined, undefined]);
  await assert.rejects(lite.extract(html, { images: true }), /expected no posts, images/);
  await assert.rejects(trommel.blocks(html, { linkList: true }), /linkList only with extract/);
});

test("chunks are listed, if they are wanted", async () => {
  const html = "<html lang=en><title>Newts</title><h1>Newts</h1><p>They live in <b>ponds</b>, and in slow streams with " +
    "much reed.<h2>Food</h2><p>Worms, snails and water fleas are what they eat in spring.";
  const wanted = { size: 24 };
  const page = await trommel.extract(html, { chunks: wanted });
  const [newts, food] = page.chunks;
  const { roles, chars, words, tokens, ...others } = food;
  assert.deepEqual(others, {
    number: 1,
    text: "Food\n\nWorms, snails and water fleas are what they eat in spring.",
    markdown: "## Food\n\nWorms, snails and water fleas are what they eat in spring.",
    headings: ["Newts", "Food"],
    offset: html.indexOf("Food"),
    end: html.length,
  });
  assert.ok(roles.includes("paragraph") && chars > words && words === 12 && tokens <= 24);
  assert.equal(newts.markdown, "# Newts\n\nThey live in **ponds**, and in slow streams with much reed.");
  const plain = await trommel.extract(html, { format: "text", textContent: false, chunks: wanted });
  assert.deepEqual([plain.content, plain.chunks], [page.textContent, page.chunks]);
  const [one, ...none] = (await trommel.extract(html, { chunks: true })).chunks;
  assert.deepEqual([none, one.text], [[], page.textContent.trim()]);
  const sentence = (number) => `Newt number ${number} swims from pond to pond in spring.`;
  const swims = `<p>${[1, 2, 3, 4].map(sentence).join(" ")}`;
  const shared = await trommel.extract(swims, { chunks: { size: 110, overlap: 55, unit: "characters" } });
  assert.deepEqual(shared.chunks.map(({ text }) => text), [1, 2, 3].map((at) => `${sentence(at)} ${sentence(at + 1)}`));
  assert.deepEqual((await trommel.extract("", { chunks: true })).chunks, []);
  assert.equal((await trommel.extract(html, { chunks: false })).chunks, undefined);
  const wrong = async (chunks, message) => assert.rejects(trommel.extract(html, { chunks }), message);
  await wrong("512", /expected chunks true, false or an object, found 512/);
  await wrong({ length: 512 }, /expected chunks with size, overlap or unit, found length/);
  await wrong({ size: 1.5 }, /expected a whole number of tokens, found 1.5/);
  await wrong({ size: 8 }, /expected chunks of 16 to 65536 tokens, found 8/);
  await wrong({ unit: "words" }, /expected one of tokens, characters/);
  await assert.rejects(lite.extract(html, { chunks: true }), /expected no chunks/);
  await assert.rejects(trommel.blocks(html, { chunks: true }), /chunks only with extract/);
});

test("a string is read as it is, whatever encoding it declares", async () => {
  const page = await trommel.extract("<meta charset=windows-1252><p>Über die Brücke ging 水 und 火 in dieser Nacht.");
  assert.equal(page.textContent, "Über die Brücke ging 水 und 火 in dieser Nacht.\n");
});

test("blocks come with their verdicts", async () => {
  const found = await trommel.blocks(RAIN, { method: "line-block" });
  assert.deepEqual(found.map(({ text, tag, kept }) => [text, tag, kept]), [
    ["Home", "li", false],
    ["It rained for three days.", "p", true],
    ["Then the sun came out.", "p", true],
  ]);
  assert.deepEqual(found.map(({ role }) => role).slice(1), ["paragraph", "paragraph"]);
  assert.equal(found[0].links, 1);
  assert.equal(found[1].score, null);
});

test("roles are kept and left out by name", async () => {
  const html = "<h1>Newts</h1><p>Nineteen newts live in the pond.<footer>By the club</footer>";
  const page = await trommel.extract(html, { with: "footer", without: ["title", "byline"] });
  assert.equal(page.textContent, "Nineteen newts live in the pond.\n\nBy the club\n");
  await assert.rejects(trommel.extract(html, { without: "titel" }), /found titel/);
});

test("the build without a model decides by line-blocks", async () => {
  const page = await lite.extract(file("cases/article-en/page.html"));
  assert.equal(page.method, "line-block");
  assert.ok(page.length > 1000);
});

test("wrong options say what was expected", async () => {
  await assert.rejects(trommel.extract(RAIN, { format: "pdf" }), /expected one of text, markdown, html/);
  await assert.rejects(trommel.extract(RAIN, { url: "rain.html" }), /expected an absolute URL/);
  await assert.rejects(trommel.extract(RAIN, { budget: 1000 }), /expected a budget of at least \d+ bytes/);
  await assert.rejects(trommel.extract(RAIN, { linsk: true }), /expected options .*found linsk/);
  await assert.rejects(trommel.extract(RAIN, { budget: 2 ** 32 }), /expected a budget in bytes below 4 GiB, found 4294967296/);
  await assert.rejects(trommel.extract(RAIN, { budget: -1 }), /found -1/);
  await assert.rejects(trommel.extract(RAIN, { budget: 5n }), /found 5/);
  await assert.rejects(trommel.extract(RAIN, { links: "no" }), /expected links true or false, found no/);
  await assert.rejects(trommel.extract(RAIN, "markdown"), /expected an object of options, found string/);
  await assert.rejects(trommel.extract(null), /expected a string or bytes, found null/);
  assert.equal((await trommel.extract(RAIN, { with: [], without: [] })).title, "Rain");
  assert.equal((await trommel.extract(RAIN)).title, "Rain");
});

async function collect(readable) {
  let text = "";
  for await (const piece of readable) text += piece;
  return text;
}

test("a stream gives the text in pieces, and metadata at the end", async () => {
  const { stream } = await trommel.load().then((library) => ({ stream: library.stream() }));
  const html = file("cases/article-en/page.html");
  const chunks = new ReadableStream({
    start(controller) {
      for (let at = 0; at < html.length; at += 999) controller.enqueue(html.subarray(at, at + 999));
      controller.close();
    },
  });
  assert.equal(await collect(chunks.pipeThrough(stream)), file("cases/article-en/expect.txt").toString());
  assert.equal((await stream.page).lang, "en-GB");
});

test("a stream with wrong options fails, and so does its page", async () => {
  const library = await trommel.load();
  assert.throws(() => library.stream({ method: "best" }), /expected one of auto/);
});

test("a stream of 200 MB takes less than 64 MB of memory", async () => {
  const library = await trommel.load(new URL("../wasm/trommel.wasm", import.meta.url));
  const html = file("cases/article-en/page.html");
  const times = Math.ceil(200e6 / html.length);
  let sent = 0;
  const chunks = new ReadableStream({
    pull(controller) {
      if (sent++ < times) controller.enqueue(html);
      else controller.close();
    },
  });
  const stream = library.stream();
  let chars = 0;
  for await (const piece of chunks.pipeThrough(stream)) chars += piece.length;
  const page = await stream.page;
  assert.ok(page.bytes >= 200e6 && chars > page.bytes / 10 && page.decidedEarlyAt > 0);
  assert.ok(library.memoryBytes < 64e6, `${library.memoryBytes} bytes`);
  console.log(`200 MB: ${library.memoryBytes} bytes of memory`);
});

test("long texts and streams that nothing comes to take no memory", async () => {
  const library = await trommel.load(new URL("../wasm/trommel.wasm", import.meta.url));
  const text = "<p>It rained for three days.</p>".repeat(500000);
  const page = library.extract(text, { format: "text" });
  assert.ok(page.content.length > 10e6);
  assert.ok(library.memoryBytes < 16e6, `${library.memoryBytes} bytes`);
  const before = library.memoryBytes;
  for (let count = 0; count < 100; count++) library.stream();
  assert.equal(library.memoryBytes, before);
});

test("many pages take the memory of the largest", async () => {
  const library = await trommel.load(new URL("../wasm/trommel.wasm", import.meta.url));
  for (let round = 0; round < 20; round++) {
    for (const name of cases) library.extract(file(`cases/${name}/page.html`));
  }
  assert.ok(library.memoryBytes < 16e6, `${library.memoryBytes} bytes`);
});

test("the files are small", () => {
  for (const [name, most] of [["trommel", 650e3], ["trommel.scalar", 600e3], ["trommel.lite", 340e3], ["trommel.lite.scalar", 340e3]]) {
    const path = new URL(`../wasm/${name}.wasm`, import.meta.url);
    const parameters = { [constants.BROTLI_PARAM_QUALITY]: 11 };
    const compressed = brotliCompressSync(readFileSync(path), { params: parameters }).length;
    console.log(`${name}: ${statSync(path).size} bytes, ${compressed} by brotli`);
    assert.ok(compressed <= most, `${name}: ${compressed} bytes by brotli, ${most} allowed`);
  }
});
