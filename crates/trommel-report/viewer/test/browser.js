// What all tests of reports need: a browser, the command, and what is wrong with a report.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const corpora = fileURLToPath(new URL("../../../../corpora/", import.meta.url));
export const folder = mkdtempSync(join(tmpdir(), "trommel-viewer-"));
const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
let browser;

before(async () => {
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
  });
});

after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

/** Runs a command that writes a report, and ends with one of these exit codes. */
export function report(command, name, args, codes) {
  const path = join(folder, `${name}.html`);
  try {
    execFileSync(process.env.TROMMEL ?? "trommel", [command, "-o", path, ...args], { stdio: "pipe" });
  } catch (error) {
    assert.ok(codes.includes(error.status), `${name}: ${error.status}, ${error.stderr}`);
  }
  return path;
}

/** Writes the report of a crawl of these rows; the exit code is 2 where lines are bad. */
export function crawl(name, rows, ...options) {
  const path = join(folder, `${name}.jsonl`);
  writeFileSync(path, rows.map((row) => JSON.stringify(row)).join("\n"));
  return report("report", name, [path, ...options], [2]);
}

/** Opens a page of this address. Whatever is wrong comes into `faults`. */
export async function openAddress(address, options = {}, mayAsk = (url) => url === address) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 800 }, ...options });
  const page = await context.newPage();
  const faults = [];
  page.on("console", (message) => faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("dialog", (dialog) => (faults.push("a dialog"), dialog.dismiss()));
  page.on("request", (request) => mayAsk(request.url()) || faults.push(request.url()));
  await page.goto(address);
  return { page, faults, close: () => context.close() };
}

/** Opens a report. */
export async function open(path, options = {}) {
  const opened = await openAddress(`file://${path}`, options);
  await opened.page.waitForSelector("main");
  return opened;
}

/** What is in the way of those who need a keyboard, a screen reader or contrast. */
export async function seriousFaults(page) {
  // The policy allows no script from elsewhere; a debugger may run one.
  await page.evaluate(readFileSync(axe, "utf8"));
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  const serious = found.violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  return serious.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 200)}`);
}
