// trommel without a model: the line-block method decides.

import { loader } from "./core.js";

export const load = loader({
  vectors: new URL("./wasm/trommel.lite.wasm", import.meta.url),
  scalar: new URL("./wasm/trommel.lite.scalar.wasm", import.meta.url),
});

export const extract = async (html, options) => (await load()).extract(html, options);
export const blocks = async (html, options) => (await load()).blocks(html, options);
