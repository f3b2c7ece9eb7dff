// The playground: a page that is pasted, dropped or picked is explained in the browser.

import { explained } from "./data.js";
import { load } from "./trommel/trommel.js";
import { showExplained } from "./viewer/explain.js";

/** Time without a key after which the page is read. */
const PAUSE_MILLISECONDS = 200;
/** Characters of a page up to which it is shown in the text field, too. */
const MAX_SHOWN_CHARS = 500_000;

const [html, sample, file, status, app] = ["html", "sample", "file", "status", "app"].map((id) => document.getElementById(id));
let shown = new AbortController();
let waiting = 0;
let trommel;

/** Explains a page: a text, or the bytes of a file. */
function explain(page, name) {
  shown.abort();
  shown = new AbortController();
  if (page.length === 0) {
    app.replaceChildren();
    return say("Paste a page, drop a file, or pick a sample.");
  }
  const begun = performance.now();
  try {
    const data = explained(trommel, page, name);
    showExplained(data, app, shown.signal);
    say(`${data.page.bytes_in.toLocaleString("en")} bytes, ${data.runs.length} decisions in ${Math.round(performance.now() - begun)} ms. Nothing is sent anywhere.`);
    return data;
  } catch (error) {
    app.replaceChildren();
    return say(`The page cannot be explained: ${error.message}`);
  }
}

function say(text) {
  status.textContent = text;
}

/** Explains the bytes of a file, and shows its text. */
async function read(source, name) {
  try {
    const bytes = new Uint8Array(await source.arrayBuffer());
    const text = explain(bytes, name)?.source ?? "";
    html.value = text.length > MAX_SHOWN_CHARS ? "" : text;
  } catch (error) {
    say(`${name} cannot be read: ${error.message}`);
  }
}

async function readSample(name) {
  const response = await fetch(`samples/${name}.html.txt`);
  if (!response.ok) return say(`The sample ${name} cannot be read: HTTP status ${response.status}`);
  return read(response, name);
}

html.addEventListener("input", () => {
  sample.value = "";
  clearTimeout(waiting);
  waiting = setTimeout(() => explain(html.value, "pasted page"), PAUSE_MILLISECONDS);
});
sample.addEventListener("change", () => (sample.value ? readSample(sample.value) : explain("", "")));
file.addEventListener("change", () => {
  const [picked] = file.files;
  if (!picked) return;
  sample.value = "";
  read(picked, picked.name);
});
for (const type of ["dragenter", "dragover"]) {
  document.addEventListener(type, (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    document.body.classList.add("over");
  });
}
document.addEventListener("dragleave", (event) => event.relatedTarget ?? document.body.classList.remove("over"));
document.addEventListener("drop", (event) => {
  document.body.classList.remove("over");
  const [dropped] = event.dataTransfer?.files ?? [];
  if (!dropped) return;
  event.preventDefault();
  sample.value = "";
  read(dropped, dropped.name);
});
document.getElementById("input").addEventListener("submit", (event) => event.preventDefault());

try {
  trommel = await load();
  sample.value = "article-en";
  await readSample(sample.value);
} catch (error) {
  say(`The library cannot be loaded: ${error.message}`);
}
