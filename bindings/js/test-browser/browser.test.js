// The package in Chromium: npm install && npm test. CHROMIUM names the browser.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname } from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";

const root = new URL("../../../", import.meta.url);
const cases = readdirSync(new URL("corpora/cases/", root)).sort();
const LONG_PAGE_BYTES = 200e6;
const MIME_TYPES = { ".js": "text/javascript", ".wasm": "application/wasm" };

const faults = [];
let browser, page, server;

/** Serves the repository, an empty page at `/`, and a page of 200 MB at `/long`. */
async function serve(request, response) {
  const path = new URL(request.url, "http://localhost").pathname;
  if (path === "/") return response.setHeader("content-type", "text/html").end("<!doctype html><title>Test</title>");
  if (path === "/favicon.ico") return response.writeHead(204).end();
  if (path === "/long") {
    const html = readFileSync(new URL("corpora/cases/article-en/page.html", root));
    for (let sent = 0; sent < LONG_PAGE_BYTES; sent += html.length) {
      if (!response.write(html)) await new Promise((resolve) => response.once("drain", resolve));
    }
    return response.end();
  }
  const body = await readFile(new URL(`.${path}`, root));
  response.setHeader("content-type", MIME_TYPES[extname(path)] ?? "application/octet-stream").end(body);
}

before(async () => {
  server = createServer((request, response) =>
    serve(request, response).catch((error) => response.writeHead(404).end(String(error))),
  );
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
  });
  page = await browser.newPage();
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(String(error)));
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
});

after(async () => {
  await browser?.close();
  server?.close();
});

test("every golden page gives the text and the Markdown that are checked in", async () => {
  for (const build of ["trommel.wasm", "trommel.scalar.wasm"]) {
    for (const name of cases) {
      const found = await page.evaluate(
        async ({ build, name }) => {
          const { load } = await import("/bindings/js/trommel.js");
          const trommel = await load(fetch(`/bindings/js/wasm/${build}`));
          const html = await (await fetch(`/corpora/cases/${name}/page.html`)).arrayBuffer();
          return trommel.extract(html, { format: "markdown", links: true });
        },
        { build, name },
      );
      const expected = (format) => readFileSync(new URL(`corpora/cases/${name}/expect.${format}`, root), "utf8");
      assert.equal(found.textContent, expected("txt"), `${name} by ${build}`);
      assert.equal(found.content, expected("md"), `${name} by ${build}`);
    }
  }
});

test("a response of 200 MB is read as it arrives, in less than 64 MB of memory", async () => {
  const found = await page.evaluate(async () => {
    const { load } = await import("/bindings/js/trommel.js");
    const trommel = await load(new URL("/bindings/js/wasm/trommel.wasm", location));
    const stream = trommel.stream();
    const reader = (await fetch("/long")).body.pipeThrough(stream).getReader();
    let chars = 0;
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) chars += piece.value.length;
    return { ...(await stream.page), chars, memoryBytes: trommel.memoryBytes };
  });
  assert.ok(found.bytes >= LONG_PAGE_BYTES && found.chars > found.bytes / 10, JSON.stringify(found));
  assert.ok(found.memoryBytes < 64e6, `${found.memoryBytes} bytes`);
});

test("blocks come with their verdicts, and the small build loads", async () => {
  const found = await page.evaluate(async () => {
    const html = "<ul><li><a href=/>Home</a></ul><p>It rained for three days.<p>Then the sun came out.";
    const { blocks } = await import("/bindings/js/trommel.js");
    const lite = await import("/bindings/js/lite.js");
    return {
      kept: (await blocks(html, { method: "line-block" })).map(({ kept }) => kept),
      method: (await lite.extract(html)).method,
    };
  });
  assert.deepEqual(found, { kept: [false, true, true], method: "line-block" });
});

test("nothing was wrong in the console", () => assert.deepEqual(faults, []));
