// Three reports look as they did. RECORD=1 npm test writes their pictures anew, which a change of the
// model, of the golden article or of the viewer needs. They are drawn in a font of this package, at
// half their size, and may differ in few pixels, since systems draw differently.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";
import { corpora, crawl, open, report } from "./browser.js";
import { rows } from "./rows.js";

/** Most pixels that may differ, as a share of all. */
const MAX_DIFFERENCE = 0.01;
/** Difference of colours up to which pixels are the same, from 0 to 1. */
const COLOUR_THRESHOLD = 0.15;

const pictures = fileURLToPath(new URL("pictures/", import.meta.url));
const font = createRequire(import.meta.url).resolve("@fontsource/inter/files/inter-latin-400-normal.woff2");
const fontFace = `
  @font-face { font-family: Drawn; src: url(data:font/woff2;base64,${readFileSync(font, "base64")}); }
  :root, canvas { font-family: Drawn, sans-serif !important; }`;

/** Takes a picture of a report after `act`, and compares it with that which is there. */
async function compare(name, path, colorScheme, act) {
  const options = { colorScheme, viewport: { width: 1100, height: 700 }, deviceScaleFactor: 0.5, reducedMotion: "reduce", bypassCSP: true };
  const { page, close } = await open(path, options);
  await page.addStyleTag({ content: fontFace });
  await page.evaluate(() => document.fonts.load("15px Drawn"));
  await act(page);
  // The picture is of what was drawn with the font.
  await page.setViewportSize({ width: 1101, height: 700 });
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const taken = await page.screenshot({ animations: "disabled" });
  await close();
  const file = join(pictures, `${name}.png`);
  if (process.env.RECORD) {
    mkdirSync(pictures, { recursive: true });
    return writeFileSync(file, taken);
  }
  assert.ok(existsSync(file), `${file}: RECORD=1 npm test writes it`);
  const [expected, found] = [PNG.sync.read(readFileSync(file)), PNG.sync.read(taken)];
  const { width, height } = expected;
  assert.deepEqual([found.width, found.height], [width, height], name);
  const difference = new PNG({ width, height });
  const wrong = pixelmatch(expected.data, found.data, difference.data, width, height, { threshold: COLOUR_THRESHOLD });
  if (wrong <= MAX_DIFFERENCE * width * height) return;
  writeFileSync(join(pictures, `${name}-difference.png`), PNG.sync.write(difference));
  assert.fail(`${name}: ${wrong} of ${width * height} pixels differ; ${name}-difference.png shows which`);
}

const article = () => report("explain", "article", [join(corpora, "cases/article-en/page.html"), "--truth", join(corpora, "cases/article-en/gold.txt")], []);

test("a page looks as it did, with the facts of a block", () =>
  compare("facts", article(), "light", async (page) => {
    await page.locator("#blocks .block").nth(3).click();
  }));

test("plots look as they did, on a dark ground", () =>
  compare("plots", article(), "dark", async (page) => {
    await page.locator("#blocks .block").nth(3).click();
    await page.getByRole("tab", { name: "Plots" }).click();
  }));

test("a crawl looks as it did", () =>
  compare("crawl", crawl("pictures", rows(2000)), "light", async (page) => {
    // Where the rows are is not the same in each run.
    await page.locator("header p").first().evaluate((names) => (names.textContent = "rows.jsonl"));
  }));
