#!/usr/bin/env node
// Renders pages in a browser and writes their text blocks, one JSON object per page, as the input
// of `trommel train --self-label`.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { gunzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { PROPERTIES, blocksOfPage } from "./blocks.mjs";

const USAGE = `usage: render-blocks.mjs [OPTIONS] URL_OR_FILE... > pages.jsonl

Files may be compressed with gzip; what they refer to on the network is not loaded, and scripts do not run.
  --chromium PATH   the browser [default: /usr/bin/chromium]
  --timeout SECONDS for a page to load [default: 30]
  --width PIXELS    of the window [default: 1280]

Exit codes: 0 done; 1 no page was rendered; 2 trouble with some pages, which standard error names.`;

/** Opens a browser that gives the blocks of a page, until it is closed. */
export async function renderer({ chromium: executablePath = "/usr/bin/chromium", timeout = 30, width = 1280 } = {}) {
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const browser = await chromium.launch({ executablePath, args });
  const viewport = { width, height: 900 };
  return {
    /** The page at an address, or of a file. */
    async render(input) {
      const isAddress = /^https?:/i.test(input);
      const context = await browser.newContext({ viewport, javaScriptEnabled: isAddress, bypassCSP: true });
      const folder = await mkdtemp(join(tmpdir(), "render-blocks-"));
      try {
        if (!isAddress) {
          const isLocal = (url) => url.protocol === "file:" || url.protocol === "data:" || url.protocol === "about:";
          await context.route((url) => !isLocal(url), (route) => route.abort());
        }
        const page = await context.newPage();
        const address = isAddress ? input : await asFile(input, folder);
        await page.goto(address, { waitUntil: "load", timeout: 1000 * timeout });
        const blocks = await page.evaluate(blocksOfPage, PROPERTIES);
        const id = isAddress ? input : basename(input).replace(/\.gz$/i, "").replace(/\.html?$/i, "");
        return { id, ...blocks, url: blocks.url || (isAddress ? page.url() : "") };
      } finally {
        await context.close();
        await rm(folder, { recursive: true, force: true });
      }
    },
    close: () => browser.close(),
  };
}

/** The address of a file, uncompressed if it is compressed. */
async function asFile(path, folder) {
  const bytes = await readFile(path);
  const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!isCompressed && /\.html?$/i.test(path)) return pathToFileURL(resolve(path)).href;
  const decompressed = join(folder, "page.html");
  await writeFile(decompressed, isCompressed ? gunzipSync(bytes) : bytes);
  return pathToFileURL(decompressed).href;
}

async function main() {
  const options = { chromium: { type: "string" }, timeout: { type: "string" }, width: { type: "string" }, help: { type: "boolean" } };
  let given;
  try {
    given = parseArgs({ options, allowPositionals: true });
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`);
    return 2;
  }
  const { values, positionals } = given;
  if (values.help || positionals.length === 0) {
    (values.help ? console.log : console.error)(USAGE);
    return values.help ? 0 : 2;
  }
  const number = (name) => {
    const value = values[name] === undefined ? undefined : Number(values[name]);
    if (value !== undefined && !(value > 0)) throw new Error(`--${name}: expected a number above zero, found ${values[name]}`);
    return value;
  };
  const pages = await renderer({ chromium: values.chromium, timeout: number("timeout"), width: number("width") });
  let [done, failed] = [0, 0];
  for (const input of positionals) {
    try {
      process.stdout.write(`${JSON.stringify(await pages.render(input))}\n`);
      done += 1;
    } catch (error) {
      console.error(`${input}: ${error.message.split("\n")[0]}`);
      failed += 1;
    }
  }
  await pages.close();
  return failed > 0 ? 2 : done > 0 ? 0 : 1;
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  process.exitCode = await main().catch((error) => {
    console.error(error.message.split("\n")[0]);
    return 2;
  });
}
