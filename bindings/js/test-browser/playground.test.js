// The playground of the manual in Chromium, as docs/playground/build.sh makes it.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const cases = join(root, "corpora/cases");
const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const folder = mkdtempSync(join(tmpdir(), "trommel-playground-"));
const MIME_TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };

const faults = [];
let browser, page, server;

before(async () => {
  execFileSync(join(root, "docs/playground/build.sh"), [folder]);
  server = createServer(async (request, response) => {
    const path = new URL(request.url, "http://localhost").pathname;
    try {
      const body = await readFile(join(folder, path.endsWith("/") ? "index.html" : path));
      response.setHeader("content-type", MIME_TYPES[extname(path)] ?? "text/html").end(body);
    } catch (error) {
      response.writeHead(404).end(String(error));
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${server.address().port}/`;
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
  });
  page = await browser.newPage({ viewport: { width: 1200, height: 1000 } });
  page.on("console", (message) => faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("dialog", (dialog) => (faults.push("a dialog"), dialog.dismiss()));
  page.on("request", (request) => request.url().startsWith(address) || request.url().startsWith("data:") || faults.push(request.url()));
  await page.goto(address);
  await page.waitForSelector("#blocks");
});

after(async () => {
  await browser?.close();
  server?.close();
  rmSync(folder, { recursive: true });
});

const status = () => page.locator("#status").textContent();

/** Waits until a page of this many bytes is explained. */
const explained = (bytes) => page.waitForFunction((text) => document.getElementById("status").textContent.startsWith(`${text} bytes`), bytes.toLocaleString("en"));

const plain = (text) => text.replace(/\s+/g, "");

/** The text and the numbers of kept blocks, and the numbers of those that are highlighted in the original. */
const kept = () =>
  page.evaluate(() => {
    const rows = [...document.querySelectorAll(".block.kept")];
    const parts = document.querySelector("iframe").contentDocument.querySelectorAll(".k");
    return {
      text: rows.map((row) => row.querySelector(".text").textContent).join(""),
      blocks: rows.map((row) => row.dataset.block),
      highlighted: [...new Set([...parts].map((part) => part.dataset.b))].sort((a, b) => a - b),
    };
  });

test("each golden page that is dropped as a file gives the text that is checked in", async () => {
  for (const name of readdirSync(cases)) {
    const path = join(cases, name, "page.html");
    await page.locator("#file").setInputFiles(path);
    await explained(readFileSync(path).length);
    const about = await page.locator("#app header").textContent();
    // Of a page that shows no text, the library gives what stands for it.
    if (about.includes("which stands for this page")) continue;
    await page.getByRole("tab", { name: "Original" }).click();
    const expected = plain(readFileSync(join(cases, name, "expect.txt"), "utf8"));
    const { text, blocks, highlighted } = await kept();
    assert.equal(plain(text), expected, name);
    assert.deepEqual(highlighted, blocks, name);
  }
});

test("a page is explained while it is typed, and the slider moves its verdicts", async () => {
  const html = readFileSync(join(cases, "article-en/page.html"), "utf8");
  await page.locator("#html").fill(html);
  await explained(Buffer.byteLength(html));
  const count = () => page.locator(".block.kept").count();
  const first = await count();
  await page.focus("#threshold");
  await page.keyboard.press("Home");
  assert.ok((await count()) > first);
  await page.keyboard.press("End");
  assert.ok((await count()) < first);
  await page.selectOption("#method", "line-block");
  assert.ok(await page.locator("#threshold").isDisabled());
  await page.locator("#html").fill("");
  await page.waitForFunction(() => document.getElementById("app").childElementCount === 0);
  assert.match(await status(), /Paste a page/);
});

test("samples are there, and nothing is in the way of those who need a keyboard or a screen reader", async () => {
  for (const name of await page.locator("#sample option").evaluateAll((options) => options.map(({ value }) => value).filter(Boolean))) {
    await page.selectOption("#sample", name);
    await explained(readFileSync(join(cases, name, "page.html")).length);
  }
  await page.evaluate(readFileSync(axe, "utf8"));
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  assert.deepEqual(serious.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 200)}`), []);
});

test("nothing of a pasted page runs, and nothing is asked for", async () => {
  const attack = "<title></title><script>alert(1)</script><base href=http://example.com><p onclick=alert(1)>Text with handlers.<img src=http://example.com/x onerror=alert(1)><iframe srcdoc='<script>parent.alert(1)</script>'></iframe><p>And some more of it.";
  await page.locator("#html").fill(attack);
  await explained(attack.length);
  await page.getByRole("tab", { name: "Original" }).click();
  for (const part of await page.frameLocator("#original iframe").locator("[data-b]").all()) await part.click();
  assert.deepEqual(faults, []);
});
