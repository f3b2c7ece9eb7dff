// Reports of crawls in Chromium: npm install && npm test.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { crawl, folder, open, seriousFaults } from "./browser.js";
import { rows } from "./rows.js";

test("a report shows all parts without faults, also in print, and asks for nothing", async () => {
  const summary = join(folder, "done.json");
  writeFileSync(summary, JSON.stringify({ pages_in: 2100, errors: 1, damaged: 2, skipped: { url: 97 }, bytes_in: 24e6, seconds: 0.5, mb_per_s: 48,
    over_time: [[0.2, 700, 8e6], [0.4, 1700, 20e6], [0.5, 2100, 24e6]].map(([seconds, pages, bytes_in]) => ({ seconds, pages, bytes_in })) }));
  const { page, faults, close } = await open(crawl("parts", [...rows(2000), ["no row"]], "--summary", summary));
  const titles = await page.locator("h2").allTextContents();
  for (const title of ["Distributions", "Hosts", "Methods", "Types of pages", "Languages", "Encodings", "HTTP statuses", "Days", "Damage", "Runs", "Pages that kept nothing", "Pages that kept nearly nothing", "Pages that kept nearly all", "Pages of low confidence", "Damaged pages", "Lines that are not rows"]) {
    assert.ok(titles.includes(title), title);
  }
  assert.match(await page.locator("#counts").textContent(), /^2,000 pages .* lines that are not rows: 1$/);
  assert.equal(await page.locator(".histogram svg").count(), 5);
  const speed = await page.locator("figcaption", { hasText: "Speed over time" }).textContent();
  assert.match(speed, /done.json: from 40 to 60 MB of HTML per second, mean 48/);
  assert.ok((await page.locator("code", { hasText: "trommel explain crawl/" }).count()) > 0);
  await page.emulateMedia({ media: "print" });
  assert.ok(!(await page.locator("nav").isVisible()) && (await page.locator(".histogram").first().isVisible()));
  assert.deepEqual(faults, []);
  await close();
});

test("a column sorts the table, by mouse and by keys, and all rows can be shown", async () => {
  const { page, faults, close } = await open(crawl("sorting", rows(2000)));
  const table = page.locator("section", { has: page.getByRole("heading", { name: "Hosts" }) });
  const column = async (at) => (await table.locator(`tbody td:nth-child(${at})`).allTextContents()).map((text) => text.replaceAll(",", ""));
  const numbers = (texts) => texts.map(Number);
  const isFalling = (values) => values.every((value, at) => at === 0 || values[at - 1] >= value);
  assert.ok(isFalling(numbers(await column(2))), "by pages at first");
  await table.getByRole("button", { name: "Show all" }).click();
  assert.equal((await column(1)).length, 40);
  await table.getByRole("button", { name: "Characters, mean" }).click();
  assert.ok(isFalling(numbers(await column(5))), "numbers fall at first");
  assert.equal(await table.locator("[aria-sort]").getAttribute("aria-sort"), "descending");
  await table.getByRole("button", { name: "Characters, mean" }).press("Enter");
  assert.ok(isFalling(numbers(await column(5)).reverse()), "then they rise");
  await table.getByRole("button", { name: "Host" }).focus();
  await page.keyboard.press("Space");
  assert.deepEqual((await column(1)).slice(0, 3), ["h0.example", "h1.example", "h2.example"], "numbers in names count");
  assert.deepEqual(faults, []);
  await close();
});

test("nothing of a hostile row runs", async () => {
  const attack = "</script><script>alert(1)</script><img src=x onerror=alert(1)><!--";
  const hostile = { url: `https://x</script>.example/${attack}`, id: attack, text: "", blocks: 30, blocks_kept: 0, lang: attack, method: attack, content_type: attack, truncated: attack, confidence: 0.1, source: { file: attack } };
  const { page, faults, close } = await open(crawl("hostile", [hostile, { ...hostile, url: "javascript:alert(1)" }]));
  for (const link of await page.locator("a, button, code").all()) await link.click({ timeout: 2000 });
  assert.equal(await page.locator("main script, img, main a").count(), 0);
  assert.ok((await page.getByText(attack).count()) > 0);
  assert.deepEqual(faults, []);
  await close();
});

test("a report of a crawl is for those who need a keyboard, a screen reader or contrast", async () => {
  const path = crawl("axe", [...rows(300), 7]);
  for (const colorScheme of ["light", "dark"]) {
    for (const viewport of [{ width: 1200, height: 800 }, { width: 400, height: 800 }]) {
      const { page, close } = await open(path, { colorScheme, viewport });
      assert.deepEqual(await seriousFaults(page), [], `${colorScheme}, ${viewport.width}`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), "it is as wide as the window");
      await close();
    }
  }
});
