// Reports in Chromium: npm install && npm test. TROMMEL names the command, CHROMIUM the browser.

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { corpora, folder, open, report, seriousFaults } from "./browser.js";

/** Writes the report of a page; the exit code is 1 for one without blocks. */
const reportOf = (name, ...args) => report("explain", name, args, [1]);

/** The texts of blocks that are highlighted in the original, and the kept blocks without any. */
const highlighted = (page) =>
  page.evaluate(() => {
    const data = JSON.parse(document.getElementById("data").textContent);
    const kept = data.runs[data.shown].kept;
    const frame = document.querySelector("iframe").contentDocument;
    const plain = (text) => text.replace(/\s+/g, "");
    const texts = {};
    for (const part of frame.querySelectorAll(".k")) texts[part.dataset.b] = (texts[part.dataset.b] ?? "") + plain(part.textContent);
    const wrong = [];
    data.blocks.text.forEach((text, index) => {
      if (kept[index] === "1" && data.blocks.at[index] >= 0 && !texts[index]) wrong.push(`${index}: ${text.slice(0, 50)}`);
      if (kept[index] === "0" && texts[index]) wrong.push(`${index} is dropped`);
    });
    return { wrong, texts: Object.values(texts).join("") };
  });

test("each golden page is a report without faults, whose original highlights what is kept", async () => {
  for (const name of readdirSync(join(corpora, "cases"))) {
    const folder = join(corpora, "cases", name);
    const gold = join(folder, "gold.txt");
    const shownReport = reportOf(name, join(folder, "page.html"), ...(existsSync(gold) ? ["--truth", gold] : []));
    const { page, faults, close } = await open(shownReport);
    await page.getByRole("tab", { name: "Plots" }).click();
    await page.getByRole("tab", { name: "Original" }).click();
    const { wrong } = await highlighted(page);
    assert.deepEqual(wrong, [], name);
    assert.deepEqual(faults, [], name);
    await close();
  }
});

test("the highlighted text is the kept text", async () => {
  const shownReport = reportOf("text", join(corpora, "cases/article-en/page.html"));
  const { page, close } = await open(shownReport);
  await page.getByRole("tab", { name: "Original" }).click();
  const text = readFileSync(join(corpora, "cases/article-en/expect.txt"), "utf8").replace(/\s+/g, "");
  assert.equal((await highlighted(page)).texts, text);
  await close();
});

test("the slider, the methods and the comparison change the verdicts at once", async () => {
  const shownReport = reportOf("slider", join(corpora, "cases/article-en/page.html"));
  const { page, faults, close } = await open(shownReport);
  const counts = () => page.locator("#counts").textContent();
  const words = async () => Number((await counts()).match(/^([\d,]+) of/)[1].replace(",", ""));
  const first = await words();
  await page.focus("#threshold");
  await page.keyboard.press("Home");
  assert.ok((await words()) > first, "more words with a low threshold");
  await page.keyboard.press("End");
  assert.ok((await words()) < first, "fewer words with a high threshold");
  await page.selectOption("#method", "tag-ratio");
  assert.ok(await page.locator("#threshold").isDisabled());
  await page.selectOption("#method", "auto");
  await page.selectOption("#compare-with", "line-block");
  assert.ok((await page.locator(".added, .removed").count()) > 0);
  assert.deepEqual(faults, []);
  await close();
});

test("keys move through the blocks, and their facts are shown", async () => {
  const shownReport = reportOf("keys", join(corpora, "cases/article-en/page.html"));
  const { page, close } = await open(shownReport);
  await page.focus("#blocks");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  const selected = page.locator("[aria-selected=true][role=option]");
  assert.match(await selected.textContent(), /The town that switched its tide mill back on/);
  assert.match(await page.locator("#facts").textContent(), /it repeats the title of the page/);
  await page.keyboard.press("ArrowUp");
  const before = await page.locator("[role=option]").count();
  await page.keyboard.press("Enter");
  assert.ok((await page.locator("[role=option]").count()) > before, "a fold is opened");
  await page.keyboard.press("End");
  assert.equal(await selected.count(), 1);
  await close();
});

test("a click in a plot or in the original selects the block", async () => {
  const shownReport = reportOf("clicks", join(corpora, "cases/article-en/page.html"));
  const { page, close } = await open(shownReport);
  await page.getByRole("tab", { name: "Plots" }).click();
  await page.locator("canvas").first().click({ position: { x: 300, y: 60 } });
  assert.equal(await page.locator("[aria-selected=true][role=option]").count(), 1);
  await page.getByRole("tab", { name: "Original" }).click();
  await page.frameLocator("iframe").locator(".k").first().click();
  assert.match(await page.locator("[aria-selected=true][role=option]").textContent(), /The town that switched/);
  await close();
});

test("hostile pages run nothing and ask for nothing", async () => {
  const attacks = {
    title: "<title></script><script>alert(1)</script></title><p>A page with a title that ends the script, and enough words.",
    comment: "<title><!--<script></title><p>A page with a comment in its title, and enough words to be one.<!--",
    script: "<p>Before it.<script>alert(1)</script><svg onload=alert(1)><script>alert(1)</script></svg><p>After it.",
    handlers: "<body onload=alert(1)><p onclick=alert(1) onmouseover=alert(1)>Text with handlers.<img src=x onerror=alert(1) alt=Picture>",
    links: "<p><a href='javascript:alert(1)'>A link</a> and <a href=' java\nscript:alert(1)'>another</a> of some words.<form action=javascript:alert(1)><button>Go</button></form>",
    styles: "<style>@import 'http://example.com/a.css'; * { position: fixed !important; inset: 0; z-index: 9999 }</style><p style='background:url(http://example.com/b)'>Styled text.",
    loads: "<base href=http://example.com><link rel=stylesheet href=a.css><img src=a.png srcset=b.png><video src=c poster=d></video><iframe src=e srcdoc='<script>parent.alert(1)</script>'></iframe><p>Text.<meta http-equiv=refresh content='0;url=http://example.com'>",
    template: "<div><template shadowrootmode=open><p>Shadow text of a host.<script>alert(1)</script></template></div><noscript><p title='</noscript><img src=x onerror=alert(1)>'>No script</noscript>",
    mutation: "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 onerror=alert(1)&gt;'>text of it</table></math><p>And some more text.",
    base: "<base href='http://example.com/'><BASE target=_top href=http://example.com><p>Text of a page with two bases.",
    marks: "<p>\ue0000\ue001 Text with the marks of the viewer \ue00099999\ue001 in it.<p>More of the text.",
  };
  for (const [name, html] of Object.entries(attacks)) {
    const path = join(folder, `attack-${name}.html`);
    writeFileSync(path, html);
    const { page, faults, close } = await open(reportOf(name, path));
    await page.getByRole("tab", { name: "Original" }).click();
    const frame = page.frameLocator("iframe");
    for (const link of await frame.locator("a, [data-b]").all()) await link.click({ timeout: 2000 });
    assert.equal(await frame.locator("script, style + style, link, iframe, img, form, [onclick], [onload], [style], [href]").count(), 0, name);
    assert.deepEqual(faults, [], name);
    assert.ok(page.url().startsWith("file://"), name);
    await close();
  }
  for (const name of readdirSync(join(corpora, "hostile"))) {
    const { page, faults, close } = await open(reportOf(name, join(corpora, "hostile", name)));
    await page.getByRole("tab", { name: "Original" }).click();
    assert.deepEqual(faults, [], name);
    await close();
  }
});

test("nothing is in the way of those who need a keyboard, a screen reader or contrast", async () => {
  const shownReport = reportOf("axe", join(corpora, "cases/article-en/page.html"), "--truth", join(corpora, "cases/article-en/gold.txt"));
  for (const colorScheme of ["light", "dark"]) {
    const { page, close } = await open(shownReport, { colorScheme });
    for (const tab of ["Facts", "Plots", "Original"]) {
      await page.getByRole("tab", { name: tab }).click();
      assert.deepEqual(await seriousFaults(page), [], `${tab}, ${colorScheme}`);
    }
    await close();
  }
});

test("a page of tags that never end opens in a few seconds", async () => {
  for (const piece of ["<a ", "<a b='", " on", "\ue000"]) {
    const path = join(folder, "endless-page.html");
    writeFileSync(path, `<p>Some words before it.<p>${piece.repeat(1e6)}`);
    const { page, close } = await open(reportOf("endless", path));
    const begun = performance.now();
    await page.getByRole("tab", { name: "Original" }).click();
    await page.frameLocator("iframe").locator("body").textContent();
    const seconds = (performance.now() - begun) / 1000;
    assert.ok(seconds < 10, `${piece}: ${seconds} s`);
    await close();
  }
});

test("a page of 5 MB opens in two seconds, and answers", async () => {
  const path = join(folder, "large-page.html");
  const html = readFileSync(join(corpora, "cases/article-en/page.html"), "utf8");
  writeFileSync(path, html.repeat(Math.ceil(5e6 / html.length)));
  const shownReport = reportOf("large", path);
  const begun = performance.now();
  const { page, close } = await open(shownReport);
  await page.waitForSelector("[role=option]");
  const opened = performance.now() - begun;
  const asked = performance.now();
  await page.selectOption("#method", "line-block");
  await page.evaluate(() => new Promise(requestAnimationFrame));
  const answered = performance.now() - asked;
  console.log(`5 MB: opened in ${opened.toFixed(0)} ms, another method in ${answered.toFixed(0)} ms`);
  assert.ok(opened < 2000 && answered < 1000, `opened in ${opened} ms, answered in ${answered} ms`);
  await close();
});
